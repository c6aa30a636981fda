import Evdev
import InputModel

/// A panel of multitouch protocol A: every frame has all fingers, and does not say which is which.
final class AnonymousPanel: TouchPanel {
  private let device: UInputDevice

  init(_ description: DeviceDescription = Devices.anonymousGlass) throws { device = try UInputDevice(description) }

  var name: String { Devices.anonymousGlass.name }

  func show(_ fingers: [Finger]) throws {
    for finger in fingers {
      try device.write(.mtPositionX, finger.x)
      try device.write(.mtPositionY, finger.y)
      try device.write(.synMTReport, 0)
    }
    try device.send(Change(.btnTouch, fingers.isEmpty ? 0 : 1))
  }
}
