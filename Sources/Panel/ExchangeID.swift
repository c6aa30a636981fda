/// One request and its answer. Never used twice in one run of the program.
public struct ExchangeID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}
