/// What an absolute axis says of itself (`struct input_absinfo`).
public struct AxisInfo: Hashable, Sendable {
  public var minimum: Int32
  public var maximum: Int32
  public var fuzz: Int32
  public var flat: Int32
  /// Units per millimetre for positions; 0 when the device does not say.
  public var resolution: Int32
  /// The value at the time of the description.
  public var value: Int32

  public init(
    minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0, value: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
    self.value = value
  }
}

/// The kernel's identity of a device (`struct input_id`).
public struct DeviceIdentity: Hashable, Sendable {
  public var bus: UInt16
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16

  public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
  }
}

/// All that a device says of itself, live or in the head of a trace.
public struct DeviceDescription: Hashable, Sendable {
  /// As the kernel has it; bytes that are not UTF-8 are replaced.
  public var name: String
  public var identity: DeviceIdentity
  /// The physical path, empty when the driver gives none.
  public var phys: String
  /// The serial number or address, empty when the driver gives none.
  public var uniq: String
  public var properties: Set<InputProperty>
  /// Every code the device can send.
  public var codes: Set<EventCode>
  public var axes: [EventCode: AxisInfo]

  public init(
    name: String, identity: DeviceIdentity = DeviceIdentity(), phys: String = "", uniq: String = "",
    properties: Set<InputProperty> = [], codes: Set<EventCode> = [], axes: [EventCode: AxisInfo] = [:]
  ) {
    self.name = name
    self.identity = identity
    self.phys = phys
    self.uniq = uniq
    self.properties = properties
    self.codes = codes
    self.axes = axes
  }

  public func has(_ code: EventCode) -> Bool { codes.contains(code) }
  public func has(_ property: InputProperty) -> Bool { properties.contains(property) }
}

/// A device that is there now. Never reused, so that a late event of a device that left can not be taken for another's.
public struct DeviceID: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static func < (a: DeviceID, b: DeviceID) -> Bool { a.rawValue < b.rawValue }
}
