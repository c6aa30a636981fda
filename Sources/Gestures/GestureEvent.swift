public import InputModel

/// What a recognizer reports of one frame, or of one moment between two frames.
///
/// A pan, pinch, rotation or long press that `began` is `changed` any number of times and then, exactly once, `ended` or
/// `cancelled`. A tap, double tap or swipe is only ever `ended`. All values are finite, and no scale is 0.
public struct GestureEvent: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case began
    case changed
    case ended
    /// Taken back (a palm, lost events, a device that left): void, not finished.
    case cancelled
  }

  /// What a gesture has come to. The step of a frame is what the last one did not have; the steps since `began` make up
  /// the whole. Slop is in neither.
  public enum Values: Hashable, Sendable {
    case tap
    case doubleTap
    case longPress
    /// The velocity, in mm/s, is that of the end; zero before, and when it was cancelled.
    case pan(translation: Vector, step: Vector, velocity: Vector)
    /// Factors.
    case pinch(scale: Double, step: Double)
    /// Not limited to a turn.
    case rotation(angle: Radians, step: Radians)
    /// The velocity is in mm/s.
    case swipe(SwipeDirection, velocity: Vector)
  }

  public var values: Values
  public var phase: Phase
  /// The stamp of the frame, or the deadline that has passed.
  public var time: Timestamp
  /// How many fingers are down in the zone; for what is reported at the last lift, how many made it.
  public var contacts: Int
  /// The centroid of the fingers; at the end of a pinch or rotation the last one of several fingers, where no finger is
  /// left the last one. For a long press its finger, for a tap where it lifted.
  public var focus: Point
  /// The point that the step of a pinch or rotation is about: the centroid of the fingers that made it, so without those
  /// that have just landed.
  public var pivot: Point

  public init(
    _ values: Values, _ phase: Phase, at time: Timestamp, contacts: Int, focus: Point, pivot: Point? = nil
  ) {
    self.values = values
    self.phase = phase
    self.time = time
    self.contacts = contacts
    self.focus = focus
    self.pivot = pivot ?? focus
  }

  public var kind: GestureKind {
    switch values {
    case .tap: .tap
    case .doubleTap: .doubleTap
    case .longPress: .longPress
    case .pan: .pan
    case .pinch: .pinch
    case .rotation: .rotation
    case .swipe: .swipe
    }
  }
}
