public import InputModel

/// Every threshold in one place, each with its unit and its reason. Lengths are millimetres because a fingertip is the
/// same size on every panel. Whatever is called a slop counts when it is strictly exceeded. A test pins the defaults.
public struct Thresholds: Hashable, Sendable {
  /// How far a finger may move before `hold` and still be a long press (strictly more is too far).
  ///
  /// Kiosk glass is hit with straight fingers: at 8 to 10 dip (1.3 to 1.6 mm) presses were lost; Flutter's 18 dip is 2.9 mm.
  public static let pressSlop: Millimeters = 3.0

  /// The second press of a pair comes at most this long after the first release (Android, Chromium).
  public static let pairWindow = Interval.milliseconds(300)

  /// And at least this long: earlier is a bounce of the finger (Android, Chromium).
  public static let pairMinimum = Interval.milliseconds(40)

  /// How far the centroid moves before it is a pan, where no press is bound; between Chromium's 1.3 and Flutter's 2.9 mm.
  public static let panSlop: Millimeters = 2.0

  /// Smaller differences are the rounding of the calculation, not the movement of a finger.
  static let resolution: Millimeters = 0.001

  /// How far a finger may move and still tap or press long.
  public var pressSlop = Thresholds.pressSlop
  /// Nil: `panSlop`, or the press slop where a press is bound on the same zone, or a straight finger would always be a
  /// pan first.
  public var panSlop: Millimeters?
  /// By how much the mean distance of the fingers to their centroid changes before it is a pinch; Chromium's 16 dip of a
  /// span are 1.3 mm here.
  public var pinchSlop: Millimeters = 1.5
  /// How far the fingers turn before it is a rotation: half of `rotationSlopInPinch`, since nothing else is going on.
  public var rotationSlop: Radians = 5 * .pi / 180
  /// The same while a pinch runs: Mapbox went from 4 to 10 degrees because maps turned during a plain zoom.
  public var rotationSlopInPinch: Radians = 10 * .pi / 180
  /// How long the arc is, at the mean distance to the centroid, before anything else has begun; as the pinch slop, so
  /// that small and large hands behave alike.
  public var rotationArcSlop: Millimeters = 1.5
  /// Twice the mean distance of the fingers to their centroid below which scale and rotation are held: two fingertips
  /// can not be nearer.
  public var smallestSpan: Millimeters = 8

  /// From the landing to the long press (the platforms' 0.4 to 0.8 s).
  public var longPress = Interval.milliseconds(500)
  /// The longest tap; nil: until the long press, where there is one (Android, Chromium, Flutter).
  public var longestTap: Interval?
  /// The second landing of a double tap comes at most this long after the first lift.
  public var pairWindow = Thresholds.pairWindow
  /// And at least this long.
  public var pairMinimum = Thresholds.pairMinimum
  /// And at most this far from the first landing; Android's 100 dip.
  public var pairDistance: Millimeters = 15

  /// How fast, in mm/s, a swipe is at least when it lifts; Hammer's 300 px/s are 48 mm/s.
  public var swipeSpeed = 50.0
  /// How far a swipe goes at least.
  public var swipeDistance: Millimeters = 10
  /// How far from an axis a swipe may point.
  public var swipeDeviation: Radians = 30 * .pi / 180
  /// The longest swipe; nil: however long, so that a drag that ends in a flick is one.
  public var longestSwipe: Interval?

  /// How far back motion counts for a velocity (Android, Chromium).
  public var velocityWindow = Interval.milliseconds(100)
  /// A longer gap without motion means that the finger stood still (Android, Chromium).
  public var stopGap = Interval.milliseconds(40)
  /// The highest speed that is told, in mm/s; Android's 8,000 dip/s.
  public var fastest = 1_270.0

  public init() {}

  /// - Parameter besidePress: whether a tap, a long press or a record button is bound on the same zone
  public func panSlop(besidePress: Bool) -> Millimeters { panSlop ?? (besidePress ? pressSlop : Thresholds.panSlop) }
}
