/// What a device is for, as far as the program cares.
public enum DeviceClass: String, Hashable, Sendable, CaseIterable {
  /// Direct touch: a finger points at what it means.
  case touchscreen
  case touchpad
  /// A pen or tablet.
  case pen
  case mouse
  case keyboard
  /// A handful of keys: a push button, a foot pedal, a remote.
  case buttons
  /// Switches only (EV_SW): a lid, a hook, a sliding cover.
  case `switch`
  case other
}

extension DeviceClass {
  /// The class by udev's own rules (`input_id`) where they speak of pointing devices, narrowed to one answer: a
  /// keyboard with a pointer on the same node is a keyboard, so that nothing takes it for a surface.
  public init(describing device: DeviceDescription) {
    self =
      if device.isKeyboard {
        .keyboard
      } else if device.isPointing, let pointing = DeviceClass(pointing: device) {
        pointing
      } else if device.has(.btnMouse) && device.has(EventCode(.rel, 0)) && device.has(EventCode(.rel, 1)) {
        .mouse
      } else if device.codes.contains(where: { $0.type == .key }) {
        .buttons
      } else if device.codes.contains(where: { $0.type == .sw }) {
        .switch
      } else {
        .other
      }
  }

  /// The class of a device with positions; nil when they say nothing (a joystick, an accelerometer).
  private init?(pointing device: DeviceDescription) {
    let isDirect = device.has(.direct)
    let isTouched = device.has(.btnTouch) || isDirect
    if device.has(.toolPen) || device.has(.btnStylus) {
      self = .pen
    } else if device.has(.toolFinger) && !isDirect {
      self = .touchpad
    } else if isTouched && (device.hasMultitouch || !device.has(.btnMouse)) {
      self = .touchscreen
    } else if device.has(.btnMouse) {
      self = .mouse
    } else {
      return nil
    }
  }
}

extension DeviceDescription {
  fileprivate var isPointing: Bool { hasMultitouch || has(.x) && has(.y) }

  /// Has `KEY_ESC` (1) to `KEY_S` (31), the keys that udev asks for.
  fileprivate var isKeyboard: Bool { (1...31).allSatisfy { has(.key($0)) } }
}
