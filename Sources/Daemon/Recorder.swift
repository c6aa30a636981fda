import Bridge
import EventLoop
import OutputPattern
import Supervision
import Takes

/// A take's recorder: prepared at the press, running after the hold, watched until its group is gone.
final class Recorder {
  let plan: TakePlan
  let settings: RecorderSettings
  let reservation: TakeStorage.Reservation?
  var prepared: PreparedInvocation?
  var process: ProcessID?
  var output: OutputReader?
  var watch: Watch?
  private let pattern: OutputPattern?
  private var hasMatched = false
  var leaderHasExited = false
  private(set) var lastLine: String?

  init(
    _ plan: TakePlan, settings: RecorderSettings, reservation: TakeStorage.Reservation?,
    prepared: consuming PreparedInvocation
  ) {
    self.plan = plan
    self.settings = settings
    self.reservation = reservation
    self.prepared = consume prepared
    // The configuration has compiled it before, so it compiles.
    if case .outputMatches(let text) = settings.readiness {
      pattern = try? OutputPattern(text)
    } else {
      pattern = nil
    }
  }

  /// Reads what it wrote, one piece; true when a line says for the first time that it is ready.
  func drainOutput(_ log: Log) -> (progress: OutputReader.Progress, isReady: Bool) {
    guard var reader = output.take() else { return (.ended, false) }
    let hadMatched = hasMatched
    let progress = reader.drain { line in
      lastLine = line
      log(.debug, "recorder '\(settings.name)': \(line)")
      if !hasMatched, pattern?.matches(Array(line.utf8)) == true { hasMatched = true }
    }
    output = consume reader
    return (progress, hasMatched && !hadMatched)
  }

  /// Its last words, and whether they say for the first time that it is ready; a program that still writes is not
  /// waited for.
  func drainLastWords(_ log: Log) -> Bool {
    var becameReady = false
    for _ in 0..<64 {
      let (progress, isReady) = drainOutput(log)
      becameReady = becameReady || isReady
      if progress != .more { break }
    }
    return becameReady
  }

  /// What the recorder and its hooks find in their environment.
  static func environment(_ plan: TakePlan, file: String?) -> [String: String] {
    var environment = [
      "EVBRIDGE_TAKE": String(plan.take.rawValue), "EVBRIDGE_CONTROL": plan.control,
      "EVBRIDGE_TRIGGER": plan.trigger,
    ]
    if let file { environment["EVBRIDGE_FILE"] = file }
    return environment
  }
}
