import Bridge
import Controls
import Gestures
import InputModel
import Takes

/// What a script is played on: the devices, one recorder, the controls and gestures, and how the recorder behaves.
struct Bench: Sendable {
  var record = RecordButton.Settings()
  var recorder = RecorderSettings(name: "story", command: ["record", "{file}"], directory: "/takes")
  /// Of the control `record`: `button`, `play`, `other`, `hook`, `hook!` (inverted), or a zone's name.
  var triggers = ["button"]
  /// Those of a second record button on the same recorder, `second`.
  var secondTriggers: [String] = []
  var commands: [Command] = []
  var progressButtons: [ProgressControl] = []
  var transforms: [Transform] = []
  var gestures: [Gesture] = []
  /// A command per idle time, `home`, of all devices or of one.
  var idle: [(after: Interval, device: ScriptDevice?)] = []
  var zones = [
    Zone("ring", .glass, Bench.ring), Zone("pane", .pane, Bench.ring),
  ]
  /// The devices `button` and `other` are two of one binding.
  var takesAll = false
  /// Of the picture on `glass`.
  var rotation = Rotation.none
  var world = World()

  static let ring = ZoneOutline.circle(x: .millimeters(50), y: .millimeters(80), radius: .millimeters(12))

  struct Command: Sendable {
    var name: String
    var triggers: [String]
    var occasion: CommandButton.Occasion
    var action: CommandButtonSettings.Action
  }

  /// A button with a ring, which may use the recorder.
  struct ProgressControl: Sendable {
    var name: String
    var triggers: [String]
    var settings: ProgressButton.Settings
  }

  struct Zone: Sendable {
    var name: String
    var device: ScriptDevice
    var outline: ZoneOutline
    var parent: String?
    var blocks: Bool
    var thresholds = Thresholds()
    var isSimultaneous = true

    init(
      _ name: String, _ device: ScriptDevice, _ outline: ZoneOutline, inside parent: String? = nil, blocks: Bool = false
    ) {
      self.name = name
      self.device = device
      self.outline = outline
      self.parent = parent
      self.blocks = blocks
    }
  }

  /// A control whose content the fingers on a zone carry.
  struct Transform: Sendable {
    var name: String
    var zone: String
    var settings = TransformControl.Settings()
    var isEnabled = true
  }

  /// What a gesture on a zone runs, unless it says otherwise a command of the zone's name.
  struct Gesture: Sendable {
    var zone: String
    var pattern: GestureSettings.Pattern
    var phases: Set<GestureEvent.Phase>
    var run: CommandSettings

    init(
      _ zone: String, _ kind: GestureKind, fingers: Int? = nil, _ direction: SwipeDirection? = nil,
      on phases: Set<GestureEvent.Phase> = [.ended], policy: CommandSettings.Policy = .single,
      every interval: Interval = .zero
    ) {
      self.zone = zone
      pattern = GestureSettings.Pattern(kind, fingers: fingers, direction: direction)
      self.phases = phases
      run = CommandSettings([zone], policy: policy, interval: interval)
    }
  }

  /// Which device of the configuration this one is.
  func reference(to device: ScriptDevice) -> Reference<DeviceSettings> {
    Reference(takesAll && device == .other ? ScriptDevice.button.rank : device.rank)
  }

  /// The devices that something needs.
  var devices: [ScriptDevice] {
    let names =
      triggers + secondTriggers + commands.flatMap(\.triggers) + progressButtons.flatMap(\.triggers)
      + transforms.map(\.zone) + gestures.map(\.zone)
    let used = Set(names.compactMap { source($0)?.device })
    return ScriptDevice.allCases.filter { used.contains($0) || (takesAll && $0 == .other) }
  }

  var settings: Settings {
    var settings = Settings(
      devices: ScriptDevice.allCases.map {
        DeviceSettings(
          name: $0.rawValue, match: DeviceMatch(), rotation: $0 == .glass ? rotation : .none,
          size: Size(width: 100, height: 100))
      },
      recorders: [recorder])
    settings.zones = zones.map { zone in
      ZoneSettings(
        name: zone.name, device: Reference(zone.device.rank), outline: zone.outline,
        parent: zones.firstIndex { $0.name == zone.parent }.map { Reference($0) }, blocks: zone.blocks,
        thresholds: zone.thresholds, isSimultaneous: zone.isSimultaneous)
    }
    settings.controls = [recordButton("record", triggers)]
    if !secondTriggers.isEmpty { settings.controls.append(recordButton("second", secondTriggers)) }
    settings.controls += commands.map { command in
      ControlSettings(
        name: command.name, triggers: command.triggers.compactMap(trigger),
        kind: .commandButton(
          CommandButtonSettings(
            button: CommandButton.Settings(
              occasion: command.occasion, debounce: command.triggers.compactMap { source($0)?.debounce }),
            action: command.action)))
    }
    settings.controls += progressButtons.map { progress in
      var button = progress.settings
      button.debounce = progress.triggers.compactMap { source($0)?.debounce }
      return ControlSettings(
        name: progress.name, triggers: progress.triggers.compactMap(trigger),
        kind: .progressButton(
          ProgressButtonSettings(button: button, recorder: button.hasRecorder ? Reference(0) : nil)))
    }
    settings.controls += transforms.map { transform in
      ControlSettings(
        name: transform.name, triggers: [transform.zone].compactMap(trigger), kind: .transform(transform.settings),
        isEnabled: transform.isEnabled)
    }
    settings.gestures = gestures.compactMap { gesture in
      guard case .zone(let zone)? = source(gesture.zone)?.source else { return nil }
      return GestureSettings(
        label: "\(gesture.zone):\(gesture.pattern.name)", zone: zone, pattern: gesture.pattern,
        phases: gesture.phases, run: gesture.run)
    }
    settings.idle = idle.map { idle in
      IdleSettings(
        label: idle.device.map { "\($0.rawValue):idle" } ?? "idle", device: idle.device.map(reference),
        after: idle.after, run: CommandSettings(["home"]))
    }
    return settings
  }

  private func recordButton(_ name: String, _ triggers: [String]) -> ControlSettings {
    var button = record
    button.debounce = triggers.compactMap { source($0)?.debounce }
    return ControlSettings(
      name: name, triggers: triggers.compactMap(trigger),
      kind: .recordButton(RecordButtonSettings(button: button, recorder: Reference(0))))
  }

  private func trigger(_ name: String) -> TriggerSettings? {
    source(name).map { TriggerSettings($0.source, label: name) }
  }

  private func source(_ name: String) -> (source: TriggerSettings.Source, device: ScriptDevice, debounce: Interval)? {
    if let place = zones.firstIndex(where: { $0.name == name }) {
      return (.zone(Reference(place)), zones[place].device, .zero)
    }
    let isInverted = name.hasSuffix("!")
    guard let key = ScriptKey(rawValue: isInverted ? String(name.dropLast()) : name) else { return nil }
    return (
      .code(Reference(key.device.rank), key.code, inverted: isInverted), key.device, RecordButton.Settings.keyDebounce
    )
  }
}
