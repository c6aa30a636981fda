public import InputModel

/// An event device as udev and sysfs show it, without opening it.
public struct DeviceNode: Hashable, Sendable {
  /// `/dev/input/eventN`; N may be another one after the next plug.
  public let path: String
  /// What the device says of itself, without axes: these are known only to who opens it.
  public let description: DeviceDescription
  /// The links to the node that udev keeps (`/dev/input/by-id/…`, `/dev/input/by-path/…`), sorted.
  public let links: [String]
  /// What udev takes the device for; nil without udev, or when udev does not know.
  public let kind: DeviceClass?
  /// udev's `LIBINPUT_CALIBRATION_MATRIX` as it is written: six numbers with blanks between.
  public let calibrationMatrix: String?

  public init(
    path: String, description: DeviceDescription, links: [String] = [], kind: DeviceClass? = nil,
    calibrationMatrix: String? = nil
  ) {
    self.path = path
    self.description = description
    self.links = links
    self.kind = kind
    self.calibrationMatrix = calibrationMatrix
  }
}
