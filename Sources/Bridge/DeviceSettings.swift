public import InputModel

/// Which devices a binding means. Every part that is given must fit; at least one is.
public struct DeviceMatch: Hashable, Sendable {
  /// A glob over the name (`*`, `?`), case counts.
  public var name: String?
  public var vendor: UInt16?
  public var product: UInt16?
  /// A link such as /dev/input/by-path/…, followed each time a device comes.
  public var path: String?
  /// A glob over the physical path.
  public var phys: String?
  public var uniq: String?
  public var kind: DeviceClass?

  public init(
    name: String? = nil, vendor: UInt16? = nil, product: UInt16? = nil, path: String? = nil, phys: String? = nil,
    uniq: String? = nil, kind: DeviceClass? = nil
  ) {
    self.name = name
    self.vendor = vendor
    self.product = product
    self.path = path
    self.phys = phys
    self.uniq = uniq
    self.kind = kind
  }

  /// - Parameters:
  ///   - node: the device's own path, `/dev/input/eventN`
  ///   - links: the links under `/dev/input` that lead to it
  ///   - kind: what the device is for
  public func fits(_ description: DeviceDescription, node: String, links: [String], kind: DeviceClass) -> Bool {
    if let name, !glob(name, matches: description.name) { return false }
    if let vendor, vendor != description.identity.vendor { return false }
    if let product, product != description.identity.product { return false }
    if let path, path != node && !links.contains(path) { return false }
    if let phys, !glob(phys, matches: description.phys) { return false }
    if let uniq, uniq != description.uniq { return false }
    if let wanted = self.kind, wanted != kind { return false }
    return true
  }
}

/// A device of the configuration: what it is matched by and how it is read.
public struct DeviceSettings: Hashable, Sendable {
  public var name: String
  public var match: DeviceMatch
  /// Every device that fits is taken, not just one.
  public var takesAll: Bool
  /// Overrides what the device seems to be.
  public var kind: DeviceClass?
  public var rotation: Rotation
  /// The size of the touch area, over what the device says.
  public var size: Size?
  /// The picture's width / height, where `output:` is given.
  public var outputAspect: Double?
  /// Applied to device coordinates in 0…1 before the rotation; libinput's convention.
  public var matrix: CalibrationMatrix?
  /// Nobody else gets the device's events.
  public var grab: Bool

  public init(
    name: String, match: DeviceMatch, takesAll: Bool = false, kind: DeviceClass? = nil, rotation: Rotation = .none,
    size: Size? = nil, outputAspect: Double? = nil, matrix: CalibrationMatrix? = nil, grab: Bool = false
  ) {
    self.name = name
    self.match = match
    self.takesAll = takesAll
    self.kind = kind
    self.rotation = rotation
    self.size = size
    self.outputAspect = outputAspect
    self.matrix = matrix
    self.grab = grab
  }
}
