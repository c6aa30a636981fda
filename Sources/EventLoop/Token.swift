/// Names one watch of one loop. Never reused, as descriptors are: what comes late for something closed can not be taken
/// for something opened since.
public struct Token: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}
