import Evdev
import InputModel
import ProtocolA
import Testing

extension Kernel {
  /// A panel of protocol A, from the kernel to frames.
  @Suite struct AnonymousTouchTests {
    private static let glass = DeviceDescription(
      name: "evbridge test glass A", properties: [.direct], codes: [.btnTouch, .x, .y, .mtPositionX, .mtPositionY],
      axes: Devices.glass.axes.filter { [.x, .y, .mtPositionX, .mtPositionY].contains($0.key) })

    /// What the device has queued, as frames: "id:phase(x,y)", in device units.
    private struct Frames: ~Copyable {
      var translator: SlotTranslator
      var assembler: FrameAssembler

      mutating func of(_ events: [RawEvent]) -> [String] {
        var translated: [RawEvent] = []
        for event in events { translator.consume(event, into: &translated) }
        var texts: [String] = []
        for event in translated where assembler.consume(event) {
          let contacts = assembler.frame.contacts.map {
            "\($0.id.rawValue):\($0.phase)(\(Int($0.position.x.rounded())),\(Int($0.position.y.rounded())))"
          }
          if !contacts.isEmpty { texts.append(contacts.joined(separator: " ")) }
        }
        return texts
      }
    }

    private func send(_ contacts: (Int32, Int32)..., to device: borrowing UInputDevice, touch: Int32) throws {
      for (x, y) in contacts {
        try device.write(.mtPositionX, x)
        try device.write(.mtPositionY, y)
        try device.write(.synMTReport, 0)
      }
      try device.send(Change(.btnTouch, touch))
    }

    private struct NotAnonymous: Error {}

    private func frames(of description: DeviceDescription) throws -> Frames {
      guard let translator = SlotTranslator(describing: description) else { throw NotAnonymous() }
      let calibration = Calibration(describing: description, size: Size(width: 4_095, height: 2_303))
      return Frames(
        translator: translator,
        assembler: FrameAssembler(description: description, calibration: calibration, state: DeviceState()))
    }

    @Test("two fingers that the device does not tell apart keep their ids, and the last lifts with the touch key alone")
    func fingers() throws {
      let made = try UInputDevice(Self.glass)
      var device = try Device(path: made.node, codes: Device.touchCodes(of: Self.glass))
      var frames = try frames(of: device.description)
      try send((100, 100), (3_000, 2_000), to: made, touch: 1)
      try send((3_001, 2_000), (100, 101), to: made, touch: 1)
      try send((100, 101), to: made, touch: 1)
      try send(to: made, touch: 0)
      #expect(
        frames.of(try device.queued()) == [
          "0:began(100,100) 1:began(3000,2000)", "0:moved(100,101) 1:moved(3001,2000)",
          "1:ended(3001,2000) 0:stationary(100,101)", "0:ended(100,101)",
        ])
    }

    @Test("after an overflow all fingers are cancelled, and what still touches lands anew")
    func overflow() throws {
      let made = try UInputDevice(Self.glass)
      var device = try Device(path: made.node, codes: Device.touchCodes(of: Self.glass))
      var frames = try frames(of: device.description)
      try send((100, 100), to: made, touch: 1)
      #expect(frames.of(try device.queued()) == ["0:began(100,100)"])
      for x in Int32(0)..<600 { try send((x, 100), to: made, touch: 1) }
      let texts = frames.of(try device.queued())
      #expect(texts.first == "0:cancelled(100,100)")
      try send((700, 100), to: made, touch: 1)
      try send(to: made, touch: 0)
      let after = texts + frames.of(try device.queued())
      #expect(after.count { $0.hasPrefix("0:began(") } == 1)
      #expect(after.last == "0:ended(700,100)")
    }
  }
}
