internal import InputModel
internal import Takes

// When a record button's take starts, pauses and stops.
extension RecordButton {
  /// When the running take has to be looked at again.
  var takeDeadline: Timestamp? {
    guard case .running(let run) = take else { return nil }
    if isUngreeted(run) { return run.releasedAt }
    guard let readyAt = run.readyAt else { return nil }
    return earliest(stopDeadline(of: run, readyAt: readyAt), maximumDeadline(readyAt: readyAt))
  }

  mutating func prepare(at time: Timestamp, _ actions: inout [ControlAction]) {
    take = .prepared
    actions.append(ControlAction(time, .take(.prepare)))
  }

  mutating func start(latched: Bool, at time: Timestamp, _ actions: inout [ControlAction]) {
    guard take == .prepared else { return }
    take = .running(Run(greetedAt: settings.greets ? nil : .zero, isLatched: latched))
    actions.append(ControlAction(time, .take(.start)))
  }

  mutating func suspend(_ run: Run, at time: Timestamp, _ actions: inout [ControlAction]) {
    take = .suspended(run, since: time)
    actions.append(ControlAction(time, .take(.suspend)))
  }

  mutating func resume(latched: Bool, at time: Timestamp, _ actions: inout [ControlAction]) {
    guard case .suspended(var run, let since) = take else { return }
    run.readyAt = run.readyAt.map { $0 + (time - since) }
    run.releasedAt = nil
    run.isLatched = latched
    take = .running(run)
    actions.append(ControlAction(time, .take(.resume)))
  }

  /// The hold is over, `time` is its own stamp.
  mutating func release(at time: Timestamp, confirmedAt now: Timestamp, _ actions: inout [ControlAction]) {
    guard case .running(var run) = take else { return }
    run.releasedAt = time
    take = .running(run)
    settle(at: now, &actions)
  }

  /// Stops or suspends a running take when that is due.
  mutating func settle(at time: Timestamp, _ actions: inout [ControlAction]) {
    guard case .running(let run) = take else { return }
    if isUngreeted(run), let releasedAt = run.releasedAt, releasedAt <= time {
      stop(run.isLatched ? .toggled : .released, discard: true, at: time, &actions)
      if !run.isLatched { showTooltip(.tapAndHold, at: time, &actions) }
      return
    }
    guard let readyAt = run.readyAt else { return }
    if let due = stopDeadline(of: run, readyAt: readyAt), due <= time {
      if suspendsOnRelease(run) {
        suspend(run, at: time, &actions)
      } else {
        let discard = isDiscarded(run, readyAt: readyAt)
        stop(run.isLatched ? .toggled : .released, discard: discard, at: time, &actions)
        if discard { showTooltip(.tapAndHold, at: time, &actions) }
      }
    } else if let due = maximumDeadline(readyAt: readyAt), due <= time {
      stop(.maximum, at: time, &actions)
    }
  }

  /// Asks a take that runs or is suspended to stop, now; forgets one that has not started.
  mutating func stop(
    _ reason: StopReason, discard: Bool = false, at time: Timestamp, _ actions: inout [ControlAction]
  ) {
    switch take {
    case .running(let run), .suspended(let run, _):
      takeIsStopping()
      actions.append(ControlAction(time, .take(.stop(reason, discard: discard || run.greetedAt == nil))))
    case .none, .prepared, .stopping: break
    }
  }

  /// The press came to nothing.
  mutating func abandon(at time: Timestamp, _ actions: inout [ControlAction]) {
    guard take == .prepared else { return }
    take = .none
    actions.append(ControlAction(time, .take(.abandon)))
  }

  private func suspendsOnRelease(_ run: Run) -> Bool { settings.onRelease == .suspend && !run.isLatched }

  /// It was let go while the greeting played, or the greeting still plays.
  private func isUngreeted(_ run: Run) -> Bool {
    guard let greetedAt = run.greetedAt else { return true }
    return run.releasedAt.map { $0 < greetedAt } ?? false
  }

  private func isDiscarded(_ run: Run, readyAt: Timestamp) -> Bool {
    guard settings.onShort == .discard, !run.isLatched, let releasedAt = run.releasedAt else { return false }
    return releasedAt < readyAt + settings.minimum
  }

  /// When a take that was let go stops; nil while it is held.
  private func stopDeadline(of run: Run, readyAt: Timestamp) -> Timestamp? {
    guard let releasedAt = run.releasedAt else { return nil }
    if isDiscarded(run, readyAt: readyAt) { return max(releasedAt, readyAt) }
    let wanted = run.isLatched ? releasedAt : releasedAt + settings.tail
    return suspendsOnRelease(run) ? max(wanted, readyAt) : max(wanted, readyAt + settings.minimum)
  }

  /// A release that may still turn out to be a bounce holds this back: it would be the earlier reason.
  private func maximumDeadline(readyAt: Timestamp) -> Timestamp? {
    guard let maximum = settings.maximum, !(role == .holding && !tracker.isDown) else { return nil }
    return readyAt + maximum
  }
}

// MARK: - What becomes of the take

extension RecordButton {
  mutating func endGreeting(at time: Timestamp) {
    guard case .running(var run) = take, run.greetedAt == nil else { return }
    run.greetedAt = time
    take = .running(run)
  }

  mutating func takeIsReady(at time: Timestamp, _ actions: inout [ControlAction]) {
    endGreeting(at: time)
    guard case .running(var run) = take else { return }
    if let readyAt = run.readyAt {
      guard ring.state == .suspended else { return }
      ring.resume(over: rest(from: readyAt, at: time), at: time)
    } else {
      run.readyAt = time
      take = .running(run)
      ring.start(over: rest(from: time, at: time), at: time)
      settle(at: time, &actions)
    }
  }

  /// From now to the maximum; nil when the time is not what the ring shows.
  private func rest(from readyAt: Timestamp, at time: Timestamp) -> Interval? {
    guard settings.progress == .elapsed, let maximum = settings.maximum else { return nil }
    return readyAt + maximum - time
  }

  mutating func takeIsStopping() {
    switch take {
    case .running, .suspended:
      take = .stopping
      if role == .holding { role = .spent }
      ring.rewind()
    case .none, .prepared, .stopping: break
    }
  }

  mutating func takeEnded(failed: Bool) {
    guard take != .none else { return }
    if role != .ignored { role = .spent }
    take = .none
    if failed { ring.fail() } else { ring.rewind() }
  }
}
