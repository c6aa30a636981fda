import Evdev
import Glibc
import InputModel
import Takes
import Testing

// What the program writes to input devices, as the kernel hands it to them.
extension Kernel {
  @Suite struct DeviceOutputTests {
    private static let misc = EventCode(.led, 8)
    private static let name = "Evbridge test lit button"
    private static let description = DeviceDescription(
      name: name, identity: DeviceIdentity(bus: 3, vendor: 0x16c0, product: 0x05e2, version: 1),
      codes: [.keyRecord, misc, .tone, .bell])

    @Test("a light is written, not twice, and given back as it was")
    func light() throws {
      let device = try UInputDevice(Self.description)
      let reader = try Device(path: device.node, codes: [.keyRecord])
      var outer = try DeviceOutput(of: reader, lights: [Self.misc])
      try outer.show(isLit: true)
      try outer.show(isLit: true)
      #expect(device.takeValues().map { $0.value } == [1])
      do {
        var inner = try DeviceOutput(of: reader, lights: [Self.misc])
        try inner.show(isLit: false)
        #expect(device.takeValues().map { $0.value } == [0])
      }
      #expect(device.takeValues().map { $0.value } == [1])
    }

    @Test("tones are sounded, and silence at the end")
    func tones() throws {
      let device = try UInputDevice(Self.description)
      let reader = try Device(path: device.node, codes: [.keyRecord])
      do {
        var output = try DeviceOutput(of: reader, sounds: true)
        try output.sound(hertz: 880)
        try output.sound(hertz: 440)
      }
      let written = device.takeValues()
      #expect(written.map { $0.code } == [.tone, .tone, .tone])
      #expect(written.map { $0.value } == [880, 440, 0])
    }

    @Test("what a device has not is an error that names it")
    func missing() throws {
      let device = try UInputDevice(Devices.button)
      let reader = try Device(path: device.node, codes: [.keyRecord])
      #expect(throws: EvdevError.noLight(path: device.node, number: 8)) {
        _ = try DeviceOutput(of: reader, lights: [Self.misc]).path
      }
      #expect(throws: EvdevError.noSound(path: device.node)) { _ = try DeviceOutput(of: reader, sounds: true).path }
      #expect(throws: EvdevError.noRumble(path: device.node)) {
        var rumble = try Rumble(path: device.node)
        try rumble.play(Rumble.Effect(strong: 1, weak: 1, length: 100))
      }
    }

    @Test("check names what the device of a feedback has not, and writes nothing")
    func check() throws {
      let full = try UInputDevice(Self.description)
      let plain = try UInputDevice(Devices.button)
      var discovery = try Discovery()
      try discovery.appearance(of: [full.node, plain.node])
      for (device, name, isFull) in [(full.node, Self.name, true), (plain.node, Devices.button.name, false)] {
        let booth = try Booth {
          $0.button = "{ match: { name: \"\(name)\" } }"
          $0.rest = """
            feedback: { lamp: { leds: [{ device: button, led: LED_MISC }] }, beep: { beep: button }, \
            shake: { rumble: button } }
            """
        }
        let check = try booth.check()
        #expect(try check.exit() == .exited(0))
        let said = check.lines.joined(separator: "\n")
        #expect(said.contains("feedback 'lamp': \(EvdevError.noLight(path: device, number: 8))") == !isFull)
        #expect(said.contains("feedback 'beep': \(EvdevError.noSound(path: device))") == !isFull)
        #expect(said.contains("feedback 'shake': \(EvdevError.noRumble(path: device))"))
      }
      #expect(full.takeValues().isEmpty)
    }

    @Test("a configuration that is read again lights and sounds the button as before")
    func reload() throws {
      let device = try UInputDevice(Self.description)
      let booth = try Booth {
        $0.button = "{ match: { name: \"\(Self.name)\" } }"
        $0.control = "hold: 3s"
        $0.rest = "feedback: { lamp: { leds: [{ device: button, led: LED_MISC }] }, beep: { beep: button } }"
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      daemon.send(.hangup)
      try daemon.line("the configuration is reloaded")
      try daemon.event("device.added")
      _ = device.takeValues()
      try device.press(.keyRecord)
      #expect(device.writes(1, while: daemon).map { $0.value } == [1])
      try device.lift(.keyRecord)
      try daemon.event("tooltip.shown")
      let written = device.writes(9, while: daemon)
      #expect(written.filter { $0.code == .tone }.map { $0.value } == [660, 0, 660, 0])
      daemon.send(.terminate)
      #expect(try daemon.exit() == .exited(0))
    }

    @Test("the light and the tones of the button itself: a press, a hint, and everything given back at the end")
    func daemon() throws {
      let device = try UInputDevice(Self.description)
      let booth = try Booth {
        $0.button = "{ match: { name: \"\(Self.name)\" } }"
        $0.command = Recorders.quick
        // An emulated machine is slow to let go.
        $0.control = "hold: 3s"
        $0.rest = """
          feedback: { lamp: { leds: [{ device: button, led: LED_MISC }] }, beep: { beep: button } }
          """
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try device.press(.keyRecord)
      #expect(device.writes(1, while: daemon).map { $0.value } == [1])
      try device.lift(.keyRecord)
      try daemon.event("tooltip.shown")
      let written = device.writes(9, while: daemon)
      // Dark, long, dark, short, dark; 660 Hz long and short.
      #expect(written.filter { $0.code == Self.misc }.map { $0.value } == [0, 1, 0, 1, 0])
      #expect(written.filter { $0.code == .tone }.map { $0.value } == [660, 0, 660, 0])

      // A take is steady and silent.
      try device.press(.keyRecord)
      try daemon.event("take.recording")
      #expect(device.writes(1, while: daemon).map { $0.value } == [1])
      daemon.send(.terminate)
      #expect(try daemon.exit() == .exited(0))
      let last = device.takeValues()
      #expect(last.last { $0.code == Self.misc }?.value == 0)
      #expect(last.last { $0.code == .tone }.map { $0.value } ?? 0 == 0)
    }

    @Test("the light of a button that is plugged in again shows what the others show, each time")
    func replugged() throws {
      let booth = try Booth {
        $0.button = "{ match: { name: \"\(Self.name)\" } }"
        $0.control = "hold: 3s"
        $0.rest = "feedback: { lamp: { leds: [{ device: button, led: LED_MISC }], idle: \"on\" } }"
      }
      var device: UInputDevice? = try UInputDevice(Self.description)
      let daemon = try booth.run()
      try daemon.event("device.added")
      #expect(device?.writes(1, while: daemon) == [Change(Self.misc, 1)])
      for _ in 0..<2 {
        device = nil
        try daemon.event("device.removed")
        device = try UInputDevice(Self.description)
        try daemon.event("device.added")
        #expect(device?.writes(1, while: daemon) == [Change(Self.misc, 1)])
      }
      // Lit while idle, a press dims it.
      try device?.press(.keyRecord)
      #expect(device?.writes(1, while: daemon) == [Change(Self.misc, 0)])
      try device?.lift(.keyRecord)
      try daemon.event("tooltip.shown")
      daemon.send(.terminate)
      #expect(try daemon.exit() == .exited(0))
      #expect(device?.takeValues().last == Change(Self.misc, 0))
      #expect(!daemon.lines.contains { $0.contains("lamp") })
    }
  }
}
