import EventLoop
import InputModel
import Supervision
import Takes

/// A command that a take runs beside its recorder.
final class RunningTakeCommand {
  let take: TakeID
  let command: TakeCommand
  let program: String
  let process: ProcessID
  var watch: Watch?
  /// What comes next when it does not end, although it was told to.
  private(set) var ending: (next: Step, at: Timestamp)?
  private var output: OutputReader?
  private var lastLine: String?

  enum Step {
    case kill
    /// It can not be ended: nobody waits any longer.
    case leave
  }

  /// How long it has to end by itself, and how long KILL has to work.
  static let patience = Interval.seconds(2)

  init(_ command: TakeCommand, of take: TakeID, program: String, child: consuming Child) {
    self.take = take
    self.command = command
    self.program = program
    process = child.process
    output = child.takeOutput()
  }

  /// To be watched for reading.
  var descriptor: Int32? { output?.descriptor }

  /// Reads what it wrote, one piece.
  func drain(_ log: Log) -> OutputReader.Progress {
    guard var reader = output.take() else { return .ended }
    let progress = reader.drain { line in
      lastLine = line
      log(.debug, "\(program): \(line)")
    }
    output = consume reader
    return progress
  }

  /// What went wrong, with its last words; nil when it ended well.
  func message(of status: ExitStatus, _ log: Log) -> String? {
    for _ in 0..<64 where drain(log) == .more {}
    guard status != .exited(0) else { return nil }
    return "\(program) \(status.sentence)\(lastLine.map { ": \($0)" } ?? "")"
  }

  /// Tells it to end.
  func end(at now: Timestamp) {
    guard ending == nil else { return }
    _ = process.signalGroup(.terminate)
    // One that is stopped hears nothing else.
    _ = process.signalGroup(.resume)
    ending = (.kill, now + Self.patience)
  }

  /// Does what is due; true when it is given up.
  func advance(to now: Timestamp) -> Bool {
    guard let ending, ending.at <= now else { return false }
    guard ending.next == .kill else { return true }
    _ = process.signalGroup(.kill)
    self.ending = (.leave, now + Self.patience)
    return false
  }
}
