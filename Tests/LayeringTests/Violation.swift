/// A rule that a file breaks, and where.
struct Violation: CustomStringConvertible {
  var path: String
  var line: Int
  var rule: String

  var description: String { "\(path):\(line): \(rule)" }
}
