import Bridge
import Controls
import Feedback
import InputModel
import Takes
import Testing

struct LineFeedTests {
  private func line(_ milliseconds: Int64, _ kind: Event.Kind) -> EventLine {
    let time = Interval.milliseconds(milliseconds)
    return EventLine(Event(.zero + time, kind), sequence: 1, time: WallTime(sinceEpoch: time))
  }

  struct TextCase: Sendable, CustomTestStringConvertible {
    var template: String
    var type = "take.completed"
    var expected: String
    var testDescription: String { "\(type) \(template)" }
  }

  static let texts = [
    TextCase(template: "saved {filename}, {duration} s", expected: "saved a b.wav, 1.700000 s"),
    TextCase(template: "{{{event}} {control}", expected: "{take.completed} record"),
    TextCase(template: "exit signal: {exit_signal}.", expected: "exit signal: ."),
    TextCase(template: "{file}", expected: "/t/a b.wav"),
    TextCase(template: "", expected: ""),
    TextCase(template: "{text}", type: "tooltip.shown", expected: "Tap and Hold"),
    TextCase(
      template: "{json}", type: "tooltip.shown",
      expected:
        #"{"v":1,"seq":1,"time":"1970-01-01T00:00:00.000Z","mono_us":0,"type":"tooltip.shown","control":"record","hint":"hold","text":"Tap\nand Hold"}"#
    ),
  ]

  @Test("a text says what its event says, in one line", arguments: texts)
  func text(_ test: TextCase) throws {
    let take = TakeReference(take: TakeID(rawValue: 1), control: "record", recorder: "r", file: nil)
    let result = TakeResult(
      reason: .released, file: "/t/a b.wav", duration: .milliseconds(1_700), status: .exited(0))
    let kind: Event.Kind =
      test.type == "take.completed"
      ? .takeCompleted(take, result) : .tooltipShown(control: "record", hint: .tapAndHold, text: "Tap\nand Hold")
    var feed = LineFeed([test.type: try LineTemplate(test.template, for: test.type)])
    let bytes = feed.consume(line(0, kind))
    let other = feed.consume(line(1, .tooltipHidden(control: "record")))
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == test.expected + "\n")
    #expect(other == nil)
    #expect(feed.deadline == nil)
  }

  @Test("what is no template says why")
  func mistakes() {
    #expect(throws: LineTemplate.Mistake.unclosedBrace) { try LineTemplate("a {control", for: "fade") }
    #expect(throws: LineTemplate.Mistake.unknown(name: "file")) { try LineTemplate("{file}", for: "fade") }
    #expect(throws: LineTemplate.Mistake.unknown(name: "percent")) { try LineTemplate("{percent}", for: "fade") }
    #expect(throws: LineTemplate.Mistake.unknown(name: "filename")) { try LineTemplate("{filename}", for: "progress") }
    #expect(throws: LineTemplate.Mistake.unknown(name: "")) { try LineTemplate("{}", for: "progress") }
  }

  @Test("a ring is told ten times a second at the most, from its event to its end")
  func ring() throws {
    var feed = LineFeed(["progress": try LineTemplate("{percent}", for: "progress")])
    func ring(_ from: Double, _ to: Double, _ seconds: Int64) -> Event.Kind {
      .progress(
        control: "a",
        ProgressRing.Reading(state: .inProgress, from: from, to: to, duration: .seconds(seconds), hasError: false))
    }
    var lines = [feed.consume(line(0, ring(0, 100, 2)))].compactMap { $0 }
    while let due = feed.deadline, due <= .zero + .seconds(1) { lines += feed.advance(to: due) }
    lines += [feed.consume(line(1_050, ring(52.5, 52.5, 0)))].compactMap { $0 }
    #expect(feed.deadline == nil)
    let text = String(decoding: lines.joined(), as: UTF8.self)
    #expect(text == [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 52].map { "\($0)\n" }.joined())
  }
}
