public import InputModel

/// `x' = a x + c y + e`, `y' = b x + d y + f`, as in CSS and SVG: a…d without a unit, e and f in millimetres of the
/// calibrated surface, whose origin is top left and whose y points down.
public struct TransformMatrix: Hashable, Sendable {
  public var a, b, c, d: Double
  public var e, f: Millimeters

  public init(a: Double, b: Double, c: Double, d: Double, e: Millimeters, f: Millimeters) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }

  public func applied(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f)
  }
}
