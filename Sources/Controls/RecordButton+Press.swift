internal import Gestures
internal import InputModel
internal import Takes

// What presses make of a record button.
extension RecordButton {
  mutating func handle(_ output: PressTracker.Output, at time: Timestamp, _ actions: inout [ControlAction]) {
    switch output {
    case .pressed(let trigger, let downAt): begin(trigger: trigger, downAt: downAt, at: time, &actions)
    case .held: becomeHold(at: time, &actions)
    case .left where mayBecomeHold: look(pressed: false, at: time, &actions)
    case .entered where mayBecomeHold: look(pressed: true, at: time, &actions)
    case .left, .entered: break
    case .ended(let ending): end(ending, at: time, &actions)
    case .ignored(let trigger): actions.append(ControlAction(time, .pressIgnored(trigger: trigger, .notOwner)))
    }
  }

  private var mayBecomeHold: Bool { role == .candidate || role == .latching }

  private mutating func begin(
    trigger: Int, downAt: Timestamp, at time: Timestamp, _ actions: inout [ControlAction]
  ) {
    guard let role = roleOfPress(downAt: downAt) else {
      self.role = .ignored
      actions.append(ControlAction(downAt, .pressIgnored(trigger: trigger, .busy)))
      showTooltip(.busy, at: time, &actions)
      return
    }
    self.role = role
    lastTap = nil
    ring.setError(false)
    actions.append(ControlAction(downAt, .pressDown(trigger: trigger)))
    look(pressed: true, at: time, &actions)
    switch take {
    case .none:
      prepare(at: time, &actions)
      if role == .latching { hideTooltip(at: time, &actions) }
      if settings.mode == .toggle { start(latched: true, at: time, &actions) }
    case .running(var run):
      run.releasedAt = run.isLatched ? downAt : nil
      take = .running(run)
      settle(at: time, &actions)
    case .suspended where settings.mode == .toggle: resume(latched: true, at: time, &actions)
    case .prepared, .suspended, .stopping: break
    }
  }

  /// What a press that begins now can become; nil when it must be ignored.
  private func roleOfPress(downAt: Timestamp) -> Role? {
    switch take {
    case .none:
      if recorderIsBusy { return nil }
      guard settings.mode != .toggle else { return .spent }
      guard settings.mode == .hybrid, let lastTap else { return .candidate }
      let pause = downAt - lastTap
      return pause >= Thresholds.pairMinimum && pause <= Thresholds.pairWindow ? .latching : .candidate
    case .running(let run):
      guard run.isLatched else { return .holding }
      return run.releasedAt == nil ? .spent : nil
    case .suspended: return settings.mode == .toggle ? .spent : .candidate
    case .prepared, .stopping: return nil
    }
  }

  private mutating func becomeHold(at time: Timestamp, _ actions: inout [ControlAction]) {
    guard mayBecomeHold else { return }
    switch take {
    case .prepared:
      role = .holding
      start(latched: false, at: time, &actions)
    case .suspended:
      role = .holding
      resume(latched: false, at: time, &actions)
    case .none, .running, .stopping: break
    }
  }

  private mutating func end(_ ending: PressTracker.Ending, at time: Timestamp, _ actions: inout [ControlAction]) {
    let role = self.role
    self.role = .spent
    guard role != .ignored else { return }
    actions.append(
      ControlAction(ending.time, .pressUp(trigger: ending.trigger, held: ending.held, reason: ending.reason)))
    look(pressed: false, at: time, &actions)
    let isTap = ending.reason == nil && ending.isInside && !ending.isBeyondSlop
    switch role {
    case .holding:
      // A finger that was called a palm has let go, nothing worse: tail and minimum hold.
      if let reason = ending.reason, reason != .released {
        stop(reason, at: time, &actions)
      } else {
        release(at: ending.time, confirmedAt: time, &actions)
      }
    case .latching where isTap: start(latched: true, at: time, &actions)
    case .candidate, .latching:
      abandon(at: time, &actions)
      if ending.reason == nil, ending.isInside { showTooltip(.tapAndHold, at: time, &actions) }
      if isTap, settings.mode == .hybrid { lastTap = ending.time }
    case .spent, .ignored: break
    }
  }

  /// Ends the press for a reason that is not the person's.
  mutating func cancelPress(_ reason: StopReason, at time: Timestamp, _ actions: inout [ControlAction]) {
    guard let owner = tracker.owner else { return }
    for output in tracker.consume(.cancelled(reason), trigger: owner, at: time) {
      handle(output, at: time, &actions)
    }
  }

  private mutating func look(pressed: Bool, at time: Timestamp, _ actions: inout [ControlAction]) {
    guard fade.isPressed != pressed else { return }
    actions.append(ControlAction(time, .fade(pressed ? fade.press(at: time) : fade.release(at: time))))
  }

  mutating func showTooltip(_ hint: Tooltip.Hint, at time: Timestamp, _ actions: inout [ControlAction]) {
    guard settings.showsTooltip, tooltip.show(hint, at: time) else { return }
    actions.append(ControlAction(time, .tooltipShown(hint)))
  }

  mutating func hideTooltip(at time: Timestamp, _ actions: inout [ControlAction]) {
    guard tooltip.hide() else { return }
    actions.append(ControlAction(time, .tooltipHidden))
  }
}
