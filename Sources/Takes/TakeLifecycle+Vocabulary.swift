public import InputModel

extension TakeLifecycle {
  /// What the world reports.
  public enum Input: Hashable, Sendable {
    /// The name is reserved; nil when the recorder writes no file.
    case prepared(file: String?)
    case refused(message: String)
    case spawned
    case spawnFailed(message: String)
    /// The recorder's output said so.
    case outputMatched
    /// The leader of its process group ended; nobody may signal a group that is gone.
    /// `lastLine` is the last it wrote.
    case exited(ExitStatus, lastLine: String?, groupIsGone: Bool)
    /// The last process of its group ended.
    case groupGone
    /// `message` says what went wrong, nil when nothing did.
    case commandEnded(TakeCommand, message: String?)
    /// The answer to `probe`.
    case probed(TakeProbe)
    /// The file is where it stays, or was deleted. `message` says what went wrong with it.
    case finished(file: String?, message: String?)
  }

  /// What is to be done, and what has been reached.
  public enum Output: Hashable, Sendable {
    /// Start the recorder; more than once for a take when it is tried again, with nothing left of the try before.
    case spawn
    case signal(Signal)
    /// Give the reserved name back, nothing was recorded.
    case abandon
    /// Move the file to its place, or delete it. Answered by `finished`.
    case finish(Verdict)
    /// Answered by `commandEnded`.
    case run(TakeCommand)
    /// Tell the command that runs to end. It is still answered by `commandEnded`.
    case endCommand
    /// Look at the file, its disk, and at what the recorder says. Answered by `probed`.
    case probe

    /// Something that a person should know, and that ends nothing by itself.
    case warning(String)
    case starting
    case recording
    case suspended
    case stopping(StopReason)
    case completed(Outcome)
    case failed(Outcome, message: String)
  }

  /// What is known of a take when its processes have ended; what is left to be done is its file's.
  public struct Verdict: Hashable, Sendable {
    /// What went wrong; nil when nothing did.
    public var failure: String?
    /// The file is to be deleted.
    public var isDiscarded: Bool

    public init(failure: String? = nil, isDiscarded: Bool = false) {
      self.failure = failure
      self.isDiscarded = isDiscarded
    }
  }

  /// How it ended.
  public struct Outcome: Hashable, Sendable {
    public var reason: StopReason
    public var file: String?
    public var duration: Interval
    public var status: ExitStatus?
    public var signal: Signal?
    public var wasDiscarded: Bool
  }

  public enum Phase: Hashable, Sendable {
    case preparing
    case prepared
    /// The command before the recorder runs; a person is told that the take is starting.
    case greeting
    case spawning
    case starting
    /// Between two tries; a person is told that the take is starting.
    case waiting
    case recording
    case suspended
    case stopping
    /// The recorder is gone, the command that looks at the file runs.
    case verifying
    case finishing
    case over
  }
}
