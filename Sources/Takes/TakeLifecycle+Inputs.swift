public import InputModel

extension TakeLifecycle {
  public mutating func consume(_ input: Input, at time: Timestamp) -> [Output] {
    var outputs = advance(to: time)
    switch (input, phase) {
    case (.prepared(let file), .preparing):
      self.file = file
      phase = .prepared
      if wantsStart { outputs += begin() }
    case (.refused(let message), .preparing), (.spawnFailed(let message), .spawning):
      let wasPrepared = phase == .spawning
      phase = .over
      if wasPrepared { outputs.append(.abandon) }
      outputs.append(.failed(outcome(file: nil), message: message))
    case (.spawned, .spawning): outputs += spawned(at: time)
    case (.outputMatched, .starting): outputs += becomeReady(at: time)
    case (.exited(let status, let lastLine, let groupIsGone), _) where hasProcess:
      self.lastLine = lastLine
      outputs += leaderExited(status, groupIsGone: groupIsGone, at: time)
    case (.groupGone, _) where hasProcess: outputs += end(at: time)
    case (.groupGone, .prepared): adoption?.isRunning = false
    case (.commandEnded(let command, let message), _): outputs += commandEnded(command, message, at: time)
    case (.probed(let probe), _): outputs += probed(probe, at: time)
    case (.finished(let file, let message), .finishing): outputs.append(finished(file, message))
    default: break
    }
    return outputs
  }

  public mutating func advance(to time: Timestamp) -> [Output] {
    var outputs: [Output] = []
    while let due = deadline, due <= time {
      switch phase {
      case .starting where watch.probeAt == due: outputs += probe(due: due, every: Self.readinessPeriod)
      case .starting: outputs += startingIsDue(at: due)
      case .waiting: outputs += spawn()
      case .recording where running == nil: outputs += probe(due: due, every: Self.period)
      case .greeting, .verifying, .recording, .suspended: outputs += commandIsDue(at: due)
      case .stopping: outputs += climb(at: due)
      case .preparing, .prepared, .spawning, .finishing, .over: return outputs
      }
    }
    return outputs
  }

  private mutating func spawned(at time: Timestamp) -> [Output] {
    spawnedAt = time
    phase = .starting
    watch.size = 0
    watch.isLastLook = false
    watch.probeAt = settings.readiness == .fileGrows ? time + Self.readinessPeriod : nil
    return settings.readiness == .spawned ? becomeReady(at: time) : []
  }

  private mutating func startingIsDue(at time: Timestamp) -> [Output] {
    if case .after(let delay) = settings.readiness, let spawnedAt, spawnedAt + delay <= time {
      return becomeReady(at: time)
    }
    // What was said in time is read after what is due: that it was said is known when somebody looks.
    watch.probeAt = nil
    watch.isLastLook = true
    return [.probe]
  }

  mutating func lastLookFailed(at time: Timestamp) -> [Output] {
    failure = "the recorder was not ready within \(settings.readyTimeout.seconds) s"
    return beginStopping(at: time)
  }

  mutating func becomeReady(at time: Timestamp) -> [Output] {
    watch.isLastLook = false
    let outputs = becomeRecording(at: time)
    return stop == nil ? outputs : outputs + beginStopping(at: time)
  }

  private mutating func leaderExited(_ status: ExitStatus, groupIsGone: Bool, at time: Timestamp) -> [Output] {
    self.status = status
    if status == .exited(0), let lastLine, settings.preset?.tellsOfFailure(lastLine) == true {
      failure = failure ?? "the recorder says that it failed, although it exited with 0: \(lastLine)"
    }
    if phase == .stopping {
      noteStopped(status)
    } else if status != .exited(0) {
      let canTryAgain = phase == .starting && stop == nil && retry < settings.retries
      if canTryAgain && groupIsGone { return waitToTryAgain(at: time) }
      fail(status)
      if !groupIsGone { return beginStopping(at: time) }
    }
    return groupIsGone ? end(at: time) : []
  }

  /// How the leader took our signals. Without a preset its exit code says nothing (arecord 1, ffmpeg 255), but a signal
  /// that was not ours does.
  private mutating func noteStopped(_ status: ExitStatus) {
    switch status {
    case .signalled(.kill) where sentSignals.contains(.kill): wasKilled = sentSignals.count > 1
    case .signalled(let signal): if settings.hasCleanCodes || !sentSignals.contains(signal) { fail(status) }
    case .exited(let code):
      leaderHasStopped = true
      guard settings.hasCleanCodes, let preset = settings.preset, !preset.cleanCodes.contains(code) else { return }
      fail(status)
    }
  }
}
