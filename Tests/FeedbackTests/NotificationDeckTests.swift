import Bridge
import Controls
import Feedback
import InputModel
import Takes
import Testing

/// A desk on which cards are laid: events at their milliseconds, and every card that is sent.
private struct Desk {
  var deck = NotificationDeck()
  /// "milliseconds control summary percent".
  var sent: [String] = []
  var busy: Set<String> = []

  mutating func follow(to end: Int64) {
    while let due = deck.deadline(busy: busy), due <= .zero + .milliseconds(end) {
      send(at: due)
      #expect(deck.deadline(busy: busy).map { $0 > due } ?? true, "a deadline lies in the past")
    }
  }

  mutating func tell(_ milliseconds: Int64, _ kinds: Event.Kind...) {
    follow(to: milliseconds)
    let time = Timestamp.zero + .milliseconds(milliseconds)
    for kind in kinds { deck.consume(Event(time, kind)) }
    send(at: time)
  }

  mutating func send(at time: Timestamp) {
    while let (control, card) = deck.next(at: time, busy: busy) {
      let percent = card.percent.map { " \($0)" } ?? ""
      sent.append("\(time.microseconds / 1_000) \(control) \(card.summary)\(percent)")
    }
  }
}

extension TakeReference {
  fileprivate static func of(_ control: String) -> TakeReference {
    TakeReference(take: TakeID(rawValue: 1), control: control, recorder: "r", file: nil)
  }
}

extension Event.Kind {
  fileprivate static func ring(_ control: String, _ from: Double, seconds: Int64?) -> Event.Kind {
    .progress(
      control: control,
      ProgressRing.Reading(
        state: .inProgress, from: from, to: seconds == nil ? from : 100, duration: .seconds(seconds ?? 0),
        hasError: false))
  }
  fileprivate static func hint(_ control: String, _ hint: Tooltip.Hint = .tapAndHold) -> Event.Kind {
    .tooltipShown(control: control, hint: hint, text: hint == .busy ? "" : "Tap and Hold")
  }
  fileprivate static func saved(_ control: String, _ file: String?) -> Event.Kind {
    .takeCompleted(.of(control), TakeResult(reason: .released, file: file, status: .exited(0)))
  }
}

struct NotificationDeckTests {
  @Test("a take: recording, four steps a second at the most, saving, and the name of its file")
  func take() {
    var desk = Desk()
    desk.tell(1_000, .takeRecording(.of("a")), .ring("a", 0, seconds: 10))
    desk.tell(2_100, .takeStopping(.of("a"), reason: .released), .ring("a", 11, seconds: nil))
    desk.tell(2_110, .saved("a", "/takes/one.wav"))
    desk.follow(to: 100_000)
    #expect(
      desk.sent == [
        "1000 a Recording 0", "1250 a Recording 2", "1500 a Recording 5", "1750 a Recording 7", "2000 a Recording 10",
        // Saving was over before it could be told.
        "2250 a Saved as one.wav",
      ])
    #expect(desk.deck.deadline(busy: []) == nil, "it wakes the loop for nothing")
  }

  @Test("a take whose end nobody knows has no bar, and is sent again before its card goes away by itself")
  func unknownEnd() {
    var desk = Desk()
    desk.tell(0, .takeRecording(.of("a")), .ring("a", 0, seconds: nil))
    desk.tell(25_000, .takeSuspended(.of("a")))
    desk.tell(26_000, .takeRecording(.of("a")))
    desk.tell(27_000, .takeFailed(.of("a"), TakeResult(reason: .recorderExit), message: "gone"))
    desk.follow(to: 100_000)
    #expect(
      desk.sent == [
        "0 a Recording", "10000 a Recording", "20000 a Recording", "25000 a Suspended", "26000 a Recording",
        "27000 a Failed",
      ])
  }

  @Test("all controls together are told of four times a second, the longest waiting first")
  func manyControls() {
    var desk = Desk()
    desk.tell(0, .hint("a"), .hint("b"), .hint("c"))
    desk.tell(100, .hint("d"))
    desk.follow(to: 10_000)
    #expect(
      desk.sent == ["0 a Tap and Hold", "250 b Tap and Hold", "500 c Tap and Hold", "750 d Tap and Hold"])
  }

  @Test("only what looks different is sent, and of what waits only the newest")
  func newest() {
    var desk = Desk()
    desk.tell(0, .hint("a"))
    desk.tell(1_000, .hint("a"))
    desk.tell(2_000, .saved("a", "/1.wav"))
    desk.tell(2_050, .saved("a", "/2.wav"))
    desk.tell(2_060, .saved("a", "/3.wav"))
    desk.follow(to: 10_000)
    #expect(desk.sent == ["0 a Tap and Hold", "2000 a Saved as 1.wav", "2250 a Saved as 3.wav"])
  }

  @Test("a hint does not hide a take that runs, but shows while its file is closed")
  func busyHint() {
    var desk = Desk()
    desk.tell(0, .takeRecording(.of("a")))
    desk.tell(1_000, .hint("a", .busy))
    desk.tell(2_000, .takeStopping(.of("a"), reason: .released))
    desk.tell(3_000, .hint("a", .busy))
    desk.follow(to: 60_000)
    #expect(desk.sent == ["0 a Recording", "2000 a Saving", "3000 a Please wait"])
  }

  @Test("a card that is not answered waits for its answer, and holds no other up")
  func busy() {
    var desk = Desk()
    desk.tell(0, .takeRecording(.of("a")), .ring("a", 0, seconds: 100))
    desk.busy = ["a"]
    desk.tell(500, .hint("b"))
    desk.follow(to: 3_000)
    #expect(desk.sent == ["0 a Recording 0", "500 b Tap and Hold"])
    desk.busy = []
    desk.send(at: .zero + .milliseconds(3_100))
    #expect(desk.sent.last == "3100 a Recording 3")
  }

  @Test("after a failure it is silent for five seconds, then the next event shows what is so")
  func failure() {
    var desk = Desk()
    desk.tell(0, .takeRecording(.of("a")), .ring("a", 0, seconds: 100))
    desk.deck.fail(at: .zero + .milliseconds(10))
    #expect(desk.deck.deadline(busy: []) == nil)
    desk.tell(4_000, .takeSuspended(.of("a")))
    desk.tell(4_900, .takeRecording(.of("a")), .ring("a", 4, seconds: 96))
    desk.follow(to: 8_000)
    #expect(desk.sent == ["0 a Recording 0"])
    desk.tell(9_000, .takeSuspended(.of("a")))
    #expect(desk.sent == ["0 a Recording 0", "9000 a Suspended"])
  }

  @Test("a card that a person has put away comes back with the next event and not with the next percent")
  func dismissed() {
    var desk = Desk()
    desk.tell(0, .takeRecording(.of("a")), .ring("a", 0, seconds: 100))
    desk.deck.dismiss("a")
    desk.follow(to: 30_000)
    desk.tell(30_000, .takeStopping(.of("a"), reason: .released))
    #expect(desk.sent == ["0 a Recording 0", "30000 a Saving"])
  }

  @Test("what waits at the end is handed over at once")
  func last() {
    var desk = Desk()
    desk.tell(0, .takeRecording(.of("a")))
    desk.tell(100, .saved("a", "/x/y.wav"))
    #expect(desk.sent == ["0 a Recording"])
    #expect(desk.deck.last(at: .zero + .milliseconds(101), busy: []).map(\.card.summary) == ["Saved as y.wav"])
  }

  struct TextCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var kind: Event.Kind
    var summary: String
    var body: String
    var urgency: NotificationCard.Urgency
    var isTransient = false
  }

  static let texts = [
    TextCase(
      testDescription: "hint", kind: .hint("a"), summary: "Tap and Hold", body: "a", urgency: .low, isTransient: true),
    TextCase(
      testDescription: "busy", kind: .hint("a", .busy), summary: "Please wait", body: "a", urgency: .low,
      isTransient: true),
    TextCase(testDescription: "no file", kind: .saved("a", nil), summary: "Done", body: "a", urgency: .normal),
    TextCase(
      testDescription: "too short",
      kind: .takeCompleted(.of("a"), TakeResult(reason: .released, wasDiscarded: true)),
      summary: "Too short, not kept", body: "a", urgency: .low, isTransient: true),
    TextCase(
      testDescription: "full disk",
      kind: .takeCompleted(.of("a"), TakeResult(reason: .disk, file: "/t/a.wav", status: .exited(0))),
      summary: "Failed", body: "a: stopped early (disk), saved as a.wav", urgency: .critical),
    TextCase(
      testDescription: "failed take",
      kind: .takeFailed(.of("a"), TakeResult(reason: .recorderExit), message: "no microphone"),
      summary: "Failed", body: "a: no microphone", urgency: .critical),
    TextCase(
      testDescription: "failed command", kind: .commandFailed(control: "a", message: "no such program"),
      summary: "Failed", body: "a: no such program", urgency: .critical),
  ]

  @Test("what a card says", arguments: texts)
  func text(_ test: TextCase) throws {
    var deck = NotificationDeck()
    deck.consume(Event(.zero, test.kind))
    let card = try #require(deck.next(at: .zero, busy: [])?.card)
    #expect(card.summary == test.summary)
    #expect(card.body == test.body)
    #expect(card.urgency == test.urgency)
    #expect(card.isTransient == test.isTransient)
    #expect(card.percent == nil)
  }
}
