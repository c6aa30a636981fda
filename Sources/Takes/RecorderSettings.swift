public import InputModel

/// When a recorder counts as ready, so that "recording" may be shown.
public enum Readiness: Hashable, Sendable {
  /// As soon as it runs.
  case spawned
  /// This long after it was started. The default, 300 ms: ffmpeg stopped less than 200 ms after its start leaves no file.
  case after(Interval)
  /// When a line of its output matches this POSIX extended regular expression.
  case outputMatches(String)
}

/// How a recorder is stopped: each signal goes to its whole process group, then waits.
public struct StopLadder: Hashable, Sendable {
  public struct Step: Hashable, Sendable {
    public var signal: Signal
    /// How long to wait for the group to be gone before the next step.
    public var patience: Interval

    public init(_ signal: Signal, patience: Interval) {
      self.signal = signal
      self.patience = patience
    }
  }

  /// Never empty; the last is always KILL.
  public private(set) var steps: [Step]

  /// The stop signal, then TERM, then KILL, `grace` after each. A stop signal of TERM is not sent twice.
  public init(signal: Signal = .interrupt, grace: Interval = .seconds(5)) {
    let signals: [Signal] =
      switch signal {
      case .kill: [.kill]
      case .terminate: [.terminate, .kill]
      default: [signal, .terminate, .kill]
      }
    steps = signals.map { Step($0, patience: grace) }
  }
}

/// An external record command and all that is known of it.
public struct RecorderSettings: Hashable, Sendable {
  public var name: String
  /// The command and its arguments; `{file}` in any of them stands for the take's file.
  /// With `usesShell` there is one element, the script.
  public var command: [String]
  /// Run by `/bin/sh -c` instead of directly.
  public var usesShell: Bool
  /// Where finished takes go; nil when the recorder writes no file. Absolute, never created.
  public var directory: String?
  /// The pattern of the file's name.
  public var naming: TakeNaming
  public var readiness: Readiness
  /// How long the recorder may take to become ready before the take has failed.
  public var readyTimeout: Interval
  public var ladder: StopLadder

  public init(
    name: String, command: [String], usesShell: Bool = false, directory: String? = nil,
    naming: TakeNaming = TakeNaming(), readiness: Readiness = .after(.milliseconds(300)),
    readyTimeout: Interval = .seconds(5), ladder: StopLadder = StopLadder()
  ) {
    self.name = name
    self.command = command
    self.usesShell = usesShell
    self.directory = directory
    self.naming = naming
    self.readiness = readiness
    self.readyTimeout = readyTimeout
    self.ladder = ladder
  }

  /// What is started: the command with `{file}` put in, or the shell with the script.
  ///
  /// In a script the file is quoted as one word; quotes that are right around `{file}` already are replaced.
  public func arguments(file: String) -> [String] {
    guard usesShell else { return command.map { substituting(file, for: "{file}", in: $0) } }
    let word = shellWord(file)
    var script = command.first ?? ""
    for spelling in ["\"{file}\"", "'{file}'", "{file}"] { script = substituting(word, for: spelling, in: script) }
    return ["/bin/sh", "-c", script]
  }
}
