public import InputModel

/// Recorded input events of one or more devices.
public struct Trace: Hashable, Sendable {
  public var devices: [Device]

  public init(devices: [Device] = []) { self.devices = devices }

  /// A device and what it sent.
  public struct Device: Hashable, Sendable {
    /// Nil in a file that only has events: their description is in a file of its own, or lost.
    public var description: DeviceDescription?
    /// Switches that were on when the recording began.
    public var state: DeviceState
    /// In the order of the file, with its stamps: they may be equal, run back, or leave out days.
    public var events: [RawEvent]

    public init(
      description: DeviceDescription? = nil, state: DeviceState = DeviceState(), events: [RawEvent] = []
    ) {
      self.description = description
      self.state = state
      self.events = events
    }
  }
}
