/// One thing that is wrong with a configuration, or likely to be.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Hashable, Sendable {
    /// The configuration is not used.
    case error
    /// It is used, and probably does not do what was meant.
    case warning
  }

  public var file: String
  /// From 1.
  public var line: Int
  /// From 1, in characters.
  public var column: Int
  public var severity: Severity
  /// What is wrong and, in brackets, what was expected.
  public var message: String

  public init(file: String, line: Int, column: Int, severity: Severity, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
  }

  /// Without the word for how bad it is.
  public var located: String { "\(file):\(line):\(column): \(message)" }

  /// As compilers write it, so that editors find the place.
  public var description: String { "\(file):\(line):\(column): \(severity.rawValue): \(message)" }
}
