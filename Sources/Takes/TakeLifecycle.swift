public import InputModel

/// One take from the press to its file: what to do next, as data.
///
/// ```
/// preparing ── prepared ──> prepared ── start ──> [greeting ── command ended ──>] spawning ── spawned ──> starting
///   refused ────> over (failed)          abandoned ─> over (silently)      not spawned ─> over (failed)
/// starting ── ready ──> recording ── suspend ──> suspended ── resume ──> recording
///   not ready in time ─> stopping, failed        exited, an error, tries left ─> waiting ── later ──> spawning
/// recording, suspended ── stop ──> stopping ── group gone ──> [verifying ──>] finishing ── finished ──> over
///
/// stop in preparing, prepared   over: failed, nothing was started
/// stop in greeting              the command is told to end; then over: completed, discarded, the recorder never ran
/// stop in spawning, starting    waits for ready or its timeout: a recorder that is stopped before leaves no file
/// stop in waiting               over: failed, in the recorder's last words
/// stop while a suspend or resume command runs    waits for it, 5 s at most
/// suspend, resume by a command  the state changes when it has ended; when it fails or hangs (5 s) the take is stopped
/// the other order meanwhile     is done after it
/// leader exits, group stays     goes on; an exit with an error is a stop for the rest of the group
/// group gone without a stop     over: completed when the leader said 0, else failed, the file kept either way
/// the leader needed KILL        failed, unless `verify` says that the file is good
/// group never gone after KILL   over: failed; nothing may hang
/// file does not grow            stop, failed
/// disk nearly full              a warning, then a clean stop
/// adopted, running              its ladder at once; its status stays unknown, the file decides
/// adopted, gone                 failed, unless `verify` says that the file is good
/// adopted, gone and judged      its file at once; the verdict of the run that saw its end counts
/// ```
/// The take is over only when its whole process group is gone. Not handled: a recorder that ends with an error before it
/// is ready and leaves others of its group behind is not tried again.
public struct TakeLifecycle: Hashable, Sendable {
  struct Stop: Hashable {
    var reason: StopReason
    var discard: Bool
  }

  /// A command beside the recorder.
  struct RunningCommand: Hashable {
    var command: TakeCommand
    var isToldToEnd = false
    /// When nobody waits for it any longer; nil while that is not so.
    var limit: Timestamp?
  }

  /// What is known of a take that an earlier run has left.
  struct Adoption: Hashable {
    var isRunning: Bool
    /// That run saw its end, and knew what is to be thought of it.
    var isJudged: Bool
  }

  public internal(set) var phase = Phase.preparing
  /// Where the recorder writes.
  public internal(set) var file: String?

  let settings: RecorderSettings
  var adoption: Adoption?
  var wantsStart = false
  /// Somebody's STOP, without a CONT since.
  var isHalted = false
  var stop: Stop?
  var failure: String?
  /// The failure is about the file: where there is none, that is what is to be said.
  var failureNeedsFile = false
  var status: ExitStatus?
  /// Its leader ended by the ladder's KILL.
  var wasKilled = false
  /// The leader called exit after it had been told to stop; of an adopted one nobody hears.
  var leaderHasStopped = false
  var lastLine: String?
  var spawnedAt: Timestamp?
  /// The start of the stretch that is being recorded.
  var recordingSince: Timestamp?
  var recorded = Interval.zero
  /// The step of the ladder that was taken last, and when.
  var step: Int?
  var steppedAt: Timestamp?
  var running: RunningCommand?
  /// Suspend or resume, asked while a command for the other one runs.
  var wish: TakeCommand?
  var watch = Watch()
  /// How often the recorder was started again, and when that is due the next time.
  var retry = 0
  var retryAt: Timestamp?
  /// Before this nobody has looked at the recorder for a while, nor sent it anything.
  private var lookedAt: Timestamp?

  public init(settings: RecorderSettings) {
    self.settings = settings
    adoption = nil
  }

  /// A take that an earlier run has left. `start` begins with its end.
  ///
  /// - Parameter verdict: what that run thought of it, when it saw its end
  public init(adopting settings: RecorderSettings, file: String?, isRunning: Bool, verdict: Verdict? = nil) {
    self.settings = settings
    self.file = file
    adoption = Adoption(isRunning: isRunning, isJudged: verdict != nil)
    stop = Stop(reason: .crash, discard: verdict?.isDiscarded ?? false)
    failure = verdict?.failure
    // Nobody knows whether it is stopped.
    isHalted = isRunning
    phase = .prepared
  }

  /// A process of it runs, as far as is known.
  public var hasProcess: Bool {
    switch phase {
    case .starting, .recording, .suspended, .stopping: true
    case .preparing, .prepared, .greeting, .spawning, .waiting, .verifying, .finishing, .over: false
    }
  }

  /// When `advance(to:)` has something to say.
  public var deadline: Timestamp? {
    switch phase {
    case .greeting, .verifying: running?.limit
    case .starting: watch.isLastLook ? nil : earliest(readyDeadline, watch.probeAt)
    case .waiting: retryAt
    // Nobody looks at a file while it is uncertain whether it should grow.
    case .recording, .suspended: running == nil ? watch.probeAt : running?.limit
    case .stopping: stepDeadline
    case .preparing, .prepared, .spawning, .finishing, .over: nil
    }
  }

  /// When it is ready, or has failed.
  private var readyDeadline: Timestamp? {
    guard let spawnedAt else { return nil }
    let timeout = whenLookedAt(spawnedAt) + settings.readyTimeout
    if case .after(let delay) = settings.readiness { return min(spawnedAt + delay, timeout) }
    return timeout
  }

  private var stepDeadline: Timestamp? {
    guard let step, let steppedAt else { return nil }
    return whenLookedAt(steppedAt) + settings.ladder.steps[step].patience
  }

  /// Nobody has run since some time before `time`, when what has happened meanwhile begins to be told.
  ///
  /// What is stamped earlier keeps its time, but the patience with a recorder begins again: it may have been kept from
  /// running too, and can not have answered what it is sent only now. Without this it would get INT, TERM and KILL at once,
  /// and be called dead, or stalled, before anybody looked.
  public mutating func noteStall(until time: Timestamp) { lookedAt = whenLookedAt(time) }

  /// When somebody could look first at what is so, or was ordered, since `time`.
  func whenLookedAt(_ time: Timestamp) -> Timestamp { max(time, lookedAt ?? time) }
}
