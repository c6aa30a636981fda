/// How a device tells where it is touched.
public enum TouchProtocol: Hashable, Sendable {
  /// Multitouch protocol B: every contact has a slot (`ABS_MT_SLOT`) and a tracking id.
  case slots(count: Int)
  /// Multitouch protocol A: every frame tells all contacts, and not which is which. `ProtocolA.SlotTranslator` makes
  /// slots of it, before the events come to frames.
  case anonymous
  /// One contact: `ABS_X` and `ABS_Y` while a key is down, `BTN_TOUCH` or, on a touchscreen that poses as an absolute
  /// mouse, `BTN_LEFT`.
  case single(key: EventCode)

  /// The kernel's own bound on slots (`input_mt_init_slots`).
  public static let maximumSlots = 1_024

  /// The slots that libmtdev gives to anonymous contacts.
  public static let anonymousSlots = 32

  /// Nil for a device that is not touched.
  public init?(describing description: DeviceDescription) {
    if let count = description.slotCount {
      self = .slots(count: count)
    } else if description.hasMultitouch && !description.has(.mtSlot) {
      self = .anonymous
    } else if description.has(.x), description.has(.y),
      let key = [EventCode.btnTouch, .btnMouse].first(where: { description.has($0) })
    {
      self = .single(key: key)
    } else {
      return nil
    }
  }

  /// The axes of a position.
  public var axes: (x: EventCode, y: EventCode) {
    switch self {
    case .slots, .anonymous: (.mtPositionX, .mtPositionY)
    case .single: (.x, .y)
    }
  }

  /// The slots of a panel for several fingers; nil for a single-touch one.
  var slotCount: Int? {
    switch self {
    case .slots(let count): count
    case .anonymous: TouchProtocol.anonymousSlots
    case .single: nil
    }
  }
}

extension DeviceDescription {
  fileprivate var slotCount: Int? {
    guard hasMultitouch, has(.mtTrackingID), let slot = axes[.mtSlot], slot.maximum >= 0 else { return nil }
    return min(Int(slot.maximum) + 1, TouchProtocol.maximumSlots)
  }

  /// Positions of several contacts, with slots or without. A device that declares the code below `ABS_MT_SLOT` as well
  /// declares all axes there are and means none of them ("fake" multitouch, libevdev's and udev's test).
  var hasMultitouch: Bool {
    let belowSlot = EventCode.abs(EventCode.mtSlot.code - 1)
    return has(.mtPositionX) && has(.mtPositionY) && !(has(.mtSlot) && has(belowSlot))
  }
}
