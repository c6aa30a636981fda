import Foundation
import Testing

@Suite("More events at once than can be worked off at once", .serialized, .ownThread) struct FloodTests {
  /// Presses of KEY_PLAY, 10 µs each, the first at `start`; and one release of KEY_RECORD, at `release`.
  private static func flood(_ presses: Int, from start: Int, release: Int) -> String {
    func line(_ time: Int, _ code: String, _ value: Int) -> String {
      let fraction = String(time % 1_000_000)
      let stamp = "\(time / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
      return "E: \(stamp) 0001 \(code) \(value)\nE: \(stamp) 0000 0000 0\n"
    }
    var lines = (0..<presses).map { press in
      (start + press * 10, line(start + press * 10, "00cf", 1) + line(start + press * 10 + 5, "00cf", 0))
    }
    lines.insert((release, line(release, "00a7", 0)), at: lines.firstIndex { $0.0 >= release } ?? lines.endIndex)
    return lines.map(\.1).joined()
  }

  @Test("who asks meanwhile is answered, all events come in order, and a release within them is in time") func asking()
    throws
  {
    let presses = 2_000
    let scene = try Scene(
      "",
      rest:
        "  call: { type: command-button, trigger: { device: button, key: KEY_PLAY }, on: long, debounce: 0ms, run: [\"true\"] }"
    )
    // KEY_RECORD is down from 1 s on and up 299 ms later, in the middle of the flood, just too short for a take.
    let trace =
      PressScript("↓1000").evemu + Self.flood(presses, from: 1_290_000, release: 1_299_000)
      + "E: 60.000000 0001 00cf 0\nE: 60.000000 0000 0000 0\n"
    try scene.write("trace", trace)
    let program = try scene.start(
      [
        "run", "-c", scene.folder + "/evbridge.yaml", "--trace", scene.folder + "/trace", "--json", "--socket",
        scene.socket,
      ],
      output: scene.folder + "/out")
    let caller = try Caller(scene.socket)
    #expect(try caller.ask(#"{"do":"unsubscribe"}"#) == "ok")
    var seen = Set<Int>()
    var last = 0
    let told = presses * 4
    while last < told {
      #expect(try caller.ask(#"{"do":"status"}"#) == "ok")
      last = Int(try #require(caller.lines.last { $0.type == "snapshot" }?.number("seq")))
      seen.insert(last)
    }
    #expect(try caller.ask(#"{"do":"terminate"}"#) == "ok")
    #expect(try program.end() == 0)
    // Before the flood, while it is worked off, and after it.
    #expect(seen.count { (10..<told - 10).contains($0) } >= 5, "\(seen.sorted())")

    let events = scene.text("out").split(separator: "\n").compactMap { JSONLine(String($0)) }
    let calls = events.filter { $0["control"] == "call" }
    #expect(calls.map(\.type) == (0..<presses).flatMap { _ in ["press.down", "fade", "press.up", "fade"] })
    let times = calls.compactMap { $0.number("mono_us") }
    #expect(times == (0..<presses).flatMap { press in [0, 0, 5, 5].map { times[0] + Double(press * 10 + $0) } })
    #expect(events.first { $0.type == "press.up" && $0["control"] == "record" }?.number("held") == 0.299)
    #expect(events.contains { $0.type == "tooltip.shown" })
    #expect(!events.contains { $0.type == "take.starting" })
  }
}
