import Evdev
import InputModel

/// The two things that a person presses here.
enum Pressing: String, CaseIterable, CustomStringConvertible {
  case key
  case zone

  var description: String { rawValue }

  var device: DeviceDescription { self == .key ? Devices.button : Devices.glass }

  /// Makes the configuration one of this.
  func configure(_ parts: inout Booth.Parts) {
    guard self == .zone else { return }
    parts.button = "{ match: { name: \"\(device.name)\", kind: touchscreen } }"
    parts.trigger = "{ device: button, zone: { center: [170mm, 96mm], radius: 12mm } }"
  }
}

/// A person's hand: on a button, or over a touchscreen with a round zone in its middle.
struct Hand: ~Copyable {
  let pressing: Pressing
  let device: UInputDevice

  init(_ pressing: Pressing) throws {
    self.pressing = pressing
    device = try UInputDevice(pressing.device)
  }

  func press() throws {
    switch pressing {
    case .key: try device.press(.keyRecord)
    case .zone: try land(finger: 0, id: 5, x: 170, y: 96)
    }
  }

  func lift() throws {
    switch pressing {
    case .key: try device.lift(.keyRecord)
    case .zone: try lift(finger: 0)
    }
  }

  /// More events than any queue holds; what is pressed stays pressed.
  func overflow() throws {
    for round in Int32(0)..<600 {
      switch pressing {
      case .key:
        try device.lift(.keyRecord)
        try device.press(.keyRecord)
      case .zone: try move(finger: 0, x: 170 + round % 2, y: 96)
      }
    }
  }

  // MARK: Fingers, in millimetres

  func land(finger: Int32, id: Int32, x: Int32, y: Int32) throws {
    try device.send(
      Change(.mtSlot, finger), Change(.mtTrackingID, id), Change(.mtPositionX, 12 * x), Change(.mtPositionY, 12 * y),
      Change(.btnTouch, 1))
  }

  func move(finger: Int32, x: Int32, y: Int32) throws {
    try device.send(Change(.mtSlot, finger), Change(.mtPositionX, 12 * x), Change(.mtPositionY, 12 * y))
  }

  func lift(finger: Int32) throws { try device.send(Change(.mtSlot, finger), Change(.mtTrackingID, -1)) }
}
