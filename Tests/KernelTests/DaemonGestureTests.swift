import Evdev
import Glibc
import InputModel
import Takes
import Testing

// Fingers on real panels, and what becomes of the picture under them.
extension Kernel {
  @Suite struct DaemonGestureTests {
    /// A pinch to twice the size while a quarter is turned and 40 mm are gone.
    private static let allAtOnce = TwoFingerMotion(carry: 40, scale: 2, turn: 90, steps: 110)
    private static let carryAlone = TwoFingerMotion(carry: 40, scale: 1, turn: 0, steps: 50)

    /// Does it, and lifts both fingers; returns where the picture is then.
    private func outcome(
      of motion: TwoFingerMotion, on panel: any TouchPanel, thresholds: String
    ) throws -> Outcome? {
      let kiosk = try Kiosk(panel, thresholds: thresholds)
      let daemon = try kiosk.run()
      try daemon.follow(motion.frames + [[]], on: panel)
      try daemon.event("gesture") { $0["gesture"] == "pan" && $0["phase"] == "ended" }
      #expect(daemon.told("anomaly").isEmpty)
      guard let last = daemon.told("transform").last else { return nil }
      return Outcome(
        carry: hypot(last.decimal("dx"), last.decimal("dy")), scale: last.decimal("scale"), turn: last.decimal("angle"))
    }

    @Test(
      "two fingers that carry, spread and turn take the picture along exactly, on panels of every kind",
      arguments: PanelKind.allCases)
    func withoutSlops(kind: PanelKind) throws {
      let outcome = try #require(
        try outcome(of: Self.allAtOnce, on: kind.plugIn(), thresholds: Kiosk.noSlops))
      #expect(abs(outcome.scale - 2) <= 0.005)
      #expect(abs(outcome.turn - 90) <= 0.3)
      #expect(abs(outcome.carry - 40) <= 0.3)
    }

    @Test("by default the slops are taken off, and nothing else", arguments: PanelKind.allCases)
    func withSlops(kind: PanelKind) throws {
      let outcome = try #require(try outcome(of: Self.allAtOnce, on: kind.plugIn(), thresholds: "{}"))
      let wanted = try #require(SlopRule().outcome(of: Self.allAtOnce))
      // As the documentation has it: the pan is first, and ends the others' length slops.
      #expect(abs(wanted.carry - 38) < 0.001)
      #expect(wanted.scale > 1.85 && wanted.scale < 1.95)
      #expect(abs(wanted.turn - 85) < 0.3)
      // Four decimals are told.
      #expect(abs(outcome.scale - wanted.scale) <= 0.0001)
      #expect(abs(outcome.turn - wanted.turn) <= 0.0001)
      #expect(abs(outcome.carry - wanted.carry) <= 0.0001)
    }

    @Test("a pan of 40 mm alone is one of 38 mm")
    func panAlone() throws {
      let outcome = try #require(
        try outcome(of: Self.carryAlone, on: PanelKind.slots.plugIn(), thresholds: "{}"))
      #expect(abs(outcome.carry - 38) <= 0.0001)
      #expect(outcome.scale == 1)
      #expect(outcome.turn == 0)
    }

    @Test("udev takes the kernel's HID panel for a touchscreen, of the size that its reports give", .needsUdev)
    func reportPanel() throws {
      let panel = try ReportPanel()
      #expect(panel.kind == .touchscreen)
      let device = try Device(path: panel.node, codes: [])
      let description = device.description
      #expect(description.properties == [.direct])
      #expect(description.axes[.mtPositionX] == AxisInfo(minimum: 0, maximum: 4_080, resolution: 12))
      #expect(description.axes[.mtPositionY] == AxisInfo(minimum: 0, maximum: 2_304, resolution: 12))
      #expect(description.axes[.mtSlot]?.maximum == 4)
    }

    @Test("more anonymous contacts than can be told apart are told of once")
    func surplus() throws {
      // The kernel cuts frames that are longer than it expects: it counts the contacts by the ids and their axes.
      var description = Devices.anonymousGlass
      for code in [EventCode.mtTrackingID, .mtTouchMajor, .abs(0x31), .abs(0x32), .abs(0x34)] {
        description.codes.insert(code)
        description.axes[code] = AxisInfo(minimum: 0, maximum: 63)
      }
      let panel = try AnonymousPanel(description)
      let kiosk = try Kiosk(panel, thresholds: Kiosk.noSlops)
      let daemon = try kiosk.run()
      let crowd = (1...40).map { Finger($0, x: Double(5 * $0), y: 50) }
      // The first frame without the ids that the description promises is lost.
      try panel.show(crowd)
      try panel.show(crowd)
      let told = try daemon.event("anomaly") { $0["message"] == "more than 31 contacts at once; the rest is ignored" }
      #expect(told["device"] == "glass")
      try panel.show(crowd)
      try panel.show([])
      daemon.send(.terminate)
      #expect(try daemon.exit() == .exited(0))
      #expect(daemon.told("anomaly").filter { $0["message"] == told["message"] }.count == 1)
    }

    // MARK: Zones

    private func drag(from start: Point, by way: Double, on panel: any TouchPanel, of daemon: RunningProgram) throws {
      let frames = (0...10).map { [Finger(x: start.x + way * Double($0) / 10, y: start.y)] }
      try daemon.follow(frames + [[]], on: panel)
    }

    @Test(
      "a toolbar inside the picture: with block its touches move nothing and its button works, without they move it",
      arguments: [true, false])
    func toolbar(blocks: Bool) throws {
      let panel = try SlotPanel()
      let kiosk = try Kiosk(panel) { takes in
        """
          record: { type: record-button, recorder: story, trigger: { device: glass, zone: \
        { inside: toolbar, center: [170mm, 182mm], radius: 8mm } } }
        recorders:
          story: { command: \(Recorders.quick), directory: \(takes), name: "take-{n}.wav" }
        zones:
          toolbar: { device: glass, inside: photo, x: 0%, y: 90%, width: 100%, height: 10%, block: \(blocks) }
        """
      }
      let daemon = try kiosk.run()
      try drag(from: Point(x: 20, y: 182), by: 60, on: panel, of: daemon)
      try panel.show([Finger(x: 170, y: 182)])
      try panel.show([])
      try daemon.event("tooltip.shown")
      #expect(daemon.told("transform").isEmpty == blocks)
      // It is not the toolbar's touches alone that move nothing.
      let before = daemon.told("transform").count
      try drag(from: Point(x: 20, y: 90), by: 60, on: panel, of: daemon)
      try daemon.event("gesture") { $0["phase"] == "ended" && $0["y"] == "90.0000" }
      #expect(daemon.told("transform").count > before)
    }

    // MARK: The end of things

    @Test(
      "unplugged under two fingers, everything that goes on is cancelled, and nothing is ended",
      arguments: PanelKind.allCases)
    func unplugged(kind: PanelKind) throws {
      var panel: (any TouchPanel)? = try kind.plugIn()
      let kiosk = try Kiosk(try #require(panel), thresholds: Kiosk.noSlops)
      let daemon = try kiosk.run()
      try daemon.follow(Array(Self.allAtOnce.frames.prefix(20)), on: try #require(panel))
      panel = nil
      try daemon.event("device.removed")
      let gestures = daemon.told("gesture")
      #expect(gestures.suffix(3).map { $0["gesture"] } == ["pan", "pinch", "rotate"])
      #expect(gestures.suffix(3).allSatisfy { $0["phase"] == "cancelled" })
      #expect(gestures.dropLast(3).allSatisfy { $0["phase"] == "began" || $0["phase"] == "changed" })
    }

    @Test("a swipe runs its command, which finds in its environment what the fingers did")
    func swipe() throws {
      let panel = try SlotPanel()
      // However slowly a busy machine moves the fingers.
      let kiosk = try Kiosk(panel, thresholds: "{ stop-gap: 5s, velocity-window: 5s, swipe-speed: 0.1mm/s }") { _ in
        """
        gestures:
          - { device: glass, gesture: swipe-left, fingers: 2, run: [sh, -c, "echo $(env | grep ^EVBRIDGE_ | sort)"] }
        """
      }
      let daemon = try kiosk.run()
      try daemon.follow(
        (0...10).map { [Finger(0, x: 200 - 6 * Double($0), y: 80), Finger(1, x: 210 - 6 * Double($0), y: 110)] } + [[]],
        on: panel)
      let swipe = try daemon.event("gesture") { $0["gesture"] == "swipe-left" }
      try daemon.event("command.finished") { $0["control"] == "glass:swipe-left" }
      try daemon.line(
        "EVBRIDGE_DEVICE=glass ", "EVBRIDGE_ZONE=whole", "EVBRIDGE_GESTURE=swipe-left ", "EVBRIDGE_PHASE=ended ",
        "EVBRIDGE_FINGERS=2 ", "EVBRIDGE_X=145.0000 ", "EVBRIDGE_Y=95.0000 ", "EVBRIDGE_VX=\(swipe["vx"] ?? "?") ",
        "EVBRIDGE_VY=0.0000 ")
      #expect(swipe.decimal("vx") < 0)
      #expect(daemon.told("command.finished").count == 1)
    }

    @Test("idle: its command runs once after the time, not while a finger is down, and again after the next touch")
    func idle() throws {
      let panel = try SlotPanel()
      let kiosk = try Kiosk(panel) { _ in "gestures: [{ device: glass, idle: 700ms, run: [\"true\"] }]" }
      let daemon = try kiosk.run()
      let added = try #require(daemon.told("device.added").last).time
      #expect(try daemon.event("command.finished").time - added >= .milliseconds(700))
      try panel.show([Finger(x: 100, y: 100)])
      daemon.listen(until: monotonicNow() + .milliseconds(1_000))
      #expect(daemon.told("command.finished").count == 1)
      let lifting = monotonicNow()
      try panel.show([])
      let again = try daemon.event("command.finished")
      #expect(again["control"] == "glass:idle")
      #expect(again.time - lifting >= .milliseconds(700))
      daemon.listen(until: again.time + .milliseconds(1_000))
      #expect(daemon.told("command.finished").count == 2)
    }
  }
}
