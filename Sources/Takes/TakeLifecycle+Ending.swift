internal import InputModel

// From the stop signal to the file.
extension TakeLifecycle {
  mutating func beginStopping(at time: Timestamp) -> [Output] {
    let reason = stop?.reason ?? .recorderExit
    pauseClock(at: time)
    watch.probeAt = nil
    phase = .stopping
    step = 0
    steppedAt = time
    // A stopped process sees no signal but KILL until it goes on.
    let resume: [Output] = isHalted ? [.signal(.resume)] : []
    return [.signal(settings.ladder.steps[0].signal)] + resume + [.stopping(reason)]
  }

  mutating func climb(at time: Timestamp) -> [Output] {
    let next = (step ?? 0) + 1
    guard next < settings.ladder.steps.count else {
      failure = "its processes are still there after KILL"
      return end(at: time)
    }
    step = next
    steppedAt = time
    return [.signal(settings.ladder.steps[next].signal)]
  }

  var sentSignals: [Signal] { settings.ladder.steps.map(\.signal).prefix((step ?? -1) + 1).map(\.self) }

  /// There is nothing left of the recorder.
  mutating func end(at time: Timestamp) -> [Output] {
    pauseClock(at: time)
    watch.probeAt = nil
    if phase == .starting {
      failure = failure ?? "the recorder ended before it was ready\(lastWords)"
    }
    // Somebody was there to be killed. Only helpers, where the leader had ended in its own time.
    if sentSignals.count > 1, sentSignals.last == .kill, !leaderHasStopped { wasKilled = true }
    if wasKilled, !isDiscarded, !canVerify {
      failure =
        failure ?? "the recorder had to be killed: the end of its file may be missing, or all of it;"
        + " give it more time with stop.grace, or find out what it waits for"
    }
    var outputs = endCommand()
    guard failure == nil, !isDiscarded, canVerify else { return outputs + finish() }
    // Who has ended by himself was never told to stop, and records no more while his file is looked at.
    if phase == .recording || phase == .suspended { outputs.append(.stopping(stop?.reason ?? .recorderExit)) }
    phase = .verifying
    // One at a time: a command that was told to end is waited for.
    let order = running == nil ? run(.verify) : []
    running?.limit = time + Self.verifyPatience
    return outputs + order
  }

  mutating func finish() -> [Output] {
    phase = .finishing
    return [.finish(Verdict(failure: failure, isDiscarded: isDiscarded))]
  }

  mutating func finished(_ file: String?, _ message: String?) -> Output {
    phase = .over
    if file == nil, failureNeedsFile, let message { failure = message }
    let outcome = outcome(file: file)
    guard let message = failure ?? message else { return .completed(outcome) }
    return .failed(outcome, message: message)
  }

  /// There is a command that looks at the file, and a file.
  var canVerify: Bool { settings.verify != nil && file != nil }

  /// What went wrong is worth keeping.
  private var isDiscarded: Bool { failure == nil && stop?.discard == true }

  mutating func pauseClock(at time: Timestamp) {
    if let since = recordingSince { recorded = recorded + (time - since) }
    recordingSince = nil
  }

  func outcome(file: String?) -> Outcome {
    Outcome(
      reason: stop?.reason ?? .recorderExit, file: file, duration: recorded, status: status,
      signal: step.map { settings.ladder.steps[$0].signal }, wasDiscarded: isDiscarded)
  }

  // MARK: Words

  mutating func fail(_ status: ExitStatus) { failure = failure ?? "the recorder \(sentence(of: status))" }

  /// How it ended, what that means where it is known, and the last it said.
  func sentence(of status: ExitStatus) -> String {
    var meaning: String?
    if case .exited(let code) = status, settings.hasCleanCodes, phase == .starting || phase == .waiting {
      meaning = settings.preset?.meaning(of: code)
    }
    return status.sentence + (meaning.map { " (\($0))" } ?? "") + lastWords
  }

  private var lastWords: String { lastLine.map { ": \($0)" } ?? "" }
}
