/// The longest of the times that were measured lately: in this minute of the clock and the one before it.
public struct RecentMaximum: Hashable, Sendable {
  private static let minute = Interval.minutes(1).microseconds

  private var minute: Int64 = 0
  private var current: Interval?
  private var previous: Interval?

  public init() {}

  public mutating func note(_ value: Interval, at time: Timestamp) {
    let minute = time.microseconds / Self.minute
    if minute != self.minute {
      previous = minute == self.minute + 1 ? current : nil
      current = nil
      self.minute = minute
    }
    current = max(current ?? value, value)
  }

  /// Nil when nothing was measured.
  public func value(at time: Timestamp) -> Interval? {
    switch time.microseconds / Self.minute - minute {
    case 0: [current, previous].compactMap { $0 }.max()
    case 1: current
    default: nil
    }
  }
}
