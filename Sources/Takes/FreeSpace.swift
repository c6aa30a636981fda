/// How much room on the disk is too little, in bytes; 0 is never too little.
public struct FreeSpace: Hashable, Sendable {
  /// Below it no take begins, and a running one stops.
  public var stop: Int64
  /// Below it a person is told.
  public var warn: Int64

  public init(stop: Int64 = 50_000_000, warn: Int64 = 500_000_000) {
    self.stop = stop
    self.warn = warn
  }

  /// Whether anybody needs to look.
  public var isWatched: Bool { stop > 0 || warn > 0 }

  public enum Verdict: Hashable, Sendable {
    case enough
    /// Below `warn`.
    case scarce
    /// Below `stop`.
    case tooLittle
  }

  /// - Parameter free: in bytes; what is not known is enough
  public func verdict(free: Int64?) -> Verdict {
    guard let free else { return .enough }
    if free < stop { return .tooLittle }
    return free < warn ? .scarce : .enough
  }

  /// Why no take begins, or nil when one may.
  public func refusal(free: Int64?) -> String? {
    guard let free, verdict(free: free) == .tooLittle else { return nil }
    return "only \(byteCount(free)) are free, and no take begins below \(byteCount(stop)): make room on that disk, or"
      + " lower free.stop"
  }

  /// What a person is told when a take begins or goes on although little is left; nil when there is enough.
  public func warning(free: Int64?) -> String? {
    guard let free, verdict(free: free) == .scarce else { return nil }
    let limit = stop > 0 ? "takes stop below \(byteCount(stop))" : "takes do not stop before it is full"
    return "only \(byteCount(free)) are free: make room on that disk, \(limit)"
  }
}

/// A number of bytes for people, in powers of 1000, never rounded up: "1.5 GB", "49 MB", "999 B".
public func byteCount(_ bytes: Int64) -> String {
  let units: [(name: String, size: Int64)] = [
    ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000),
  ]
  guard let unit = units.first(where: { bytes >= $0.size }) else { return "\(max(0, bytes)) B" }
  let whole = bytes / unit.size
  let tenths = bytes % unit.size / (unit.size / 10)
  return whole < 10 && tenths > 0 ? "\(whole).\(tenths) \(unit.name)" : "\(whole) \(unit.name)"
}
