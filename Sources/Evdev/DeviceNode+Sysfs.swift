import CLibsystemdDevice
import Glibc
import InputModel

extension DeviceNode {
  /// The names, as in /sys/class/leds, of the lights that the kernel made for the device or for what it is a part of;
  /// sorted.
  public var lights: [String] {
    let device = "/sys/class/input/\(path.split(separator: "/").last ?? "")/device"
    let own = FolderNames.of(device).filter { unsafe access("\(device)/\($0)/brightness", F_OK) == 0 }
    return (own + FolderNames.of(device + "/device/leds")).sorted()
  }

  /// Reads what sysfs and, where there is one, the udev database say of an sd_device; nil for what is not an event
  /// node, such as its parent or `mouseN`.
  init?(_ device: OpaquePointer) {
    guard unsafe Self.text({ unsafe sd_device_get_sysname(device, $0) })?.hasPrefix("event") == true,
      let path = unsafe Self.path(of: device)
    else { return nil }
    let attribute = { (name: String) in
      unsafe Self.text { unsafe sd_device_get_sysattr_value(device, "device/" + name, $0) } ?? ""
    }
    let property = { (name: String) in unsafe Self.text { unsafe sd_device_get_property_value(device, name, $0) } }
    let identity = { (name: String) in UInt16(attribute("id/" + name), radix: 16) ?? 0 }
    self.init(
      path: path,
      description: DeviceDescription(
        name: attribute("name"),
        identity: DeviceIdentity(
          bus: identity("bustype"), vendor: identity("vendor"), product: identity("product"),
          version: identity("version")),
        phys: attribute("phys"), uniq: attribute("uniq"),
        properties: Set(SysfsBitmap(attribute("properties")).bits.map(InputProperty.init(rawValue:))),
        codes: Self.codes { attribute("capabilities/" + $0) }),
      links: unsafe Self.links(of: device),
      kind: Self.kind { property($0) == "1" },
      calibrationMatrix: property("LIBINPUT_CALIBRATION_MATRIX"))
  }

  /// The device node of an sd_device, known also when the device has just left.
  static func path(of device: OpaquePointer) -> String? {
    unsafe text { unsafe sd_device_get_devname(device, $0) }
  }

  private static func text(_ get: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Int32) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe get(&value) >= 0, let value = unsafe value else { return nil }
    return unsafe String(cString: value)
  }

  private static func links(of device: OpaquePointer) -> [String] {
    var links: [String] = []
    var link = unsafe sd_device_get_devlink_first(device)
    while let text = unsafe link {
      links.append(unsafe String(cString: text))
      unsafe link = sd_device_get_devlink_next(device)
    }
    return links.sorted()
  }

  /// The codes of the capability files. Auto-repeat has no file of its own: its two settings come with the type.
  static func codes(capability: (String) -> String) -> Set<EventCode> {
    let files: [(EventType, String)] = [
      (.key, "key"), (.rel, "rel"), (.abs, "abs"), (.msc, "msc"), (.sw, "sw"), (.led, "led"), (.snd, "snd"),
      (.ff, "ff"),
    ]
    var codes: Set<EventCode> = []
    for (type, file) in files {
      for bit in SysfsBitmap(capability(file)).bits { codes.insert(EventCode(type, bit)) }
    }
    if SysfsBitmap(capability("ev")).bits.contains(EventType.rep.rawValue) {
      codes.formUnion([EventCode(.rep, 0), EventCode(.rep, 1)])
    }
    return codes
  }

  /// A device may have several of udev's marks (a touchscreen with buttons is both): the most telling one counts.
  static func kind(has: (String) -> Bool) -> DeviceClass? {
    let kinds: [(String, DeviceClass)] = [
      ("ID_INPUT_TOUCHSCREEN", .touchscreen), ("ID_INPUT_TOUCHPAD", .touchpad), ("ID_INPUT_TABLET", .pen),
      ("ID_INPUT_MOUSE", .mouse), ("ID_INPUT_POINTINGSTICK", .mouse), ("ID_INPUT_JOYSTICK", .other),
      ("ID_INPUT_KEYBOARD", .keyboard), ("ID_INPUT_KEY", .buttons), ("ID_INPUT_SWITCH", .switch),
      ("ID_INPUT", .other),
    ]
    return kinds.first { has($0.0) }?.1
  }
}
