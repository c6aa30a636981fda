import Testing

/// The same trace in an ideal world: what it says is settled in BridgeTests, here it is the same everywhere and always.
@Suite("Dry runs", .serialized, .ownThread) struct DryRunTests {
  /// Two keys, and a touchscreen of which the left half is a button.
  private static func scene(_ presses: String, touches: String, maximum: String = "5min") throws -> Scene {
    let scene = try Scene()
    let glass = try scene.perform(["trace", "script", "-e", touches])
    try #require(glass.exitCode == 0)
    try scene.write("trace", PressScript(presses).evemu + glass.output.joined(separator: "\n") + "\n")
    try scene.makeRecorder(Scene.recordsUntilStopped)
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } }, glass: { match: { kind: touchscreen } } }
      recorders:
        fake:
          command: ["\(scene.folder)/recorder", "{file}"]
          directory: "\(scene.folder)/takes"
          name: "{date}-{n}.txt"
          ready: output matches ^begun$
      zones:
        left: { device: glass, x: 0%, y: 0%, width: 50%, height: 100% }
        right: { device: glass, x: 50%, y: 0%, width: 50%, height: 100% }
      controls:
        record:
          { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: fake, maximum: \(maximum) }
        touch: { type: record-button, trigger: { device: glass, zone: left }, recorder: fake, minimum: 0ms }
        replay:
          { type: command-button, trigger: { device: button, key: KEY_PLAY }, on: short, run: [touch, "\(scene.folder)/ran"] }
        photo: { type: transform, device: glass, zone: right }
      gestures:
        - { device: glass, zone: right, gesture: tap, run: ["true"] }
        - { device: glass, zone: right, gesture: long-press, run: ["true"] }
        - { device: glass, zone: right, gesture: swipe-left, run: ["true"] }
      feedback: { hook: { run: [touch, "\(scene.folder)/hooked"] } }
      """)
    return scene
  }

  private static func play(_ scene: Scene, _ options: String...) throws -> Run {
    try scene.perform(
      ["run", "-c", scene.folder + "/evbridge.yaml", "--trace", scene.folder + "/trace"] + options)
  }

  private static let presses = "↓0 ↑2 ↓5 ↑100 ↓2500 ↑3300 ↓6000 ↑6900 B: ↓4400 ↑4500"
  private static let touches = """
    one finger at 25%,50% tap
    at 3s: one finger at 25%,50% move 4mm,0mm over 200ms
    at 4500ms: two fingers at 25%,50% hold 700ms
    at 6s: one finger at 25%,50% hold 900ms
    at 200ms: two fingers at 75%,50% pinch x1.5 rotate 30deg move 5mm,5mm over 300ms
    at 1s: one finger at 75%,50% tap
    at 1500ms: one finger at 75%,50% hold 600ms
    at 2400ms: three fingers at 75%,50% move -60mm,0mm over 100ms
    """

  @Test("a trace gives the same lines whenever, at whatever speed and by whatever reads it is played")
  func sameLines() throws {
    let scene = try Self.scene(Self.presses, touches: Self.touches)
    let first = try Self.play(scene, "--json", "--speed", "max")
    #expect(first.exitCode == 0 && first.errors.isEmpty)
    #expect(first.output == (try Self.play(scene, "--json", "--dry-run", "--speed", "max").output))
    // Each wakes up at other times, and reads what has happened until then.
    for speed in ["7.3", "61", "1000"] {
      #expect(first.output == (try Self.play(scene, "--json", "--speed", speed).output), "\(speed)")
    }
    #expect(
      first.output.first
        == "{\"v\":1,\"seq\":1,\"time\":\"1970-01-01T00:00:00.000Z\",\"mono_us\":0,\"type\":\"device.added\","
        + "\"device\":\"button\",\"node\":\"trace\",\"name\":\"Test button\",\"kind\":\"buttons\"}")
    #expect(
      first.all("take.completed").map { $0["file"] } == [
        "1970-01-01-0001.txt", "1970-01-01-0002.txt", "1970-01-01-0003.txt",
      ])
  }

  @Test("nothing is started and nothing is written") func nothing() throws {
    let scene = try Self.scene(Self.presses, touches: Self.touches)
    try scene.setMode(0o555, of: "takes")
    let run = try Self.play(scene, "--json", "--speed", "max")
    #expect(run.all("take.completed").count == 3 && run.all("take.failed").isEmpty)
    #expect(run.all("command.finished").count == 4)
    #expect(scene.takes.isEmpty && scene.partial.isEmpty && scene.notes.isEmpty)
    #expect(scene.text("ran").isEmpty && !scene.has("ran") && !scene.has("hooked") && !scene.has("state"))
  }

  @Test("a trace in real time says of presses, tooltips, fades and gestures what the dry run says, to the microsecond")
  func realTime() throws {
    let scene = try Self.scene(Self.presses, touches: Self.touches)
    let types: Set<String> = [
      "press.down", "press.up", "press.ignored", "tooltip.shown", "tooltip.hidden", "fade", "gesture", "transform",
    ]
    func told(_ run: Run) throws -> [String] {
      let start = try #require(run.first("device.added")?.number("mono_us"))
      return run.events.filter { types.contains($0.type) }.map { event in
        "\(Int((event.number("mono_us") ?? 0) - start)) \(event.rest)"
      }
    }
    let live = try told(try Self.play(scene, "--json"))
    let dry = try told(try Self.play(scene, "--json", "--speed", "max"))
    #expect(live == dry)
    #expect(dry.count > 150)
  }

  @Test("hours pass in no time, and what is still held at the end ends") func hours() throws {
    let scene = try Self.scene("↓0 ↑20000000", touches: "one finger at 75%,50% tap", maximum: "5h")
    let run = try Self.play(scene, "--json", "--speed", "max")
    #expect(run.takes == ["starting", "recording", "stopping maximum", "completed maximum"])
    #expect(run.first("take.completed")?.number("duration") == 18_000)
    let held = try Self.scene("↓0", touches: "one finger at 75%,50% tap", maximum: "none")
    #expect(
      try Self.play(held, "--json", "--speed", "max").takes == [
        "starting", "recording", "stopping terminate", "completed terminate",
      ])
  }

  @Test("events keep their order where stamps run back: the release is at the latest time before it")
  func runsBack() throws {
    let scene = try Self.scene("↓1000", touches: "one finger at 75%,50% tap")
    let release = "E: 0.900000 0001 00a7 0\nE: 0.900000 0000 0000 0\n"
    try scene.write("trace", PressScript("↓1000").evemu + release)
    let run = try Self.play(scene, "--json", "--speed", "max")
    #expect(run.first("press.up")?.number("held") == 0)
    #expect(run.all("take.starting").isEmpty)
  }

  @Test("a reader that is slow gets every line") func slowReader() throws {
    let taps = (0..<400).map { "↓\($0 * 200) ↑\($0 * 200 + 100)" }.joined(separator: " ")
    let scene = try Self.scene(taps, touches: "one finger at 75%,50% tap")
    let program = try scene.start(
      ["run", "--json", "-c", scene.folder + "/evbridge.yaml", "--trace", scene.folder + "/trace", "--speed", "max"],
      outputCapacity: 4_096)
    let run = try scene.end(program)
    #expect(run.exitCode == 0 && run.all("dropped").isEmpty)
    #expect(run.all("press.up").count == 400)
    #expect(run.events.compactMap { $0.number("seq") } == run.output.indices.map { Double($0 + 1) })
  }
}
