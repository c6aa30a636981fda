import Bridge
import Controls
import InputModel
import Panel
import Testing

/// Pages on one side, a daemon on the other: a script of what happens, and what the relay does about each.
///
/// `+1` a page comes, `-1` it leaves; `up`, `down` the daemon; `S` a snapshot line, `e` an event, `add` a device, `drop`
/// the notice of dropped lines, `ok3` and `no3` the answer with that id, `err` a refusal without one; `ask7` exchange 7
/// asks; `t5000` the time.
@Suite struct RelayTests {
  static let cases: [(script: String, does: String)] = [
    ("+1", "away>1"),
    ("up S +1", " | | ?1"),
    ("up S +1 S ok1 e", " | | ?1 | | snapshot>1 | event>1"),
    // What comes before its snapshot is not for it.
    ("up S +1 e S ok1", " | | ?1 | | | snapshot>1"),
    // The greeting of the daemon is for everybody.
    ("+1 up S e", "away>1 | | snapshot>1 | event>1"),
    // One request at a time serves all who came before its snapshot.
    ("up S +1 +2 S ok1 e", " | | ?1 | | | snapshot>1,2 | event>1,2"),
    // A second page leaves the first one alone.
    ("up S +1 S ok1 +2 S ok2 e", " | | ?1 | | snapshot>1 | ?2 | | snapshot>2 | event>1,2"),
    // Who comes between a snapshot and its answer gets it as well: nothing lies between them.
    ("up S +1 S +2 ok1", " | | ?1 | | | snapshot>1,2"),
    // A new configuration: for all, also while another was asked for.
    ("up S +1 S ok1 S e", " | | ?1 | | snapshot>1 | snapshot>1 | event>1"),
    ("up S +1 S ok1 +2 S e S ok2", " | | ?1 | | snapshot>1 | ?2 | | snapshot>1,2 event>1,2 | | "),
    // Surfaces that came and lines that were lost: all need a new one, and go on with events meanwhile.
    ("up S +1 S ok1 add e S ok2", " | | ?1 | | snapshot>1 | event>1 ?2 | event>1 | | snapshot>1"),
    ("up S +1 S ok1 drop drop S ok2", " | | ?1 | | snapshot>1 | event>1 ?2 | event>1 | | snapshot>1"),
    ("up S +1 add S ok1", " | | ?1 | | | snapshot>1"),
    // The daemon goes and comes.
    ("up S +1 S ok1 down e up S", " | | ?1 | | snapshot>1 | away>1 |  | | snapshot>1"),
    ("up S +1 down up S e", " | | ?1 | away>1 | | snapshot>1 | event>1"),
    ("down", ""),
    ("up S +1 S ok1 -1 e", " | | ?1 | | snapshot>1 |  | "),
    // Questions.
    ("ask7", "7:503"),
    ("up S ask7 ok1", " | | start1 | 7:200"),
    ("up S ask7 no1", " | | start1 | 7:409"),
    ("up S ask7 ask8 ok2 ok1", " | | start1 | start2 | 8:200 | 7:200"),
    ("up S ask7 down", " | | start1 | 7:503"),
    ("up S ask7 t4999 t5000 ok1", " | | start1 |  | 7:504 | "),
    ("up S ok9 junk", " | |  | "),
    ("up err", " | away: no"),
  ]

  @Test("each page gets a snapshot and then the events that follow it", arguments: cases)
  func script(_ script: String, _ expected: String) {
    var relay = Relay()
    var now = Timestamp.zero
    let steps = script.split(separator: " ").map { word in
      Self.step(String(word), &relay, &now).map(Self.word).joined(separator: " ")
    }
    let parts = expected.split(separator: "|", omittingEmptySubsequences: false)
    #expect(steps == parts.map { $0.drop { $0 == " " } }.map { String($0.reversed().drop { $0 == " " }.reversed()) })
  }

  private static func step(_ word: String, _ relay: inout Relay, _ now: inout Timestamp) -> [Relay.Effect] {
    let number = UInt64(word.drop { !$0.isNumber }) ?? 0
    func line(_ text: String) -> [Relay.Effect] { relay.consume(Array(text.utf8)) }
    switch word.prefix(while: { !$0.isNumber }) {
    case "+": return relay.pageCame(ExchangeID(rawValue: number))
    case "-":
      relay.pageLeft(ExchangeID(rawValue: number))
      return []
    case "up":
      relay.connected()
      return []
    case "down": return relay.disconnected()
    case "S": return line(#"{"v":1,"type":"snapshot"}"#)
    case "e": return line(#"{"v":1,"type":"fade"}"#)
    case "add": return line(#"{"v":1,"type":"device.added"}"#)
    case "drop": return line(#"{"v":1,"type":"dropped","dropped":3}"#)
    case "ok": return line(#"{"id":\#(number),"ok":true}"#)
    case "no": return line(#"{"id":\#(number),"error":"busy"}"#)
    case "err": return line(#"{"error":"no"}"#)
    case "ask": return relay.asked(.control("a", .start), by: ExchangeID(rawValue: number), at: now)
    case "t":
      now = .zero + .milliseconds(Int64(number))
      return relay.advance(to: now)
    default: return line(word)
    }
  }

  private static func word(_ effect: Relay.Effect) -> String {
    switch effect {
    case .send(let bytes, let pages):
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("data: {") && text.hasSuffix("}\n\n"))
      let what = text.contains("\"snapshot\"") ? "snapshot" : text.contains("\"running\":false") ? "away" : "event"
      return what + ">" + pages.map { "\($0.rawValue)" }.joined(separator: ",")
    case .ask(let line):
      let text = String(decoding: line, as: UTF8.self)
      #expect(text.hasSuffix("\n"))
      let number = text.drop { !$0.isNumber }.prefix { $0.isNumber }
      return (text.contains("\"status\"") ? "?" : "start") + number
    case .answer(let exchange, let response): return "\(exchange.rawValue):\(response.status.rawValue)"
    case .turnedAway(let reason): return "away: \(reason)"
    }
  }

  @Test("a question has a time limit only while it is asked")
  func deadline() {
    var relay = Relay()
    relay.connected()
    #expect(relay.deadline == nil)
    _ = relay.asked(.control("a", .start), by: ExchangeID(rawValue: 1), at: .zero)
    #expect(relay.deadline == .zero + .seconds(5))
    _ = relay.consume(Array(#"{"id":1,"ok":true}"#.utf8))
    #expect(relay.deadline == nil)
  }
}
