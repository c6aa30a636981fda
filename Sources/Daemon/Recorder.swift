import Bridge
import EventLoop
import InputModel
import OutputPattern
import Supervision
import Takes

/// A take's recorder: prepared at the press, running after the hold, watched until nobody of it is left. Or found running,
/// as an earlier daemon left it.
final class Recorder {
  let plan: TakePlan
  let mark: TakeMark
  let reservation: TakeStorage.Reservation?
  /// The attempt at which an earlier run has moved the file to its place; nil where that is to be done.
  let movedAt: Int?
  /// The file of a take that was found, when no recorder of the configuration writes there: it stays where it is.
  let keptFile: String?
  var prepared: PreparedInvocation?
  /// The command that runs before it, ready to start.
  var preparedBefore: PreparedInvocation?

  /// The program that was started; nil before, and for one that was found.
  var leader: ProcessID?
  var leaderHasExited = false
  /// All that came of it; nil before it was started, and once nobody is left.
  var processes: MarkedGroup?
  /// Those of whose end no signal tells.
  var followed: [FollowedProcess] = []
  /// When to look for its processes, whether or not something tells.
  var lookAgainAt: Timestamp?
  /// It has refused a signal, and a person was told.
  var hasRefused = false

  var output: OutputReader?
  var watch: Watch?
  private let readyPattern: OutputPattern?
  private let percentPattern: OutputPattern?
  /// A line has said that it is ready.
  private(set) var hasMatched = false
  private(set) var lastLine: String?

  var settings: RecorderSettings { plan.recorder }
  /// Where it is, or is to be.
  var file: String? { movedAt.flatMap { reservation?.destination($0) } ?? reservation?.file ?? keptFile }

  convenience init(_ plan: TakePlan, mark: TakeMark, reservation: TakeStorage.Reservation?) {
    self.init(plan, mark: mark, reservation: reservation, movedAt: nil, keptFile: nil)
  }

  /// A take that was found.
  convenience init(_ plan: TakePlan, _ entry: JournalEntry) {
    self.init(
      plan, mark: entry.mark, reservation: entry.reservation, movedAt: entry.destination, keptFile: entry.keptFile)
  }

  private init(
    _ plan: TakePlan, mark: TakeMark, reservation: TakeStorage.Reservation?, movedAt: Int?, keptFile: String?
  ) {
    self.plan = plan
    self.mark = mark
    self.reservation = reservation
    self.movedAt = movedAt
    self.keptFile = keptFile
    // The configuration has compiled them before, so they compile.
    if case .outputMatches(let text) = plan.recorder.readiness {
      readyPattern = try? OutputPattern(text)
    } else {
      readyPattern = nil
    }
    percentPattern =
      if let text = plan.recorder.percentPattern { try? OutputPattern(text, capturing: true) } else { nil }
  }

  /// What the output said since it was read last.
  struct News {
    var progress: OutputReader.Progress
    /// A line said for the first time that it is ready.
    var isReady = false
    /// The last that was said of how much is done.
    var percent: Double?
  }

  /// Reads what it wrote, one piece.
  func drainOutput(_ log: Log) -> News {
    guard var reader = output.take() else { return News(progress: .ended) }
    var news = News(progress: .ended)
    news.progress = reader.drain { line in
      lastLine = line
      log(.debug, "recorder '\(settings.name)': \(line)")
      let bytes = Array(line.utf8)
      if !hasMatched, readyPattern?.matches(bytes) == true {
        hasMatched = true
        news.isReady = true
      }
      if let percent = percentPattern?.number(in: bytes) { news.percent = min(percent, 100) }
    }
    output = consume reader
    return news
  }

  /// Its output is waited for to say that it is ready.
  var isAwaited: Bool { readyPattern != nil && !hasMatched }

  /// All it has said, its last words; a program that still writes is not waited for.
  func drainLastWords(_ log: Log) -> News {
    var all = News(progress: .more)
    for _ in 0..<64 {
      let news = drainOutput(log)
      all = News(
        progress: news.progress, isReady: all.isReady || news.isReady, percent: news.percent ?? all.percent)
      if news.progress != .more { break }
    }
    return all
  }

  /// Before it is started once more.
  func forgetLife() {
    leader = nil
    leaderHasExited = false
    hasMatched = false
    lastLine = nil
    watch = nil
    output = nil
  }

  /// What the recorder, its commands and its hooks find in their environment.
  var environment: [String: String] {
    var environment = [
      "EVBRIDGE_TAKE": String(plan.take.rawValue), "EVBRIDGE_CONTROL": plan.control,
      "EVBRIDGE_TRIGGER": plan.trigger, "EVBRIDGE_RECORDER": settings.name,
    ]
    if let file { environment["EVBRIDGE_FILE"] = file }
    return environment
  }

  /// The recorder itself, with what it is found by.
  ///
  /// - Parameter state: the state directory, whose daemons look after it
  func invocation(state: String) -> Invocation {
    let environment = environment.merging([Self.stateVariable: state]) { $1 }
    return Invocation(settings.arguments(file: file ?? ""), environment: environment, mark: mark.text)
  }

  static let stateVariable = "EVBRIDGE_STATE"

  /// A command of the take; nil when it has none. It has no mark: it is not the recorder, and may outlive it.
  func invocation(of command: TakeCommand) -> Invocation? {
    settings.arguments(of: command, file: file ?? "").map { Invocation($0, environment: environment) }
  }
}

/// A process that is followed to its end, whoever's child it is.
final class FollowedProcess {
  let handle: ProcessHandle
  let watch: Watch

  init(_ handle: consuming ProcessHandle, watch: consuming Watch) {
    self.handle = handle
    self.watch = watch
  }
}
