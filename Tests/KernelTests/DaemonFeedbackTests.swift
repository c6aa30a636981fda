import Evdev
import Glibc
import InputModel
import Takes
import Testing

// What people see and other programs hear of a press, and what the program costs while nothing happens.
extension Kernel {
  @Suite struct DaemonFeedbackTests {
    @Test("a light of the kernel: lit by the press, steady while recording, given back as it was")
    func light() throws {
      let lamp = try Lamp()
      let hand = try Hand(.key)
      let booth = try Booth {
        $0.command = Recorders.quick
        $0.rest = "feedback: { led: { leds: [\"\(lamp.name)\"] } }"
      }
      let before = (lamp.trigger, lamp.brightness)
      #expect(before.0.contains("[kbd-capslock]"))
      let daemon = try booth.run()
      try daemon.event("device.added")
      #expect(lamp.trigger.hasPrefix("[none]"))
      #expect(lamp.brightness == "0")
      try hand.press()
      let down = try daemon.event("press.down")
      let lit = lamp.changes(while: daemon, until: down.time + .milliseconds(250))
      // On a busy machine it may have been lit before anybody looked.
      let brightness = lamp.brightness
      #expect(lit.map(\.brightness) == ["1"] || lit.isEmpty)
      // From then on it blinks, until the recorder is ready.
      #expect(brightness == "1" || monotonicNow() >= down.time + .milliseconds(300))
      let recording = try daemon.event("take.recording")
      #expect(lamp.changes(from: "1", while: daemon, until: recording.time + .milliseconds(800)).isEmpty)
      try hand.lift()
      try daemon.event("take.stopping")
      let done = try daemon.event("take.completed")
      // Two blips for a take that is complete; who is late to look may have missed one.
      let after = lamp.changes(while: daemon, until: done.time + .seconds(2))
      #expect((1...2).contains(after.count { $0.brightness == "1" }))
      #expect(lamp.brightness == "0")

      try hand.press()
      try daemon.event("take.recording")
      #expect(lamp.brightness == "1")
      daemon.send(.terminate)
      #expect(try daemon.exit() == .exited(0))
      #expect(lamp.trigger == before.0)
      #expect(lamp.brightness == before.1)
    }

    @Test("an error flashes the light five times a second for three seconds")
    func errorLight() throws {
      let lamp = try Lamp()
      let hand = try Hand(.key)
      let booth = try Booth {
        $0.command = "[evbridge-no-such-recorder]"
        $0.rest = "feedback: { led: { leds: [\"\(lamp.name)\"] } }"
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      let failed = try daemon.event("take.failed")
      try hand.lift()
      let flashes = lamp.changes(while: daemon, until: failed.time + .milliseconds(3_500))
      // Fifteen, less those that a busy machine is too late for.
      #expect((7...15).contains(flashes.count { $0.brightness == "1" }))
      let last = try #require(flashes.last)
      #expect(last.brightness == "0")
      #expect((Interval.milliseconds(2_800)...Interval.milliseconds(3_300)).contains(last.time - failed.time))
    }

    @Test("a command hook gets the event in its environment")
    func hook() throws {
      let hand = try Hand(.key)
      let booth = try Booth {
        let line = "$EVBRIDGE_EVENT $EVBRIDGE_CONTROL $EVBRIDGE_HINT $EVBRIDGE_TEXT $EVBRIDGE_JSON"
        let script = "printf \"%s\\n\" \"\(line)\" >\"${XDG_STATE_HOME%state}told\""
        $0.rest = "feedback: { teller: { run: [sh, -c, '\(script)'], events: [tooltip.shown] } }"
      }
      let told = booth.folder.path + "/told"
      try #require(unsafe mkfifo(told, 0o600) == 0)
      let reader = unsafe open(told, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      defer { close(reader) }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      try hand.lift()
      let shown = try daemon.event("tooltip.shown")
      try #require(isReadable(reader))
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe read(reader, &buffer, buffer.count)
      #expect(
        String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
          == "tooltip.shown record hold Tap and Hold \(shown)\n")
    }

    @Test("a grab waits until all keys are up, keeps the events from others, and is given back by Ctrl+Alt+Backspace")
    func grab() throws {
      let (enter, control, alt, backspace, f1) = (
        EventCode.key(28), EventCode.key(29), EventCode.key(56), EventCode.key(14), EventCode.key(59)
      )
      let keyboard = try UInputDevice(Devices.keyboard)
      var other = try Device(path: keyboard.node, codes: [enter, f1])
      // Enter has just started the program, and is no key of its own.
      try keyboard.press(enter)
      let booth = try Booth {
        $0.button = "{ match: { name: \"\(Devices.keyboard.name)\" }, grab: true }"
        $0.trigger = "{ device: button, key: KEY_F1 }"
      }
      let daemon = try booth.run()
      try daemon.line("can not grab \(keyboard.node) while a key is down; it is grabbed when all are up")
      try daemon.event("device.added")
      // It has repeated meanwhile.
      _ = try other.queued()
      try keyboard.lift(enter)
      try daemon.line("\(keyboard.node) is grabbed")
      let seen = try other.queued()
      #expect(seen.filter { $0.value == 0 }.map(\.change) == [Change(enter, 0), .report])

      try keyboard.press(f1)
      try keyboard.lift(f1)
      try daemon.event("tooltip.shown")
      let kept = try other.queued()
      #expect(kept.isEmpty)

      for key in [control, alt, backspace] { try keyboard.press(key) }
      try daemon.line("\(keyboard.node) is no longer grabbed")
      for key in [control, alt, backspace] { try keyboard.lift(key) }
      try keyboard.press(f1)
      try keyboard.lift(f1)
      try daemon.event("press.down")
      let shared = try other.queued()
      #expect(shared.map(\.change) == [Change(f1, 1), .report, Change(f1, 0), .report])
    }

    @Test("idle it is not woken, neither by time nor by events that nobody has bound")
    func idle() throws {
      let device = try UInputDevice(Devices.button)
      var discovery = try Discovery()
      try discovery.appearance(of: [device.node])
      let booth = try Booth()
      let daemon = try booth.run()
      try daemon.event("device.added")
      // A press, and all that comes of it.
      try device.press(.keyRecord)
      try device.lift(.keyRecord)
      try daemon.event("tooltip.hidden")
      daemon.listen(until: monotonicNow() + .milliseconds(300))
      // By 10 presses and releases, or by a clock, it would be many in each of them; a page of the program that has to
      // be read again is one now and then.
      var awakenings = [Int]()
      for _ in 0..<3 {
        let before = try #require(daemon.status("voluntary_ctxt_switches"))
        let start = monotonicNow()
        for round in Int32(0)..<10 {
          try device.press(.key(30))
          try device.send(Change(.key(30), 0), Change(.sw(0), round % 2), Change(EventCode(.msc, 4), round))
          daemon.listen(until: start + .milliseconds(100 * Int64(round + 1)))
        }
        awakenings.append(try #require(daemon.status("voluntary_ctxt_switches")) - before)
      }
      #expect(try #require(awakenings.min()) <= 1, "\(awakenings)")
      #expect(daemon.status("Threads") == 1)
      print("resident, debug build: \(daemon.status("VmRSS") ?? 0) kB")
    }
  }
}

/// A keyboard's caps lock light, looked at through /sys as everybody may.
private struct Lamp: ~Copyable {
  let keyboard: UInputDevice
  /// In /sys/class/leds.
  let name: String

  private static let glance = Interval.milliseconds(15)

  init() throws {
    let keyboard = try UInputDevice(Devices.keyboard)
    let event = keyboard.node.split(separator: "/").last ?? ""
    let input = target(of: "/sys/class/input/\(event)/device")?.split(separator: "/").last ?? ""
    self.keyboard = keyboard
    name = "\(input)::capslock"
  }

  var trigger: String { text(of: "/sys/class/leds/\(name)/trigger") }
  var brightness: String { String(text(of: "/sys/class/leds/\(name)/brightness").prefix { $0 != "\n" }) }

  /// How it changes from then on, to a glance.
  func changes(
    from first: String = "0", while program: RunningProgram, until end: Timestamp
  ) -> [(time: Timestamp, brightness: String)] {
    var changes: [(time: Timestamp, brightness: String)] = []
    while monotonicNow() < end {
      let now = brightness
      if now != changes.last?.brightness ?? first { changes.append((monotonicNow(), now)) }
      program.listen(until: monotonicNow() + Self.glance)
    }
    return changes
  }
}
