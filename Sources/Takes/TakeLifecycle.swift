public import InputModel

/// One take from the press to its file: what to do next, as data.
///
/// ```
/// prepare … prepared ─ start ─> spawn … starting ─ ready ─> recording ─ stop ─> stopping … gone ─> finishing ─> over
///   refused ──────────────────> over (failed)         │         └ suspend ─> suspended ─ resume ─> recording
///   abandoned ────────────────> over (silently)       └ not ready in time ─> stopping ─> failed
/// stop before ready      waits for ready or the ready timeout: a recorder that is stopped before leaves no file
/// leader exits, group stays     goes on; an exit with an error is a stop for the rest of the group
/// group gone without a stop     over: completed when the leader said 0, else failed, the file kept either way
/// group never gone after KILL   over: failed; nothing may hang
/// ```
/// The take is over only when its whole process group is gone.
public struct TakeLifecycle: Hashable, Sendable {
  /// What the world reports.
  public enum Input: Hashable, Sendable {
    /// The name is reserved; nil when the recorder writes no file.
    case prepared(file: String?)
    case refused(message: String)
    case spawned
    case spawnFailed(message: String)
    /// The recorder's output said so.
    case outputMatched
    /// The leader of its process group ended; nobody may signal a group that is gone.
    /// `lastLine` is the last it wrote.
    case exited(ExitStatus, lastLine: String?, groupIsGone: Bool)
    /// The last process of its group ended.
    case groupGone
    /// `message` says what went wrong, nil when nothing did.
    case commandEnded(TakeCommand, message: String?)
    /// The answer to `probe`.
    case probed(TakeProbe)
    /// The file is where it stays, or was deleted. `message` says what went wrong with it.
    case finished(file: String?, message: String?)
  }

  /// What is to be done, and what has been reached.
  public enum Output: Hashable, Sendable {
    case spawn
    case signal(Signal)
    /// Give the reserved name back, nothing was recorded.
    case abandon
    /// Move the file to its place, or delete it. Answered by `finished`.
    case finish(discard: Bool)
    /// Answered by `commandEnded`.
    case run(TakeCommand)
    /// Tell the command that runs to end. It is still answered by `commandEnded`.
    case endCommand
    /// Look at the file and its disk. Answered by `probed`.
    case probe

    /// Something that a person should know, and that ends nothing.
    case warning(String)
    case starting
    case recording
    case suspended
    case stopping(StopReason)
    case completed(Outcome)
    case failed(Outcome, message: String)
  }

  /// How it ended.
  public struct Outcome: Hashable, Sendable {
    public var reason: StopReason
    public var file: String?
    public var duration: Interval
    public var status: ExitStatus?
    public var signal: Signal?
    public var wasDiscarded: Bool
  }

  public enum Phase: Hashable, Sendable {
    case preparing
    case prepared
    case spawning
    case starting
    case recording
    case suspended
    case stopping
    case finishing
    case over
  }

  private enum Adoption: Hashable {
    case running
    case ended
  }

  private struct Stop: Hashable {
    var reason: StopReason
    var discard: Bool
  }

  public private(set) var phase = Phase.preparing
  /// Where the recorder writes.
  public private(set) var file: String?

  private let readiness: Readiness
  private let readyTimeout: Interval
  private let ladder: StopLadder
  private var wantsStart = false
  private var adopts: Adoption?
  /// Somebody's STOP, without a CONT since.
  private var isHalted = false
  private var stop: Stop?
  private var failure: String?
  private var status: ExitStatus?
  private var lastLine: String?
  private var spawnedAt: Timestamp?
  /// The start of the stretch that is being recorded.
  private var recordingSince: Timestamp?
  private var recorded = Interval.zero
  /// The step of the ladder that was taken last, and when.
  private var step: Int?
  private var steppedAt: Timestamp?

  public init(settings: RecorderSettings) {
    readiness = settings.readiness
    readyTimeout = settings.readyTimeout
    ladder = settings.ladder
  }

  /// A take of an earlier run, begun by `start`: what runs of it is stopped, and its file is finished.
  public init(adopting settings: RecorderSettings, file: String?, isRunning: Bool) {
    self.init(settings: settings)
    self.file = file
    stop = Stop(reason: .crash, discard: false)
    isHalted = true
    adopts = isRunning ? .running : .ended
  }

  /// A process of it runs, as far as is known.
  public var hasProcess: Bool {
    switch phase {
    case .starting, .recording, .suspended, .stopping: true
    case .preparing, .prepared, .spawning, .finishing, .over: false
    }
  }

  /// When `advance(to:)` has something to say.
  public var deadline: Timestamp? {
    switch phase {
    case .starting:
      guard let spawnedAt else { return nil }
      let timeout = spawnedAt + readyTimeout
      if case .after(let delay) = readiness { return min(spawnedAt + delay, timeout) }
      return timeout
    case .stopping:
      guard let step, let steppedAt else { return nil }
      return steppedAt + ladder.steps[step].patience
    case .preparing, .prepared, .spawning, .recording, .suspended, .finishing, .over: return nil
    }
  }
}

// MARK: - Orders

extension TakeLifecycle {
  /// The hold was reached.
  public mutating func start(at time: Timestamp) -> [Output] {
    wantsStart = true
    switch adopts {
    case .running: return beginStopping(at: time)
    case .ended:
      failure = "evbridge ended while it was recorded, and nobody saw how it ended"
      return end(at: time)
    case nil: break
    }
    return phase == .prepared ? spawn() : []
  }

  /// The press came to nothing; nothing was started.
  public mutating func abandon() -> [Output] {
    guard phase == .preparing || phase == .prepared, !wantsStart else { return [] }
    phase = .over
    return [.abandon]
  }

  /// Ends the take; once it is stopping another stop changes nothing, not even the reason.
  public mutating func stop(_ reason: StopReason, discard: Bool, at time: Timestamp) -> [Output] {
    guard stop == nil, phase != .stopping, phase != .over, phase != .finishing else { return [] }
    stop = Stop(reason: reason, discard: discard)
    switch phase {
    case .preparing, .prepared:
      phase = .over
      return [.abandon, .failed(outcome(file: nil), message: "stopped before the recorder was started")]
    case .recording, .suspended: return beginStopping(at: time)
    case .spawning, .starting, .stopping, .finishing, .over: return []
    }
  }

  public mutating func suspend(at time: Timestamp) -> [Output] {
    guard phase == .recording else { return [] }
    pauseClock(at: time)
    phase = .suspended
    return [.signal(.stop), .suspended]
  }

  public mutating func resume(at time: Timestamp) -> [Output] {
    guard phase == .suspended else { return [] }
    recordingSince = time
    phase = .recording
    isHalted = false
    return [.signal(.resume), .recording]
  }

  /// Somebody sends the recorder a signal that is no business of the take's. A STOP is remembered: its stop signal will
  /// have to wake it.
  public mutating func noteSignal(_ signal: Signal) {
    if signal == .stop { isHalted = true }
    if signal == .resume { isHalted = false }
  }

  private mutating func spawn() -> [Output] {
    phase = .spawning
    // The spawn first: nothing may come between the hold and the recorder.
    return [.spawn, .starting]
  }
}

// MARK: - Inputs

extension TakeLifecycle {
  public mutating func consume(_ input: Input, at time: Timestamp) -> [Output] {
    var outputs = advance(to: time)
    switch (input, phase) {
    case (.prepared(let file), .preparing):
      self.file = file
      phase = .prepared
      if wantsStart { outputs += spawn() }
    case (.refused(let message), .preparing), (.spawnFailed(let message), .spawning):
      let wasPrepared = phase == .spawning
      phase = .over
      if wasPrepared { outputs.append(.abandon) }
      outputs.append(.failed(outcome(file: nil), message: message))
    case (.spawned, .spawning):
      spawnedAt = time
      phase = .starting
      if readiness == .spawned { outputs += becomeReady(at: time) }
    case (.outputMatched, .starting): outputs += becomeReady(at: time)
    case (.exited(let status, let lastLine, let groupIsGone), _) where hasProcess:
      self.lastLine = lastLine
      outputs += leaderExited(status, groupIsGone: groupIsGone, at: time)
    case (.groupGone, _) where hasProcess: outputs += end(at: time)
    case (.finished(let file, let message), .finishing):
      phase = .over
      let outcome = outcome(file: file)
      if let message = failure ?? message {
        outputs.append(.failed(outcome, message: message))
      } else {
        outputs.append(.completed(outcome))
      }
    default: break
    }
    return outputs
  }

  public mutating func advance(to time: Timestamp) -> [Output] {
    var outputs: [Output] = []
    while let due = deadline, due <= time {
      if phase == .starting {
        outputs += startingIsDue(at: due)
      } else {
        outputs += climb(at: due)
      }
    }
    return outputs
  }

  private mutating func leaderExited(_ status: ExitStatus, groupIsGone: Bool, at time: Timestamp) -> [Output] {
    self.status = status
    if phase == .stopping {
      // Its own exit code after our signal says nothing (arecord 1, ffmpeg 255); a signal that was not ours does.
      if case .signalled(let signal) = status, !sentSignals.contains(signal) { fail(status) }
    } else if status != .exited(0) {
      fail(status)
      if !groupIsGone { return beginStopping(at: time) }
    }
    return groupIsGone ? end(at: time) : []
  }

  private mutating func fail(_ status: ExitStatus) {
    failure = failure ?? "the recorder \(status.sentence)\(lastWords)"
  }

  private var lastWords: String { lastLine.map { ": \($0)" } ?? "" }

  private var sentSignals: ArraySlice<Signal> { ladder.steps.map(\.signal).prefix((step ?? -1) + 1) }

  private mutating func startingIsDue(at time: Timestamp) -> [Output] {
    if case .after(let delay) = readiness, let spawnedAt, spawnedAt + delay <= time { return becomeReady(at: time) }
    failure = "the recorder was not ready within \(readyTimeout.seconds) s"
    return beginStopping(at: time)
  }

  private mutating func becomeReady(at time: Timestamp) -> [Output] {
    phase = .recording
    recordingSince = time
    guard stop != nil else { return [.recording] }
    return [.recording] + beginStopping(at: time)
  }

  private mutating func pauseClock(at time: Timestamp) {
    if let since = recordingSince { recorded = recorded + (time - since) }
    recordingSince = nil
  }

  private mutating func beginStopping(at time: Timestamp) -> [Output] {
    let isStopped = phase == .suspended || isHalted
    let reason = stop?.reason ?? .recorderExit
    pauseClock(at: time)
    phase = .stopping
    step = 0
    steppedAt = time
    // A stopped process sees no signal but KILL until it goes on.
    let resume: [Output] = isStopped ? [.signal(.resume)] : []
    return [.signal(ladder.steps[0].signal)] + resume + [.stopping(reason)]
  }

  private mutating func climb(at time: Timestamp) -> [Output] {
    let next = (step ?? 0) + 1
    guard next < ladder.steps.count else {
      failure = "its processes are still there after KILL"
      return end(at: time)
    }
    step = next
    steppedAt = time
    return [.signal(ladder.steps[next].signal)]
  }

  private mutating func end(at time: Timestamp) -> [Output] {
    pauseClock(at: time)
    if phase == .starting { failure = failure ?? "the recorder ended before it was ready\(lastWords)" }
    phase = .finishing
    return [.finish(discard: failure == nil && stop?.discard == true)]
  }

  private func outcome(file: String?) -> Outcome {
    Outcome(
      reason: stop?.reason ?? .recorderExit, file: file, duration: recorded, status: status,
      signal: step.map { ladder.steps[$0].signal }, wasDiscarded: failure == nil && stop?.discard == true)
  }
}
