import Glibc

/// Messages for the person who runs the program: one line each on standard error, in one write.
///
/// Under the service manager each line begins with its priority as `<n>`, which the journal takes off.
public struct Log: Sendable {
  /// How bad it is; the raw value is syslog's.
  public enum Level: Int, Sendable, Comparable {
    /// Somebody must act.
    case error = 3
    case warning = 4
    /// Started, stopped, came, left.
    case notice = 5
    /// Decisions, and what recorders write.
    case debug = 7

    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  private let most: Level
  private let isJournal: Bool

  public init(verbose: Bool) {
    most = verbose ? .debug : .notice
    isJournal = unsafe getenv("JOURNAL_STREAM") != nil
  }

  public func callAsFunction(_ level: Level, _ message: String) {
    guard level <= most else { return }
    let word =
      switch level {
      case .error: "error: "
      case .warning: "warning: "
      case .notice, .debug: ""
      }
    let prefix = isJournal ? "<\(level.rawValue)>" : "evbridge: "
    let bytes = Array((prefix + word + message + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
