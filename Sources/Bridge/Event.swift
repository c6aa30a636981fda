public import Controls
public import Gestures
public import InputModel
public import Takes

/// Something that happened, for people and programs outside: the one vocabulary of the terminal, the JSON lines, the
/// lights and the command hooks.
public struct Event: Hashable, Sendable {
  public var time: Timestamp
  public var kind: Kind

  public init(_ time: Timestamp, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }

  public enum Kind: Hashable, Sendable {
    case deviceAdded(DevicePresence)
    case deviceRemoved(DevicePresence)
    case pressDown(control: String, trigger: String)
    /// `reason` is nil when a person let go.
    case pressUp(control: String, trigger: String, held: Interval, reason: StopReason?)
    case pressIgnored(control: String, trigger: String, reason: IgnoreReason)
    /// A short press of a progress button, and the state that it met.
    case tap(control: String, state: ProgressRing.State)
    case tooltipShown(control: String, hint: Tooltip.Hint, text: String)
    case tooltipHidden(control: String)
    case fade(control: String, PressFade.Segment)
    case controlState(control: String, isEnabled: Bool, isSelected: Bool)
    case progress(control: String, ProgressRing.Reading)
    case gesture(GestureReport)
    /// `duration`: how long a viewer takes to show it; nil: at once, it follows a finger.
    case transform(control: String, target: String, TransformControl.Placement, duration: Interval? = nil)
    case takeStarting(TakeReference)
    case takeRecording(TakeReference)
    case takeSuspended(TakeReference)
    case takeStopping(TakeReference, reason: StopReason)
    case takeCompleted(TakeReference, TakeResult)
    case takeFailed(TakeReference, TakeResult, message: String)
    case commandFinished(control: String, ExitStatus)
    /// A command that could not be started, or was not.
    case commandFailed(control: String, message: String)
    /// `control`: the one whose take it is about.
    case anomaly(device: String?, control: String? = nil, message: String)
  }

  /// The control it is about.
  public var control: String? {
    switch kind {
    case .pressDown(let control, _), .pressUp(let control, _, _, _), .pressIgnored(let control, _, _),
      .tap(let control, _), .tooltipShown(let control, _, _), .tooltipHidden(let control), .fade(let control, _),
      .controlState(let control, _, _), .progress(let control, _), .transform(let control, _, _, _),
      .commandFinished(let control, _), .commandFailed(let control, _):
      control
    case .takeStarting(let take), .takeRecording(let take), .takeSuspended(let take), .takeStopping(let take, _),
      .takeCompleted(let take, _), .takeFailed(let take, _, _):
      take.control
    case .anomaly(_, let control, _): control
    case .deviceAdded, .deviceRemoved, .gesture: nil
    }
  }

  /// The word in the event stream.
  public var type: String {
    switch kind {
    case .deviceAdded: "device.added"
    case .deviceRemoved: "device.removed"
    case .pressDown: "press.down"
    case .pressUp: "press.up"
    case .pressIgnored: "press.ignored"
    case .tap: "press.tap"
    case .tooltipShown: "tooltip.shown"
    case .tooltipHidden: "tooltip.hidden"
    case .fade: "fade"
    case .controlState: "control.state"
    case .progress: "progress"
    case .gesture: "gesture"
    case .transform: "transform"
    case .takeStarting: "take.starting"
    case .takeRecording: "take.recording"
    case .takeSuspended: "take.suspended"
    case .takeStopping: "take.stopping"
    case .takeCompleted: "take.completed"
    case .takeFailed: "take.failed"
    case .commandFinished: "command.finished"
    case .commandFailed: "command.failed"
    case .anomaly: "anomaly"
    }
  }

  /// Every word of the event stream, in the order of the documentation.
  public static let types = [
    "device.added", "device.removed", "press.down", "press.up", "press.ignored", "press.tap", "tooltip.shown",
    "tooltip.hidden", "fade", "control.state", "progress", "gesture", "transform", "take.starting", "take.recording",
    "take.suspended", "take.stopping", "take.completed", "take.failed", "command.finished", "command.failed", "anomaly",
  ]
}

/// What fingers did on a zone.
public struct GestureReport: Hashable, Sendable {
  /// The device's name in the configuration.
  public var device: String
  public var zone: String
  public var gesture: GestureEvent

  public init(device: String, zone: String, gesture: GestureEvent) {
    self.device = device
    self.zone = zone
    self.gesture = gesture
  }
}

/// A device of the configuration that is there.
public struct DevicePresence: Hashable, Sendable {
  /// Its name in the configuration.
  public var device: String
  /// `/dev/input/eventN` now.
  public var node: String
  /// What it calls itself.
  public var name: String
  public var kind: DeviceClass

  public init(device: String, node: String, name: String, kind: DeviceClass) {
    self.device = device
    self.node = node
    self.name = name
    self.kind = kind
  }
}

/// Which take an event is about.
public struct TakeReference: Hashable, Sendable {
  public var take: TakeID
  public var control: String
  public var recorder: String
  /// Where the recorder writes; nil when it writes no file.
  public var file: String?

  public init(take: TakeID, control: String, recorder: String, file: String?) {
    self.take = take
    self.control = control
    self.recorder = recorder
    self.file = file
  }
}

/// How a take ended.
public struct TakeResult: Hashable, Sendable {
  public var reason: StopReason
  /// Where the file is now; nil when there is none.
  public var file: String?
  /// From ready to the stop signal, suspended time left out.
  public var duration: Interval
  /// How the recorder itself ended; nil when it was never started or its end was not seen.
  public var status: ExitStatus?
  /// The last signal that was needed; nil when it ended by itself.
  public var signal: Signal?
  /// The file was too short and was deleted, as configured.
  public var wasDiscarded: Bool
  /// The take's number in an earlier run, which has finished it and may have told of that already.
  public var earlierTake: TakeID?

  public init(
    reason: StopReason, file: String? = nil, duration: Interval = .zero, status: ExitStatus? = nil,
    signal: Signal? = nil, wasDiscarded: Bool = false, earlierTake: TakeID? = nil
  ) {
    self.reason = reason
    self.file = file
    self.duration = duration
    self.status = status
    self.signal = signal
    self.wasDiscarded = wasDiscarded
    self.earlierTake = earlierTake
  }

  /// It was not the person who ended it: the recorder gave up, or the disk was full.
  public var isFailure: Bool {
    switch reason {
    case .disk, .stalled: true
    case .recorderExit: status != .exited(0)
    default: false
    }
  }
}
