import CLibevdevNames
public import InputModel

/// The kernel's names of event codes, as libevdev's tables have them: a pure mapping in both directions.
public enum EventNames {
  /// The code of a name such as `KEY_RECORD`, `BTN_TOUCH` or `SW_LID`, aliases (`BTN_A`) included; nil when there is
  /// no such code. The ends of the ranges (`KEY_MAX`) are not codes.
  public static func code(named name: String) -> EventCode? {
    guard !name.hasSuffix("_MAX") else { return nil }
    let type = unsafe libevdev_event_type_from_code_name(name)
    let code = unsafe libevdev_event_code_from_code_name(name)
    guard let type = UInt16(exactly: type), let code = UInt16(exactly: code) else { return nil }
    return EventCode(EventType(rawValue: type), code)
  }

  /// The name of a code; nil for one that has none.
  public static func name(of code: EventCode) -> String? {
    guard let text = unsafe libevdev_event_code_get_name(UInt32(code.type.rawValue), UInt32(code.code)) else {
      return nil
    }
    let name = unsafe String(cString: text)
    return name.hasSuffix("_MAX") ? nil : name
  }

  /// All names of a type in the order of their codes, for a "did you mean".
  public static func all(of type: EventType) -> [String] {
    let last = libevdev_event_type_get_max(UInt32(type.rawValue))
    guard let last = UInt16(exactly: last) else { return [] }
    return (0...last).compactMap { name(of: EventCode(type, $0)) }
  }
}
