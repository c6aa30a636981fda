/// How large a touch area is, and whether that is known.
public struct SurfaceSize: Hashable, Sendable {
  public var size: Size
  /// Nobody said so: the longer side is taken as 250 mm.
  public var isAssumed: Bool

  public init(_ size: Size, isAssumed: Bool) {
    self.size = size
    self.isAssumed = isAssumed
  }

  /// The longer side of a panel of unknown size; a 10 to 11 inch screen.
  public static let assumedLongerSide: Millimeters = 250
  /// Sides outside of this come from wrong resolutions.
  public static let plausibleSides: ClosedRange<Millimeters> = 30...2_500
  /// At and below this many units per millimetre the kernel's rounding makes a resolution useless.
  public static let coarseResolution: Int32 = 3
  /// How far the aspect by resolution may be from the picture's.
  public static let aspectTolerance = 0.1

  /// The size of a panel along its own axes: as configured; else by the resolutions, where they are plausible; else the
  /// longer side as assumed, with the picture's aspect, or 16:9 where both ranges are equal (they were normalized), or
  /// the aspect of the ranges.
  ///
  /// - Parameters:
  ///   - configured: what a person has measured or read in the panel's data sheet
  ///   - aspect: the picture's width / height along the panel's axes, where it is known
  public init(x: AxisInfo, y: AxisInfo, configured: Size? = nil, aspect: Double? = nil) {
    if let configured {
      self.init(configured, isAssumed: false)
    } else if let measured = SurfaceSize.byResolution(x, y, aspect: aspect) {
      self.init(measured, isAssumed: false)
    } else {
      let byRange = x.span > 0 && y.span > 0 && x.span != y.span ? x.span / y.span : 16.0 / 9
      let aspect = aspect ?? byRange
      let long = SurfaceSize.assumedLongerSide
      self.init(
        aspect >= 1 ? Size(width: long, height: long / aspect) : Size(width: long * aspect, height: long),
        isAssumed: true)
    }
  }

  /// The same area with its sides swapped.
  var turned: SurfaceSize { SurfaceSize(Size(width: size.height, height: size.width), isAssumed: isAssumed) }

  private static func byResolution(_ x: AxisInfo, _ y: AxisInfo, aspect: Double?) -> Size? {
    guard min(x.resolution, y.resolution) > coarseResolution else { return nil }
    let size = Size(width: x.span / Double(x.resolution), height: y.span / Double(y.resolution))
    guard plausibleSides.contains(size.width), plausibleSides.contains(size.height) else { return nil }
    if let aspect, abs(size.width / size.height / aspect - 1) > aspectTolerance { return nil }
    return size
  }
}

extension AxisInfo {
  /// From the smallest value to the largest, in device units; not positive when the axis is broken.
  var span: Double { Double(maximum) - Double(minimum) }
}
