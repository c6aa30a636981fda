internal import InputModel
internal import Takes

// What presses make of a progress button.
extension ProgressButton {
  mutating func handle(_ output: PressTracker.Output, at time: Timestamp, _ actions: inout [ControlAction]) {
    switch output {
    case .pressed(let trigger, let downAt): begin(trigger: trigger, downAt: downAt, at: time, &actions)
    case .left where press != .ignored: look(pressed: false, at: time, &actions)
    case .entered where press != .ignored: look(pressed: true, at: time, &actions)
    case .held, .left, .entered: break
    case .ended(let ending): end(ending, at: time, &actions)
    case .ignored(let trigger): actions.append(ControlAction(time, .pressIgnored(trigger: trigger, .notOwner)))
    }
  }

  private mutating func begin(
    trigger: Int, downAt: Timestamp, at time: Timestamp, _ actions: inout [ControlAction]
  ) {
    guard !refusesPress else {
      press = .ignored
      actions.append(ControlAction(downAt, .pressIgnored(trigger: trigger, .busy)))
      if settings.showsTooltip, tooltip.show(.busy, at: time) {
        actions.append(ControlAction(time, .tooltipShown(.busy)))
      }
      return
    }
    press = .tap(ring.state, isSpent: false)
    actions.append(ControlAction(downAt, .pressDown(trigger: trigger)))
    look(pressed: true, at: time, &actions)
    if mayStart, settings.taps == .act, settings.hasRecorder { prepare(at: time, &actions) }
  }

  /// A press that begins now could do nothing.
  private var refusesPress: Bool {
    guard settings.taps == .act else { return false }
    switch take {
    case .none: return recorderIsBusy && ring.state == .default
    case .starting(let isGreeting): return !isGreeting
    case .running, .suspended: return false
    case .prepared, .suspending, .resuming, .stopping: return true
    }
  }

  private var mayStart: Bool { take == .none && ring.state == .default }

  private mutating func end(_ ending: PressTracker.Ending, at time: Timestamp, _ actions: inout [ControlAction]) {
    let press = self.press
    self.press = .none
    guard press != .ignored else { return }
    actions.append(
      ControlAction(ending.time, .pressUp(trigger: ending.trigger, held: ending.held, reason: ending.reason)))
    let isTap = ending.reason == nil && ending.isInside && !ending.isBeyondSlop
    if isTap, case .tap(let met, let isSpent) = press {
      actions.append(ControlAction(ending.time, .tapped(met)))
      look(pressed: false, at: time, &actions)
      if settings.taps == .act, met == ring.state, !isSpent { act(at: time, &actions) }
    } else {
      look(pressed: false, at: time, &actions)
    }
    if take == .prepared {
      take = .none
      actions.append(ControlAction(time, .take(.abandon)))
    }
  }

  /// What a finger that is still down meant to do is over.
  mutating func spendPress() {
    if case .tap(let met, _) = press { press = .tap(met, isSpent: true) }
  }

  private mutating func act(at time: Timestamp, _ actions: inout [ControlAction]) {
    switch (ring.state, take) {
    case (_, .starting(isGreeting: true)): stop(.toggled, at: time, &actions)
    case (.default, .none), (.default, .prepared): start(at: time, &actions)
    case (.inProgress, _): suspend(at: time, &actions)
    case (.suspended, _): resume(at: time, &actions)
    case (.completed, .none): reset()
    case (.default, _), (.completed, _): break
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
}
