public import InputModel

/// When a recorder counts as ready, so that "recording" may be shown.
public enum Readiness: Hashable, Sendable {
  /// As soon as it runs.
  case spawned
  /// This long after it was started. The default, 300 ms: ffmpeg stopped less than 200 ms after its start leaves no file.
  case after(Interval)
  /// When a line of its output matches this POSIX extended regular expression.
  case outputMatches(String)
  /// When its file holds more than a header: it has grown after it was first seen, or is longer than any header.
  case fileGrows
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

  /// How long a killed process may take at least to be gone: it may wait for its disk, whatever `grace` says.
  private static let killPatience = Interval.seconds(5)

  /// The stop signal, then TERM, then KILL, `grace` after each, after KILL 5 s at least. A stop signal of TERM is not
  /// sent twice.
  public init(signal: Signal = .interrupt, grace: Interval = .seconds(5)) {
    let signals: [Signal] =
      switch signal {
      case .kill: [.kill]
      case .terminate: [.terminate, .kill]
      default: [signal, .terminate, .kill]
      }
    steps = signals.map { Step($0, patience: $0 == .kill ? max(grace, Self.killPatience) : grace) }
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
  /// What is known of the program; nil when nothing is.
  public var preset: RecorderPreset?
  /// A command to run before the recorder, a greeting or a beep: the recorder starts when it has ended.
  public var before: [String]?
  /// A command that looks at the file when the recorder has ended; a take is completed only when it exits with 0.
  /// `{file}` in it stands for the take's file.
  public var verify: [String]?
  public var suspension = Suspension.signals
  /// How long a file may stay as long as it is while recording; nil: nobody looks.
  public var stalledAfter: Interval?
  public var freeSpace = FreeSpace()
  /// How often the recorder is started again when it ends with an error before it was ready.
  public var retries = 0
  /// A POSIX extended regular expression whose first group is how much is done, in percent; nil: the output says nothing
  /// of it.
  public var percentPattern: String?

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

  /// What is started for a command beside the recorder, with `{file}` put in; nil when there is none.
  public func arguments(of command: TakeCommand, file: String) -> [String]? {
    let written: [String]? =
      switch (command, suspension) {
      case (.before, _): before
      case (.verify, _): verify
      case (.suspend, .commands(let suspend, _)): suspend
      case (.resume, .commands(_, let resume)): resume
      case (.suspend, .signal), (.resume, .signal): nil
      }
    return written?.map { substituting(file, for: "{file}", in: $0) }
  }

  /// What the file is looked at for while it is recorded.
  var isWatched: Bool { stalledAfter != nil || freeSpace.isWatched }
}
