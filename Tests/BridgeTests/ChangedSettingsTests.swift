import Bridge
import Controls
import Gestures
import InputModel
import Takes
import Testing

/// What a configuration that is another one leaves of what was.
struct ChangedSettingsTests {
  private static let recorders = ["story", "music"].map { RecorderSettings(name: $0, command: [$0]) }
  private static let button = ControlSettings.Kind.recordButton(RecordButtonSettings(recorder: Reference(0)))
  private static let command = ControlSettings.Kind.commandButton(
    CommandButtonSettings(button: CommandButton.Settings(), action: .run(["call"])))
  private static let trigger = TriggerSettings(.code(Reference(0), .keyRecord, inverted: false), label: "key")

  private static func settings(
    _ controls: [(name: String, kind: ControlSettings.Kind)], recorders: [RecorderSettings] = recorders,
    device: String = "button"
  ) -> Settings {
    Settings(
      devices: [DeviceSettings(name: device, match: DeviceMatch())], recorders: recorders,
      controls: controls.map { ControlSettings(name: $0.name, triggers: [trigger], kind: $0.kind) })
  }

  private var state: BridgeState
  private var effects: [Effect] = []
  private var devices: UInt32 = 0

  private init(_ settings: Settings) { state = BridgeState(settings: settings) }

  private mutating func reduce(_ inputs: Input...) {
    for input in inputs { state.reduce(input, at: state.now, into: &effects) }
  }

  private mutating func arrive() {
    devices += 1
    var description = DeviceDescription(name: "button")
    description.codes = [.keyRecord]
    reduce(
      .deviceArrived(
        Arrival(
          id: DeviceID(rawValue: devices), device: Reference(0), node: "/dev/input/event1", kind: .buttons,
          description: description, state: DeviceState())))
  }

  private mutating func press(_ isDown: Bool, after interval: Interval) {
    let time = state.now + interval
    state.reduce(
      .event(DeviceID(rawValue: devices), RawEvent(time, .keyRecord, isDown ? 1 : 0)), at: time, into: &effects)
    state.reduce(.event(DeviceID(rawValue: devices), .report(time)), at: time, into: &effects)
  }

  /// The words of what was published since the last time.
  private mutating func events() -> [String] {
    defer { effects = [] }
    return effects.compactMap { effect in
      guard case .publish(let event) = effect else { return nil }
      return ([event.type] + event.fields.map(\.text)).joined(separator: " ")
    }
  }

  private mutating func reload(_ settings: Settings) {
    let isTaken = state.reload(settings, at: state.now, into: &effects)
    #expect(isTaken)
  }

  private func snapshot(_ name: String) -> String {
    let snapshot = state.snapshot(of: Snapshot.Program(pid: 1, version: "", configuration: nil), at: state.now)
    return snapshot.fields.first { $0.name == name }?.text ?? ""
  }

  @Test("a command whose button has gone is told by its name; one whose button has moved belongs to it")
  static func commands() {
    var run = Self(settings([("bell", command), ("call", command)]))
    run.arrive()
    run.press(true, after: .zero)
    var events = run.events()
    #expect(events.filter { $0.hasPrefix("press") } == ["press.down bell key", "press.down call key"])
    run.reload(settings([("record", button), ("call", command)]))
    run.arrive()
    run.press(true, after: .milliseconds(100))
    run.reduce(
      .commandEnded(CommandID(rawValue: 1), .exited(0)), .commandEnded(CommandID(rawValue: 2), .exited(3)))
    events = run.events()
    #expect(
      events == [
        "device.removed button /dev/input/event1 button buttons", "press.up bell key 0.000000 device-lost",
        "fade bell 0.3000 1.0000 0.400000", "press.up call key 0.000000 device-lost",
        "fade call 0.3000 1.0000 0.400000", "device.added button /dev/input/event1 button buttons",
        "press.down record key", "fade record 1.0000 0.3000 0.000000", "press.ignored call key busy",
        "command.finished bell 0", "command.finished call 3",
      ])
    run.press(false, after: .zero)
    run.press(true, after: .milliseconds(100))
    events = run.events()
    #expect(events.contains("press.down call key"))
    #expect(run.effects.isEmpty)
  }

  @Test("a control of another kind begins anew, one of the same stays as a program has set it")
  static func controls() {
    var run = Self(settings([("a", button), ("b", button), ("c", command)]))
    for control in ["a", "b", "c"] { run.reduce(.request(RequestID(rawValue: 1), control: control, .disable)) }
    _ = run.events()
    run.reload(settings([("c", command), ("b", command), ("a", button), ("d", button)]))
    let events = run.events()
    #expect(events.isEmpty)
    let controls = run.snapshot("controls")
    for (control, isEnabled) in [("a", false), ("b", true), ("c", false), ("d", true)] {
      let type = control == "a" || control == "d" ? "record" : "command"
      #expect(controls.contains("\"control\":\"\(control)\",\"type\":\"\(type)-button\",\"enabled\":\(isEnabled)"))
    }
  }

  @Test("the configuration's own word counts where no program has had one")
  static func enabled() {
    var off = settings([("a", button)])
    off.controls[0].isEnabled = false
    var run = Self(settings([("a", button)]))
    run.reload(off)
    var events = run.events()
    #expect(events == ["control.state a false false"])
    run.reload(settings([("a", button)]))
    events = run.events()
    #expect(events == ["control.state a true false"])
  }

  @Test("takes are never numbered twice, and what went wrong with a recorder is known as long as there is one")
  static func takes() {
    var run = Self(settings([("a", button)]))
    run.arrive()
    for (id, settings) in [(1, settings([("b", button)])), (2, settings([("b", button)], recorders: [recorders[1]]))] {
      run.press(true, after: .seconds(1))
      run.reduce(.take(TakeID(rawValue: UInt64(id)), .refused(message: "no room")))
      let events = run.events()
      #expect(events.contains { $0.hasPrefix("take.failed") && $0.contains(" \(id) story ") })
      #expect(run.snapshot("recorders").contains("no room"))
      run.reload(settings)
      run.arrive()
    }
    #expect(run.snapshot("recorders") == #"[{"recorder":"music","busy":false}]"#)
  }

  @Test("the content is moved into new limits")
  static func limits() {
    let wide = TransformControl.Settings(target: "map")
    let narrow = TransformControl.Settings(target: "map", scaleLimits: 2...4)
    var run = Self(settings([("photo", .transform(wide))]))
    run.reload(settings([("photo", .transform(narrow))]))
    let events = run.events()
    #expect(
      events == [
        "transform photo map 2.0000 0.0000 0.0000 2.0000 0.0000 0.0000 0.0000 0.0000 2.0000 0.0000"
      ])
  }

  @Test("counters are a device's own, by its name; a reload is no fault of it")
  static func counters() {
    var run = Self(settings([]))
    run.arrive()
    run.reduce(.deviceLeft(DeviceID(rawValue: 1)))
    run.arrive()
    run.reload(settings([]))
    run.arrive()
    #expect(run.snapshot("devices").contains(#""drops":0,"reopens":1"#))
    run.reload(settings([], device: "other"))
    #expect(run.snapshot("devices") == #"[{"device":"other","state":"waiting","drops":0,"reopens":0}]"#)
  }
}
