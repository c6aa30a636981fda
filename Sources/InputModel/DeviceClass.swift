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
