internal import Gestures
public import InputModel
public import Takes

/// A button that records while it is held and answers a short press with a tooltip.
///
/// ```
/// hold     ↓ prepare … hold: start … ↑ stop at the later of ↑ + tail and ready + minimum
///          ↓ ↑ before hold: abandon, tooltip                ↓ during the wait for the stop: holds the same take again
///          on-short discard: ↑ before ready + minimum stops at once (when ready), deletes, hints
///          on-release suspend: ↑ suspends, the next hold resumes, until `maximum` or `complete`
/// toggle   ↓ prepare, start … ↓ stop, not before ready + minimum; presses while that is awaited are ignored
/// hybrid   as hold; ↓ 40…300 ms after a short ↑: released before hold it latches (start), the next ↓ stops
/// all      `maximum` from ready: stop; the press that still holds is spent, only a fresh one counts
///          stops that are no release (device gone, terminate, …) come at once, whatever tail and minimum say
///          while stopping, or while another control uses the recorder: a press is ignored as busy, with a hint
///          refused or died: the press is spent
///          while its recorder's greeting plays, ↑, the second ↓ of a toggle or a request to stop ends the take at once
/// request  start: a take that goes on without being held, until the next ↓ or a request; also one that is suspended
///          stop, complete: at once, whatever tail and minimum say; also one that is suspended
/// ring     from ready to the maximum, standing still while suspended; back at 0 as soon as the take stops, with an error
///          after one that failed until the next press
/// ```
/// A value: feed it what its triggers did and what became of its take, call `advance(to:)` when `deadline` is reached
/// (and before each `consume`, with its time), and carry out the actions it returns.
public struct RecordButton: Hashable, Sendable {
  /// What a trigger did, or what became of the take.
  public enum Input: Hashable, Sendable {
    case trigger(Int, PressTracker.Input)
    /// What comes before the take, a greeting or a beep, is over.
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
    /// Whatever is held is let go, for this reason; what goes on without being held goes on.
    case cancel(StopReason)
    /// A stop that is not the button's own.
    case stop(StopReason)
    case setEnabled(Bool)
  }

  /// What the press that is down has become.
  enum Role: Hashable {
    /// May become a hold.
    case candidate
    /// The second press of a hybrid's pair: latches when it is let go before `hold`.
    case latching
    /// Holds the take.
    case holding
    /// Has done all it can; only its release is awaited.
    case spent
    /// Was refused; nobody was told of a press, so nobody is told of its release.
    case ignored
  }

  struct Run: Hashable {
    /// When the greeting was over; nil while it plays, zero where there is none.
    var greetedAt: Timestamp?
    /// When it became ready, moved on by suspended time.
    var readyAt: Timestamp?
    /// Goes on without being held.
    var isLatched = false
    /// Let go (or toggled off): a stop is due.
    var releasedAt: Timestamp?
  }

  enum Take: Hashable {
    case none
    case prepared
    case running(Run)
    /// It was told to pause.
    case suspended(Run, since: Timestamp)
    case stopping
  }

  public let settings: Settings
  public internal(set) var isEnabled: Bool
  /// Another control's take uses the recorder.
  public var recorderIsBusy = false

  var tracker: PressTracker
  var role = Role.spent
  var take = Take.none
  var fade = PressFade()
  var tooltip = Tooltip()
  public internal(set) var ring = ProgressRing()
  /// The release of the last short press, for the hybrid's pair.
  var lastTap: Timestamp?

  public init(settings: Settings, isEnabled: Bool = true) {
    self.settings = settings
    self.isEnabled = isEnabled
    tracker = PressTracker(
      hold: settings.mode == .toggle ? nil : settings.hold, ignoreShorterThan: settings.ignoreShorterThan,
      debounce: settings.debounce)
  }

  /// A take has been started and was not yet asked to stop.
  public var isSelected: Bool {
    if case .running = take { return true }
    return false
  }

  /// The trigger whose being down keeps the take going; nil while nothing holds one.
  public var holdingTrigger: Int? { role == .holding && isSelected && tracker.isDown ? tracker.owner : nil }

  /// When `advance(to:)` has something to say.
  public var deadline: Timestamp? { earliest(earliest(tracker.deadline, takeDeadline), tooltip.deadline) }

  /// The hint that is shown now.
  public var hint: Tooltip.Hint? { tooltip.hint }

  /// What is left of the press look's fade.
  public func fade(at time: Timestamp) -> PressFade.Segment { fade.rest(at: time) }

  /// The delegate's veto: the tooltip that was just asked for is not shown.
  public mutating func vetoTooltip() { _ = tooltip.hide() }

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
        // The maximum may have passed while a release was unconfirmed; it was a bounce, so it counts now.
        settle(at: time, &actions)
      }
    case .greetingEnded: endGreeting(at: time)
    case .takeReady: takeIsReady(at: time, &actions)
    case .takeSuspended: if ring.state == .inProgress { ring.suspend(at: time) }
    case .takeStopping: takeIsStopping()
    case .takeEnded(let failed): takeEnded(failed: failed)
    case .percent(let percent):
      if settings.progress == .output, ring.state != .default { ring.follow(percent, at: time) }
    case .request(let request): carryOut(request, at: time, &actions)
    case .cancel(let reason): cancelPress(reason, at: time, &actions)
    case .stop(let reason):
      cancelPress(reason, at: time, &actions)
      stop(reason, at: time, &actions)
    case .setEnabled(let enabled): setEnabled(enabled, at: time, &actions)
    }
    noteChanges(since: before, at: time, &actions)
    return actions
  }

  /// Does what is due up to and including `time`, each at its own deadline.
  public mutating func advance(to time: Timestamp) -> [ControlAction] {
    var actions: [ControlAction] = []
    while let due = deadline, due <= time {
      let before = self
      if tracker.deadline == due {
        for output in tracker.advance(to: due) { handle(output, at: due, &actions) }
      } else if tooltip.deadline == due {
        hideTooltip(at: due, &actions)
      } else {
        settle(at: due, &actions)
      }
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

  private func noteChanges(since before: RecordButton, at time: Timestamp, _ actions: inout [ControlAction]) {
    if isSelected != before.isSelected || isEnabled != before.isEnabled {
      actions.append(ControlAction(time, .stateChanged(isEnabled: isEnabled, isSelected: isSelected)))
    }
    if ring != before.ring { actions.append(ControlAction(time, .progress(ring.reading(at: time)))) }
  }
}
