internal import InputModel
internal import Takes

// What programs ask of a progress button.
extension ProgressButton {
  /// Why a request would do nothing, as a sentence about the button for a person; nil when it will be done.
  public func refusal(of request: ControlRequest) -> String? {
    switch request {
    case .enable, .disable, .setError: nil
    case .setProgress(let percent, _): refusal(ofProgress: percent)
    case .reset: take == .none || take == .prepared ? nil : Refusal.takeIsNotOver
    case .start: refusalOfStart
    case .toggle: isActive ? nil : refusalOfStart
    case .stop: refusalOfStop
    case .complete: settings.hasRecorder ? refusalOfStop : ring.state == .completed ? Refusal.completed : nil
    case .suspend: refusalOfSuspend
    case .resume: refusalOfResume
    }
  }

  /// It is, or is about to be, in progress.
  private var isActive: Bool {
    switch take {
    case .starting, .running, .suspending, .resuming: true
    case .none: ring.state == .inProgress
    case .prepared, .suspended, .stopping: false
    }
  }

  private var refusalOfStart: String? {
    if !isEnabled { return Refusal.disabled }
    switch take {
    case .starting: return Refusal.starting
    case .running: return Refusal.inProgress
    case .suspending, .resuming: return Refusal.changing
    case .suspended: return nil
    case .stopping: return Refusal.stopping
    case .none, .prepared: break
    }
    switch ring.state {
    case .default: return recorderIsBusy ? Refusal.busy : nil
    case .inProgress: return Refusal.inProgress
    case .suspended: return nil
    case .completed: return Refusal.completed
    }
  }

  private var refusalOfStop: String? {
    switch take {
    case .starting, .running, .suspending, .suspended, .resuming: nil
    case .stopping: Refusal.stopping
    case .none, .prepared: ring.state == .inProgress || ring.state == .suspended ? nil : Refusal.notInProgress
    }
  }

  private var refusalOfSuspend: String? {
    switch take {
    case .running: nil
    case .suspending, .resuming: Refusal.changing
    case .starting: Refusal.starting
    case .none: ring.state == .inProgress ? nil : Refusal.notInProgress
    case .prepared, .suspended, .stopping: Refusal.notInProgress
    }
  }

  private var refusalOfResume: String? {
    switch take {
    case .suspended: return isEnabled ? nil : Refusal.disabled
    case .suspending, .resuming: return Refusal.changing
    case .none where ring.state == .suspended: return isEnabled ? nil : Refusal.disabled
    case .none, .prepared, .starting, .running, .stopping: return Refusal.notSuspended
    }
  }

  private func refusal(ofProgress percent: Double) -> String? {
    guard settings.progress == .request else {
      return settings.hasRecorder ? Refusal.progressOfTake : Refusal.progressOfTime
    }
    return percent.isNaN ? Refusal.noNumber : nil
  }

  mutating func carryOut(_ request: ControlRequest, at time: Timestamp, _ actions: inout [ControlAction]) {
    guard refusal(of: request) == nil else { return }
    switch request {
    case .start: startOrResume(at: time, &actions)
    case .toggle:
      if isActive { finish(at: time, &actions) } else { startOrResume(at: time, &actions) }
    case .stop, .complete: finish(at: time, &actions)
    case .suspend: suspend(at: time, &actions)
    case .resume: resume(at: time, &actions)
    case .reset: reset()
    case .setProgress(let percent, _): ring.set(percent, at: time)
    case .setError(let error): ring.setError(error)
    case .enable, .disable: setEnabled(request == .enable, at: time, &actions)
    }
  }

  private mutating func startOrResume(at time: Timestamp, _ actions: inout [ControlAction]) {
    // A finger that is down meant to do the same.
    spendPress()
    if ring.state == .suspended { resume(at: time, &actions) } else { start(at: time, &actions) }
  }

  private mutating func finish(at time: Timestamp, _ actions: inout [ControlAction]) {
    if settings.hasRecorder { stop(.complete, at: time, &actions) } else { complete(at: time) }
  }
}
