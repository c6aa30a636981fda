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
  case finishTake(TakeID, TakeLifecycle.Verdict)
  /// The recorder's own settings say which command it is. Answered by `TakeLifecycle.Input.commandEnded`.
  case runTakeCommand(TakeID, TakeCommand)
  /// Tell the take's command to end (TERM, to its process group; KILL two seconds later).
  case endTakeCommand(TakeID)
  /// Look at the take's file and its disk. Answered at once, by `TakeLifecycle.Input.probed`.
  case probeTake(TakeID)
  /// Take over a take of an earlier run, by its name in the journal. Its end is told by
  /// `TakeLifecycle.Input.groupGone`.
  case adoptTake(TakeID, entry: String)
  /// What came of a request; nil: it was done.
  case answer(RequestID, refusal: String?)
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
  /// As they are now: a reload does not change a take that has begun.
  public var recorder: RecorderSettings
  public var control: String
  public var trigger: String

  public init(take: TakeID, recorder: RecorderSettings, control: String, trigger: String) {
    self.take = take
    self.recorder = recorder
    self.control = control
    self.trigger = trigger
  }
}
