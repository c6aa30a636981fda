import Glibc
import Programs

/// Messages for the person who runs the program: one line each on standard error.
enum Log {
  /// Under the service manager each line begins with its priority as `<n>`, which the journal takes off.
  private static let isJournal = Environment.value("JOURNAL_STREAM") != nil

  /// Something that somebody should look at.
  static func complain(_ message: String) { line((isJournal ? "<4>" : "evbridge-panel: ") + message) }

  static func note(_ message: String) { line((isJournal ? "<5>" : "evbridge-panel: ") + message) }

  /// A line that says itself where it comes from.
  static func line(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
