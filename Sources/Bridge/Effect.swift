public import InputModel
public import Takes

/// An order of the core to the outside, carried out in order by `Daemon.perform`.
public enum Effect: Hashable, Sendable {
  case publish(Event)
  /// Everything slow: the name, the counter, the reservation, the command's arguments. Answered by
  /// `TakeLifecycle.Input.prepared` or `refused`.
  case prepareTake(TakePlan)
  /// Give the reservation back.
  case abandonTake(TakeID)
  /// Nothing but the spawn. Answered by `spawned` or `spawnFailed`.
  case spawnRecorder(TakeID)
  /// To the whole process group.
  case signalRecorder(TakeID, Signal)
  /// Move the file to its place or delete it. Answered by `finished`.
  case finishTake(TakeID, discard: Bool)
  /// The environment's names get `EVBRIDGE_` before them and capitals. Answered by `commandEnded` or `commandFailed`.
  case runCommand(CommandID, arguments: [String], environment: [EventField])
  /// Tell it to end (TERM, to its process group).
  case endCommand(CommandID)
  /// Read keys, switches and slots back, on a descriptor of its own. Answered by `stateRead`.
  case readState(DeviceID)
}

/// What the edge needs to prepare a take.
public struct TakePlan: Hashable, Sendable {
  public var take: TakeID
  public var recorder: Reference<RecorderSettings>
  public var control: String
  public var trigger: String

  public init(take: TakeID, recorder: Reference<RecorderSettings>, control: String, trigger: String) {
    self.take = take
    self.recorder = recorder
    self.control = control
    self.trigger = trigger
  }
}
