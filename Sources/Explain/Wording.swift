internal import EventNames
internal import Gestures
internal import InputModel

/// How numbers and names are written for a person.
enum Wording {
  /// Cut to milliseconds, so that what is below a threshold never reads as if it had reached it.
  static func seconds(_ interval: Interval) -> String { clock(interval) + " s" }

  /// The same without a unit, for a moment.
  static func clock(_ sinceStart: Interval) -> String {
    let milliseconds = sinceStart.microseconds / 1_000
    return decimal(milliseconds.magnitude, decimals: 3, isNegative: milliseconds < 0)
  }

  static func number(_ number: Double, decimals: Int) -> String {
    if decimals == 0 { return String(Int(min(max(number, -9e15), 9e15).rounded())) }
    var units = number.magnitude
    for _ in 0..<decimals { units *= 10 }
    let rounded = UInt64(min(units.rounded(), 9e15))
    return decimal(rounded, decimals: decimals, isNegative: number < 0 && rounded > 0)
  }

  /// Two numbers with as many decimals, at least one, as it takes to tell them apart.
  static func pair(_ a: Double, _ b: Double) -> (String, String) {
    for decimals in 1...3 {
      let pair = (number(a, decimals: decimals), number(b, decimals: decimals))
      if pair.0 != pair.1 { return pair }
    }
    return (number(a, decimals: 4), number(b, decimals: 4))
  }

  static func point(_ point: Point) -> String {
    "\(number(point.x, decimals: 1)), \(number(point.y, decimals: 1)) mm"
  }

  static func degrees(_ angle: Radians) -> Double { angle * 180 / .pi }

  static func fingers(_ count: Int) -> String { count == 1 ? "1 finger" : "\(count) fingers" }

  /// As in `KEY_RECORD`; the numbers where it has no name.
  static func name(_ code: EventCode) -> String {
    EventNames.name(of: code) ?? "code \(code.type.rawValue):\(code.code)"
  }

  private static func decimal(_ units: UInt64, decimals: Int, isNegative: Bool) -> String {
    let digits = String(units)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    return "\(isNegative ? "-" : "")\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}

extension GestureKind {
  var words: String {
    switch self {
    case .tap: "tap"
    case .doubleTap: "double tap"
    case .longPress: "long press"
    case .pan: "pan"
    case .pinch: "pinch"
    case .rotation: "rotate"
    case .swipe: "swipe"
    }
  }
}

extension DeviceDescription {
  /// What presses are told by: not the keys that say that a surface is touched, and with what.
  func isButton(_ code: EventCode) -> Bool {
    guard code.type == .key || code.type == .sw else { return false }
    switch TouchProtocol(describing: self) {
    case nil: return true
    case .single(let key) where key == code: return false
    default: return code.type == .sw || !(EventCode.toolPen.code...0x14f).contains(code.code)
    }
  }
}
