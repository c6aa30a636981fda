import Foundation
import Testing

@Suite("What programs say over the control socket", .serialized, .ownThread) struct ControlSocketTests {
  /// Long enough for any test; each ends it before.
  static let long = "↓0 ↑100 ↓9000 ↑9100 ↓18000 ↑18100 ↓27000 ↑27100"
  static let short = "minimum: 0ms"

  @Test("the first line is all that is so, then come events, and each request has its answer") func conversation()
    throws
  {
    let scene = try Scene("↓0 ↑9000", control: Self.short)
    let program = try scene.startListening()
    let caller = try Caller(scene.socket)
    let snapshot = try #require(try caller.next())
    #expect(snapshot.type == "snapshot" && snapshot.number("v") == 1)
    try program.wait(forEvent: "take.recording")
    #expect(try caller.ask(#"{"do":"disable","control":"record"}"#) == "ok")
    #expect(try caller.next("take.completed")["reason"] == "disabled")
    let numbers = caller.lines.compactMap { $0.number("seq") }
    #expect(zip(numbers, numbers.dropFirst()).dropFirst().allSatisfy { $1 == $0 + 1 })
    #expect(try caller.ask(#"{"do":"enable","control":"record","id":"x"}"#) == "ok")
    #expect(caller.lines.last?.text == #"{"id":"x","ok":true}"#)
    #expect(try caller.ask(#"{"do":"enable","control":"recrod"}"#).hasPrefix("there is no control 'recrod'"))
    #expect(try caller.ask(#"{"do":"unsubscribe"}"#) == "ok")
    #expect(try caller.ask(#"{"do":"disable","control":"record"}"#) == "ok")
    #expect(try caller.ask(#"{"do":"subscribe","types":["take.failed"]}"#) == "ok")
    let before = caller.lines.count
    #expect(try caller.ask(#"{"do":"enable","control":"record"}"#) == "ok")
    #expect(caller.lines.count == before + 1)
    #expect(try caller.ask(#"{"do":"status"}"#) == "ok")
    #expect(caller.lines.dropLast().last?.type == "snapshot")
    #expect(try caller.ask(#"{"do":"terminate"}"#) == "ok")
    try caller.readToEnd()
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(run.errors == ["evbridge: a program asks for the end: ending"])
    #expect(!scene.has("socket"))
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }

  @Test("a program starts, completes and refuses as a finger would, and the file is as ever") func take() throws {
    let scene = try Scene(Self.long, control: Self.short)
    let program = try scene.startListening()
    try program.wait(forEvent: "tooltip.shown")
    let caller = try Caller(scene.socket)
    #expect(try caller.ask(#"{"do":"stop","control":"record"}"#) != "ok")
    #expect(try caller.ask(#"{"do":"start","control":"record"}"#) == "ok")
    #expect(try caller.ask(#"{"do":"start","control":"record"}"#) != "ok")
    if !caller.lines.contains(where: { $0.type == "take.recording" }) { try caller.next("take.recording") }
    #expect(try caller.ask(#"{"do":"stop","control":"record"}"#) == "ok")
    try caller.next("take.completed")
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    let verb = try scene.perform(["control", "record", "start", "--socket", scene.socket])
    #expect(verb.exitCode == 0)
    try caller.next("take.recording")
    #expect(try scene.perform(["control", "record", "complete", "--socket", scene.socket]).exitCode == 0)
    #expect(try caller.next("take.completed")["reason"] == "complete")
    let refused = try scene.perform(["control", "record", "resume", "--socket", scene.socket])
    #expect(refused.exitCode == 75 && refused.errors.count == 1)
    #expect(scene.notes == ["start", "INT", "start", "INT"])
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
  }

  @Test("who says nothing more is answered, and told events until he goes") func halfClose() throws {
    let scene = try Scene("↓0 ↑100 ↓2500 ↑2600 ↓9000 ↑9100", control: Self.short)
    let program = try scene.startListening()
    let watcher = try Caller(scene.socket)
    let pid = Int(try #require(try watcher.next()?.number("pid")))
    let caller = try Caller(scene.socket)
    caller.send("{\"do\":\"status\",\"id\":1}\n{\"do\":\"sta")
    caller.endSpeaking()
    try caller.next { $0.number("id") == 1 }
    try caller.next("press.down")
    #expect(try caller.next("tooltip.shown")["hint"] == "hold")
    let before = descriptors(of: pid)
    caller.close()
    try wait(for: "its descriptors") { descriptors(of: pid) == before - 2 }
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
  }

  @Test("a second daemon at the same socket says who is there, and answers the button all the same") func second()
    throws
  {
    let scene = try Scene(Self.long, control: Self.short)
    let first = try scene.startListening()
    let caller = try Caller(scene.socket)
    let pid = Int(try #require(try caller.next()?.number("pid")))
    let other = try Scene("↓0 ↑600", control: Self.short)
    let run = try other.end(try other.startRunning(["--json", "--socket", scene.socket]))
    #expect(
      run.errors == [
        "evbridge: warning: process \(pid) answers at \(scene.socket) already: end it, or choose another path with "
          + "--socket; going on without a control socket"
      ])
    #expect(run.takes.last == "completed released")
    #expect(try caller.ask(#"{"do":"status"}"#) == "ok")
    // One that was killed leaves its socket, and the next replaces it.
    first.send(SIGKILL)
    try caller.readToEnd()
    #expect(try first.end() == -SIGKILL && scene.has("socket"))
    let third = try scene.startListening()
    #expect(try Caller(scene.socket).ask(#"{"do":"terminate"}"#) == "ok")
    #expect(try scene.end(third).exitCode == 0)
  }

  @Test("HUP brings back a socket that was removed, or could not be made") func restored() throws {
    let scene = try Scene(Self.long, control: Self.short)
    let program = try scene.startListening()
    let caller = try Caller(scene.socket)
    let pid = try #require(try caller.next()?.number("pid"))
    try program.wait(forEvent: "tooltip.shown")
    let other = try Scene(Self.long, control: Self.short)
    let second = try other.startRunning(["--json", "--socket", scene.socket])
    try second.wait(forEvent: "tooltip.shown")
    try FileManager.default.removeItem(atPath: scene.socket)
    program.send(SIGHUP)
    let newcomer = try Caller(scene.socket)
    #expect(try newcomer.next()?.number("pid") == pid)
    #expect(try caller.ask(#"{"do":"status"}"#) == "ok")
    #expect(try newcomer.ask(#"{"do":"terminate"}"#) == "ok")
    let run = try scene.end(program)
    #expect(run.exitCode == 0 && run.errors.contains("evbridge: \(scene.socket) was gone; listening there again"))
    #expect(!scene.has("socket"))
    second.send(SIGHUP)
    #expect(try Caller(scene.socket).ask(#"{"do":"terminate"}"#) == "ok")
    #expect(try other.end(second).exitCode == 0)
  }

  @Test("a user who may not ask gets a word, and nothing else", .enabled(if: geteuid() == 0, "only root can be two"))
  func stranger() throws {
    let scene = try Scene(Self.long, control: Self.short)
    let program = try scene.startListening()
    let caller = try Caller(scene.socket)
    _ = try caller.next()
    let status = ["status", "--socket", scene.socket]
    let denied = try scene.end(scene.start(status, asNobody: true))
    #expect(denied.exitCode == 77)
    #expect(
      denied.errors == [
        "evbridge: \(scene.socket) is not for this user: become a member of its group root, or use sudo"
      ])
    // Even when somebody has opened it to all.
    try scene.setMode(0o666, of: "socket")
    let refused = try scene.end(scene.start(status, asNobody: true))
    #expect(refused.exitCode == 75 && refused.output.isEmpty)
    #expect(refused.errors == ["evbridge: only root, user 0 and group 0 may ask"])
    #expect(try caller.ask(#"{"do":"terminate"}"#) == "ok")
    #expect(
      try scene.end(program).errors.first == "evbridge: warning: \(scene.socket): user 65534 may not ask")
  }

  // MARK: Reload

  @Test("a good configuration is taken, and HUP does the same") func reload() throws {
    let scene = try Scene("↓0 ↑100 ↓2000 ↑2600 ↓4500 ↑5100 ↓9000 ↑9100", control: Self.short)
    let program = try scene.startListening()
    let caller = try Caller(scene.socket)
    try program.wait(forEvent: "tooltip.shown")
    try scene.change("take-{n}.txt", to: "second-{n}.txt")
    #expect(try caller.ask(#"{"do":"reload"}"#) == "ok")
    try caller.next("device.added")
    try caller.next("take.completed")
    #expect(scene.takes.keys.sorted() == ["second-0001.txt"])
    try scene.change("second-{n}.txt", to: "third-{n}.txt")
    program.send(SIGHUP)
    try caller.next("device.added")
    try caller.next("take.completed")
    #expect(scene.takes.keys.sorted() == ["second-0001.txt", "third-0002.txt"])
    program.send(SIGTERM)
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(
      run.errors == [
        "evbridge: the configuration is reloaded", "evbridge: HUP: reading the configuration again",
        "evbridge: the configuration is reloaded", "evbridge: TERM: ending",
      ])
  }

  @Test("a broken one changes nothing, and is told with its place") func brokenReload() throws {
    let scene = try Scene("↓0 ↑100 ↓2000 ↑2600 ↓9000 ↑9100", control: Self.short)
    let program = try scene.startListening()
    let caller = try Caller(scene.socket)
    try program.wait(forEvent: "tooltip.shown")
    try scene.change("recorder: fake", to: "recorder: fakke")
    try scene.change("type: record-button", to: "type: record-buton")
    let refusal = try caller.ask(#"{"do":"reload"}"#)
    #expect(refusal.hasPrefix("\(scene.folder)/evbridge.yaml:") && refusal.hasSuffix("(and 1 more, see the log)"))
    #expect(try caller.next("anomaly")["message"] == "the configuration is not reloaded: " + refusal)
    try caller.next("take.completed")
    #expect(scene.takes.keys.sorted() == ["take-0001.txt"])
    try FileManager.default.removeItem(atPath: scene.folder + "/evbridge.yaml")
    #expect(try caller.ask(#"{"do":"reload"}"#) == "\(scene.folder)/evbridge.yaml: No such file or directory")
    program.send(SIGTERM)
    let run = try scene.end(program)
    #expect(run.errors.filter { $0.hasPrefix("evbridge: error: \(scene.folder)/evbridge.yaml:") }.count == 3)
    // That it is an error is said once.
    #expect(run.errors.allSatisfy { $0.components(separatedBy: "error:").count <= 2 }, "\(run.errors)")
    #expect(run.exitCode == 0)
  }

  @Test("the service manager is told when a reload is over, also one that was refused") func notifications() throws {
    let scene = try Scene(Self.long, control: Self.short)
    let manager = ServiceManager(scene.folder + "/notify")
    let program = try scene.start(
      [
        "run", "--json", "-c", scene.folder + "/evbridge.yaml", "--trace", scene.folder + "/trace", "--socket",
        scene.socket,
      ], variables: ["NOTIFY_SOCKET": manager.path])
    let caller = try Caller(scene.socket)
    try program.wait(forEvent: "tooltip.shown")
    #expect(manager.received() == ["READY=1"])
    #expect(try caller.ask(#"{"do":"reload","id":1}"#) == "ok")
    #expect(manager.received() == ["RELOADING=1", "READY=1"])
    try scene.change("recorder: fake", to: "recorder: fakke")
    program.send(SIGHUP)
    try caller.next("anomaly")
    #expect(manager.received() == ["RELOADING=1", "READY=1"])
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
    #expect(manager.received() == ["STOPPING=1"])
  }

  @Test("a take that is going on is not touched; the new configuration counts after it") func deferredReload() throws {
    let scene = try Scene("↓0 ↑2500 ↓4500 ↑5100 ↓9000 ↑9100", control: Self.short)
    let program = try scene.startListening()
    let caller = try Caller(scene.socket)
    try program.wait(forEvent: "take.recording")
    try scene.change("take-{n}.txt", to: "second-{n}.txt")
    #expect(try caller.ask(#"{"do":"reload"}"#) == "deferred")
    try caller.next("take.completed")
    try caller.next("device.added")
    try caller.next("take.completed")
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n", "second-0002.txt": "begin\nend\n"])
    #expect(scene.notes == ["start", "INT", "start", "INT"])
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
  }

  @Test("a press that may become a take is finished before") func reloadDuringPress() throws {
    let scene = try Scene("↓0 ↑3000 ↓5000 ↑5600 ↓9000 ↑9100", control: "hold: 9s, minimum: 0ms")
    let program = try scene.startListening()
    let caller = try Caller(scene.socket)
    try program.wait(forEvent: "press.down")
    try scene.change("hold: 9s", to: "hold: 300ms")
    // What was prepared at the press counts as a take until the press is over.
    #expect(try caller.ask(#"{"do":"reload"}"#) == "deferred")
    try caller.next("press.down")
    try caller.next("take.completed")
    #expect(scene.notes == ["start", "INT"])
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
  }

  @Test("a button that is down at a reload has to be pressed anew") func downAtReload() throws {
    let scene = try Scene(playing: "↓0 ↑2500 ↓4500 ↑4600 ↓9000 ↑9100")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      controls:
        touch:
          { type: command-button, trigger: { device: button, key: KEY_RECORD }, on: release, run: [touch, "\(scene.folder)/done"] }
      """)
    let program = try scene.startListening()
    let caller = try Caller(scene.socket)
    try program.wait(forEvent: "press.down")
    #expect(try caller.ask(#"{"do":"reload"}"#) == "ok")
    #expect(try caller.next("press.down").number("mono_us") ?? 0 > 0)
    #expect(!scene.has("done"))
    try caller.next("command.finished")
    #expect(scene.has("done"))
    #expect(caller.lines.filter { $0.type == "press.up" }.map { $0["reason"] } == ["device-lost", nil])
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
  }
}

extension Scene {
  var socket: String { folder + "/socket" }

  func startListening(_ options: [String] = []) throws -> Program {
    try startRunning(["--json", "--socket", socket] + options)
  }

  /// Puts another text into the configuration.
  func change(_ old: String, to new: String) throws {
    try write("evbridge.yaml", text("evbridge.yaml").replacingOccurrences(of: old, with: new))
  }
}

/// How many descriptors a process has open.
func descriptors(of pid: Int) -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd"))?.count ?? 0
}

/// Waits until something is so that nobody tells of.
func wait(for awaited: String, until isSo: () -> Bool) throws {
  for _ in 0..<(Program.patience / 10) {
    if isSo() { return }
    usleep(10_000)
  }
  throw Caller.Silence(description: "waited in vain for \(awaited)")
}
