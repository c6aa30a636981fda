/// Why a file is not a trace that can be read.
public struct TraceError: Error, Hashable, CustomStringConvertible {
  public enum Problem: Hashable, Sendable {
    /// A line of a known kind without its fields.
    case malformed(expected: String)
    /// YAML, or a gesture script, that can not be read or means nothing; a sentence for a person.
    case unreadable(String)
    /// Written by a later version of the format.
    case unsupportedVersion
    /// Not one line of either format.
    case notATrace
    /// More bytes than `Trace.maximumSize`.
    case tooLarge
  }

  /// Counted from 1; 0 when it is about the file as a whole.
  public var line: Int
  /// Counted from 1, in characters; 0 when it is about the line as a whole.
  public var column: Int
  public var problem: Problem

  public init(line: Int, column: Int = 0, _ problem: Problem) {
    self.line = line
    self.column = column
    self.problem = problem
  }

  public var description: String {
    let place = column > 0 ? "line \(line), column \(column): " : line > 0 ? "line \(line): " : ""
    return switch problem {
    case .malformed(let expected): "\(place)expected \(expected)"
    case .unreadable(let message): "\(place)\(message)"
    case .unsupportedVersion: "\(place)this version of evemu is not known (expected # EVEMU 1.x)"
    case .notATrace: "no evemu line in it (expected lines such as E: 0.000000 0001 014a 1)"
    case .tooLarge: "larger than \(Trace.maximumSize / 1_048_576) MiB"
    }
  }
}
