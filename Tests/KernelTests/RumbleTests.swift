import Evdev
import Glibc
import InputModel
import Takes
import Testing

// Motors of a device, with a driver that answers as the test wants: uinput passes each request on to us.
extension Kernel {
  @Suite struct RumbleTests {
    private static let description = DeviceDescription(
      name: "Evbridge test pad", identity: DeviceIdentity(bus: 3, vendor: 0x16c0, product: 0x05e3, version: 1),
      codes: [.keyRecord, .rumble])

    private static func booth(_ change: (inout Booth.Parts) -> Void = { _ in }) throws -> Booth {
      try Booth {
        $0.button = "{ match: { name: \"\(description.name)\" } }"
        $0.command = Recorders.quick
        // An emulated machine is slow to let go.
        $0.control = "hold: 3s"
        $0.rest = "feedback: { shake: { rumble: button } }"
        change(&$0)
      }
    }

    /// What the program sets up when the device comes: numbers 0 to 3.
    private static let prepared: [UInputDevice.Written] = [
      .uploaded(id: 0, strong: 0, weak: 32_767, length: 300, delay: 0),
      .uploaded(id: 1, strong: 39_321, weak: 39_321, length: 120, delay: 0),
      .uploaded(id: 2, strong: 0, weak: 52_428, length: 100, delay: 100),
      .uploaded(id: 3, strong: 65_535, weak: 0, length: 200, delay: 100),
    ]
    /// What is left of it in the end, in any order.
    private static let erased = Set((0..<4).map { UInputDevice.Written.erased(id: $0) })

    @Test("all is set up when the device comes; a hint shakes it then and there, and all is erased at the end")
    func hint() throws {
      let pad = try UInputDevice(Self.description)
      let booth = try Self.booth()
      let daemon = try booth.run()
      #expect(pad.effects(4, while: daemon) == Self.prepared)
      for _ in 0..<2 {
        try pad.tap()
        try daemon.event("tooltip.shown")
        #expect(pad.effects(1, while: daemon) == [.played(id: 0, count: 1)])
        // While it is shown it is not shown anew.
        try daemon.event("tooltip.hidden")
      }
      daemon.send(.terminate)
      #expect(Self.erased.isSubset(of: pad.effects(until: Self.erased, while: daemon)))
      #expect(try daemon.exit() == .exited(0))
    }

    @Test("a take is silent from its start to its end, then shakes twice; a failed one shakes in place of that")
    func take() throws {
      let pad = try UInputDevice(Self.description)
      let booth = try Self.booth { $0.control = "minimum: 0ms" }
      let daemon = try booth.run()
      #expect(pad.effects(4, while: daemon) == Self.prepared)
      try pad.press(.keyRecord)
      try daemon.event("take.recording")
      try pad.lift(.keyRecord)
      try daemon.event("take.completed")
      #expect(pad.effects(1, while: daemon) == [.played(id: 2, count: 2)])
      _ = unsafe rename(booth.folder.takes, booth.folder.takes + ".away")
      try pad.press(.keyRecord)
      try daemon.event("take.failed")
      try pad.lift(.keyRecord)
      #expect(pad.effects(2, while: daemon) == [.played(id: 2, count: 0), .played(id: 3, count: 3)])
    }

    @Test("while-recording shakes when the recorder is ready; a take that TERM completes is felt to its end")
    func last() throws {
      let pad = try UInputDevice(Self.description)
      let booth = try Self.booth {
        $0.control = "minimum: 0ms"
        $0.rest = "feedback: { shake: { rumble: button, while-recording: true } }"
      }
      let daemon = try booth.run()
      #expect(pad.effects(4, while: daemon) == Self.prepared)
      try pad.press(.keyRecord)
      try daemon.event("take.recording")
      #expect(pad.effects(1, while: daemon) == [.played(id: 1, count: 1)])
      daemon.send(.terminate)
      #expect(pad.effects(2, while: daemon) == [.played(id: 1, count: 0), .played(id: 2, count: 2)])
      let start = monotonicNow()
      #expect(Self.erased.isSubset(of: pad.effects(until: Self.erased, while: daemon)))
      // Two shakes of 100 ms, each after 100 ms; a little of it was over when we looked.
      #expect(monotonicNow() - start >= .milliseconds(300))
      #expect(try daemon.exit() == .exited(0))
    }

    @Test("unplugged while it shakes, plugged in again: the press after it shakes the new one")
    func unplugged() throws {
      let booth = try Self.booth()
      var pad: UInputDevice? = try UInputDevice(Self.description)
      let daemon = try booth.run()
      _ = pad?.effects(4, while: daemon)
      try pad?.tap()
      try daemon.event("tooltip.shown")
      #expect(pad?.effects(1, while: daemon) == [.played(id: 0, count: 1)])
      pad = nil
      try daemon.event("device.removed")
      // Nobody is left to shake anything.
      try daemon.beAlone()
      try daemon.event("tooltip.hidden")
      let again = try UInputDevice(Self.description)
      #expect(again.effects(4, while: daemon) == Self.prepared)
      try again.tap()
      try daemon.event("tooltip.shown")
      #expect(again.effects(1, while: daemon) == [.played(id: 0, count: 1)])
      #expect(!daemon.lines.contains { $0.contains("feedback 'shake'") })
    }

    @Test("a driver that refuses is told of once, is left in peace, and gets its chance when it comes back")
    func refused() throws {
      let booth = try Self.booth()
      var pad: UInputDevice? = try UInputDevice(Self.description)
      let daemon = try booth.run()
      try daemon.event("device.added")
      #expect(pad?.effects(1, while: daemon, refusing: Errno(rawValue: EIO), for: .seconds(5)) == [])
      try daemon.line("feedback 'shake'", "tried again when the device comes back")
      let node = pad?.node ?? "a device"
      #expect(daemon.lines.contains { $0.contains("can not write to the device '\(node)': Input/output error") })
      for _ in 0..<2 {
        try pad?.tap()
        try daemon.event("tooltip.hidden")
      }
      #expect(daemon.lines.count { $0.contains("feedback 'shake'") } == 1)
      pad = nil
      try daemon.event("device.removed")
      let again = try UInputDevice(Self.description)
      #expect(again.effects(4, while: daemon) == Self.prepared)
    }

    @Test("a driver that does not answer holds up neither a hold nor the light, nor anybody when it is unplugged")
    func silent() throws {
      var description = Self.description
      description.codes.insert(EventCode(.led, 8))
      var pad: UInputDevice? = try UInputDevice(description)
      let booth = try Self.booth {
        $0.control = "minimum: 0ms"
        $0.rest = "feedback: { shake: { rumble: button }, lamp: { leds: [{ device: button, led: LED_MISC }] } }"
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      let limit = monotonicNow() + .seconds(20)
      while !daemon.children.contains(where: { RunningProgram.stat(of: $0).state == "D" }), monotonicNow() < limit {
        daemon.listen(until: monotonicNow() + .milliseconds(10))
      }
      // What shakes it waits in the kernel now, for up to 30 s.
      let pressed = monotonicNow()
      try pad?.press(.keyRecord)
      try daemon.event("take.recording")
      #expect(monotonicNow() - pressed < .seconds(12))
      // Twice within it the program would look whether the button is still down.
      daemon.listen(until: monotonicNow() + .milliseconds(2_500))
      let lifted = monotonicNow()
      try pad?.lift(.keyRecord)
      try daemon.event("take.completed")
      #expect(monotonicNow() - lifted < .seconds(12))
      pad = nil
      try daemon.event("device.removed")
      try daemon.beAlone()
      daemon.send(.terminate)
      #expect(try daemon.exit() == .exited(0))
    }

    @Test("by hand: a word from a pipe is felt to its end")
    func byHand() throws {
      let pad = try UInputDevice(Self.description)
      let folder = try TestFolder()
      let rumble = try RunningProgram(
        "rumble", pad.node, launcher: ["/bin/sh", "-c", "echo completed | \"$@\"", "sh"], state: folder.path)
      #expect(pad.effects(5, while: rumble) == Self.prepared + [.played(id: 2, count: 2)])
      let start = monotonicNow()
      #expect(Self.erased.isSubset(of: pad.effects(until: Self.erased, while: rumble)))
      #expect(monotonicNow() - start >= .milliseconds(300))
      #expect(try rumble.exit() == .exited(0))
    }
  }
}

extension UInputDevice {
  fileprivate func tap() throws {
    try press(.keyRecord)
    try lift(.keyRecord)
  }

  /// So many things that are done to its motors, or those of some time.
  fileprivate func effects(
    _ count: Int, while program: RunningProgram, refusing refusal: Errno? = nil, for time: Interval = .seconds(20)
  ) -> [Written] {
    var written: [Written] = []
    let limit = monotonicNow() + time
    while written.count < count, monotonicNow() < limit {
      program.listen(until: monotonicNow() + .milliseconds(10))
      written += takeWritten(refusing: refusal)
    }
    return written
  }

  /// What is done until all of this was, or for twenty seconds.
  fileprivate func effects(until wanted: Set<Written>, while program: RunningProgram) -> Set<Written> {
    var written: Set<Written> = []
    let limit = monotonicNow() + .seconds(20)
    while !wanted.isSubset(of: written), monotonicNow() < limit {
      written.formUnion(effects(1, while: program, for: .seconds(1)))
    }
    return written
  }
}
