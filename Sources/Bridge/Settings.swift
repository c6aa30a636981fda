public import Controls
public import Gestures
public import InputModel
public import Takes

/// The compiled configuration: all names resolved, every value checked. What the core runs on.
public struct Settings: Hashable, Sendable {
  public var devices: [DeviceSettings]
  public var recorders: [RecorderSettings]
  /// Later is higher.
  public var zones: [ZoneSettings]
  public var controls: [ControlSettings]
  public var gestures: [GestureSettings]
  public var idle: [IdleSettings]
  public var outputs: [OutputSettings]

  public init(
    devices: [DeviceSettings] = [], recorders: [RecorderSettings] = [], zones: [ZoneSettings] = [],
    controls: [ControlSettings] = [], gestures: [GestureSettings] = [], idle: [IdleSettings] = [],
    outputs: [OutputSettings] = []
  ) {
    self.devices = devices
    self.recorders = recorders
    self.zones = zones
    self.controls = controls
    self.gestures = gestures
    self.idle = idle
    self.outputs = outputs
  }
}

/// A part of a touchscreen. A control's own shape is one too.
public struct ZoneSettings: Hashable, Sendable {
  public var name: String
  public var device: Reference<DeviceSettings>
  public var outline: ZoneOutline
  /// The zone it lies in; nil for the whole surface.
  public var parent: Reference<ZoneSettings>?
  /// Nothing behind it sees the touch.
  public var blocks: Bool
  /// Of the gestures on it.
  public var thresholds: Thresholds
  /// Whether pan, pinch and rotation run together; else the first one has the touch.
  public var isSimultaneous: Bool

  public init(
    name: String, device: Reference<DeviceSettings>, outline: ZoneOutline, parent: Reference<ZoneSettings>? = nil,
    blocks: Bool = false, thresholds: Thresholds = Thresholds(), isSimultaneous: Bool = true
  ) {
    self.name = name
    self.device = device
    self.outline = outline
    self.parent = parent
    self.blocks = blocks
    self.thresholds = thresholds
    self.isSimultaneous = isSimultaneous
  }
}

extension ControlSettings {
  /// What the bubble of a hint says.
  public func text(of hint: Tooltip.Hint) -> String {
    switch kind {
    case .recordButton(let button): hint == .busy ? button.busyText : button.tooltipText
    case .progressButton(let button): hint == .busy ? button.busyText : ""
    case .commandButton, .transform: ""
    }
  }
}

extension ControlSettings {
  /// What its takes are recorded with; nil for a control without takes.
  public var recorder: Reference<RecorderSettings>? {
    switch kind {
    case .recordButton(let button): button.recorder
    case .progressButton(let button): button.recorder
    case .commandButton, .transform: nil
    }
  }
}

/// What a person operates a control with.
public struct TriggerSettings: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// A key, button or switch: down while its value is 1, or while it is 0 with `inverted` (a contact that opens when
    /// it is pressed, a telephone's hook).
    case code(Reference<DeviceSettings>, EventCode, inverted: Bool)
    case zone(Reference<ZoneSettings>)
  }

  public var source: Source
  /// As events name it: "button:KEY_RECORD", "glass:record".
  public var label: String

  public init(_ source: Source, label: String) {
    self.source = source
    self.label = label
  }
}

/// A control of the configuration.
public struct ControlSettings: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case recordButton(RecordButtonSettings)
    case progressButton(ProgressButtonSettings)
    case commandButton(CommandButtonSettings)
    /// Its one trigger is a zone, on which all fingers count.
    case transform(TransformControl.Settings)
  }

  public var name: String
  /// At least one.
  public var triggers: [TriggerSettings]
  public var kind: Kind
  /// Whether it starts enabled.
  public var isEnabled: Bool
  /// The outputs that show this control; nil for all.
  public var outputs: [Reference<OutputSettings>]?

  public init(
    name: String, triggers: [TriggerSettings], kind: Kind, isEnabled: Bool = true,
    outputs: [Reference<OutputSettings>]? = nil
  ) {
    self.name = name
    self.triggers = triggers
    self.kind = kind
    self.isEnabled = isEnabled
    self.outputs = outputs
  }
}

public struct RecordButtonSettings: Hashable, Sendable {
  public var button: RecordButton.Settings
  public var recorder: Reference<RecorderSettings>
  public var tooltipText: String
  public var busyText: String

  public init(
    button: RecordButton.Settings = RecordButton.Settings(), recorder: Reference<RecorderSettings>,
    tooltipText: String = "Tap and Hold", busyText: String = "Please wait"
  ) {
    self.button = button
    self.recorder = recorder
    self.tooltipText = tooltipText
    self.busyText = busyText
  }
}

public struct ProgressButtonSettings: Hashable, Sendable {
  public var button: ProgressButton.Settings
  /// Nil where `button` has none.
  public var recorder: Reference<RecorderSettings>?
  public var busyText: String

  public init(
    button: ProgressButton.Settings, recorder: Reference<RecorderSettings>? = nil, busyText: String = "Please wait"
  ) {
    self.button = button
    self.recorder = recorder
    self.busyText = busyText
  }
}

public struct CommandButtonSettings: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    /// A command and its arguments; `{last-file}` stands for the file of the last completed take.
    case run([String])
    /// A signal to the process group of a recorder's running take.
    case signal(Signal, Reference<RecorderSettings>)
  }

  public var button: CommandButton.Settings
  public var action: Action

  public init(button: CommandButton.Settings, action: Action) {
    self.button = button
    self.action = action
  }
}
