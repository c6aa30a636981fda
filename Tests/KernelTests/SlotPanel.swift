import Evdev
import InputModel

/// A panel of multitouch protocol B: a slot for each finger, and a fresh tracking id for each landing.
final class SlotPanel: TouchPanel {
  private let device: UInputDevice
  private var down: Set<Int> = []
  private var nextID: Int32 = 100

  init() throws { device = try UInputDevice(Devices.glass) }

  var name: String { Devices.glass.name }

  func show(_ fingers: [Finger]) throws {
    for number in down where !fingers.contains(where: { $0.number == number }) {
      try device.write(.mtSlot, Int32(number))
      try device.write(.mtTrackingID, -1)
    }
    for finger in fingers {
      try device.write(.mtSlot, Int32(finger.number))
      if !down.contains(finger.number) {
        try device.write(.mtTrackingID, nextID)
        nextID += 1
      }
      try device.write(.mtPositionX, finger.x)
      try device.write(.mtPositionY, finger.y)
    }
    down = Set(fingers.map(\.number))
    try device.send(Change(.btnTouch, down.isEmpty ? 0 : 1))
  }
}
