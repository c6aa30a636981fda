public import Controls
public import InputModel
public import Takes

/// Everything that can happen to the core.
public enum Input: Sendable {
  case deviceArrived(Arrival)
  /// In the order of the merger; the events of a frame carry the frame's stamp.
  case event(DeviceID, RawEvent)
  case deviceLeft(DeviceID)
  /// The answer to `readState`.
  case stateRead(DeviceID, DeviceState)
  case take(TakeID, TakeLifecycle.Input)
  case commandEnded(CommandID, ExitStatus)
  case commandFailed(CommandID, message: String)
  /// The system slept and is awake again.
  case slept
  /// The daemon was kept from running, and runs again from this time on. Comes before what has happened meanwhile.
  case stalled(until: Timestamp)
  /// End all takes; nothing new begins.
  case terminate
  /// A request for a control, by its name. Answered by `Effect.answer`.
  case request(RequestID, control: String, ControlRequest)
  /// The recorder of a take has said how much is done, in percent.
  case takePercent(TakeID, Double)
  /// A take of an earlier run that nobody has finished. Answered by `Effect.adoptTake`.
  case takeFound(FoundTake)
  /// Something at the edge that a person should know of.
  case anomaly(device: String?, control: String? = nil, message: String)
}

extension Input {
  /// An event that only adds to a frame.
  var isWithinFrame: Bool {
    if case .event(_, let event) = self { return event.code != .synReport }
    return false
  }
}

/// A device of the configuration that has come.
public struct Arrival: Sendable {
  public var id: DeviceID
  public var device: Reference<DeviceSettings>
  /// `/dev/input/eventN` now, or the name of a trace.
  public var node: String
  public var kind: DeviceClass
  public var description: DeviceDescription
  /// What was down when it was opened.
  public var state: DeviceState
  /// udev's calibration matrix; the configuration's wins.
  public var matrix: CalibrationMatrix?

  public init(
    id: DeviceID, device: Reference<DeviceSettings>, node: String, kind: DeviceClass, description: DeviceDescription,
    state: DeviceState, matrix: CalibrationMatrix? = nil
  ) {
    self.id = id
    self.device = device
    self.node = node
    self.kind = kind
    self.description = description
    self.state = state
    self.matrix = matrix
  }
}

/// One request. Never reused while the daemon runs.
public struct RequestID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What the journal of an earlier run says of a take.
public struct FoundTake: Hashable, Sendable {
  /// Its name in the journal.
  public var entry: String
  public var control: String
  public var trigger: String
  /// As they were when it was started.
  public var recorder: RecorderSettings
  /// Where the recorder writes.
  public var file: String?
  /// Its processes are still there.
  public var isRunning: Bool
  /// What its own run thought of it, when that saw its end.
  public var verdict: TakeLifecycle.Verdict?
  /// Its number in that run, when that has finished its file and may have told of it.
  public var earlierTake: TakeID?

  public init(
    entry: String, control: String, trigger: String, recorder: RecorderSettings, file: String?, isRunning: Bool,
    verdict: TakeLifecycle.Verdict? = nil, earlierTake: TakeID? = nil
  ) {
    self.entry = entry
    self.control = control
    self.trigger = trigger
    self.recorder = recorder
    self.file = file
    self.isRunning = isRunning
    self.verdict = verdict
    self.earlierTake = earlierTake
  }
}

/// One run of a command. Never reused while the daemon runs.
public struct CommandID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}
