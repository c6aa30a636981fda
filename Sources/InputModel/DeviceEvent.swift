/// A raw event and the device that it came from.
public struct DeviceEvent: Hashable, Sendable {
  public var device: DeviceID
  public var event: RawEvent

  public init(_ device: DeviceID, _ event: RawEvent) {
    self.device = device
    self.event = event
  }
}
