import CLibevdev
import Glibc
import InputModel

/// One opening of a device node. The kernel keeps a queue, a mask and a clock for each and calls it a client.
@safe struct EvdevClient: ~Copyable {
  private let descriptor: OwnedDescriptor
  private let device: OpaquePointer
  private let path: String

  /// Takes over a descriptor whose clock and mask are set: libevdev reads the state when it is made, so what the mask
  /// lets through from then on and what it has seen fit together.
  init(_ descriptor: consuming OwnedDescriptor, path: String) throws(EvdevError) {
    var device: OpaquePointer?
    let status = unsafe libevdev_new_from_fd(descriptor.rawValue, &device)
    guard status == 0, let device = unsafe device else {
      throw status == -ENODEV ? .gone(path: path) : .notAnInputDevice(path: path, Errno(status: status))
    }
    self.descriptor = descriptor
    unsafe self.device = device
    self.path = path
  }

  // The descriptor goes after this, with its owner.
  deinit { unsafe libevdev_free(device) }

  var rawDescriptor: Int32 { descriptor.rawValue }

  // MARK: What it is

  /// All that the device says of itself, as long as nothing was disabled.
  var description: DeviceDescription {
    let codes = Self.codes { type, code in unsafe libevdev_has_event_code(device, type, code) == 1 }
    var axes: [EventCode: AxisInfo] = [:]
    for code in codes where code.type == .abs {
      guard let axis = unsafe libevdev_get_abs_info(device, UInt32(code.code)) else { continue }
      axes[code] = unsafe AxisInfo(
        minimum: axis.pointee.minimum, maximum: axis.pointee.maximum, fuzz: axis.pointee.fuzz,
        flat: axis.pointee.flat, resolution: axis.pointee.resolution, value: axis.pointee.value)
    }
    return unsafe DeviceDescription(
      name: Self.text(libevdev_get_name(device)),
      identity: DeviceIdentity(
        bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
        vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
        product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
        version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device))),
      phys: Self.text(libevdev_get_phys(device)), uniq: Self.text(libevdev_get_uniq(device)),
      properties: Set(
        (0..<UInt16(INPUT_PROP_CNT)).filter { unsafe libevdev_has_property(device, UInt32($0)) == 1 }
          .map(InputProperty.init(rawValue:))),
      codes: codes, axes: axes)
  }

  private static func codes(where has: (UInt32, UInt32) -> Bool) -> Set<EventCode> {
    var codes: Set<EventCode> = []
    for type in UInt32(EV_SYN + 1)..<UInt32(EV_CNT) {
      let last = libevdev_event_type_get_max(type)
      guard last >= 0 else { continue }
      for code in 0...UInt32(last) where has(type, code) {
        codes.insert(EventCode(EventType(rawValue: UInt16(type)), UInt16(code)))
      }
    }
    return codes
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }

  // MARK: What comes from it

  /// Makes libevdev drop these codes. The mask alone is not enough: when libevdev reads the state back after a loss it
  /// reports the masked codes that changed as well.
  func disable(_ codes: Set<EventCode>) {
    for code in codes { unsafe libevdev_disable_event_code(device, UInt32(code.type.rawValue), UInt32(code.code)) }
  }

  enum Next {
    case event
    /// The kernel has dropped events: `differences` tells what has changed meanwhile.
    case dropped
    case nothing
  }

  /// The next event, into a buffer of the caller's.
  func next(into event: inout input_event) throws(EvdevError) -> Next {
    switch try next(LIBEVDEV_READ_FLAG_NORMAL, into: &event) {
    case nil: .nothing
    case LIBEVDEV_READ_STATUS_SYNC: .dropped
    default: .event
    }
  }

  /// Reads the state of the device and gives each value that differs from the last known one.
  func differences(_ body: (input_event) -> Void) throws(EvdevError) {
    var event = input_event()
    while try next(LIBEVDEV_READ_FLAG_SYNC, into: &event) != nil { body(event) }
  }

  /// Forgets what is queued and takes the state of the device as it is now for known.
  func settle() throws(EvdevError) {
    var event = input_event()
    _ = try next(LIBEVDEV_READ_FLAG_FORCE_SYNC, into: &event)
    try differences { _ in }
  }

  private func next(
    _ flag: libevdev_read_flag, into event: inout input_event
  ) throws(EvdevError) -> libevdev_read_status? {
    while true {
      let status = unsafe libevdev_next_event(device, flag.rawValue, &event)
      switch status {
      case 0...: return libevdev_read_status(rawValue: UInt32(status))
      case -EAGAIN: return nil
      case -EINTR: continue
      case -ENODEV: throw .gone(path: path)
      default: throw .read(path: path, Errno(status: status))
      }
    }
  }

  // MARK: What it has seen

  /// The values of these codes as the events up to now have left them.
  func state(of codes: Set<EventCode>) -> DeviceState {
    var state = DeviceState()
    for code in codes where (code.type == .key || code.type == .sw) && value(of: code) != 0 { state.down.insert(code) }
    if codes.contains(.x) { state.x = value(of: .x) }
    if codes.contains(.y) { state.y = value(of: .y) }
    let slots = unsafe libevdev_get_num_slots(device)
    guard codes.contains(.mtSlot), slots > 0 else { return state }
    state.currentSlot = Int(unsafe libevdev_get_current_slot(device))
    state.slots = (0..<UInt32(slots)).map { slot in
      SlotState(
        trackingID: codes.contains(.mtTrackingID) ? value(of: .mtTrackingID, slot: slot) : -1,
        x: value(of: .mtPositionX, slot: slot), y: value(of: .mtPositionY, slot: slot),
        toolType: value(of: .mtToolType, slot: slot))
    }
    return state
  }

  private func value(of code: EventCode) -> Int32 {
    unsafe libevdev_get_event_value(device, UInt32(code.type.rawValue), UInt32(code.code))
  }

  /// 0 for an axis that the device has not, or that is disabled.
  private func value(of code: EventCode, slot: UInt32) -> Int32 {
    unsafe libevdev_get_slot_value(device, slot, UInt32(code.code))
  }

  // MARK: Grab

  func setGrab(_ grab: Bool) -> Errno? {
    let status = unsafe libevdev_grab(device, grab ? LIBEVDEV_GRAB : LIBEVDEV_UNGRAB)
    return status == 0 ? nil : Errno(status: status)
  }

  /// Whether any key is down, bound or not. Reading this throws away the key events in the queue.
  func isAnyKeyDown() throws(EvdevError) -> Bool {
    let status = evb_any_key_down(rawDescriptor)
    guard status >= 0 else { throw status == -ENODEV ? .gone(path: path) : .read(path: path, Errno(status: status)) }
    return status == 1
  }
}
