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
/// ```
/// A value: feed it what its triggers did and what became of its take, call `advance(to:)` when `deadline` is reached
/// (and before each `consume`, with its time), and carry out the actions it returns.
public struct RecordButton: Hashable, Sendable {
  /// What a trigger did, or what became of the take.
  public enum Input: Hashable, Sendable {
    case trigger(Int, PressTracker.Input)
    case takeReady
    /// It is over, or it could not be prepared or started.
    case takeEnded
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
    case suspended(Run, since: Timestamp)
    case stopping
  }

  public let settings: Settings
  public private(set) var isEnabled: Bool
  /// Another control's take uses the recorder.
  public var recorderIsBusy = false

  var tracker: PressTracker
  var role = Role.spent
  var take = Take.none
  var fade = PressFade()
  var tooltip = Tooltip()
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

  /// The delegate's veto: the tooltip that was just asked for is not shown.
  public mutating func vetoTooltip() { _ = tooltip.hide() }

  /// Takes an input at a time not before any earlier one.
  public mutating func consume(_ input: Input, at time: Timestamp) -> [ControlAction] {
    var actions = advance(to: time)
    let wasSelected = isSelected
    let wasEnabled = isEnabled
    switch input {
    case .trigger(let trigger, let input):
      if !isEnabled, case .down = input {
        actions.append(ControlAction(time, .pressIgnored(trigger: trigger, .disabled)))
      } else {
        for output in tracker.consume(input, trigger: trigger, at: time) { handle(output, at: time, &actions) }
        // The maximum may have passed while a release was unconfirmed; it was a bounce, so it counts now.
        settle(at: time, &actions)
      }
    case .takeReady:
      if case .running(var run) = take, run.readyAt == nil {
        run.readyAt = time
        take = .running(run)
        settle(at: time, &actions)
      }
    case .takeEnded:
      if role != .ignored { role = .spent }
      take = .none
    case .cancel(let reason): cancelPress(reason, at: time, &actions)
    case .stop(let reason):
      cancelPress(reason, at: time, &actions)
      stop(reason, at: time, &actions)
    case .setEnabled(let enabled):
      isEnabled = enabled
      if !enabled {
        cancelPress(.disabled, at: time, &actions)
        stop(.disabled, at: time, &actions)
      }
    }
    noteState(wasSelected: wasSelected, wasEnabled: wasEnabled, at: time, &actions)
    return actions
  }

  /// Does what is due up to and including `time`, each at its own deadline.
  public mutating func advance(to time: Timestamp) -> [ControlAction] {
    var actions: [ControlAction] = []
    while let due = deadline, due <= time {
      let wasSelected = isSelected
      if tracker.deadline == due {
        for output in tracker.advance(to: due) { handle(output, at: due, &actions) }
      } else if tooltip.deadline == due {
        hideTooltip(at: due, &actions)
      } else {
        settle(at: due, &actions)
      }
      noteState(wasSelected: wasSelected, wasEnabled: isEnabled, at: due, &actions)
    }
    return actions
  }
}
