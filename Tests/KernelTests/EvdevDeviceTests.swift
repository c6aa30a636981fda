import Glibc
import InputModel
import Testing

@testable import Evdev

extension Kernel {
  @Suite struct EvdevDeviceTests {
    @Test("a device says of itself what it was made of", arguments: [Devices.button, Devices.keyboard, Devices.glass])
    func description(description: DeviceDescription) throws {
      let made = try UInputDevice(description)
      let device = try Device(path: made.node, codes: [])
      let found = device.description
      #expect(found == description)
      let path = device.path
      #expect(path == made.node)
    }

    @Test("a press and its release come with the kernel's monotonic stamps")
    func press() throws {
      let made = try UInputDevice(Devices.button)
      var device = try Device(path: made.node, codes: [.keyRecord])
      let idle = try device.queued()
      #expect(idle.isEmpty)
      let before = monotonicNow()
      try made.press(.keyRecord)
      let between = monotonicNow()
      try made.lift(.keyRecord)
      let after = monotonicNow()
      let descriptor = device.descriptor
      #expect(isReadable(descriptor))
      let events = try device.queued()
      #expect(events.map(\.change) == [Change(.keyRecord, 1), .report, Change(.keyRecord, 0), .report])
      try #require(events.count == 4)
      #expect(before <= events[0].time && events[0].time <= between)
      #expect(between <= events[2].time && events[2].time <= after)
      #expect(events[1].time == events[0].time)
      #expect(!isReadable(descriptor, within: 0))
    }

    @Test("T40: when the kernel refuses the clock, events are stamped when they are read")
    func ownStamps() throws {
      let made = try UInputDevice(Devices.button)
      var device = try Device(path: made.node, codes: [.keyRecord], clock: 99)
      try made.press(.keyRecord)
      let before = monotonicNow()
      let events = try device.queued()
      let after = monotonicNow()
      #expect(events.map(\.change) == [Change(.keyRecord, 1), .report])
      #expect(events.allSatisfy { before <= $0.time && $0.time <= after })
    }

    @Test("T40: stamps that can not be true, such as those of another clock, give way to the time of reading")
    func foreignStamps() throws {
      let made = try UInputDevice(Devices.button)
      var device = try Device(path: made.node, codes: [.keyRecord], clock: CLOCK_REALTIME)
      try made.press(.keyRecord)
      let before = monotonicNow()
      let events = try device.queued()
      let after = monotonicNow()
      #expect(events.map(\.change) == [Change(.keyRecord, 1), .report])
      #expect(events.allSatisfy { before <= $0.time && $0.time <= after })
    }

    @Test("the events of codes that are not bound wake nobody and never come")
    func unbound() throws {
      let made = try UInputDevice(Devices.button)
      var device = try Device(path: made.node, codes: [.keyRecord])
      let descriptor = device.descriptor
      try made.press(.key(30))
      try made.send(Change(.sw(0), 1))
      #expect(!isReadable(descriptor, within: 0))
      try made.send(Change(.key(1), 1), Change(.keyRecord, 1), Change(EventCode(.msc, 4), 7))
      try made.lift(.key(30))
      let events = try device.queued()
      #expect(events.map(\.change) == [Change(.keyRecord, 1), .report])
      let down = try device.state().down
      #expect(down == [.keyRecord])
    }

    @Test("after an overflow what is so now comes, without a code that is not bound, and without lost presses")
    func overflow() throws {
      let made = try UInputDevice(Devices.button)
      var device = try Device(path: made.node, codes: [.keyRecord, .sw(0)])
      try made.press(.keyRecord)
      let first = try device.queued()
      #expect(first.map(\.change) == [Change(.keyRecord, 1), .report])
      for _ in 0..<400 {
        try made.lift(.keyRecord)
        try made.press(.keyRecord)
      }
      // The release is lost as well: it is found by reading back. So would be this key, which is not bound.
      try made.send(Change(.keyRecord, 0), Change(.key(30), 1), Change(.sw(0), 1))
      let before = monotonicNow()
      let events = try device.queued()
      let after = monotonicNow()
      #expect(events.first?.change == .dropped)
      #expect(Set(events.dropFirst().dropLast().map(\.change)) == [Change(.keyRecord, 0), Change(.sw(0), 1)])
      #expect(events.last?.change == .report)
      #expect(events.count == 4)
      #expect(events.allSatisfy { before <= $0.time && $0.time <= after })

      try made.press(.keyRecord)
      let next = try device.queued()
      #expect(next.map(\.change) == [Change(.keyRecord, 1), .report])
    }

    @Test("an overflow that changed nothing is told all the same")
    func emptyOverflow() throws {
      let made = try UInputDevice(Devices.button)
      var device = try Device(path: made.node, codes: [.keyRecord])
      for _ in 0..<400 {
        try made.press(.keyRecord)
        try made.lift(.keyRecord)
      }
      let events = try device.queued()
      #expect(events.map(\.change) == [.dropped, Change(.keyRecord, 0), .report])
    }

    @Test("asking for the state does not eat a press that is queued")
    func stateReadBack() throws {
      let made = try UInputDevice(Devices.button)
      var device = try Device(path: made.node, codes: [.keyRecord, .sw(0)])
      try made.send(Change(.keyRecord, 1), Change(.sw(0), 1))
      let down = try device.state().down
      #expect(down == [.keyRecord, .sw(0)])
      let events = try device.queued()
      #expect(Set(events.map(\.change)) == [Change(.keyRecord, 1), Change(.sw(0), 1), .report])
      try made.lift(.keyRecord)
      let later = try device.state().down
      #expect(later == [.sw(0)])
    }

    @Test("what is down when a device is opened is known, and is not an event")
    func downAtOpening() throws {
      let made = try UInputDevice(Devices.button)
      try made.send(Change(.keyRecord, 1), Change(.key(30), 1))
      var device = try Device(path: made.node, codes: [.keyRecord, .key(1)])
      let down = device.stateAtOpening.down
      #expect(down == [.keyRecord])
      let nothing = try device.queued()
      #expect(nothing.isEmpty)
      try made.lift(.keyRecord)
      let events = try device.queued()
      #expect(events.map(\.change) == [Change(.keyRecord, 0), .report])
    }

    @Test("no press is lost or invented when a device is opened amid presses")
    func openedAmidPresses() async throws {
      let presser = try Presser()
      let node = await presser.node
      for round in 0..<40 {
        // Fewer than overflow a queue.
        async let pressing: Void = presser.toggle(times: 5 + round % 16)
        var device = try Device(path: node, codes: [.keyRecord])
        try await pressing
        var known = device.stateAtOpening.down
        for event in try device.queued() where event.code != .synReport {
          known = event.change == Change(.keyRecord, 1) ? [.keyRecord] : []
          #expect(event.code == .keyRecord)
        }
        let truth = try device.state().down
        #expect(known == truth)
      }
    }

    private actor Presser {
      private let made: UInputDevice
      private var isDown = false

      init() throws { made = try UInputDevice(Devices.button) }

      var node: String { made.node }

      func toggle(times: Int) throws {
        for _ in 0..<times {
          isDown.toggle()
          try made.send(Change(.keyRecord, isDown ? 1 : 0))
        }
      }
    }

    @Test("a device that is unplugged is gone, as often as it is asked")
    func unplug() throws {
      var made: UInputDevice? = try UInputDevice(Devices.button)
      var device = try Device(path: made?.node ?? "", codes: [.keyRecord])
      try made?.press(.keyRecord)
      made = nil
      let descriptor = device.descriptor
      #expect(isReadable(descriptor))
      let gone = EvdevError.gone(path: device.path)
      for _ in 0..<2 { #expect(throws: gone) { _ = try device.queued() } }
      #expect(throws: gone) { _ = try device.state() }
      #expect(throws: gone) { try device.grab() }
    }

    @Test("what was read before the device went stays in the array")
    func unplugAfterReading() throws {
      var made: UInputDevice? = try UInputDevice(Devices.button)
      var device = try Device(path: made?.node ?? "", codes: [.keyRecord])
      try made?.press(.keyRecord)
      var events: [RawEvent] = []
      try device.drain(into: &events)
      made = nil
      let gone = EvdevError.gone(path: device.path)
      #expect(throws: gone) { try device.drain(into: &events) }
      #expect(events.map(\.change) == [Change(.keyRecord, 1), .report])
    }

    @Test("two readers of one device do not take from each other, nor share a mask")
    func secondReader() throws {
      let made = try UInputDevice(Devices.button)
      var one = try Device(path: made.node, codes: [.keyRecord])
      var other = try Device(path: made.node, codes: [.key(30)])
      try made.send(Change(.keyRecord, 1), Change(.key(30), 1))
      let seenByOne = try one.queued()
      let seenByOther = try other.queued()
      #expect(seenByOne.map(\.change) == [Change(.keyRecord, 1), .report])
      #expect(seenByOther.map(\.change) == [Change(.key(30), 1), .report])
    }

    @Test("a grab waits until all keys are up, keeps the events from others, and gives them back")
    func grab() throws {
      let made = try UInputDevice(Devices.button)
      var one = try Device(path: made.node, codes: [.keyRecord])
      var other = try Device(path: made.node, codes: [.keyRecord])
      // Not bound, and counts all the same.
      try made.press(.key(30))
      #expect(throws: EvdevError.keyDown(path: made.node)) { try one.grab() }
      let grabbedTooEarly = one.isGrabbed
      #expect(!grabbedTooEarly)
      try made.lift(.key(30))

      try one.grab()
      let grabbed = one.isGrabbed
      #expect(grabbed)
      #expect(throws: EvdevError.grabbedByAnother(path: made.node)) { try other.grab() }
      try made.press(.keyRecord)
      try made.lift(.keyRecord)
      let kept = try one.queued()
      let missed = try other.queued()
      #expect(kept.count == 4)
      #expect(missed.isEmpty)

      one.release()
      try made.press(.keyRecord)
      let shared = try other.queued()
      let stillMine = try one.queued()
      #expect(shared.map(\.change) == [Change(.keyRecord, 1), .report])
      #expect(stillMine == shared)
    }

    @Test("the end of a device ends its grab")
    func grabEnds() throws {
      let made = try UInputDevice(Devices.button)
      var one: Device? = try Device(path: made.node, codes: [.keyRecord])
      try one?.grab()
      one = nil
      var other = try Device(path: made.node, codes: [.keyRecord])
      try other.grab()
      let grabbed = other.isGrabbed
      #expect(grabbed)
    }

    @Test("who may not read a device is told its group and the command", .needsUdev)
    func denied() async {
      await #expect(processExitsWith: .success) {
        let made = try UInputDevice(Devices.button)
        var discovery = try Discovery()
        // The rules have set the group by then.
        _ = try discovery.changes { $0.path == made.node }
        try #require(setgroups(0, nil) == 0 && setegid(65_534) == 0 && seteuid(65_534) == 0)
        #expect(throws: EvdevError.denied(path: made.node, group: "input")) {
          _ = try Device(path: made.node, codes: [.keyRecord])
        }
      }
    }

    @Test("a device leaves no descriptor behind, opened or not")
    func noLeak() async {
      await #expect(processExitsWith: .success) {
        let made = try UInputDevice(Devices.button)
        let path = made.node
        let free = dup(0)
        close(free)
        for _ in 0..<8 {
          var device = try Device(path: path, codes: [.keyRecord])
          try device.grab()
          _ = try device.state()
          var discovery = try Discovery()
          _ = try discovery.drain()
          _ = try UInputDevice(Devices.glass).node
        }
        let next = dup(0)
        #expect(next == free)
      }
    }
  }
}
