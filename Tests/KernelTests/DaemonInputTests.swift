import CGlibc
import Evdev
import Glibc
import InputModel
import Supervision
import Takes
import Testing

// What devices do to people: they lose events, come and go, and are down when nobody expects it.
extension Kernel {
  @Suite struct DaemonInputTests {
    @Test(
      "T7: events that overflow the queue: a press that is still held keeps its take, one that is not ends it",
      arguments: Pressing.allCases)
    func overflow(pressing: Pressing) throws {
      let hand = try Hand(pressing)
      let booth = try Booth {
        pressing.configure(&$0)
        $0.command = Recorders.quick
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      try daemon.event("take.recording")
      daemon.freeze()
      try hand.overflow()
      daemon.thaw()
      try daemon.event("anomaly")
      #expect(daemon.told("press.up").isEmpty)
      #expect(daemon.told("take.stopping").isEmpty)

      daemon.freeze()
      try hand.overflow()
      try hand.lift()
      daemon.thaw()
      #expect(try daemon.event("press.up")["reason"] == "resync")
      #expect(try daemon.event("take.stopping")["reason"] == "resync")
      let done = try daemon.event("take.completed")
      #expect(text(of: done["file"] ?? "") == "recorded\n")
      #expect(daemon.told("press.down").count == 1)
      #expect(daemon.told("tooltip.shown").isEmpty)

      try hand.press()
      try hand.lift()
      try daemon.event("tooltip.shown")
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test("T9: another device of the same name comes and goes while the button is held: the take is not touched")
    func anotherDevice() throws {
      let hand = try Hand(.key)
      let booth = try Booth { $0.command = Recorders.quick }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      try daemon.event("take.recording")
      var discovery = try Discovery()
      var other: UInputDevice? = try UInputDevice(Devices.button)
      let node = other?.node ?? ""
      try daemon.line("also fits \(node)", "\(hand.device.node)", "stays in use")
      try other?.press(.keyRecord)
      try other?.lift(.keyRecord)
      _ = try discovery.changes { $0.path == node }
      other = nil
      _ = try discovery.changes { $0 == .left(path: node) }
      #expect(daemon.told("take.stopping").isEmpty)
      try hand.lift()
      #expect(try daemon.event("take.completed")["reason"] == "released")
      #expect(daemon.told("press.down").count == 1)
      #expect(daemon.told("device.removed").isEmpty)
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test("T32: two devices that swap their numbers between two starts stay what they are", arguments: [false, true])
    func swappedNumbers(isSwapped: Bool) throws {
      let first = try UInputDevice(isSwapped ? Devices.keyboard : Devices.button)
      let second = try UInputDevice(isSwapped ? Devices.button : Devices.keyboard)
      let booth = try Booth {
        $0.rest = "  other: { type: command-button, trigger: { device: keys, key: KEY_F1 }, on: press, run: [echo] }"
        $0.button += "\n  keys: { match: { name: \"\(Devices.keyboard.name)\" } }"
      }
      let daemon = try booth.run()
      let nodes = [try daemon.event("device.added"), try daemon.event("device.added")]
      let button = try #require(nodes.first { $0["device"] == "button" }?["node"])
      #expect(button == (isSwapped ? second.node : first.node))
      try (isSwapped ? second.press(.keyRecord) : first.press(.keyRecord))
      #expect(try daemon.event("press.down")["trigger"] == "button:KEY_RECORD")
    }

    @Test("T27: a key that is down at the start is told as ignored and records nothing; pressed afresh it records")
    func downAtStart() throws {
      let hand = try Hand(.key)
      try hand.press()
      let booth = try Booth { $0.command = Recorders.quick }
      let daemon = try booth.run()
      #expect(try daemon.event("press.ignored")["reason"] == "down-at-open")
      daemon.listen(until: monotonicNow() + .milliseconds(400))
      try hand.lift()
      // Longer than a contact bounces.
      daemon.listen(until: monotonicNow() + .milliseconds(50))
      try hand.press()
      try daemon.event("take.recording")
      #expect(daemon.told("press.down").count == 1)
      #expect(daemon.told("press.up").isEmpty)
      try hand.lift()
      try daemon.event("take.completed")
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test("T28: a contact that opens when it is pressed is read inverted")
    func inverted() throws {
      let device = try UInputDevice(Devices.button)
      try device.press(.sw(0))
      let booth = try Booth {
        $0.trigger = "{ device: button, switch: SW_LID, invert: true }"
        $0.command = Recorders.quick
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try device.lift(.sw(0))
      try daemon.event("press.down")
      try daemon.event("take.recording")
      try device.press(.sw(0))
      try daemon.event("press.up")
      try daemon.event("take.completed")
      #expect(daemon.told("press.ignored").isEmpty)
      #expect(booth.takes() == ["take-0001.wav"])
      daemon.send(.terminate)
      #expect(try daemon.exit() == .exited(0))

      // Off the hook when the program starts: lifted, but not by a press.
      try device.lift(.sw(0))
      let later = try booth.run()
      #expect(try later.event("press.ignored")["reason"] == "down-at-open")
    }

    @Test(
      "T10: a release that is lost without a trace ends the take at the next look at the key, within 1.5 s",
      arguments: Pressing.allCases)
    func lostRelease(pressing: Pressing) throws {
      let hand = try Hand(pressing)
      let booth = try Booth {
        pressing.configure(&$0)
        $0.command = Recorders.quick
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      try daemon.event("take.recording")
      daemon.freeze()
      try hand.lift()
      let lifted = monotonicNow()
      #expect(try daemon.steal(from: hand.device.node) > 0)
      daemon.thaw()
      let stopping = try daemon.event("take.stopping")
      #expect(stopping["reason"] == "lost-release")
      #expect(stopping.time - lifted < .milliseconds(1_500))
      #expect(daemon.told("anomaly").count == 1)
      try daemon.event("take.completed")

      // It is known to be up again.
      try hand.press()
      try hand.lift()
      try daemon.event("tooltip.shown")
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test("twenty times plugged in, pressed, and unplugged while held: no descriptor, process or name is left behind")
    func noLeak() throws {
      let booth = try Booth {
        // Ready when its file is there, and a hold that is longer than a slow machine takes to unplug.
        $0.command = "[sh, -c, \"echo recorded >{file}; echo go; exec sleep 1000\"]"
        $0.recorder = "ready: output matches ^go$"
        $0.control = "hold: 1s"
      }
      let daemon = try booth.run()
      try daemon.line("is not there; waiting for it")
      func cycle(holding: Bool) throws {
        var hand: Hand? = try Hand(.key)
        try daemon.event("device.added")
        try hand?.press()
        try daemon.event(holding ? "take.recording" : "press.down")
        hand = nil
        if holding { try daemon.event("take.completed") } else { try daemon.event("device.removed") }
      }
      try cycle(holding: true)
      try daemon.sleep()
      let before = daemon.descriptors
      for round in 1...20 { try cycle(holding: round % 5 == 0) }
      try daemon.sleep()
      let after = daemon.descriptors
      #expect(after.count == before.count, "\(before) became \(after)")
      try daemon.beAlone()
      #expect(booth.takes() == (1...5).map { "take-000\($0).wav" })
    }
  }
}

extension RunningProgram {
  /// Reads what is queued for it on its own descriptors of a device, as if it had never come; returns how many bytes.
  func steal(from node: String) throws -> Int {
    let process = pidfd_open(self.process.rawValue, 0)
    defer { close(process) }
    var count = 0
    var buffer = [UInt8](repeating: 0, count: 4_096)
    for (number, target) in descriptors where target == node {
      let descriptor = pidfd_getfd(process, number, 0)
      guard descriptor >= 0 else { throw TestFolder.Refused(what: "pidfd_getfd", number: errno) }
      defer { close(descriptor) }
      while true {
        let length = unsafe read(descriptor, &buffer, buffer.count)
        guard length > 0 else { break }
        count += length
      }
    }
    return count
  }
}
