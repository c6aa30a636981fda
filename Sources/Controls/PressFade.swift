public import InputModel

/// The press look: the background colour's alpha is 0.3 at once on touch-down and goes back to 1.0 over 400 ms after the
/// release; a new press interrupts it from wherever it is. Label, icon and ring do not fade.
public struct PressFade: Hashable, Sendable {
  /// The alpha while pressed.
  public static let pressedValue = 0.3
  /// From the release to the full value.
  public static let releaseDuration = Interval.milliseconds(400)

  /// One stretch of a fade: linear from `from` to `to`.
  public struct Segment: Hashable, Sendable {
    public var from: Double
    public var to: Double
    public var duration: Interval

    public init(from: Double, to: Double, duration: Interval) {
      self.from = from
      self.to = to
      self.duration = duration
    }

    /// The value so long after the segment began.
    public func value(after elapsed: Interval) -> Double {
      guard duration > .zero, elapsed < duration else { return to }
      guard elapsed > .zero else { return from }
      return from + (to - from) * elapsed.seconds / duration.seconds
    }
  }

  private var segment = Segment(from: 1, to: 1, duration: .zero)
  private var began = Timestamp.zero

  public init() {}

  /// Whether the last thing was a press.
  public var isPressed: Bool { segment.to == Self.pressedValue }

  /// The alpha at a time not before the last press or release.
  public func value(at time: Timestamp) -> Double { segment.value(after: time - began) }

  /// What is left of the stretch.
  public func rest(at time: Timestamp) -> Segment {
    Segment(from: value(at: time), to: segment.to, duration: max(began + segment.duration - time, .zero))
  }

  public mutating func press(at time: Timestamp) -> Segment {
    start(Segment(from: value(at: time), to: Self.pressedValue, duration: .zero), at: time)
  }

  public mutating func release(at time: Timestamp) -> Segment {
    start(Segment(from: value(at: time), to: 1, duration: Self.releaseDuration), at: time)
  }

  private mutating func start(_ segment: Segment, at time: Timestamp) -> Segment {
    self.segment = segment
    began = time
    return segment
  }
}
