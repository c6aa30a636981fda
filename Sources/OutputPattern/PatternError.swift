/// Why a pattern is not one, in the C library's words.
public struct PatternError: Error, Hashable, Sendable {
  public var message: String

  public init(_ message: String) { self.message = message }
}
