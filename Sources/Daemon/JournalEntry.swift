import Bridge
import InputModel
import JSONLines
import Supervision
import Takes

/// All that a later run of the program needs to end a take and to finish its file.
///
/// As text it is JSON, an object a line: the first is written at the press; further ones are appended when more is
/// known, so that nothing but one small write follows the start of a recorder.
struct JournalEntry: Hashable {
  /// Also the name of the entry.
  var mark: TakeMark
  /// The daemon that looks after it: the one that began the take, or a later one that has found it.
  var owner: ProcessIdentity
  var recorder: String
  var control: String
  var trigger: String
  /// Nil when the recorder writes no file.
  var reservation: TakeStorage.Reservation?
  var stopSignal: Signal
  var grace: Interval
  var verify: [String]?
  /// The file, when it stays where it is; this is not written down.
  var keptFile: String?
  /// The recorder; nil before it was started.
  var leader: ProcessIdentity?
  /// What was thought of it when its processes had ended; its file was about to be moved or deleted then.
  var verdict: TakeLifecycle.Verdict?
  /// Its file was about to be moved to the name of this attempt.
  var destination: Int?
  /// It could not be moved, which was told soon after.
  var isKept = false

  init(_ plan: TakePlan, mark: TakeMark, owner: ProcessIdentity, reservation: TakeStorage.Reservation?) {
    self.mark = mark
    self.owner = owner
    recorder = plan.recorder.name
    control = plan.control
    trigger = plan.trigger
    self.reservation = reservation
    stopSignal = plan.recorder.ladder.steps[0].signal
    grace = plan.recorder.ladder.steps[0].patience
    verify = plan.recorder.verify
  }

  /// Where its file was last; nil when it has none.
  var file: String? { destination.flatMap { reservation?.destination($0) } ?? reservation?.file ?? keptFile }

  /// What is needed of the recorder to end the take.
  var settings: RecorderSettings {
    var settings = RecorderSettings(
      name: recorder, command: [], directory: reservation?.directory,
      ladder: StopLadder(signal: stopSignal, grace: grace))
    if let reservation { settings.naming = reservation.naming }
    settings.verify = verify
    return settings
  }
}

// MARK: - Writing

extension JournalEntry {
  /// All of it.
  var text: String {
    var fields = [
      EventField("v", .number(Self.version)), EventField("boot", .text(mark.boot)),
      EventField("owner", .number(Int64(owner.process.rawValue))),
      EventField("owner_start", .number(Int64(clamping: owner.startTime))),
      EventField("recorder", .text(recorder)), EventField("control", .text(control)),
      EventField("trigger", .text(trigger)), EventField("stop", .number(Int64(stopSignal.rawValue))),
      EventField("grace_us", .number(grace.microseconds)),
    ]
    if let verify { fields.append(EventField("verify", .list(verify))) }
    if let reservation {
      let values = reservation.values
      fields += [
        EventField("file", .text(reservation.file)), EventField("directory", .text(reservation.directory)),
        EventField("pattern", .text(reservation.naming.pattern)),
        EventField("attempt", .number(Int64(reservation.attempt))),
        EventField("date", .text(values.date)), EventField("clock", .text(values.time)),
        EventField("counter", .number(Int64(values.counter))), EventField("clock_boot", .text(values.boot)),
        EventField("synchronised", .flag(values.clockIsSynchronised)),
        EventField("name_control", .text(values.control)), EventField("name_recorder", .text(values.recorder)),
      ]
    }
    var text = JSONObject(fields).text + "\n"
    if let leader { text += Self.line(leader: leader) }
    if let verdict { text += Self.line(verdict: verdict) }
    if let destination { text += Self.line(destination: destination) }
    if isKept { text += Self.keptLine }
    return text
  }

  /// What is appended when the recorder was started; the last of several counts.
  static func line(leader: ProcessIdentity) -> String {
    let fields = [
      EventField("pid", .number(Int64(leader.process.rawValue))),
      EventField("start", .number(Int64(clamping: leader.startTime))),
    ]
    return JSONObject(fields).text + "\n"
  }

  static func line(verdict: TakeLifecycle.Verdict) -> String {
    var fields = [EventField("finishing", .flag(true)), EventField("discard", .flag(verdict.isDiscarded))]
    if let failure = verdict.failure { fields.append(EventField("failure", .text(failure))) }
    return JSONObject(fields).text + "\n"
  }

  /// The last of several counts: that of the others was another's name.
  static func line(destination attempt: Int) -> String {
    JSONObject([EventField("destination", .number(Int64(attempt)))]).text + "\n"
  }

  static let keptLine = JSONObject([EventField("kept", .flag(true))]).text + "\n"

  private static let version: Int64 = 1
  /// 1000 h, the longest that a configuration can ask for, in microseconds.
  private static let longestGrace: Int64 = 3_600_000_000_000
  /// No name is tried after it (`TakeStorage`).
  private static let lastAttempt: Int64 = 1 << 41
}

// MARK: - Reading

extension JournalEntry {
  struct Nonsense: Error {
    var message: String
  }

  /// Reads an entry of which anything may be wrong: it leads to signals and to files that are moved.
  init(parsing text: [UInt8], named name: String) throws(Nonsense) {
    guard let mark = TakeMark(parsing: name) else { throw Nonsense(message: "its name is no take's") }
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
    // What follows the last newline was not written to its end.
    lines.removeLast()
    guard let first = lines.first else { throw Nonsense(message: "it is empty or cut short") }
    let fields = try Fields(first)
    guard try fields.number("v") == Self.version else { throw Nonsense(message: "another version has written it") }
    guard try fields.text("boot") == mark.boot else { throw Nonsense(message: "it is not the take that it is named") }
    self.mark = mark
    // In a container the daemon may be process 1; no recorder is.
    owner = try fields.identity("owner", "owner_start", lowest: 1)
    recorder = try fields.text("recorder")
    control = try fields.text("control")
    trigger = try fields.text("trigger")
    let stop = Signal(rawValue: Int32(clamping: try fields.number("stop")))
    guard Signal.names.contains(where: { $0.signal == stop }) else { throw Nonsense(message: "stop is no signal") }
    stopSignal = stop
    grace = .microseconds(try fields.number("grace_us", in: 1...Self.longestGrace))
    verify = try fields.texts("verify")
    reservation = try fields.value("directory") == nil ? nil : fields.reservation()
    for line in lines.dropFirst() {
      let fields = try Fields(line)
      if fields.value("finishing") != nil {
        verdict = try fields.verdict()
      } else if fields.value("destination") != nil {
        destination = Int(try fields.number("destination", in: 1...Self.lastAttempt))
      } else if fields.value("kept") != nil {
        isKept = true
      } else {
        leader = try fields.identity("pid", "start", lowest: 2)
      }
    }
  }

  private struct Fields {
    private let object: JSONValue

    init(_ line: [UInt8]) throws(Nonsense) {
      do throws(JSONSyntaxError) {
        object = try JSONValue(parsing: line, maximumLength: line.count, maximumDepth: 2)
      } catch {
        throw Nonsense(message: "it is no JSON: \(error.message)")
      }
      guard object.members != nil else { throw Nonsense(message: "it has \(object.kind) where an object belongs") }
    }

    func value(_ name: String) -> JSONValue? { object[name] }

    func text(_ name: String) throws(Nonsense) -> String {
      guard let text = object[name]?.text else { throw Nonsense(message: "\(name) is missing or no text") }
      return text
    }

    func number(_ name: String, in range: ClosedRange<Int64> = 0...Int64.max) throws(Nonsense) -> Int64 {
      guard let number = object[name]?.integer, range.contains(number) else {
        throw Nonsense(message: "\(name) is missing or no number that can be")
      }
      return number
    }

    func texts(_ name: String) throws(Nonsense) -> [String]? {
      guard let value = object[name] else { return nil }
      let texts = value.elements?.compactMap(\.text) ?? []
      guard !texts.isEmpty, texts.count == value.elements?.count else {
        throw Nonsense(message: "\(name) is no list of texts")
      }
      return texts
    }

    func identity(_ process: String, _ start: String, lowest: Int64) throws(Nonsense) -> ProcessIdentity {
      let number = Int32(clamping: try number(process, in: lowest...Int64(Int32.max)))
      return ProcessIdentity(ProcessID(rawValue: number), startTime: UInt64(try self.number(start)))
    }

    func verdict() throws(Nonsense) -> TakeLifecycle.Verdict {
      guard let isDiscarded = value("discard")?.flag else { throw Nonsense(message: "discard is missing or no flag") }
      return TakeLifecycle.Verdict(
        failure: value("failure") == nil ? nil : try text("failure"), isDiscarded: isDiscarded)
    }

    func reservation() throws(Nonsense) -> TakeStorage.Reservation {
      let directory = try text("directory")
      let values = TakeNaming.Values(
        date: try text("date"), time: try text("clock"), counter: Int(try number("counter", in: 0...Int64(Int32.max))),
        boot: try text("clock_boot"), clockIsSynchronised: value("synchronised")?.flag ?? true,
        control: try text("name_control"), recorder: try text("name_recorder"))
      let reservation = TakeStorage.Reservation(
        directory: directory, naming: TakeNaming(pattern: try text("pattern")), values: values,
        attempt: Int(try number("attempt", in: 1...JournalEntry.lastAttempt)))
      let name = reservation.name
      guard directory.hasPrefix("/"), !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != "..",
        try text("file") == reservation.file
      else { throw Nonsense(message: "its file is none that a take is written to") }
      return reservation
    }
  }
}
