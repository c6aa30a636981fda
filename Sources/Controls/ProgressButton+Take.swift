internal import InputModel
internal import Takes

// How a progress button, and its take where it has one, gets from state to state.
extension ProgressButton {
  mutating func prepare(at time: Timestamp, _ actions: inout [ControlAction]) {
    take = .prepared
    ring.setError(false)
    actions.append(ControlAction(time, .take(.prepare)))
  }

  mutating func start(at time: Timestamp, _ actions: inout [ControlAction]) {
    guard settings.hasRecorder else {
      stopwatch = Stopwatch()
      stopwatch.start(at: time)
      ring.start(over: rest(at: time), at: time)
      return
    }
    if take == .none { prepare(at: time, &actions) }
    take = .starting(isGreeting: settings.greets)
    actions.append(ControlAction(time, .take(.start)))
  }

  mutating func suspend(at time: Timestamp, _ actions: inout [ControlAction]) {
    if !settings.hasRecorder { return pause(at: time) }
    guard take == .running else { return }
    take = .suspending
    actions.append(ControlAction(time, .take(.suspend)))
  }

  mutating func resume(at time: Timestamp, _ actions: inout [ControlAction]) {
    if !settings.hasRecorder { return goOn(at: time) }
    guard take == .suspended else { return }
    take = .resuming
    actions.append(ControlAction(time, .take(.resume)))
  }

  mutating func complete(at time: Timestamp) {
    stopwatch.stop(at: time)
    ring.complete()
  }

  mutating func reset() {
    stopwatch = Stopwatch()
    ring.reset()
  }

  /// Asks a take that was started to stop, now.
  mutating func stop(_ reason: StopReason, at time: Timestamp, _ actions: inout [ControlAction]) {
    let isGreeting: Bool
    switch take {
    case .starting(let greeting): isGreeting = greeting
    case .running, .suspending, .suspended, .resuming: isGreeting = false
    case .none, .prepared, .stopping: return
    }
    takeIsStopping(keeps: !isGreeting, at: time)
    actions.append(ControlAction(time, .take(.stop(reason, discard: isGreeting))))
  }

  private mutating func pause(at time: Timestamp) {
    stopwatch.stop(at: time)
    ring.suspend(at: time)
  }

  private mutating func goOn(at time: Timestamp) {
    stopwatch.start(at: time)
    ring.resume(over: rest(at: time), at: time)
  }

  /// From now to the maximum; nil when the time is not what the ring shows.
  private func rest(at time: Timestamp) -> Interval? {
    guard settings.progress == .elapsed, let maximum = settings.maximum else { return nil }
    return maximum - stopwatch.elapsed(at: time)
  }
}

// MARK: - What becomes of the take

extension ProgressButton {
  /// Something of the take is on its file.
  var hasRecorded: Bool {
    switch take {
    case .running, .suspending, .suspended, .resuming: true
    case .stopping(let keeps): keeps
    case .none, .prepared, .starting: false
    }
  }

  mutating func takeIsReady(at time: Timestamp) {
    switch take {
    case .starting:
      take = .running
      stopwatch = Stopwatch()
      stopwatch.start(at: time)
      ring.start(over: rest(at: time), at: time)
    case .suspended, .resuming:
      take = .running
      goOn(at: time)
    case .none, .prepared, .running, .suspending, .stopping: break
    }
  }

  mutating func takeIsSuspended(at time: Timestamp) {
    guard take == .running || take == .suspending else { return }
    take = .suspended
    pause(at: time)
  }

  mutating func takeIsStopping(keeps: Bool, at time: Timestamp) {
    switch take {
    case .starting, .running, .suspending, .suspended, .resuming:
      take = .stopping(keeps: keeps)
      stopwatch.stop(at: time)
      if ring.state == .inProgress { ring.suspend(at: time) }
    case .none, .prepared, .stopping: break
    }
  }

  mutating func takeEnded(failed: Bool) {
    guard take != .none else { return }
    let keeps = hasRecorded
    take = .none
    spendPress()
    stopwatch = Stopwatch()
    if failed { ring.fail() } else if keeps { ring.complete() } else { ring.rewind() }
  }
}
