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

  /// Forbids these codes. The mask alone is not enough: a kernel may refuse it.
  func disable(_ codes: Set<EventCode>) {
    for code in codes { unsafe libevdev_disable_event_code(device, UInt32(code.type.rawValue), UInt32(code.code)) }
  }

  /// Whether an event of this code is let through.
  func passes(_ code: EventCode) -> Bool {
    unsafe libevdev_has_event_code(device, UInt32(code.type.rawValue), UInt32(code.code)) == 1
  }

  /// As many events as one call reads, and an array on the stack.
  typealias Batch = InlineArray<64, input_event>

  /// Reads what is queued, up to a batch; returns how many there are, 0 when nothing is left.
  ///
  /// Not through libevdev, which drops a tracking id that comes to a slot with another one: the new finger would move on
  /// as the old one. The kernel passes such ids on from drivers and programs that give them themselves.
  func read(into batch: inout Batch) throws(EvdevError) -> Int {
    var span = batch.mutableSpan
    while true {
      let length = unsafe span.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor.rawValue, $0.baseAddress, $0.count)
      }
      guard length < 0 else { return length / MemoryLayout<input_event>.stride }
      switch errno {
      case EAGAIN: return 0
      case EINTR: continue
      case ENODEV: throw .gone(path: path)
      case let number: throw .read(path: path, Errno(rawValue: number))
      }
    }
  }

  /// Forgets what is queued and takes the state of the device as it is now for known.
  func settle() throws(EvdevError) {
    var event = input_event()
    var flag = LIBEVDEV_READ_FLAG_FORCE_SYNC
    while true {
      let status = unsafe libevdev_next_event(device, flag.rawValue, &event)
      switch status {
      // The differences, to what it knew before.
      case 0...: flag = LIBEVDEV_READ_FLAG_SYNC
      case -EAGAIN: return
      case -EINTR: continue
      case -ENODEV: throw .gone(path: path)
      default: throw .read(path: path, Errno(status: status))
      }
    }
  }

  // MARK: What is known

  /// The values of these codes as they were when it last settled.
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
