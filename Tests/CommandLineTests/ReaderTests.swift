import Glibc
import Testing

@Suite("Who reads and shows the events", .serialized, .ownThread) struct ReaderTests {
  private static let short = "minimum: 0ms"

  @Test("T38: a reader that goes away costs its events, nothing else") func closedOutput() throws {
    let scene = try Scene("↓0 ↑800", control: Self.short)
    let program = try scene.startRunning()
    try program.wait(forEvent: "press.down")
    program.closeOutput()
    let run = try scene.end(program)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(scene.notes == ["start", "INT"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }

  @Test("T38: a reader that stalls misses whole lines and is told how many; the take ends in time") func stall() throws
  {
    // Of 300 presses the pipe and the queue together hold some 60. A busy machine has time to work them off.
    let presses = (0..<300).map { "↓\($0 * 4) ↑\($0 * 4 + 2)" }.joined(separator: " ")
    let scene = try Scene(
      presses + " ↓6000 ↑6700 ↓8200 ↑8210", control: Self.short + ", debounce: 0ms")
    let program = try scene.startRunning(["--json", "--verbose"], outputCapacity: 4_096)
    program.readsOutput = false
    try program.wait(for: "the stop signal") { program in
      program.errorLines.contains { $0.hasPrefix("evbridge: recorder 'fake': INT to group ") }
    }
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    let started = try #require(scene.seconds(from: "start", to: "INT"))
    #expect((0.3...3).contains(started))
    #expect(run.events.count == run.output.count)
    let notice = try #require(run.first("dropped"))
    let numbers = run.events.compactMap { $0.number("seq") }
    let missing = zip(numbers, numbers.dropFirst()).reduce(0.0) { $0 + $1.1 - $1.0 - 1 }
    #expect(notice.number("dropped") == missing && missing > 300)
    #expect(run.story.suffix(3) == ["press.down", "press.up", "tooltip.shown hold"])
  }

  @Test("T38: nor does a standard error that stalls hold up a take") func stalledErrors() throws {
    let scene = try Scene("↓0 ↑800", control: Self.short, script: "yes")
    let program = try scene.startRunning(["--json", "--verbose"])
    program.readsErrors = false
    try program.wait(forEvent: "take.completed")
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    // The pipe and the queue are full of them.
    #expect(run.errors.filter { $0 == "evbridge: recorder 'fake': y" }.count > 2_000)
    let life = try #require(scene.seconds(from: "start", to: "INT"))
    #expect((0.4...3).contains(life))
  }

  @Test("T37: a light that is not there is told of once, and recording works") func missingLight() throws {
    let scene = try Scene(
      "↓0 ↑600 ↓900 ↑1500", control: Self.short,
      rest: "feedback: { led: { leds: [\"no such light\"] } }")
    let run = try scene.play()
    #expect(
      run.errors == [
        "evbridge: warning: no light \"no such light\" in /sys/class/leds; ls /sys/class/leds shows the names"
      ])
    #expect(run.takes.filter { $0 == "completed released" }.count == 2)
    #expect(run.exitCode == 0)
  }

  @Test("T36: a hook that hangs holds up neither presses nor the end") func hangingHook() throws {
    let scene = try Scene(
      "↓0 ↑600", control: Self.short,
      rest: "feedback: { hook: { run: [sh, -c, \"trap '' TERM; sleep 75\"], events: [press.down, take.completed] } }")
    let program = try scene.startRunning()
    try program.wait(forEvent: "take.completed")
    program.send(SIGTERM)
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    let life = try #require(scene.seconds(from: "start", to: "INT"))
    #expect((0.25...3).contains(life))
  }

  @Test("nor does one that hangs at the last take hold up the end") func hangingLastHook() throws {
    let scene = try Scene(
      "↓0 ↑9000", control: Self.short,
      rest: "feedback: { hook: { run: [sh, -c, \"trap '' TERM; sleep 75\"], events: [take.completed] } }")
    let program = try scene.startRunning()
    try program.wait(forEvent: "take.recording")
    program.send(SIGTERM)
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(run.takes.last == "completed terminate")
  }

  @Test("without standard descriptors nothing gets into anything else", arguments: [">&-", "2>&-", "<&- >&- 2>&-"])
  func closedDescriptors(_ redirections: String) throws {
    let scene = try Scene("↓0 ↑800", control: Self.short)
    let run = try scene.end(
      Program(
        [
          "/bin/sh", "-c", "exec \"$0\" run --json -c \"$1/evbridge.yaml\" --trace \"$1/trace\" \(redirections)",
          Program.path, scene.folder,
        ], environment: ["PATH": scene.path, "HOME": scene.folder]))
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.output.isEmpty == (redirections != "2>&-"))
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }

  @Test("a service manager that can not be told costs a warning", arguments: ["NOTIFY_SOCKET", "WATCHDOG_USEC"])
  func deafManager(_ variable: String) throws {
    let scene = try Scene("↓0 ↑600", control: Self.short)
    let program = try scene.start(
      ["run", "--json", "-c", scene.folder + "/evbridge.yaml", "--trace", scene.folder + "/trace"],
      variables: [variable: "/nonexistent"])
    let run = try scene.end(program)
    #expect(run.takes.last == "completed released")
    #expect(run.errors.count == 1 && run.errors.first?.hasPrefix("evbridge: warning: cannot ") == true)
    #expect(run.exitCode == 0)
  }

  @Test("a hook that can not be started, or fails, is told of") func brokenHook() throws {
    let scene = try Scene(
      "↓0 ↑100",
      rest: "feedback: { hook: { run: [/nonexistent/hook], events: [press.down] }, "
        + "other: { run: [\"false\"], events: [press.down] } }")
    let run = try scene.play()
    #expect(
      run.errors.sorted() == [
        "evbridge: error: feedback 'hook': cannot start /nonexistent/hook: there is no such file; correct the path or "
          + "install the program",
        "evbridge: warning: feedback 'other': its command exited with 1",
      ])
    #expect(run.story == ["press.down", "press.up", "tooltip.shown hold"])
  }

  @Test("people get a line an event, without colors where there is no terminal") func terminal() throws {
    let scene = try Scene("↓0 ↑600", control: Self.short)
    let run = try scene.end(scene.startRunning([]))
    #expect(run.output.first == "  0.000  button      device.added      Test button (buttons) at trace")
    #expect(run.output.last?.hasSuffix("released  ~/takes/take-0001.txt") == true)
    #expect(run.output.allSatisfy { !$0.utf8.contains(0x1b) })
    #expect(run.errors.isEmpty)
  }

  @Test("what a recorder writes can command nobody's terminal, and breaks no JSON") func hostileOutput() throws {
    let scene = try Scene(
      "↓0 ↑600", script: #"printf '\033[31m"\\\001\377\n'; exit 3"#)
    let run = try scene.end(scene.startRunning(["--json", "--verbose"]))
    #expect(run.events.count == run.output.count)
    #expect(run.first("take.failed")?["message"] == "the recorder exited with 3: \u{1b}[31m\"\\\u{1}\u{fffd}")
    let terminal = try scene.end(scene.startRunning(["--verbose"]))
    #expect(terminal.output.contains { $0.hasSuffix("exit 3  ~/takes/take-0002.txt") })
    let shown = run.errors + terminal.output + terminal.errors
    #expect(shown.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 } })
    #expect(run.errors.contains("evbridge: recorder 'fake':  [31m\"\\ \u{fffd}"))
  }
}
