// The one file of the pure half that needs libm.
import Glibc

/// A length in millimetres on the glass.
public typealias Millimeters = Double

/// A point of a surface in millimetres: origin top left of the picture as the person sees it, y down.
public struct Point: Hashable, Sendable {
  public var x: Millimeters
  public var y: Millimeters

  public init(x: Millimeters, y: Millimeters) {
    self.x = x
    self.y = y
  }

  /// The square of the distance to another point, in mm²: compared without a root.
  public func squaredDistance(to other: Point) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    return dx * dx + dy * dy
  }

  /// The distance to another point in millimetres.
  public func distance(to other: Point) -> Millimeters { hypot(x - other.x, y - other.y) }

  /// This point moved around a center: clockwise as the person sees it, and `scale` times as far from it.
  public func turned(degrees: Double, scale: Double = 1, about center: Point) -> Point {
    let radians = degrees * .pi / 180
    let (dx, dy) = (scale * (x - center.x), scale * (y - center.y))
    return Point(
      x: center.x + dx * cos(radians) - dy * sin(radians), y: center.y + dx * sin(radians) + dy * cos(radians))
  }
}

/// The size of a surface in millimetres.
public struct Size: Hashable, Sendable {
  public var width: Millimeters
  public var height: Millimeters

  public init(width: Millimeters, height: Millimeters) {
    self.width = width
    self.height = height
  }
}
