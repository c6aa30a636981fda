/// Why a text is no JSON that is read, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  public var line: Int
  /// From 1, in characters; where the trouble was noticed, which may be the end of a word.
  public var column: Int
  public var message: String

  public init(line: Int, column: Int, message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  public var description: String { "line \(line), column \(column): \(message)" }
}
