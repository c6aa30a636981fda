import CLibevdev
import Glibc
public import InputModel

/// A device made through uinput: the kernel and every program take it for real. For testers.
@safe public struct UInputDevice: ~Copyable {
  /// Whether devices can be made here.
  public static var isAvailable: Bool { obstacle == nil }

  /// Why none can be made; nil when they can.
  public static var obstacle: EvdevError? {
    do throws(EvdevError) {
      _ = try openUInput().rawValue
      return nil
    } catch {
      return error
    }
  }

  /// The event node, `/dev/input/eventN`. It is there at once, but root's alone until udev's rules have run.
  public let node: String

  private let name: String
  private let descriptor: OwnedDescriptor
  private let device: OpaquePointer

  /// Makes a device of this description: name, ids, phys, properties, codes and axes. `uniq` can not be set. An axis
  /// that `axes` has not ranges from 0 to 0. Of force feedback (`EV_FF`) it knows rumble: see `takeWritten`.
  public init(_ description: DeviceDescription) throws(EvdevError) {
    let descriptor = try Self.openUInput()
    let status =
      description.phys.isEmpty ? 0 : unsafe evb_uinput_set_phys(descriptor.rawValue, description.phys)
    guard status == 0 else { throw .create(name: description.name, Errno(status: status)) }
    let template = try Template(description)
    let (device, node) = try unsafe template.create(on: descriptor.rawValue)
    self.node = node
    self.name = description.name
    self.descriptor = descriptor
    unsafe self.device = device
  }

  deinit { unsafe libevdev_uinput_destroy(device) }

  private static func openUInput() throws(EvdevError) -> OwnedDescriptor {
    do {
      return try OwnedDescriptor(opening: "/dev/uinput", O_RDWR)
    } catch {
      switch error.rawValue {
      case ENOENT, ENODEV: throw .noUInput
      case EACCES: throw .uinputDenied
      default: throw .open(path: "/dev/uinput", error)
      }
    }
  }

  var rawDescriptor: Int32 { descriptor.rawValue }

  // MARK: Writing

  /// Writes one event. The kernel stamps it, drops it when it changes nothing, and keeps it back until `report()`.
  public func write(_ code: EventCode, _ value: Int32) throws(EvdevError) {
    let status = unsafe libevdev_uinput_write_event(device, UInt32(code.type.rawValue), UInt32(code.code), value)
    guard status == 0 else { throw .write(name: name, Errno(status: status)) }
  }

  /// Ends the frame (`SYN_REPORT`).
  public func report() throws(EvdevError) { try write(.synReport, 0) }

  /// Writes events as they are, reports included; their times are the caller's business.
  public func write(_ events: [RawEvent]) throws(EvdevError) {
    for event in events { try write(event.code, event.value) }
  }
}

/// A description in the form in which libevdev takes it.
@safe private struct Template: ~Copyable {
  private let device: OpaquePointer
  private let name: String

  init(_ description: DeviceDescription) throws(EvdevError) {
    guard let device = unsafe libevdev_new() else { throw .create(name: description.name, .outOfMemory) }
    unsafe self.device = device
    name = description.name
    unsafe libevdev_set_name(device, description.name)
    unsafe libevdev_set_id_bustype(device, Int32(description.identity.bus))
    unsafe libevdev_set_id_vendor(device, Int32(description.identity.vendor))
    unsafe libevdev_set_id_product(device, Int32(description.identity.product))
    unsafe libevdev_set_id_version(device, Int32(description.identity.version))
    for property in description.properties { unsafe libevdev_enable_property(device, UInt32(property.rawValue)) }
    for code in description.codes { enable(code, axis: description.axes[code]) }
  }

  deinit { unsafe libevdev_free(device) }

  private func enable(_ code: EventCode, axis: AxisInfo?) {
    let (type, number) = (UInt32(code.type.rawValue), UInt32(code.code))
    switch code.type {
    case .abs:
      var info = input_absinfo(
        value: axis?.value ?? 0, minimum: axis?.minimum ?? 0, maximum: axis?.maximum ?? 0, fuzz: axis?.fuzz ?? 0,
        flat: axis?.flat ?? 0, resolution: axis?.resolution ?? 0)
      unsafe libevdev_enable_event_code(device, type, number, &info)
    case .rep:
      // libevdev wants a value and uinput takes none: the kernel's own delay and period hold.
      var value: Int32 = 0
      unsafe libevdev_enable_event_code(device, type, number, &value)
    default:
      unsafe libevdev_enable_event_code(device, type, number, nil)
    }
  }

  func create(on descriptor: Int32) throws(EvdevError) -> (OpaquePointer, node: String) {
    var created: OpaquePointer?
    let status = unsafe libevdev_uinput_create_from_device(device, descriptor, &created)
    guard status == 0, let created = unsafe created else { throw .create(name: name, Errno(status: status)) }
    guard let node = unsafe libevdev_uinput_get_devnode(created) else {
      unsafe libevdev_uinput_destroy(created)
      throw .create(name: name, Errno(rawValue: ENODEV))
    }
    return unsafe (created, String(cString: node))
  }
}
