import Evdev
import InputModel
import Testing

extension Kernel {
  @Suite struct EvdevTouchTests {
    private func touch(_ slot: Int32, _ id: Int32, x: Int32, y: Int32) -> [RawEvent] {
      [
        RawEvent(.zero, .mtSlot, slot), RawEvent(.zero, .mtTrackingID, id), RawEvent(.zero, .mtPositionX, x),
        RawEvent(.zero, .mtPositionY, y),
      ]
    }

    @Test("two fingers come as slots, and the state has them")
    func slots() throws {
      let made = try UInputDevice(Devices.glass)
      var device = try Device(path: made.node, codes: Device.touchCodes(of: Devices.glass))
      try made.write(touch(0, 5, x: 100, y: 200) + touch(1, 6, x: 300, y: 400))
      try made.send(Change(.btnTouch, 1), Change(.x, 100), Change(.y, 200))
      let state = try device.state()
      let events = try device.queued()
      // Slot 0 is the current one from the start: the kernel does not say it.
      #expect(
        events.map(\.change) == [
          Change(.mtTrackingID, 5), Change(.mtPositionX, 100), Change(.mtPositionY, 200),
          Change(.mtSlot, 1), Change(.mtTrackingID, 6), Change(.mtPositionX, 300), Change(.mtPositionY, 400),
          Change(.btnTouch, 1), Change(.x, 100), Change(.y, 200), .report,
        ])
      var slots = [SlotState](repeating: SlotState(), count: 10)
      slots[0] = SlotState(trackingID: 5, x: 100, y: 200)
      slots[1] = SlotState(trackingID: 6, x: 300, y: 400)
      #expect(state == DeviceState(down: [.btnTouch], currentSlot: 1, slots: slots, x: 100, y: 200))

      let second = try Device(path: made.node, codes: Device.touchCodes(of: Devices.glass))
      let known = second.stateAtOpening
      #expect(known == state)
      let without = try Device(path: made.node, codes: [.btnTouch])
      let knownWithout = without.stateAtOpening
      #expect(knownWithout == DeviceState(down: [.btnTouch]))
    }

    @Test("a new tracking id in a slot that has one comes through: libevdev would drop it")
    func newIDOnLiveSlot() throws {
      let made = try UInputDevice(Devices.glass)
      var device = try Device(path: made.node, codes: Device.touchCodes(of: Devices.glass))
      try made.write(touch(0, 5, x: 100, y: 200))
      try made.report()
      _ = try device.queued()
      try made.write(touch(0, 7, x: 1_000, y: 200))
      try made.report()
      let events = try device.queued()
      #expect(events.map(\.change) == [Change(.mtTrackingID, 7), Change(.mtPositionX, 1_000), .report])
      let state = try device.state()
      #expect(state.slots[0] == SlotState(trackingID: 7, x: 1_000, y: 200))
    }

    @Test("an overflow amid touches is one frame that has every slot as it is now")
    func overflow() throws {
      let made = try UInputDevice(Devices.glass)
      var device = try Device(path: made.node, codes: Device.touchCodes(of: Devices.glass))
      try made.write(touch(0, 5, x: 100, y: 200) + touch(1, 6, x: 300, y: 400))
      try made.send(Change(.btnTouch, 1))
      _ = try device.queued()
      for x in Int32(0)..<600 { try made.send(Change(.mtSlot, 1), Change(.mtPositionX, x)) }
      try made.send(Change(.mtSlot, 0), Change(.mtTrackingID, -1))
      try made.write(touch(0, 7, x: 1_000, y: 1_100))
      try made.send(Change(.mtSlot, 1), Change(.mtTrackingID, -1))
      let state = try device.state()
      let events = try device.queued()
      #expect(events.first?.change == .dropped)
      #expect(events.last?.change == .report)
      #expect(events.filter { $0.code == .synReport || $0.code == .synDropped }.count == 2)

      var slot = 0
      var ids: [Int32] = []
      var positions: [Int: [Int32]] = [:]
      for event in events {
        switch event.code {
        case .mtSlot: slot = Int(event.value)
        case .mtTrackingID: ids.append(event.value)
        case .mtPositionX, .mtPositionY: positions[slot, default: []].append(event.value)
        default: break
        }
      }
      #expect(ids == [7] + repeatElement(-1, count: 9))
      #expect(positions[0] == [1_000, 1_100])
      #expect(state.slots[0] == SlotState(trackingID: 7, x: 1_000, y: 1_100))
      #expect(state.slots[1].trackingID == -1)
    }
  }
}
