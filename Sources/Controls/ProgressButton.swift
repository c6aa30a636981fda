public import InputModel
public import Takes

/// A button with a ring: a tap starts, suspends and resumes what is in progress, and puts back what is completed.
///
/// ```
/// tap         default: start   inProgress: suspend   suspended: resume   completed: reset
///             ↓ and ↑ in place, however long it is held; a state that changes by itself under the finger spends the tap
/// alone       the states follow at once; `maximum`: completed
/// recorder    ↓ prepare … ↑ start … ready: inProgress; the states are those that the take has really reached
///             told to suspend or resume, not ready or closing: a press is ignored as busy, with a hint
///             while the greeting plays, a tap ends the take at once, and nothing is kept
///             stopping: suspended, until the take is completed (100) or has failed (default, with an error)
///             `maximum` from ready: stop; stops that are no tap (device gone, terminate, …) complete as well
/// ```
/// A value, fed like a `RecordButton`.
public struct ProgressButton: Hashable, Sendable {
  /// What a trigger did, or what became of the take.
  public enum Input: Hashable, Sendable {
    case trigger(Int, PressTracker.Input)
    case greetingEnded
    /// It records; also when it goes on after it was suspended.
    case takeReady
    /// It really is suspended.
    case takeSuspended
    /// It stops, whoever wanted it: nothing is recorded any more.
    case takeStopping
    /// It is over, or it could not be prepared or started.
    case takeEnded(failed: Bool)
    /// How much is done, as its recorder says.
    case percent(Double)
    /// Does nothing when there is a `refusal(of:)` it.
    case request(ControlRequest)
    /// Whatever is held is let go, for this reason; what is in progress goes on.
    case cancel(StopReason)
    /// A stop that is not the button's own.
    case stop(StopReason)
    case setEnabled(Bool)

    /// Whether what it changes is shown on its way.
    fileprivate var isAnimated: Bool {
      if case .request(.setProgress(_, let isAnimated)) = self { isAnimated } else { true }
    }
  }

  /// What the press that is down has become.
  enum Press: Hashable {
    /// May become a tap, in the state that it met. `isSpent`: which does nothing any more.
    case tap(ProgressRing.State, isSpent: Bool)
    case none
    /// Was refused; nobody was told of a press, so nobody is told of its release.
    case ignored
  }

  enum Take: Hashable {
    case none
    /// By the press that is down.
    case prepared
    case starting(isGreeting: Bool)
    case running
    case suspending
    case suspended
    case resuming
    /// `keeps`: something was recorded, and is kept.
    case stopping(keeps: Bool)
  }

  public let settings: Settings
  public internal(set) var isEnabled: Bool
  public internal(set) var ring = ProgressRing()
  /// Another control's take uses the recorder.
  public var recorderIsBusy = false

  var tracker: PressTracker
  var press = Press.none
  var take = Take.none
  var fade = PressFade()
  var tooltip = Tooltip()
  /// How long it was in progress.
  var stopwatch = Stopwatch()

  public init(settings: Settings, isEnabled: Bool = true) {
    self.settings = settings
    self.isEnabled = isEnabled
    tracker = PressTracker(hold: nil, debounce: settings.debounce)
  }

  /// It is in progress.
  public var isSelected: Bool { ring.state == .inProgress }

  /// The hint that is shown now.
  public var hint: Tooltip.Hint? { tooltip.hint }

  /// What is left of the press look's fade.
  public func fade(at time: Timestamp) -> PressFade.Segment { fade.rest(at: time) }

  /// When `advance(to:)` has something to say.
  public var deadline: Timestamp? { earliest(earliest(tracker.deadline, maximumDeadline), tooltip.deadline) }

  /// Takes an input at a time not before any earlier one.
  public mutating func consume(_ input: Input, at time: Timestamp) -> [ControlAction] {
    var actions = advance(to: time)
    let before = self
    switch input {
    case .trigger(let trigger, let input):
      if !isEnabled, case .down = input {
        actions.append(ControlAction(time, .pressIgnored(trigger: trigger, .disabled)))
      } else {
        for output in tracker.consume(input, trigger: trigger, at: time) { handle(output, at: time, &actions) }
        settle(at: time, &actions)
      }
    case .greetingEnded: if take == .starting(isGreeting: true) { take = .starting(isGreeting: false) }
    case .takeReady: takeIsReady(at: time)
    case .takeSuspended: takeIsSuspended(at: time)
    case .takeStopping: takeIsStopping(keeps: hasRecorded, at: time)
    case .takeEnded(let failed): takeEnded(failed: failed)
    case .percent(let percent):
      if settings.progress == .output, ring.state == .inProgress || ring.state == .suspended {
        ring.follow(percent, at: time)
      }
    case .request(let request): carryOut(request, at: time, &actions)
    case .cancel(let reason): cancelPress(reason, at: time, &actions)
    case .stop(let reason):
      cancelPress(reason, at: time, &actions)
      stop(reason, at: time, &actions)
    case .setEnabled(let enabled): setEnabled(enabled, at: time, &actions)
    }
    noteChanges(since: before, isAnimated: input.isAnimated, at: time, &actions)
    return actions
  }

  /// Does what is due up to and including `time`, each at its own deadline.
  public mutating func advance(to time: Timestamp) -> [ControlAction] {
    var actions: [ControlAction] = []
    while let due = deadline, due <= time {
      let before = self
      if tracker.deadline == due {
        for output in tracker.advance(to: due) { handle(output, at: due, &actions) }
      } else if tooltip.deadline == due, tooltip.hide() {
        actions.append(ControlAction(due, .tooltipHidden))
      }
      settle(at: due, &actions)
      noteChanges(since: before, at: due, &actions)
    }
    return actions
  }

  mutating func setEnabled(_ enabled: Bool, at time: Timestamp, _ actions: inout [ControlAction]) {
    isEnabled = enabled
    guard !enabled else { return }
    cancelPress(.disabled, at: time, &actions)
    stop(.disabled, at: time, &actions)
  }

  /// What is in progress has been for as long as it may.
  private mutating func settle(at time: Timestamp, _ actions: inout [ControlAction]) {
    guard let due = maximumDeadline, due <= time else { return }
    if settings.hasRecorder { stop(.maximum, at: time, &actions) } else { complete(at: time) }
  }

  /// A release that may still turn out to be a bounce holds this back: it would be the earlier tap.
  private var maximumDeadline: Timestamp? {
    guard let maximum = settings.maximum, tracker.owner == nil || tracker.isDown else { return nil }
    return stopwatch.time(of: maximum)
  }

  private func noteChanges(
    since before: ProgressButton, isAnimated: Bool = true, at time: Timestamp, _ actions: inout [ControlAction]
  ) {
    if isSelected != before.isSelected || isEnabled != before.isEnabled {
      actions.append(ControlAction(time, .stateChanged(isEnabled: isEnabled, isSelected: isSelected)))
    }
    guard ring != before.ring else { return }
    var reading = ring.reading(at: time)
    reading.isAnimated = isAnimated
    actions.append(ControlAction(time, .progress(reading)))
  }
}
