import Testing

@Suite("Programs that read lines, and a reload", .serialized, .ownThread) struct ReloadOutputTests {
  /// Notes its process, then what it reads.
  private static let reader = """
    #!/bin/sh
    echo $$ >>"$0.$1.processes"
    exec cat >>"$0.$1.lines"

    """

  @Test("who reads the same lines as before goes on and misses none; only who is told something else is started again")
  func keep() throws {
    let scene = try Scene(
      "↓0 ↑100 ↓60000 ↑60100",
      rest: """
        feedback:
          bar: { lines: [READER, bar], format: { tooltip.shown: "shown {control}", tooltip.hidden: "hidden {control}" } }
          other: { lines: [READER, other], format: { tooltip.shown: "shown {control}", tooltip.hidden: "hidden {control}" } }
        """)
    try scene.write("reader", Self.reader, mode: 0o755)
    try scene.change("READER", to: scene.folder + "/reader")
    func text(_ name: String) -> String { scene.text("reader." + name) }
    func processes(_ name: String) -> [Substring] { text(name + ".processes").split(separator: "\n") }
    let program = try scene.startListening()
    let caller = try Caller(scene.socket)
    try program.wait(forEvent: "tooltip.shown")
    try wait(for: "both readers") { text("bar.lines") == "shown record\n" && !processes("other").isEmpty }
    #expect(try caller.ask(#"{"do":"unsubscribe"}"#) == "ok")

    // Its hint ends with the reload, and both are told.
    try scene.change("take-{n}.txt", to: "second-{n}.txt")
    #expect(try caller.ask(#"{"do":"reload"}"#) == "ok")
    let lines = "shown record\nhidden record\n"
    try wait(for: "their lines") { text("bar.lines") == lines && text("other.lines") == lines }
    #expect(processes("bar").count == 1 && processes("other").count == 1)

    try scene.change("other], format: { tooltip.shown: \"", to: "other], format: { tooltip.shown: \"now ")
    #expect(try caller.ask(#"{"do":"reload"}"#) == "ok")
    try wait(for: "the other one, anew") { processes("other").count == 2 }
    #expect(try caller.ask(#"{"do":"terminate"}"#) == "ok")
    #expect(try scene.end(program).exitCode == 0)
    #expect(processes("bar").count == 1 && processes("other").count == 2)
    #expect(text("bar.lines") == lines && text("other.lines") == lines)
  }
}
