import Evdev
import Glibc
import InputModel
import Takes
import Testing

// What doctor says of real devices, and of a user who may not.
extension Kernel {
  @Suite(.needsUdev, .needsRoot) struct DoctorTests {
    private static let asNobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"]
    private static let lit = DeviceDescription(
      name: "Evbridge test lit pad", identity: DeviceIdentity(bus: 3, vendor: 0x16c0, product: 0x05e4, version: 1),
      codes: [.keyRecord, EventCode(.led, 8), .tone, .rumble])

    /// What it finds, having checked that it ends as it should.
    private func doctor(
      _ booth: borrowing Booth, launcher: [String] = [], path: String = RunningProgram.path, _ option: String = "--json"
    ) throws -> [JSONLine] {
      let doctor = try RunningProgram(
        "doctor", "--json", "-c", booth.configuration, option, launcher: launcher, path: path,
        state: booth.folder.path + "/state")
      let status = try doctor.exit()
      #expect(status == .exited(doctor.events.contains { $0["severity"] == "error" } ? 78 : 0))
      #expect(doctor.events.count == doctor.lines.count)
      return doctor.events
    }

    private func appear(_ nodes: String...) throws {
      var discovery = try Discovery()
      try discovery.appearance(of: nodes)
    }

    @Test("a device that is there, that another program has grabbed, that a daemon reads")
    func grabbed() throws {
      let button = try UInputDevice(Devices.button)
      try appear(button.node)
      let booth = try Booth { $0.command = Recorders.quick }
      let head = "device 'button': \(button.node) '\(Devices.button.name)'"
      #expect(try doctor(booth).has("ok", "\(head) can be read"))
      do {
        var other = try Device(path: button.node, codes: [.keyRecord])
        try other.grab()
        let said = try doctor(booth)
        #expect(said.has("error", "\(head): another program has grabbed it, and gets its events alone; it is open in"))
        #expect(said.contains { $0["message"]?.contains("(process \(getpid()))") == true })
        other.release()
        // What has only been looked at is not grabbed.
        #expect(try doctor(booth).has("ok", "\(head) can be read"))
        try other.grab()
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      #expect(try doctor(booth).has("ok", "\(head) is read by the daemon"))
      // The daemon has lost nothing of it.
      try button.press(.keyRecord)
      try daemon.event("press.down")
    }

    @Test("a device that is not there, that fits two, that has nothing of what is bound, whose size is not known")
    func matches() throws {
      let booth = try Booth { $0.command = Recorders.quick }
      #expect(try doctor(booth).has("warning", "device 'button' is not there now"))
      let one = try UInputDevice(Devices.button)
      let two = try UInputDevice(Devices.button)
      var plain = Devices.glass
      for code in plain.axes.keys { plain.axes[code]?.resolution = 0 }
      let glass = try UInputDevice(plain)
      try appear(one.node, two.node, glass.node)
      #expect(try doctor(booth).has("error", "device 'button' fits 2 devices: "))
      let useless = try Booth {
        $0.button = "{ match: { name: \"\(Devices.glass.name)\" } }"
        $0.command = Recorders.quick
      }
      let title = "\(glass.node) (phys evbridge/glass) '\(plain.name)'"
      #expect(try doctor(useless).has("error", "device 'button': \(title) matches, but has no KEY_RECORD"))
      let touched = try Booth {
        Pressing.zone.configure(&$0)
        $0.command = Recorders.quick
      }
      let said = try doctor(touched)
      #expect(said.has("ok", "device 'button': \(glass.node) '\(plain.name)' can be read"))
      #expect(said.has("note", "device 'button': \(glass.node) '\(plain.name)': it does not say how large it is; "))
    }

    @Test("what nobody may not: read the device, use its light, write its takes; what a member of the group may not")
    func rights() throws {
      let button = try UInputDevice(Self.lit)
      try appear(button.node)
      let keyboard = try UInputDevice(Devices.keyboard)
      try appear(keyboard.node)
      let input = target(of: "/sys/class/input/\(keyboard.node.split(separator: "/").last ?? "")/device")
      let lamp = "\(input?.split(separator: "/").last ?? "")::capslock"
      let booth = try Booth {
        $0.button = "{ match: { name: \"\(Self.lit.name)\" } }"
        $0.rest = """
          feedback:
            lamp: { leds: ["\(lamp)"] }
            lit: { leds: [{ device: button, led: LED_MISC }] }
            beep: { beep: button }
            shake: { rumble: button }
          """
      }
      let title = "\(button.node) '\(Self.lit.name)'"
      let root = try doctor(booth, "--uinput")
      #expect(root.has("ok", "device 'button': \(title) can be read"))
      #expect(root.has("ok", "feedback 'lamp': \(lamp) (on and off)"))
      #expect(root.has("ok", "feedback 'lit': a light of \(title) (on and off)"))
      #expect(root.has("ok", "feedback 'beep': \(title) sounds"))
      #expect(root.has("ok", "feedback 'shake': \(title) shakes"))
      #expect(root.has("ok", "devices for tests can be made"))

      let copy = try booth.copyOfProgram()
      let group = "it belongs to group input; run 'sudo usermod -aG input $USER' and log in again"
      let nobody = try doctor(booth, launcher: Self.asNobody, path: copy, "--uinput")
      #expect(nobody.has("error", "device 'button': no permission to read \(button.node): \(group)"))
      let light = "/sys/class/leds/\(lamp)/brightness"
      #expect(nobody.has("warning", "feedback 'lamp': cannot use \(light): permission denied"))
      #expect(nobody.has("error", "devices for tests: no permission to write /dev/uinput"))
      let directory = "cannot write to directory \(booth.folder.takes): Permission denied"
      #expect(nobody.has("error", "recorder 'story': \(directory)"))

      // Its brightness alone is not enough: the kernel's trigger has to be taken from it.
      try #require(unsafe chmod(light, 0o666) == 0)
      let trigger = "/sys/class/leds/\(lamp)/trigger"
      let half = try doctor(booth, launcher: Self.asNobody, path: copy)
      #expect(half.has("warning", "feedback 'lamp': cannot use \(trigger): permission denied"))

      // Root's alone: a rule is missing.
      try settleUdev()
      try #require(unsafe chmod(button.node, 0o600) == 0)
      let closed = try doctor(booth, launcher: Self.asNobody, path: copy)
      #expect(closed.has("error", "device 'button': no permission to read \(button.node): only root may; give it"))

      // Read-only for the group: good for a button, not for its light.
      try #require(unsafe chmod(button.node, 0o640) == 0)
      let reader = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--groups=input", "--"]
      let reading = try doctor(booth, launcher: reader, path: copy)
      #expect(reading.has("ok", "device 'button': \(title) can be read"))
      for name in ["lit", "beep", "shake"] {
        #expect(reading.has("warning", "feedback '\(name)': no permission to write \(button.node)"), "\(name)")
      }
    }

    @Test(
      "who is in the group, but not yet in this session, is told so; and who may not record is", .needsSoundCard,
      .needsGuest)
    func session() throws {
      let button = try UInputDevice(Devices.button)
      try appear(button.node)
      let booth = try Booth()
      let copy = try booth.copyOfProgram()
      unsafe system("useradd --system --groups input evbridge-test")
      defer { unsafe system("userdel evbridge-test") }
      let early = ["setpriv", "--reuid=evbridge-test", "--regid=nogroup", "--clear-groups", "--"]
      let said = try doctor(booth, launcher: early, path: copy)
      let member = "user evbridge-test is in group input, but this session began before that"
      #expect(said.has("error", "device 'button': no permission to read \(button.node): \(member)"))
      #expect(said.has("error", "recorder 'story': no permission to record from /dev/snd/pcm"))
      let late = ["setpriv", "--reuid=evbridge-test", "--regid=nogroup", "--groups=input,audio", "--"]
      let well = try doctor(booth, launcher: late, path: copy)
      #expect(well.has("ok", "device 'button': \(button.node) '\(Devices.button.name)' can be read"))
      #expect(well.has("ok", "recorder 'story': a sound card records"))
    }
  }
}

extension [JSONLine] {
  /// A finding that begins so.
  fileprivate func has(_ severity: String, _ message: String) -> Bool {
    contains { $0["severity"] == severity && $0["message"]?.hasPrefix(message) == true }
  }
}
