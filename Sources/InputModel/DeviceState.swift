/// What a device says is so now, read back without its events: its keys, its switches, its contacts.
///
/// Only codes that are bound are in it; all others count as up.
public struct DeviceState: Hashable, Sendable {
  /// Keys, buttons and switches that are down.
  public var down: Set<EventCode>
  /// The slot that the next `ABS_MT_*` event without an `ABS_MT_SLOT` before it belongs to.
  public var currentSlot: Int
  /// One for each slot of the panel; empty without multitouch.
  public var slots: [SlotState]
  /// The last single-touch position in device units; nil when the axis is absent or not bound.
  public var x: Int32?
  public var y: Int32?

  public init(
    down: Set<EventCode> = [], currentSlot: Int = 0, slots: [SlotState] = [], x: Int32? = nil, y: Int32? = nil
  ) {
    self.down = down
    self.currentSlot = currentSlot
    self.slots = slots
    self.x = x
    self.y = y
  }
}

/// A slot of a multitouch panel: the last values of its axes, kept by the kernel also while no contact is in it.
public struct SlotState: Hashable, Sendable {
  /// The tracking id of the contact in the slot (`ABS_MT_TRACKING_ID`); -1 without one.
  public var trackingID: Int32
  /// `ABS_MT_POSITION_X` and `…_Y` in device units.
  public var x: Int32
  public var y: Int32
  /// `ABS_MT_TOOL_TYPE`; 0 (a finger) where the device does not say.
  public var toolType: Int32

  public init(trackingID: Int32 = -1, x: Int32 = 0, y: Int32 = 0, toolType: Int32 = 0) {
    self.trackingID = trackingID
    self.x = x
    self.y = y
    self.toolType = toolType
  }
}
