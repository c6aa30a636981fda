public import InputModel

extension TakeLifecycle {
  /// How long a stop waits for a command that was to end, or that tells the recorder to suspend or resume.
  static let commandPatience = Interval.seconds(5)

  /// The hold was reached; or, for an adopted take, its end begins.
  public mutating func start(at time: Timestamp) -> [Output] {
    wantsStart = true
    guard phase == .prepared else { return [] }
    return adoption.map { takeOver($0, at: time) } ?? begin()
  }

  /// The press came to nothing; nothing was started.
  public mutating func abandon() -> [Output] {
    guard phase == .preparing || phase == .prepared, !wantsStart, adoption == nil else { return [] }
    phase = .over
    return [.abandon]
  }

  /// Ends the take; once it is stopping another stop changes nothing, not even the reason.
  public mutating func stop(_ reason: StopReason, discard: Bool, at time: Timestamp) -> [Output] {
    guard stop == nil else { return [] }
    switch phase {
    case .stopping, .verifying, .finishing, .over: return []
    case .preparing, .prepared, .greeting, .spawning, .starting, .waiting, .recording, .suspended:
      stop = Stop(reason: reason, discard: discard)
    }
    switch phase {
    case .preparing, .prepared:
      phase = .over
      return [.abandon, .failed(outcome(file: nil), message: "stopped before the recorder was started")]
    case .greeting:
      running?.limit = time + Self.commandPatience
      return endCommand()
    case .waiting: return giveUp(at: time)
    case .recording, .suspended:
      guard running == nil else {
        wish = nil
        running?.limit = time + Self.commandPatience
        return []
      }
      return beginStopping(at: time)
    case .spawning, .starting, .stopping, .verifying, .finishing, .over: return []
    }
  }

  public mutating func suspend(at time: Timestamp) -> [Output] {
    guard stop == nil else { return [] }
    switch (phase, running?.command) {
    case (.recording, nil):
      guard case .signal(let signal, _) = settings.suspension else { return pause(by: .suspend, at: time) }
      noteSignal(signal)
      return [.signal(signal)] + becomeSuspended(at: time)
    // The last order counts.
    case (.recording, .suspend): wish = nil
    case (.suspended, .resume): wish = .suspend
    default: break
    }
    return []
  }

  public mutating func resume(at time: Timestamp) -> [Output] {
    guard stop == nil else { return [] }
    switch (phase, running?.command) {
    case (.suspended, nil):
      guard case .signal(_, let signal) = settings.suspension else { return pause(by: .resume, at: time) }
      noteSignal(signal)
      return [.signal(signal)] + becomeRecording(at: time)
    case (.suspended, .resume): wish = nil
    case (.recording, .suspend): wish = .resume
    default: break
    }
    return []
  }

  /// Somebody sends the recorder a signal that is no business of the take's. A STOP is remembered: its stop signal will
  /// have to wake it.
  public mutating func noteSignal(_ signal: Signal) {
    if signal == .stop { isHalted = true }
    if signal == .resume { isHalted = false }
  }

  mutating func begin() -> [Output] {
    guard settings.before != nil else { return spawn() + [.starting] }
    phase = .greeting
    return run(.before) + [.starting]
  }

  /// The spawn comes first: nothing may come between the hold and the recorder.
  mutating func spawn() -> [Output] {
    phase = .spawning
    spawnedAt = nil
    status = nil
    lastLine = nil
    return [.spawn]
  }

  private mutating func takeOver(_ adoption: Adoption, at time: Timestamp) -> [Output] {
    if adoption.isRunning { return beginStopping(at: time) }
    if adoption.isJudged { return finish() }
    if !canVerify {
      let advice = "; listen to or look at its file: the end may be missing, and 'evbridge repair' mends WAV"
      failure = "the daemon ended before it, and nobody saw how it ended\(file == nil ? "" : advice)"
      failureNeedsFile = file != nil
    }
    return end(at: time)
  }
}
