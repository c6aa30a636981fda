public import InputModel

/// One way of telling the person something.
public struct OutputSettings: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case light(LightSettings)
    /// A command run for events of the named types (all when empty), with the event in its environment.
    case command([String], types: [String])
    /// One card a control on the desktop.
    case notification
    /// A program that reads lines.
    case lines(LineSettings)
    /// A device that sounds. `whileRecording`: also when somebody could record it.
    case beep(Reference<DeviceSettings>, whileRecording: Bool)
    /// A device that shakes, and hums.
    case rumble(Reference<DeviceSettings>, whileRecording: Bool)
  }

  public var name: String
  public var kind: Kind

  public init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// Lights that all show the same.
public struct LightSettings: Hashable, Sendable {
  /// What is shown while nothing happens.
  public enum Idle: String, Hashable, Sendable, CaseIterable {
    case off
    /// Lit, so that a press dims it.
    case on
    /// One short blip every 5 s: the program is there.
    case alive
  }

  /// A light of an input device itself.
  public struct DeviceLight: Hashable, Sendable {
    public var device: Reference<DeviceSettings>
    /// One of `EV_LED`.
    public var code: EventCode

    public init(device: Reference<DeviceSettings>, code: EventCode) {
      self.device = device
      self.code = code
    }
  }

  /// Under /sys/class/leds.
  public var names: [String]
  public var deviceLights: [DeviceLight]
  public var idle: Idle

  public init(names: [String] = [], deviceLights: [DeviceLight] = [], idle: Idle = .off) {
    self.names = names
    self.deviceLights = deviceLights
    self.idle = idle
  }
}

/// A program that gets a line on its standard input for each event that has a text.
public struct LineSettings: Hashable, Sendable {
  public var command: [String]
  /// The text of each type of event; an event of another type has no line.
  public var texts: [String: LineTemplate]

  public init(command: [String], texts: [String: LineTemplate]) {
    self.command = command
    self.texts = texts
  }
}
