internal import InputModel
internal import Takes

// What programs ask of a record button.
extension RecordButton {
  /// Why a request would do nothing, as a sentence about the button for a person; nil when it will be done.
  public func refusal(of request: ControlRequest) -> String? {
    switch request {
    case .enable, .disable, .setError: return nil
    case .setProgress: return Refusal.progressOfTake
    case .reset: return take == .none || take == .prepared ? nil : Refusal.takeIsNotOver
    case .start:
      if case .running(let run) = take { return run.readyAt == nil ? Refusal.starting : Refusal.recording }
      return refusalOfStart
    case .toggle:
      if case .running = take { return nil }
      return refusalOfStart
    case .stop, .complete: return refusalOfStop
    case .suspend:
      guard case .running(let run) = take, run.readyAt != nil else { return Refusal.notRecording }
      return nil
    case .resume:
      guard case .suspended = take else { return Refusal.notSuspended }
      return isEnabled ? nil : Refusal.disabled
    }
  }

  private var refusalOfStart: String? {
    if !isEnabled { return Refusal.disabled }
    switch take {
    case .none: return recorderIsBusy ? Refusal.busy : nil
    case .prepared, .running, .suspended: return nil
    case .stopping: return Refusal.stopping
    }
  }

  private var refusalOfStop: String? {
    switch take {
    case .running, .suspended: nil
    case .stopping: Refusal.stopping
    case .none, .prepared: Refusal.notRecording
    }
  }

  mutating func carryOut(_ request: ControlRequest, at time: Timestamp, _ actions: inout [ControlAction]) {
    guard refusal(of: request) == nil else { return }
    switch request {
    case .start: startWithoutPress(at: time, &actions)
    case .stop, .complete: stop(.complete, at: time, &actions)
    case .toggle:
      if case .running = take { stop(.complete, at: time, &actions) } else { startWithoutPress(at: time, &actions) }
    case .suspend:
      guard case .running(let run) = take else { return }
      spendHold()
      suspend(run, at: time, &actions)
    case .resume: resume(latched: true, at: time, &actions)
    case .reset: ring.reset()
    case .setError(let error): ring.setError(error)
    case .enable, .disable: setEnabled(request == .enable, at: time, &actions)
    case .setProgress: break
    }
  }

  /// What goes on without being held; a press that is down has nothing to do with it any more.
  private mutating func startWithoutPress(at time: Timestamp, _ actions: inout [ControlAction]) {
    spendHold()
    ring.setError(false)
    if take == .none { prepare(at: time, &actions) }
    start(latched: true, at: time, &actions)
    resume(latched: true, at: time, &actions)
  }

  private mutating func spendHold() { if role != .ignored { role = .spent } }
}
