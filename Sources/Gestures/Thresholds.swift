public import InputModel

/// Every threshold in one place, each with its unit and its reason. Lengths are millimetres because a fingertip is the
/// same size on every panel. A test pins the defaults.
public enum Thresholds {
  /// How far a finger may move before `hold` and still be a long press (strictly more is too far).
  ///
  /// Kiosk glass is hit with straight fingers: at 8 to 10 dip (1.3 to 1.6 mm) presses were lost; Flutter's 18 dip is 2.9 mm.
  public static let pressSlop: Millimeters = 3.0

  /// The second press of a pair comes at most this long after the first release (Android, Chromium).
  public static let pairWindow = Interval.milliseconds(300)

  /// And at least this long: earlier is a bounce of the finger (Android, Chromium).
  public static let pairMinimum = Interval.milliseconds(40)
}
