import Foundation
import Glibc
import Synchronization
import Testing

@Suite("Who attacks the control socket", .serialized, .ownThread) struct SocketAttackTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: @Sendable () -> [UInt8]
    /// The answers, each as it begins.
    var answers: [String]
    /// What it said was the last that is heard of it.
    var isSentAway = false
    var testDescription: String { name }

    init(
      _ name: String, _ bytes: @escaping @autoclosure @Sendable () -> [UInt8], _ answers: [String],
      isSentAway: Bool = false
    ) {
      self.name = name
      self.bytes = bytes
      self.answers = answers
      self.isSentAway = isSentAway
    }
  }

  private static let noJSON = "this is no JSON: column "
  private static let tooLong = "a request is a line of at most 65536 bytes"

  static let attacks = [
    Attack("a word", Array("help\n".utf8), [noJSON]),
    Attack("HTTP", Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8), [noJSON, noJSON]),
    Attack("zeros", [UInt8](repeating: 0, count: 1_000) + [10], [noJSON]),
    Attack("zeros without an end", [UInt8](repeating: 0, count: 100_000), [tooLong], isSentAway: true),
    Attack("every byte", Array(0...255) + [10], [noJSON, noJSON]),
    Attack("empty lines", [UInt8](repeating: 10, count: 5_000) + Array(" \r\n".utf8), []),
    Attack("10 MB", [UInt8](repeating: 120, count: 10_000_000), [tooLong], isSentAway: true),
    Attack(
      "10 MB of a request", Array("{\"do\":\"".utf8) + [UInt8](repeating: 120, count: 10_000_000), [tooLong],
      isSentAway: true),
    Attack("the longest line and one more", [UInt8](repeating: 32, count: 65_537) + [10], [tooLong], isSentAway: true),
    Attack(
      "the longest line", Array("{\"do\":\"unsubscribe\"}".utf8) + [UInt8](repeating: 32, count: 65_516) + [10], ["ok"]),
    Attack(
      "brackets", [UInt8](repeating: 0x5B, count: 60_000) + [10], ["this is no JSON: column 5: more than 4 levels"]),
    Attack("half a request", Array("{\"do\":\"disable\",\"contr".utf8), []),
    Attack(
      "a long name", Array("{\"do\":\"stop\",\"control\":\"\(String(repeating: "ä", count: 9_000))\"}\n".utf8),
      ["there is no control 'ä"]),
    Attack("a list of requests", Array("[{\"do\":\"terminate\"}]\n".utf8), ["a request is an object"]),
  ]

  @Test("what is no request is answered or not, and hurts nobody else", arguments: attacks)
  func hostileLines(_ attack: Attack) throws {
    let scene = try Scene(ControlSocketTests.long, control: ControlSocketTests.short)
    let program = try scene.startListening()
    let other = try Caller(scene.socket)
    let attacker = try Caller(scene.socket)
    try attacker.next("snapshot")
    #expect(attacker.send(attack.bytes()) == !attack.isSentAway || attack.bytes().count < 200_000)
    for answer in attack.answers {
      let given = try attacker.answer()
      #expect(given.hasPrefix(answer), "\(given)")
    }
    if attack.isSentAway {
      try attacker.readToEnd()
    } else if attack.bytes().last == 10 {
      #expect(try attacker.ask(#"{"do":"status","id":9}"#) == "ok")
    }
    attacker.close()
    #expect(try other.ask(#"{"do":"disable","control":"record"}"#) == "ok")
    #expect(try other.ask(#"{"do":"terminate"}"#) == "ok")
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(run.errors == ["evbridge: a program asks for the end: ending"])
  }

  @Test("of 200 who stay 64 do, the last give way to those who ask and go, and are told") func crowd() throws {
    let scene = try Scene(ControlSocketTests.long, control: ControlSocketTests.short)
    let program = try scene.startListening()
    let first = try Caller(scene.socket)
    let pid = Int(try #require(try first.next()?.number("pid")))
    // While a press goes on its recorder has some.
    try program.wait(forEvent: "tooltip.shown")
    let before = descriptors(of: pid)
    var callers: [Caller] = []
    for _ in 0..<200 {
      let caller = try Caller(scene.socket)
      #expect(try caller.next()?.type == "snapshot")
      callers.append(caller)
    }
    for caller in callers[55..<192] {
      #expect(
        try caller.answer() == "too many clients: of 64 the last 8 give way to those who come")
      try caller.readToEnd()
    }
    for caller in callers[..<55] + callers[192...] { #expect(try caller.ask(#"{"do":"status"}"#) == "ok") }
    #expect(try scene.perform(["status", "--socket", scene.socket]).exitCode == 0)
    #expect(try first.ask(#"{"do":"status","id":1}"#) == "ok")
    callers = []
    try wait(for: "its descriptors") { descriptors(of: pid) == before }
    #expect(try Caller(scene.socket).ask(#"{"do":"status"}"#) == "ok")
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
  }

  @Test("thousands who come, ask and vanish leave nothing behind") func passersBy() throws {
    let scene = try Scene(ControlSocketTests.long, control: ControlSocketTests.short)
    let program = try scene.startListening()
    let first = try Caller(scene.socket)
    let pid = Int(try #require(try first.next()?.number("pid")))
    // While a press goes on its recorder has some.
    try program.wait(forEvent: "tooltip.shown")
    let before = descriptors(of: pid)
    let words = ["", "{\"do\":\"status\"}\n", "{\"do\":\"sta", "{\"do\":\"enable\",\"control\":\"record\"}\n", "x\n"]
    var memory: [Int] = []
    for round in 0..<4 {
      for index in 0..<800 {
        let caller = try Caller(scene.socket)
        caller.send(words[index % words.count])
        if index % 3 == 0 { _ = try caller.next() }
        caller.close()
      }
      #expect(try first.ask(#"{"do":"status","id":\#(round)}"#) == "ok")
      try wait(for: "the last to be gone") { descriptors(of: pid) == before }
      memory.append(try residentKilobytes(of: pid))
    }
    #expect(memory[3] - memory[1] < 256, "\(memory)")
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
  }

  @Test("T38: who does not read misses events and is told how many; who does gets them all") func slowReader() throws {
    // A socket holds some 200 KB, and the queue 64 KiB.
    let presses = (0..<1_200).map { "↓\($0 * 6) ↑\($0 * 6 + 3)" }.joined(separator: " ")
    let scene = try Scene(presses + " ↓9000 ↑9100 ↓11000 ↑11100 ↓20000 ↑20100", control: "minimum: 0ms, debounce: 0ms")
    let program = try scene.startListening()
    let slow = try Caller(scene.socket)
    let reader = try Caller(scene.socket)
    try reader.next {
      $0.type == "press.down" && ($0.number("mono_us") ?? 0) > (reader.lines[0].number("mono_us") ?? 0) + 7e6
    }
    let numbers = reader.lines.compactMap { $0.number("seq") }
    #expect(zip(numbers, numbers.dropFirst()).dropFirst().allSatisfy { $1 == $0 + 1 })
    let notice = try slow.next("dropped")
    try slow.next("press.down")
    let told = slow.lines.compactMap { $0.number("seq") }
    let missing = zip(told.dropFirst(), told.dropFirst(2)).reduce(0.0) { $0 + $1.1 - $1.0 - 1 }
    #expect(notice.number("dropped") == missing && missing > 1_000)
    #expect(try slow.ask(#"{"do":"status","id":1}"#) == "ok")
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
  }

  @Test("T38: who asks and asks and never reads an answer is let go") func deaf() throws {
    let scene = try Scene(ControlSocketTests.long, control: ControlSocketTests.short)
    let program = try scene.startListening()
    let deaf = try Caller(scene.socket)
    let other = try Caller(scene.socket)
    // It is not waited for either: the connection goes, whatever it still holds.
    while deaf.send("{\"do\":\"status\"}\n") {}
    try deaf.readToEnd()
    #expect(deaf.lines.count > 100)
    #expect(try other.ask(#"{"do":"status"}"#) == "ok")
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
  }

  @Test("a press is answered as ever while everybody attacks") func pressUnderAttack() throws {
    let scene = try Scene("↓0 ↑100 ↓4000 ↑5000 ↓9000 ↑9100", control: ControlSocketTests.short)
    let program = try scene.startListening()
    let reader = try Caller(scene.socket)
    try reader.next("snapshot")
    let socket = scene.socket
    let isOver = Flag()
    let attackers = (0..<4).map { kind in
      Thread {
        let silent = (0..<10).compactMap { _ in try? Caller(socket) }
        while !isOver.isSet {
          guard let caller = try? Caller(socket) else { continue }
          switch kind {
          case 0: _ = caller.send([UInt8](repeating: 0x5B, count: 200_000))
          case 1: for _ in 0..<200 where !isOver.isSet { _ = caller.sendAtOnce("{\"do\":\"status\"}\n") }
          case 2: _ = caller.send("{\"do\":\"reset\",\"control\":\"record\"}\n{\"do\":\"reload\"}\n{")
          default: for _ in 0..<200 where !isOver.isSet { _ = caller.sendAtOnce(String(repeating: "x\n", count: 500)) }
          }
        }
        withExtendedLifetime(silent) {}
      }
    }
    for attacker in attackers { attacker.start() }
    try reader.next("take.completed")
    isOver.set()
    program.send(SIGTERM)
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    let events = reader.lines.drop { $0.type != "take.starting" }
    let takes = events.filter { $0.type.hasPrefix("take.") }.map(\.summary)
    #expect(takes == ["take.starting", "take.recording", "take.stopping released", "take.completed released"])
    let starting = try #require(events.first?.number("mono_us"))
    let presses = reader.lines.filter { $0.type == "press.down" }.compactMap { $0.number("mono_us") }
    let press = try #require(presses.last { $0 < starting })
    #expect(starting - press == 300_000)
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    // The recorder itself: `notes` are stamped with the same clock, in hundredths of a second.
    let begun = try #require(scene.time(of: "start"))
    #expect(begun - starting / 1_000_000 < 0.25, "\(begun - starting / 1_000_000) s late")
  }

  @Test("without descriptors there are fewer clients, and the button works") func fewDescriptors() throws {
    let scene = try Scene("↓0 ↑100 ↓2000 ↑2600 ↓9000 ↑9100", control: ControlSocketTests.short)
    let program = Program(
      [
        "/bin/sh", "-c",
        "ulimit -n 72; exec \"$0\" run --json -c \"$1/evbridge.yaml\" --trace \"$1/trace\" --socket \"$1/socket\"",
        Program.path, scene.folder,
      ], environment: ["PATH": scene.path, "HOME": scene.folder, "XDG_STATE_HOME": scene.folder + "/state"])
    let callers = try (0..<30).map { _ in try Caller(scene.socket) }
    let greetings = try callers.map { try $0.next()?.type ?? "" }
    #expect(greetings.allSatisfy { $0 == "snapshot" })
    // There are four places, the last of which is for whoever comes.
    for caller in callers[3..<29] {
      #expect(try caller.answer() == "too many clients: of 4 the last gives way to those who come")
    }
    #expect(try callers[29].ask(#"{"do":"status"}"#) == "ok")
    try callers[0].next("take.completed")
    program.send(SIGTERM)
    #expect(try scene.end(program).exitCode == 0)
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }
}

/// Set by one thread, read by others.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}

func residentKilobytes(of pid: Int) throws -> Int {
  let status = String(decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/status")), as: UTF8.self)
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
  return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0.filter(\.isNumber)) })
}
