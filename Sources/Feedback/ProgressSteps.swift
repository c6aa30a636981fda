public import Controls
public import InputModel

/// Follows rings as a viewer does: an event tells a stretch, and each whole percent of it is a step to be shown. No more
/// often than somebody can see; in between and while nothing moves there is nothing to wake up for.
public struct ProgressSteps: Hashable, Sendable {
  private struct Ring: Hashable {
    var reading: ProgressRing.Reading
    var began: Timestamp
    var shown: Int
    var lookAgain: Timestamp?

    func percent(at time: Timestamp) -> Int {
      let elapsed = time - began
      guard reading.duration > .zero, elapsed < reading.duration else { return Int(reading.to) }
      let part = max(elapsed.seconds, 0) / reading.duration.seconds
      // A step is due at a whole microsecond: by then the percent is reached, whatever the division has lost.
      return Int(reading.from + (reading.to - reading.from) * part + 1e-6)
    }

    /// When the next whole percent is reached; nil when none is.
    func nextStep(after time: Timestamp, pause: Interval) -> Timestamp? {
      let end = began + reading.duration
      guard reading.from != reading.to, time < end else { return nil }
      let rate = (reading.to - reading.from) / reading.duration.seconds
      let next = rate > 0 ? Double(percent(at: time) + 1) : Double(percent(at: time)) - 1e-3
      let wait = (next - reading.from) / rate
      let due = began + .microseconds(Int64(min(wait * 1e6, 9e15).rounded(.up)))
      return min(max(due, time + pause), end)
    }
  }

  private let pause: Interval
  private var rings: [String: Ring] = [:]

  /// - Parameter pause: between two steps of a ring
  public init(pause: Interval) { self.pause = pause }

  /// How far a ring is, 0…100; nil for a control that has told of none.
  public func percent(of control: String, at time: Timestamp) -> Int? { rings[control]?.percent(at: time) }

  /// The last that was told of a ring.
  public func reading(of control: String) -> ProgressRing.Reading? { rings[control]?.reading }

  /// When a ring is at its next percent; nil while none moves.
  public var deadline: Timestamp? { rings.values.compactMap(\.lookAgain).min() }

  public mutating func consume(_ reading: ProgressRing.Reading, of control: String, at time: Timestamp) {
    var ring = Ring(reading: reading, began: time, shown: 0, lookAgain: nil)
    ring.shown = ring.percent(at: time)
    ring.lookAgain = ring.nextStep(after: time, pause: pause)
    rings[control] = ring
  }

  /// Nobody looks at this ring any more.
  public mutating func remove(_ control: String) { rings[control] = nil }

  /// The controls whose ring shows another percent than when it was looked at last.
  public mutating func advance(to time: Timestamp) -> [String] {
    var changed: [String] = []
    for (control, var ring) in rings {
      guard let due = ring.lookAgain, due <= time else { continue }
      let percent = ring.percent(at: time)
      if percent != ring.shown { changed.append(control) }
      ring.shown = percent
      ring.lookAgain = ring.nextStep(after: time, pause: pause)
      rings[control] = ring
    }
    return changed.sorted()
  }
}
