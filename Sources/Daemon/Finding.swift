/// What somebody has found who looked at something on this machine.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Sendable {
    case error
    case warning
    /// Nothing is wrong: a person may want to know.
    case note
    /// It was looked at, and is as it should be.
    case ok
  }

  public var severity: Severity
  public var message: String

  public var description: String { "\(severity.rawValue): \(message)" }

  public static func error(_ message: String) -> Finding { Finding(severity: .error, message: message) }
  public static func warning(_ message: String) -> Finding { Finding(severity: .warning, message: message) }
  public static func note(_ message: String) -> Finding { Finding(severity: .note, message: message) }
  public static func ok(_ message: String) -> Finding { Finding(severity: .ok, message: message) }
}
