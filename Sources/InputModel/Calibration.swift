/// The way from device units to a point of the picture: the matrix, the rotation, then millimetres.
public struct Calibration: Hashable, Sendable {
  /// The surface as the person sees it: a quarter turn swaps the sides of the panel.
  public let surface: SurfaceSize
  private let x: AxisInfo
  private let y: AxisInfo
  /// Device coordinates in 0…1 to picture coordinates in 0…1.
  private let map: CalibrationMatrix

  /// - Parameters:
  ///   - size: of the panel itself, along its own axes as its data sheet has them, whatever the rotation: so that
  ///     turning the picture is one changed line of a configuration
  ///   - outputAspect: width / height of the picture as the person sees it
  public init(
    x: AxisInfo, y: AxisInfo, matrix: CalibrationMatrix = .identity, rotation: Rotation = .none, size: Size? = nil,
    outputAspect: Double? = nil
  ) {
    self.x = x
    self.y = y
    map = matrix.turned(by: rotation)
    let isTurned = map.swapsAxes
    let panel = SurfaceSize(x: x, y: y, configured: size, aspect: outputAspect.map { isTurned ? 1 / $0 : $0 })
    surface = isTurned ? panel.turned : panel
  }

  /// By the axes that the device is touched by; nil when it is not touched, or does not tell the range of an axis.
  public init?(
    describing description: DeviceDescription, matrix: CalibrationMatrix? = nil, rotation: Rotation = .none,
    size: Size? = nil, outputAspect: Double? = nil
  ) {
    guard let axes = TouchProtocol(describing: description)?.axes, let x = description.axes[axes.x],
      let y = description.axes[axes.y]
    else { return nil }
    self.init(
      x: x, y: y, matrix: matrix ?? .identity, rotation: rotation, size: size, outputAspect: outputAspect)
  }

  /// The point of a position in device units. The first and the last unit of an axis are the edges of the surface; an
  /// axis without a range is at 0.
  public func point(x rawX: Int32, y rawY: Int32) -> Point {
    let u = x.fraction(rawX)
    let v = y.fraction(rawY)
    return Point(
      x: (map.a * u + map.b * v + map.c) * surface.size.width,
      y: (map.d * u + map.e * v + map.f) * surface.size.height)
  }
}

extension AxisInfo {
  fileprivate func fraction(_ value: Int32) -> Double { span > 0 ? (Double(value) - Double(minimum)) / span : 0 }
}

extension CalibrationMatrix {
  /// This map, and then the picture turned: for a quarter turn the top left goes to the top right.
  fileprivate func turned(by rotation: Rotation) -> CalibrationMatrix {
    switch rotation {
    case .none: self
    case .quarter: CalibrationMatrix(-d, -e, 1 - f, a, b, c)
    case .half: CalibrationMatrix(-a, -b, 1 - c, -d, -e, 1 - f)
    case .threeQuarters: CalibrationMatrix(d, e, f, -a, -b, 1 - c)
    }
  }

  /// Whether the panel's x runs along the picture's y.
  fileprivate var swapsAxes: Bool { abs(b) + abs(d) > abs(a) + abs(e) }
}
