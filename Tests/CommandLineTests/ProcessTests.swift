import Glibc
import Testing

@Suite("The processes of takes", .serialized, .ownThread) struct ProcessTests {
  /// How a recorder leaves the group that it was started in; `$0` is the recorder, `$1` its file.
  static let escapes = [
    "exec setsid \"$0\" \"$1\"",
    "setsid --fork \"$0\" \"$1\"; exit 0",
    "setsid --fork sh -c 'setsid --fork \"$0\" \"$1\"; exit 0' \"$0\" \"$1\"; exit 0",
  ]

  private static func scene(_ escape: String, _ presses: String, recorder: String = Scene.readyWhenBegun) throws
    -> Scene
  {
    let scene = try Scene(playing: presses)
    try scene.makeRecorder(Scene.recordsUntilStopped)
    try scene.write("escape", escape + "\n")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        fake:
          command: [sh, -c, '. "${0%/recorder}/escape"', "\(scene.folder)/recorder", "{file}"]
          directory: "\(scene.folder)/takes"
          name: "take-{n}.txt"
          \(recorder)
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: fake, minimum: 0ms }
      """)
    return scene
  }

  @Test(
    "T3: a recorder that leaves its group, and whose leader exits at once, records on until it is stopped",
    arguments: escapes)
  func escape(_ escape: String) throws {
    let scene = try Self.scene(escape, "↓0 ↑1200")
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(scene.notes == ["start", "INT"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    #expect(scene.partial.isEmpty && scene.journal.isEmpty)
    let duration = try #require(run.first("take.completed")?.number("duration"))
    #expect((0.6...3).contains(duration))
  }

  @Test("an escaped recorder that ignores INT and TERM is killed as any other") func stubborn() throws {
    let scene = try Self.scene(
      Self.escapes[0], "↓0 ↑700", recorder: "\(Scene.readyWhenBegun)\n    stop: { grace: 250ms }")
    try scene.makeRecorder(
      """
      trap 'note INT' INT
      trap 'note TERM' TERM
      \(Scene.recordsUntilStopped)
      """)
    let run = try scene.play()
    #expect(run.takes.prefix(3) == ["starting", "recording", "stopping released"])
    #expect(scene.notes == ["start", "INT", "TERM"])
    let end = try #require(run.events.first { $0.type == "take.completed" || $0.type == "take.failed" })
    #expect(end["stop_signal"] == "KILL")
    let closing = try #require(run.seconds(from: "take.stopping", to: end.type))
    #expect((0.5...4).contains(closing))
  }

  @Test("an escaped recorder that dies by itself is noticed, whoever's child it is", arguments: escapes)
  func death(_ escape: String) throws {
    let scene = try Self.scene(escape, "↓0 ↑9000")
    try scene.makeRecorder("sleep 0.8; note death; exit 1")
    let program = try scene.startRunning()
    try program.wait(for: "the end of the take") { program in
      program.outputLines.contains { ["take.completed", "take.failed"].contains(JSONLine($0)?.type) }
    }
    program.send(SIGTERM)
    let run = try scene.end(program)
    #expect(run.takes.prefix(2) == ["starting", "recording"])
    #expect(run.takes.last?.hasSuffix(" recorder-exit") == true)
    let life = try #require(scene.seconds(from: "start", to: "death"))
    let told = try #require(
      run.seconds(from: "take.starting", to: run.events.last { $0.type.hasPrefix("take.") }?.type ?? ""))
    #expect(told < life + 3)
  }

  @Test("hooks and commands have no mark: a take does not wait for what they start") func hooks() throws {
    let scene = try Scene(
      "↓0 ↑900", control: "minimum: 0ms, feedback: [hook]",
      rest: """
        feedback:
          hook:
            run: [sh, -c, 'env | grep -c ^EVBRIDGE_MARK= >"$HOME/count"; exec setsid sleep 2']
            events: [take.recording]
        """)
    let run = try scene.play()
    #expect(run.takes.last == "completed released")
    let closing = try #require(run.seconds(from: "take.stopping", to: "take.completed"))
    #expect(closing < 1.9)
    #expect(scene.text("count") == "0\n")
  }

  @Test(
    "a name that looks like another's marker is a name like others",
    arguments: ["x.take", ".x.take", ".reserved", ".x"])
  func names(_ name: String) throws {
    let scene = try Scene(
      "↓0 ↑900 B: ↓100 ↑1000", control: "minimum: 0ms", name: "x",
      recorders: """
          other: { command: ["$RECORDER", "{file}"], directory: "$TAKES", name: "\(name)", \(Scene.readyWhenBegun) }
        """,
      rest: """
          second:
            { type: record-button, trigger: { device: button, key: KEY_PLAY }, recorder: other, minimum: 0ms }
        """)
    try scene.configure(
      scene.text("evbridge.yaml").replacing("$RECORDER", with: scene.folder + "/recorder")
        .replacing("$TAKES", with: scene.folder + "/takes"))
    let run = try scene.play()
    #expect(run.takes.filter { $0 == "completed released" }.count == 2)
    let expected = name == ".reserved" ? ".reserved-2" : name
    #expect(scene.takes == ["x": "begin\nend\n", expected: "begin\nend\n"])
    #expect(scene.partial.isEmpty)
  }
}
