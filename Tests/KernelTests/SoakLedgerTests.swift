import InputModel
import Testing

/// The books of the soak are worth something only if they find what is wrong.
@Suite struct SoakLedgerTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    /// `TYPE@MILLISECONDS KEY=VALUE …` each.
    var events: [String]
    /// Of what is found; nil when nothing is.
    var finding: String?

    init(_ name: String, _ events: [String], _ finding: String? = nil) {
      testDescription = name
      self.events = events
      self.finding = finding
    }
  }

  private static let begun = [
    "press.down@0 control=record trigger=a", "take.starting@60 take=1 control=record recorder=r",
    "take.recording@80 take=1 control=record recorder=r",
  ]
  private static let stopping = "take.stopping@300 take=1 control=record recorder=r"
  private static let failed = "take.failed@400 take=1 control=record recorder=r"

  private static func pan(_ phase: String) -> String { "gesture@0 zone=photo gesture=pan phase=\(phase)" }

  private static func carry(_ x: Double, _ y: Double, scale: Double = 1) -> String {
    "transform@0 control=photo a=1 b=0 dx=\(x) dy=\(y) scale=\(scale) angle=0"
  }

  static let cases = [
    Case("a take that fails", begun + ["press.up@200 control=record trigger=a held=0.200000", stopping, failed]),
    Case("a take that could not be started", ["take.failed@60 take=1 control=record recorder=r"]),
    Case(
      "a take that starts early", [begun[0], "take.starting@59 take=1 control=record recorder=r"], "59000 µs after"),
    Case("recording before the start", [begun[0], begun[2]], "the take had not begun"),
    Case("recording while it stops", begun + [stopping, begun[2]], "it was stopping"),
    Case("recording after the end", begun + [failed, begun[2]], "the take had ended"),
    Case("two ends", begun + [failed, failed], "the take had ended"),
    Case("a file that is not there", begun + [failed + " file=/nonexistent"], "there is no such file"),
    Case(
      "completed without a file", begun + ["take.completed@400 take=1 control=record recorder=r"], "there is no file"),
    Case(
      "two takes of a recorder", begun + ["take.starting@65 take=2 control=record recorder=r"], "take 1 of r has not"),
    Case("another control's", begun + ["take.stopping@90 take=1 control=other recorder=r"], "it began as record's"),
    Case("two presses", [begun[0], "press.down@5 control=record trigger=b"], "a is held already"),
    Case("no press", ["press.up@5 control=record trigger=a held=0.005000"], "nothing was held"),
    Case("another trigger", [begun[0], "press.up@5 control=record trigger=b held=0.005000"], "a was held"),
    Case("a wrong length", [begun[0], "press.up@5 control=record trigger=a held=0.006000"], "held for 5000 µs"),
    Case("two tooltips", ["tooltip.shown@5 control=a", "tooltip.shown@6 control=a"], "it is shown already"),
    Case("no tooltip", ["tooltip.hidden@5 control=a"], "it was not shown"),
    Case("a device that is there twice", ["device.added@0 device=a", "device.added@1 device=a"], "it was there"),
    Case("a gesture", [pan("began"), pan("changed"), pan("ended")]),
    Case("a gesture that begins twice", [pan("began"), pan("began")], "it had begun"),
    Case("a gesture that goes on after its end", [pan("began"), pan("cancelled"), pan("changed")], "it had not begun"),
    Case("a picture that is carried", [carry(0, 2.9), carry(2.9, 2.9)]),
    Case("a picture that is put back", [carry(0, 3), carry(0, 0) + " duration=0.4"]),
    Case("a picture that jumps", [carry(0, 2.5), carry(0, 6.25)], "it has jumped by 3.75 mm"),
    Case(
      "a picture that was carried while events were lost", [carry(0, 2.5), "anomaly@0 device=glass", carry(0, 6.25)]),
    Case("a matrix that lies", [carry(0, 2.9, scale: 1.1)], "the matrix is not"),
    Case("events that were dropped", ["dropped@0"], "events were dropped"),
  ]

  @Test("what it finds", arguments: cases) func finding(example: Case) throws {
    var ledger = SoakLedger(starts: SoakStage.starts)
    for (index, text) in example.events.enumerated() { ledger.consume(try Self.event(text, seq: index + 1)) }
    if let finding = example.finding {
      #expect(ledger.violations.count == 1)
      #expect(ledger.violations.first?.hasPrefix(finding) == true, "\(ledger.violations)")
    } else {
      #expect(ledger.violations == [])
    }
  }

  /// What a later run says of a take that the one before has begun.
  @Test(
    "the take of a daemon that died is accounted for once, by the next",
    arguments: [
      (["take.stopping@5 take=1 control=record recorder=r reason=crash file=/t/.partial/a"], nil),
      (["take.failed@5 take=1 control=record recorder=r reason=crash"], nil),
      ([], "take 1 of record has no end"),
      (["take.completed@5 take=1 control=record recorder=r reason=crash earlier_take=1 discarded=true"], nil),
      (
        ["take.stopping@5 take=1 control=record recorder=r reason=released file=/t/.partial/a"],
        "the take had not begun"
      ),
      (["take.failed@5 take=1 control=other recorder=r reason=crash file=/t/.partial/a"], "it began as record's"),
    ] as [([String], String?)])
  func death(events: [String], finding: String?) throws {
    var ledger = SoakLedger(starts: SoakStage.starts)
    let begun = [Self.begun[0], Self.begun[1] + " file=/t/.partial/a", Self.begun[2]]
    for (index, text) in begun.enumerated() { ledger.consume(try Self.event(text, seq: index + 1)) }
    ledger.daemonDied()
    #expect(ledger.isAtRest)
    for (index, text) in events.enumerated() { ledger.consume(try Self.event(text, seq: index + 1)) }
    ledger.compare(with: "/nonexistent")
    #expect(ledger.violations.first?.hasPrefix(finding ?? "") ?? (finding == nil), "\(ledger.violations)")
    #expect(ledger.violations.isEmpty == (finding == nil), "\(ledger.violations)")
  }

  @Test("an end that is told again has to say so", arguments: [true, false]) func toldTwice(hasMark: Bool) throws {
    let folder = try TestFolder()
    try folder.add("takes/one", "take 1 none 1.0\nready 1.1\nend 1.2\n")
    var ledger = SoakLedger(starts: [:])
    let end = "take.completed@400 take=1 control=record recorder=r file=\(folder.takes)/one"
    for (index, text) in (Self.begun + [end]).enumerated() { ledger.consume(try Self.event(text, seq: index + 1)) }
    ledger.daemonDied()
    ledger.consume(try Self.event(end + " reason=crash" + (hasMark ? " earlier_take=1" : ""), seq: 1))
    ledger.compare(with: folder.takes)
    #expect(ledger.violations.count == (hasMark ? 0 : 1))
    #expect(ledger.violations.first?.hasPrefix("the file is take 1's") ?? hasMark)
  }

  @Test("a gap in the numbers, and files that nobody has told or that are gone") func files() throws {
    let folder = try TestFolder()
    try folder.add("takes/one", "take 1 none 1.0\nready 1.1\nend 1.2\n")
    try folder.add("takes/stray", "x")
    var ledger = SoakLedger(starts: [:])
    let end = "take.completed@400 take=1 control=record recorder=r file=\(folder.takes)/one"
    for (index, text) in (Self.begun + [end]).enumerated() { ledger.consume(try Self.event(text, seq: index + 2)) }
    ledger.compare(with: folder.takes)
    #expect(ledger.violations.count == 2)
    #expect(ledger.violations.first?.hasPrefix("the number before was 0") == true)
    #expect(ledger.violations.last == "\(folder.takes)/stray is nobody's")
    #expect(ledger.files == ["\(folder.takes)/one": 1])
  }

  @Test("a file of another take, one that was not closed, and one that was never ready") func lies() throws {
    let folder = try TestFolder()
    try folder.add("takes/one", "take 2 none 1.0\n")
    var ledger = SoakLedger(starts: [:])
    let end = "take.completed@400 take=1 control=record recorder=r file=\(folder.takes)/one"
    for (index, text) in (Self.begun + [end]).enumerated() { ledger.consume(try Self.event(text, seq: index + 1)) }
    #expect(
      ledger.violations.map { String($0.prefix(24)) } == [
        "the file was written by ", "it was said to record an", "a sound recorder did not",
      ])
  }

  private static func event(_ text: String, seq: Int) throws -> JSONLine {
    let words = text.split(separator: " ")
    let head = words[0].split(separator: "@")
    let time = head.count > 1 ? String(head[1]) : "0"
    let fields = words.dropFirst().map { word in
      let parts = word.split(separator: "=")
      return "\"\(parts[0])\":\"\(parts[1])\""
    }
    let first = ["\"seq\":\(seq)", "\"mono_us\":\(time)000", "\"type\":\"\(head[0])\""]
    return try #require(JSONLine("{" + (first + fields).joined(separator: ",") + "}"))
  }
}
