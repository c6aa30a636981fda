// The one file of the pure half that needs libm.
import Glibc

/// A length in millimetres on the glass.
public typealias Millimeters = Double

/// An angle; clockwise as the person sees it is positive, because y points down.
public typealias Radians = Double

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
}

/// A way from one point to another, or a velocity: in millimetres, or millimetres per second.
public struct Vector: Hashable, Sendable {
  public var dx: Millimeters
  public var dy: Millimeters

  public init(dx: Millimeters, dy: Millimeters) {
    self.dx = dx
    self.dy = dy
  }

  public static let zero = Vector(dx: 0, dy: 0)

  public var length: Millimeters { (dx * dx + dy * dy).squareRoot() }

  public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// Positive when the other one lies clockwise of this one.
  public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

  /// The angle whose tangent is `cross / dot`, within -π…π: by how much one vector has turned to become another, or, with
  /// sums over several pairs, by how much all of them have.
  public static func angle(cross: Double, dot: Double) -> Radians { atan2(cross, dot) }

  public func rotated(by angle: Radians) -> Vector {
    let (s, c) = (sin(angle), cos(angle))
    return Vector(dx: dx * c - dy * s, dy: dx * s + dy * c)
  }

  public static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
  public static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }
  public static func * (a: Vector, factor: Double) -> Vector { Vector(dx: a.dx * factor, dy: a.dy * factor) }
  public static func += (a: inout Vector, b: Vector) { a = a + b }
}

extension Point {
  public static func + (a: Point, b: Vector) -> Point { Point(x: a.x + b.dx, y: a.y + b.dy) }
  /// The way from the second point to the first.
  public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
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
