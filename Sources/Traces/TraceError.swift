/// Why a file is not a trace that can be read.
public struct TraceError: Error, Hashable, CustomStringConvertible {
  public enum Problem: Hashable, Sendable {
    /// A line of a known kind without its fields.
    case malformed(expected: String)
    /// Written by a later version of the format.
    case unsupportedVersion
    /// Not one line of the format.
    case notATrace
    /// More bytes than `Trace.maximumSize`.
    case tooLarge
  }

  /// Counted from 1; 0 when it is about the file as a whole.
  public var line: Int
  public var problem: Problem

  public init(line: Int, _ problem: Problem) {
    self.line = line
    self.problem = problem
  }

  public var description: String {
    switch problem {
    case .malformed(let expected): "line \(line): expected \(expected)"
    case .unsupportedVersion: "line \(line): this version of evemu is not known (expected # EVEMU 1.x)"
    case .notATrace: "no evemu line in it (expected lines such as E: 0.000000 0001 014a 1)"
    case .tooLarge: "larger than \(Trace.maximumSize / 1_048_576) MiB"
    }
  }
}
