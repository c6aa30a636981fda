import CGlibc
import Evdev
import Glibc
import InputModel
import Takes
import Testing

// What time it is, and who says so.
extension Kernel {
  @Suite struct DaemonClockTests {
    @Test("T40: where the kernel refuses the clock, a short press is short and a hold starts its take in time")
    func refusedClock() async {
      await #expect(processExitsWith: .success) {
        try #require(evb_refuse_event_clocks() == 0)
        let hand = try Hand(.key)
        let descriptor = unsafe open(hand.device.node, O_RDONLY | O_CLOEXEC)
        #expect(evb_set_event_clock(descriptor, CLOCK_MONOTONIC) == -EINVAL)
        close(descriptor)
        let booth = try Booth { $0.command = Recorders.quick }
        let daemon = try booth.run()
        try daemon.event("device.added")

        let before = monotonicNow()
        try hand.press()
        let short = try daemon.event("press.down")
        #expect(before < short.time && short.time < monotonicNow())
        try hand.lift()
        #expect((0..<300_000).contains(try daemon.event("press.up").number("held")))
        try daemon.event("tooltip.shown")

        try hand.press()
        let down = try daemon.event("press.down")
        #expect(try daemon.event("take.starting").time - down.time == .milliseconds(300))
        daemon.listen(until: down.time + .milliseconds(1_600))
        try hand.lift()
        #expect((1_500_000..<2_500_000).contains(try daemon.event("press.up").number("held")))
        #expect(try daemon.event("take.completed")["reason"] == "released")
        #expect(booth.takes() == ["take-0001.wav"])
      }
    }

    @Test(
      "T40: the clock on the wall steps a year ahead in the hold and back in the take: nothing else changes",
      .needsGuest, arguments: Pressing.allCases)
    func clockStep(pressing: Pressing) throws {
      let clock = WallClock()
      let hand = try Hand(pressing)
      let booth = try Booth {
        pressing.configure(&$0)
        $0.control = "maximum: 2s"
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      let down = try daemon.event("press.down")
      try clock.step(by: WallClock.year)
      let starting = try daemon.event("take.starting")
      #expect(starting.time - down.time == .milliseconds(300))
      #expect(starting["time"]?.prefix(4) != down["time"]?.prefix(4))
      let recording = try daemon.event("take.recording")
      daemon.listen(until: recording.time + .milliseconds(500))
      try clock.step(by: -WallClock.year)
      // Not by the wall clock, by which it is over, or lasts another year.
      let stopping = try daemon.event("take.stopping")
      #expect(stopping["reason"] == "maximum")
      #expect(stopping.time - recording.time == .seconds(2))
      #expect(stopping["time"]?.prefix(4) == down["time"]?.prefix(4))
      let done = try daemon.event("take.completed")
      #expect(done.number("duration") == 2_000_000)
      let file = try #require(WAVFile(done["file"] ?? ""))
      // Less what the recorder takes to start, on a machine that is emulated.
      #expect((0.5...2.8).contains(file.seconds))
      try hand.lift()
      #expect(try daemon.event("press.up")["reason"] == nil)
      try hand.press()
      try hand.lift()
      let shown = try daemon.event("tooltip.shown")
      #expect(try daemon.event("tooltip.hidden").time - shown.time == .seconds(2))
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test("T33: the clock is set back a year, to the second of an earlier take: its file stays", .needsGuest)
    func setBack() throws {
      let clock = WallClock()
      let hand = try Hand(.key)
      let booth = try Booth {
        $0.command = Recorders.witness
        $0.control = "minimum: 0ms"
        $0.name = "{date}-{time}.txt"
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      let moment = clock.now + 10
      var files: [String] = []
      for round in 1...2 {
        try clock.set(to: moment)
        try hand.press()
        try daemon.event("take.recording")
        try hand.lift()
        let done = try daemon.event("take.completed")
        files.append(done["file"] ?? "")
        #expect(text(of: files[0]) == "started\nINT\n", "after take \(round)")
        try clock.set(to: moment + WallClock.year)
      }
      let stem = files[0].dropLast(4)
      #expect(files[1] == stem + "-2.txt")
      #expect(text(of: files[1]) == "started\nINT\n")
      #expect(booth.takes().count == 2)
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// For what nobody wants to happen to a machine that is used.
  static var needsGuest: Self { .enabled("only in the guest") { environment("EVBRIDGE_GUEST") != nil } }
}

/// The clock on the wall, which is right again afterwards.
private struct WallClock: ~Copyable {
  static let year = 365 * 86_400

  private let offset: Int

  init() { offset = Self.seconds - Int(monotonicNow().microseconds / 1_000_000) }

  deinit { try? set(to: Int(monotonicNow().microseconds / 1_000_000) + offset) }

  private static var seconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec
  }

  /// In seconds since 1970.
  var now: Int { Self.seconds }

  func set(to seconds: Int) throws {
    var time = timespec(tv_sec: seconds, tv_nsec: 0)
    guard unsafe clock_settime(CLOCK_REALTIME, &time) == 0 else {
      throw TestFolder.Refused(what: "clock_settime", number: errno)
    }
  }

  func step(by seconds: Int) throws { try set(to: now + seconds) }
}
