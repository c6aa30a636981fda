internal import InputModel

// The commands beside the recorder, one at a time.
extension TakeLifecycle {
  /// How long a command may look at a file.
  static let verifyPatience = Interval.seconds(30)

  mutating func run(_ command: TakeCommand) -> [Output] {
    running = RunningCommand(command: command)
    return [.run(command)]
  }

  /// A command that suspends or resumes: while it runs nobody knows what is recorded, so it has a limit.
  mutating func pause(by command: TakeCommand, at time: Timestamp) -> [Output] {
    defer { running?.limit = time + Self.commandPatience }
    return run(command)
  }

  /// Once for each command.
  mutating func endCommand() -> [Output] {
    guard let command = running, !command.isToldToEnd else { return [] }
    running?.isToldToEnd = true
    return [.endCommand]
  }

  mutating func commandEnded(_ command: TakeCommand, _ message: String?, at time: Timestamp) -> [Output] {
    guard running?.command == command else { return [] }
    let limit = running?.limit
    running = nil
    switch (command, phase) {
    case (.before, .greeting): return greetingEnded(message)
    case (.suspend, .recording), (.resume, .suspended): return pauseEnded(command, message, at: time)
    case (.verify, .verifying): return verified(message)
    case (_, .verifying):
      let outputs = run(.verify)
      running?.limit = limit
      return outputs
    default: return []
    }
  }

  /// The time to wait for the command is over.
  mutating func commandIsDue(at time: Timestamp) -> [Output] {
    switch phase {
    case .greeting:
      running = nil
      return greetingEnded(nil)
    case .verifying:
      guard running?.isToldToEnd == false else {
        running = nil
        return finish()
      }
      failure = "verify did not end within \(Self.verifyPatience.sentence): look at its file yourself"
      running?.limit = time + Self.commandPatience
      return endCommand()
    default:
      running?.limit = nil
      return endCommand() + doubt("it did not end within \(Self.commandPatience.sentence)") + beginStopping(at: time)
    }
  }

  /// A command that should suspend or resume has not done so; nothing to be said where the take ends anyhow.
  private mutating func doubt(_ message: String) -> [Output] {
    guard stop == nil, let command = running?.command else { return [] }
    return doubt(command, message)
  }

  private mutating func doubt(_ command: TakeCommand, _ message: String) -> [Output] {
    stop = Stop(reason: .released, discard: false)
    return [.warning("\(command.rawValue): \(message); nobody knows whether it records, so the take is stopped")]
  }

  private mutating func greetingEnded(_ message: String?) -> [Output] {
    guard stop == nil else {
      phase = .over
      var outcome = outcome(file: nil)
      outcome.wasDiscarded = true
      return [.abandon, .completed(outcome)]
    }
    // A lost greeting must not lose a recording.
    return spawn() + (message.map { [.warning("before: \($0); the recorder starts all the same")] } ?? [])
  }

  private mutating func pauseEnded(_ command: TakeCommand, _ message: String?, at time: Timestamp) -> [Output] {
    if stop != nil { return beginStopping(at: time) }
    if let message { return doubt(command, message) + beginStopping(at: time) }
    var outputs = command == .suspend ? becomeSuspended(at: time) : becomeRecording(at: time)
    if let next = wish {
      wish = nil
      outputs += pause(by: next, at: time)
    }
    return outputs
  }

  mutating func becomeSuspended(at time: Timestamp) -> [Output] {
    pauseClock(at: time)
    watch.probeAt = nil
    phase = .suspended
    return [.suspended]
  }

  mutating func becomeRecording(at time: Timestamp) -> [Output] {
    phase = .recording
    recordingSince = time
    beginWatching(at: time)
    return [.recording]
  }

  private mutating func verified(_ message: String?) -> [Output] {
    if let message { failure = failure ?? "verify: \(message)" }
    failureNeedsFile = true
    return finish()
  }
}
