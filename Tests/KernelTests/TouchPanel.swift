import InputModel

/// A finger on a panel: which one it is, and where, in units of the panel.
struct Finger: Hashable {
  static let unitsPerMillimeter = 12.0

  var number: Int
  var x: Int32
  var y: Int32

  /// - Parameter point: in millimetres
  init(_ number: Int = 0, at point: Point) {
    self.number = number
    x = Int32((point.x * Self.unitsPerMillimeter).rounded())
    y = Int32((point.y * Self.unitsPerMillimeter).rounded())
  }

  init(_ number: Int = 0, x: Millimeters, y: Millimeters) { self.init(number, at: Point(x: x, y: y)) }

  /// In millimetres.
  var position: Point { Point(x: Double(x) / Self.unitsPerMillimeter, y: Double(y) / Self.unitsPerMillimeter) }
}

/// A touchscreen of some 340 mm by 192 mm, on which a test puts up to five fingers. Unplugged
/// when nobody has it any more.
protocol TouchPanel: AnyObject {
  var name: String { get }
  /// One frame: these fingers touch, and no others.
  func show(_ fingers: [Finger]) throws
}

/// The ways in which a panel tells of fingers.
enum PanelKind: String, CaseIterable, CustomStringConvertible {
  /// Multitouch protocol B.
  case slots
  /// Multitouch protocol A.
  case anonymous
  /// HID reports that the kernel's hid-multitouch makes slots of.
  case reports

  var description: String { rawValue }

  func plugIn() throws -> any TouchPanel {
    switch self {
    case .slots: try SlotPanel()
    case .anonymous: try AnonymousPanel()
    case .reports: try ReportPanel()
    }
  }
}
