/// How far the picture is turned clockwise, as `xrandr --rotate right` does for 90.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270
}

/// An affine map of device coordinates in 0…1: `x' = a x + b y + c`, `y' = d x + e y + f`. libinput's convention.
public struct CalibrationMatrix: Hashable, Sendable {
  public var a, b, c, d, e, f: Double

  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }

  public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

  /// What its numbers may be, with either sign; a panel that is this much larger than its picture is none.
  public static let largestNumber = 1_000.0

  /// Whether the glass keeps an area, and is somewhere near the picture.
  public var isUsable: Bool {
    [a, b, c, d, e, f].allSatisfy { abs($0) <= Self.largestNumber } && a * e - b * d != 0
  }
}
