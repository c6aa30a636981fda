import Foundation
import Glibc
import Testing

@Suite("Verbs that ask the daemon", .serialized, .ownThread) struct SocketVerbTests {
  @Test("status is a table for people and a snapshot for programs, and --follow goes on") func status() throws {
    let scene = try Scene("↓0 ↑2600 ↓4000 ↑4100 ↓9000 ↑9100", control: ControlSocketTests.short)
    let program = try scene.startListening()
    let caller = try Caller(scene.socket)
    let pid = Int(try #require(try caller.next()?.number("pid")) ?? 0)
    let follower = try scene.start(["status", "--follow", "--json"], variables: ["EVBRIDGE_SOCKET": scene.socket])
    let person = try scene.start(["status", "-f", "--socket", scene.socket])
    try follower.wait(forEvent: "snapshot")
    try program.wait(forEvent: "take.recording")
    let during = try scene.perform(["status", "--socket", scene.socket])
    #expect(during.exitCode == 0 && during.errors.isEmpty)
    #expect(
      during.output.prefix(6) == [
        "evbridge 0.1.0, process \(pid), \(scene.folder)/evbridge.yaml", "", "devices",
        "  button  present  trace  Test button (buttons)", "", "controls",
      ])
    #expect(during.output[6].hasPrefix("  record  record-button  pressed (button:KEY_RECORD), selected, in progress "))
    #expect(during.output[7...8] == ["", "takes"])
    #expect(during.output.contains { $0.hasSuffix("\(scene.folder)/takes/.partial/take-0001.txt") })
    #expect(during.output.suffix(2) == ["recorders", "  fake  busy"])
    try caller.next("take.completed")
    let after = try scene.perform(["status", "--socket", scene.socket])
    #expect(
      after.output.suffix(5) == ["", "recorders", "  fake  free", "", "last file  \(scene.folder)/takes/take-0001.txt"])
    let json = try scene.perform(["status", "--json", "--socket", scene.socket])
    #expect(json.output.count == 1 && json.events.first?.type == "snapshot")
    try caller.next("tooltip.shown")
    try follower.wait(forEvent: "tooltip.shown")
    try person.wait(for: "an event") { program in
      program.outputLines.contains { $0.hasSuffix("control record, hint hold, text Tap and Hold") }
    }
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
    for reader in [follower, person] {
      let run = try scene.end(reader)
      #expect(run.exitCode == 69 && run.errors == ["evbridge: the daemon has ended"])
    }
  }

  @Test("control, reload and stop say what came of it") func verbs() throws {
    let scene = try Scene(ControlSocketTests.long, control: ControlSocketTests.short)
    let program = try scene.startListening()
    _ = try Caller(scene.socket).next()
    func perform(_ words: String...) throws -> Run { try scene.perform(words + ["--socket", scene.socket]) }
    for words in [["record", "disable"], ["enable", "record"]] {
      let run = try scene.perform(["control"] + words, variables: ["EVBRIDGE_SOCKET": scene.socket])
      #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty)
    }
    let unknown = try perform("control", "recrod", "disable")
    #expect(unknown.exitCode == 75)
    #expect(unknown.errors == ["evbridge: there is no control 'recrod'; the controls are record"])
    let reload = try perform("reload")
    #expect(reload.exitCode == 0 && reload.output == ["reloaded"])
    try scene.change("recorder: fake", to: "recorder: fakke")
    let broken = try perform("reload")
    #expect(broken.exitCode == 75 && broken.output.isEmpty)
    #expect(broken.errors.first?.hasPrefix("evbridge: \(scene.folder)/evbridge.yaml:") == true)
    let stop = try perform("stop")
    #expect(stop.exitCode == 0 && stop.output.isEmpty && stop.errors.isEmpty)
    #expect(!scene.has("socket"))
    #expect(try scene.end(program).exitCode == 0)
  }

  @Test("stop comes back when the last take is finished") func stopWaits() throws {
    let scene = try Scene("↓0 ↑9000", control: ControlSocketTests.short)
    let program = try scene.startListening()
    try program.wait(forEvent: "take.recording")
    #expect(try scene.perform(["stop", "--socket", scene.socket]).exitCode == 0)
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    let run = try scene.end(program)
    #expect(run.exitCode == 0 && run.takes.last == "completed terminate")
    #expect(run.errors == ["evbridge: a program asks for the end: finishing what is being recorded"])
  }

  @Test("one who listens and says nothing is not waited for, and one who says something else is no daemon")
  func impostors() throws {
    let scene = try Scene()
    let silent = try Impostor(scene.socket, greeting: nil)
    let run = try scene.perform(["status", "--socket", scene.socket])
    #expect(run.exitCode == 69)
    #expect(run.errors == ["evbridge: \(scene.socket) did not answer for 5 s"])
    withExtendedLifetime(silent) {}
    for (greeting, code) in [("220 mail\r\n", 76), ("", 69), (String(repeating: "x", count: 2_000_000), 76)]
      as [(String, Int32)]
    {
      let impostor = try Impostor(scene.socket + "2", greeting: greeting)
      let run = try scene.perform(["status", "--socket", scene.socket + "2"])
      #expect(run.exitCode == code && run.errors.count == 1 && run.output.isEmpty, "\(run.errors)")
      withExtendedLifetime(impostor) {}
    }
  }
}
