import Evdev
import InputModel

/// A USB panel as most are: HID reports of up to five contacts.
final class ReportPanel: TouchPanel {
  private static let contacts = 5
  private let device: UHIDDevice
  private var down: [Finger] = []

  init() throws {
    device = try UHIDDevice(
      name: "evbridge test HID glass", layout: Self.layout, features: [2: [2, UInt8(Self.contacts)]])
  }

  var name: String { device.node.description.name }
  /// As udev has it.
  var kind: DeviceClass? { device.node.kind }
  var node: String { device.node.path }

  func show(_ fingers: [Finger]) throws {
    // A finger that lifts is told once more, without its tip.
    let lifted = down.filter { finger in !fingers.contains { $0.number == finger.number } }
    let told = fingers.map { ($0, tip: UInt8(1)) } + lifted.map { ($0, tip: UInt8(0)) }
    var report: [UInt8] = [1]
    for (finger, tip) in told { report += [tip, UInt8(finger.number)] + Self.bytes(finger.x) + Self.bytes(finger.y) }
    report += repeatElement(0, count: (Self.contacts - told.count) * 6)
    try device.send(report + [UInt8(told.count)])
    down = fingers
  }

  private static func bytes(_ value: Int32) -> [UInt8] { [UInt8(value & 0xff), UInt8(value >> 8)] }

  /// Report 1: the contacts, then how many of them count. Report 2, a feature: how many there can be, which the driver asks.
  private static let layout: [UInt8] =
    [
      0x05, 0x0d,  // usage page: digitizers
      0x09, 0x04,  // touch screen
      0xa1, 0x01,  // application
      0x85, 0x01,  // report 1
    ] + [[UInt8]](repeating: contact, count: contacts).flatMap { $0 } + [
      0x05, 0x0d, 0x15, 0x00, 0x25, UInt8(contacts), 0x75, 0x08, 0x95, 0x01,
      0x09, 0x54, 0x81, 0x02,  // contact count
      0x85, 0x02, 0x25, 0x0a,  // report 2
      0x09, 0x55, 0xb1, 0x02,  // contact count maximum
      0xc0,
    ]

  private static let contact: [UInt8] = [
    0x05, 0x0d,  // digitizers
    0x09, 0x22,  // finger
    0xa1, 0x02,  // logical
    0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x01,
    0x09, 0x42, 0x81, 0x02,  // tip switch
    0x95, 0x07, 0x81, 0x03,  // seven bits of nothing
    0x25, 0x0f, 0x75, 0x08, 0x95, 0x01,
    0x09, 0x51, 0x81, 0x02,  // contact identifier
    0x05, 0x01,  // generic desktop
    0x75, 0x10, 0x55, 0x0e, 0x65, 0x11,  // 16 bits, hundredths of a centimetre
    0x26, 0xf0, 0x0f, 0x35, 0x00, 0x46, 0x48, 0x0d,  // up to 4,080 on 340.0 mm: 12 per mm
    0x09, 0x30, 0x81, 0x02,  // x
    0x26, 0x00, 0x09, 0x46, 0x80, 0x07,  // up to 2,304 on 192.0 mm
    0x09, 0x31, 0x81, 0x02,  // y
    0x45, 0x00, 0x55, 0x00, 0x65, 0x00,  // the rest has no size
    0xc0,
  ]
}
