/// One take. Never reused while the daemon runs.
public struct TakeID: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static func < (a: TakeID, b: TakeID) -> Bool { a.rawValue < b.rawValue }
}
