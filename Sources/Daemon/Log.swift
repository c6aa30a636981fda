import Bridge
import Feedback
import Glibc

/// Messages for the person who runs the program: one line each on standard error, which never holds up the loop.
///
/// Under the service manager each line begins with its priority as `<n>`, which the journal takes off.
final class Log {
  /// How bad it is; the raw value is syslog's.
  enum Level: Int, Comparable {
    /// Somebody must act.
    case error = 3
    case warning = 4
    /// Started, stopped, came, left.
    case notice = 5
    /// Decisions, and what recorders write.
    case debug = 7

    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  private let most: Level
  private let isJournal = Environment.value("JOURNAL_STREAM") != nil
  private var writer = LineWriter(STDERR_FILENO) { Array("evbridge: (\($0) messages dropped)\n".utf8) }

  init(verbose: Bool) { most = verbose ? .debug : .notice }

  func callAsFunction(_ level: Level, _ message: String) {
    guard level <= most else { return }
    let word =
      switch level {
      case .error: "error: "
      case .warning: "warning: "
      case .notice, .debug: ""
      }
    let prefix = isJournal ? "<\(level.rawValue)>" : "evbridge: "
    writer.write(Array((prefix + word + TerminalFormat.printable(message) + "\n").utf8))
  }

  /// Writes what a slow reader has kept waiting, as far as it takes it now.
  func flush() { writer.flush() }
}
