public import Gestures
public import InputModel

/// A gesture on a zone that runs a command.
public struct GestureSettings: Hashable, Sendable {
  /// What the person's fingers do.
  public struct Pattern: Hashable, Sendable {
    public var kind: GestureKind
    /// How many fingers it takes: at the beginning, or, for a tap and a swipe, that made it; nil for any number.
    public var fingers: Int?
    /// Where a swipe goes; nil for anywhere, and for other gestures.
    public var direction: SwipeDirection?

    public init(_ kind: GestureKind, fingers: Int? = nil, direction: SwipeDirection? = nil) {
      self.kind = kind
      self.fingers = fingers
      self.direction = direction
    }
  }

  /// As events and messages name it: "glass:swipe-left", "glass:photo:pinch".
  public var label: String
  public var zone: Reference<ZoneSettings>
  public var pattern: Pattern
  /// When a gesture that goes on runs the command. Taps and swipes only ever end.
  public var phases: Set<GestureEvent.Phase>
  public var run: CommandSettings

  public init(
    label: String, zone: Reference<ZoneSettings>, pattern: Pattern, phases: Set<GestureEvent.Phase> = [.ended],
    run: CommandSettings
  ) {
    self.label = label
    self.zone = zone
    self.pattern = pattern
    self.phases = phases
    self.run = run
  }
}

/// A command that a gesture, or the lack of any, runs.
public struct CommandSettings: Hashable, Sendable {
  /// What happens when it is to run and still does.
  public enum Policy: Hashable, Sendable {
    /// Nothing.
    case single
    /// The running one is told to end (TERM), the new one starts; nothing while that still has to end from before.
    case restart
    /// Up to so many run beside each other.
    case parallel(Int)
  }

  /// The command and its arguments.
  public var arguments: [String]
  public var policy: Policy
  /// At most one start in this time; zero for no limit.
  public var interval: Interval

  public init(_ arguments: [String], policy: Policy = .single, interval: Interval = .zero) {
    self.arguments = arguments
    self.policy = policy
    self.interval = interval
  }
}

/// A command that runs when nobody has touched or pressed anything for a time: home, an attract loop.
public struct IdleSettings: Hashable, Sendable {
  /// As events and messages name it: "glass:idle".
  public var label: String
  /// Whose use counts; nil for every device.
  public var device: Reference<DeviceSettings>?
  public var after: Interval
  public var run: CommandSettings

  public init(label: String, device: Reference<DeviceSettings>?, after: Interval, run: CommandSettings) {
    self.label = label
    self.device = device
    self.after = after
    self.run = run
  }
}
