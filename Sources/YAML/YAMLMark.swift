/// A place in a text: line and column from 1, the column in characters, not bytes.
public struct YAMLMark: Hashable, Comparable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static let start = YAMLMark(line: 1, column: 1)

  public static func < (a: YAMLMark, b: YAMLMark) -> Bool { (a.line, a.column) < (b.line, b.column) }
}
