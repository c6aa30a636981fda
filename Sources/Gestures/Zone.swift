public import InputModel

/// A length on a surface as a person writes it: millimetres, or a part of the side it is measured along.
public enum Length: Hashable, Sendable {
  case millimeters(Millimeters)
  /// 1 is the whole side.
  case fraction(Double)

  /// The length in millimetres along a side of the given length.
  public func resolved(along side: Millimeters) -> Millimeters {
    switch self {
    case .millimeters(let length): length
    case .fraction(let part): part * side
    }
  }
}

/// The shape of a zone before the size of its surface is known.
public enum ZoneOutline: Hashable, Sendable {
  case whole
  case rectangle(x: Length, y: Length, width: Length, height: Length)
  /// A radius that is a fraction is measured along the shorter side.
  case circle(x: Length, y: Length, radius: Length)

  /// The shape on a surface of the given size.
  public func resolved(on size: Size) -> ZoneShape {
    switch self {
    case .whole: return .whole
    case .rectangle(let x, let y, let width, let height):
      let origin = Point(x: x.resolved(along: size.width), y: y.resolved(along: size.height))
      return .rectangle(
        origin: origin,
        size: Size(width: width.resolved(along: size.width), height: height.resolved(along: size.height)))
    case .circle(let x, let y, let radius):
      return .circle(
        center: Point(x: x.resolved(along: size.width), y: y.resolved(along: size.height)),
        radius: radius.resolved(along: min(size.width, size.height)))
    }
  }
}

/// The shape of a zone on its surface, in millimetres. Edges belong to the zone.
public enum ZoneShape: Hashable, Sendable {
  case whole
  case rectangle(origin: Point, size: Size)
  case circle(center: Point, radius: Millimeters)

  public func contains(_ point: Point) -> Bool {
    switch self {
    case .whole: return true
    case .rectangle(let origin, let size):
      return point.x >= origin.x && point.x <= origin.x + size.width
        && point.y >= origin.y && point.y <= origin.y + size.height
    case .circle(let center, let radius):
      return point.squaredDistance(to: center) <= radius * radius
    }
  }
}
