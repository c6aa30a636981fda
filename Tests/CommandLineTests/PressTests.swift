import Testing

/// Presses that come through the whole program, in real time; what each of them means is settled in ControlsTests.
@Suite("What presses do", .serialized, .ownThread) struct PressTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var presses: String
    var control = ""
    var story: [String]
  }

  private static let take = [
    "press.down", "take.starting", "take.recording", "press.up", "take.stopping released", "take.completed released",
  ]
  private static let shortPress = ["press.down", "press.up", "tooltip.shown hold"]

  static let cases = [
    Case(
      testDescription: "T12: bounce on both edges is one start and one stop",
      presses: "↓0 ↑2 ↓5 ↑6 ↓9 ↑700 ↓703 ↑705 ↓711 ↑712", story: take),
    Case(
      testDescription: "T13: a spike of 2 ms is a short press",
      presses: "↓0 ↑2", story: shortPress),
    Case(
      testDescription: "T13: a spike of 2 ms is nothing when such are ignored",
      presses: "↓0 ↑2", control: "ignore-shorter-than: 5ms", story: []),
    Case(
      testDescription: "T14: repeats are no presses",
      presses: "↓0 \((0..<30).map { "r\(100 + $0 * 33)" }.joined(separator: " ")) ↑1200", story: take),
    Case(
      testDescription: "T15: the first trigger owns the take",
      presses: "↓0 ↑1000 B: ↓400 ↑600",
      control: "triggers: [{ device: button, key: KEY_RECORD }, { device: button, key: KEY_PLAY }]",
      story: [
        "press.down", "take.starting", "take.recording", "press.ignored not-owner", "press.up",
        "take.stopping released", "take.completed released",
      ]),
    Case(testDescription: "T22, T23: let go at 299 ms it is a short press", presses: "↓0 ↑299", story: shortPress),
    Case(
      testDescription: "T22: let go at 301 ms it is a take",
      // The release is told when it is confirmed, and by then the recorder is ready.
      presses: "↓0 ↑301", control: "debounce: 200ms",
      story: [
        "press.down", "take.starting", "take.recording", "press.up", "take.stopping released",
        "take.completed released",
      ]),
    Case(
      testDescription: "T24: pressed again within the tail it is the same take",
      presses: "↓0 ↑700 ↓850 ↑1200", control: "tail: 300ms",
      story: [
        "press.down", "take.starting", "take.recording", "press.up", "press.down", "press.up",
        "take.stopping released", "take.completed released",
      ]),
    Case(
      testDescription: "a toggle starts at a press and stops at the next",
      presses: "↓0 ↑100 ↓600 ↑700", control: "mode: toggle",
      story: [
        "press.down", "take.starting", "take.recording", "press.up", "press.down", "take.stopping toggled",
        "take.completed toggled", "press.up",
      ]),
  ]

  @Test("presses", arguments: cases) func story(_ example: Case) throws {
    let trigger = example.control.hasPrefix("triggers") ? "" : "trigger: { device: button, key: KEY_RECORD }, "
    let scene = try Scene(playing: example.presses)
    try scene.makeRecorder(Scene.recordsUntilStopped)
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        fake: { command: ["\(scene.folder)/recorder", "{file}"], directory: "\(scene.folder)/takes", name: "{n}.txt",
          \(Scene.readyWhenBegun) }
      controls:
        record: { type: record-button, recorder: fake, minimum: 0ms, \(trigger)\(example.control) }
      """)
    let run = try scene.play()
    // A machine that is busy takes its time until a recorder is ready.
    let ready = "take.recording"
    #expect(run.story.filter { $0 != ready } == example.story.filter { $0 != ready })
    #expect(run.takes.map { "take." + $0 } == example.story.filter { $0.hasPrefix("take.") })
    let takes = example.story.filter { $0.hasPrefix("take.completed") }.count
    #expect(scene.takes.count == takes)
    #expect(scene.partial.isEmpty)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
  }

  @Test("T16, T25: presses while a recorder is slow to end are ignored with one hint, and none is kept for later")
  func pressesWhileStopping() throws {
    let scene = try Scene(
      "↓0 ↑600 ↓700 ↑760 ↓820 ↑880 ↓940 ↑1000 ↓1060 ↑1120 ↓1180 ↑1240 ↓1300 ↑1700",
      control: "minimum: 0ms",
      script: """
        trap 'note INT; sleep 1.5; note end; finish 0' INT
        \(Scene.recordsUntilStopped)
        """)
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(run.story.filter { $0 == "press.ignored busy" }.count == 6)
    #expect(run.story.filter { $0 == "tooltip.shown busy" }.count == 1)
    #expect(scene.notes == ["start", "INT", "end"])
    #expect(scene.takes.count == 1)
  }

  @Test("T22: nor does a press get long because the program is busy with another") func shortPressMeanwhile() throws {
    // At 300 ms all these hooks are started, which takes beyond 450 ms, when the second press would be long.
    let hooks = (1...250).map { "  hook\($0): { run: [\"true\"], events: [take.starting] }" }
    let scene = try Scene(
      "↓0 ↑900 B: ↓150 ↑445", control: "minimum: 0ms",
      recorders: "  silent: { command: [sleep, \"9\"] }",
      rest: """
          other: { type: record-button, trigger: { device: button, key: KEY_PLAY }, recorder: silent }
        feedback:
        \(hooks.joined(separator: "\n"))
        """)
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(run.all("press.up").compactMap { $0.number("held") }.sorted() == [0.295, 0.9])
    #expect(run.all("tooltip.shown").map { $0["control"] } == ["other"])
  }

  @Test("T26: ten taps show a tooltip only when none is visible, and leave no file and no gap in the numbers")
  func taps() throws {
    let taps = (0..<10).map { "↓\($0 * 510) ↑\($0 * 510 + 100)" }.joined(separator: " ")
    let scene = try Scene(taps + " ↓5100 ↑5700", control: "minimum: 0ms")
    let run = try scene.play()
    // Each is visible for 2 s: shown at 0.12, 2.16 and 4.20 s.
    #expect(run.story.filter { $0 == "tooltip.shown hold" }.count == 3)
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(Array(scene.takes.keys) == ["take-0001.txt"])
    #expect(scene.partial.isEmpty)
  }

  @Test("a take that was let go early goes on to the minimum") func minimum() throws {
    let scene = try Scene("↓0 ↑400")
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    let duration = try #require(run.first("take.completed")?.number("duration"))
    #expect((1.0...1.05).contains(duration))
    #expect(scene.takes.count == 1)
  }

  @Test("a take shorter than the minimum leaves nothing when such are discarded, and the number is free again")
  func discard() throws {
    let scene = try Scene("↓0 ↑500 ↓800 ↑2400", control: "on-short: discard")
    let run = try scene.play()
    #expect(run.all("take.completed").map { $0["file"] } == [nil, scene.folder + "/takes/take-0001.txt"])
    #expect(run.story.filter { $0 == "tooltip.shown hold" }.count == 1)
    #expect(scene.notes == ["start", "INT", "start", "INT"])
    #expect(Array(scene.takes.keys) == ["take-0001.txt"])
    #expect(scene.partial.isEmpty)
  }
}
