/// A point on the kernel's monotonic clock (CLOCK_MONOTONIC), in whole microseconds, as evdev stamps events.
///
/// Time is an input everywhere in the pure half: nothing there reads a clock.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since the clock's origin. Never negative for a live event.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The kernel's `struct timeval` of an input event.
  public init(seconds: Int64, microseconds: Int64) {
    self.microseconds = seconds &* 1_000_000 &+ microseconds
  }

  public static let zero = Timestamp(microseconds: 0)

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }
  public static func + (a: Timestamp, b: Interval) -> Timestamp {
    Timestamp(microseconds: a.microseconds &+ b.microseconds)
  }
  public static func - (a: Timestamp, b: Interval) -> Timestamp {
    Timestamp(microseconds: a.microseconds &- b.microseconds)
  }
  public static func - (a: Timestamp, b: Timestamp) -> Interval {
    Interval(microseconds: a.microseconds &- b.microseconds)
  }
}

/// A length of time in whole microseconds; may be negative.
public struct Interval: Hashable, Comparable, Sendable {
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  public static let zero = Interval(microseconds: 0)
  public static func microseconds(_ n: Int64) -> Interval { Interval(microseconds: n) }
  public static func milliseconds(_ n: Int64) -> Interval { Interval(microseconds: n &* 1_000) }
  public static func seconds(_ n: Int64) -> Interval { Interval(microseconds: n &* 1_000_000) }
  public static func minutes(_ n: Int64) -> Interval { .seconds(n &* 60) }

  /// The same length in seconds.
  public var seconds: Double { Double(microseconds) / 1_000_000 }

  public static func < (a: Interval, b: Interval) -> Bool { a.microseconds < b.microseconds }
  public static func + (a: Interval, b: Interval) -> Interval {
    Interval(microseconds: a.microseconds &+ b.microseconds)
  }
  public static func - (a: Interval, b: Interval) -> Interval {
    Interval(microseconds: a.microseconds &- b.microseconds)
  }
}

/// The earlier of two deadlines, either of which may be absent.
public func earliest(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
  guard let a else { return b }
  guard let b else { return a }
  return min(a, b)
}
