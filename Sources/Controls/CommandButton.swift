internal import Gestures
public import InputModel
public import Takes

/// A button that runs a command: at the press, at the release, when it was short, long or double.
///
/// A value, fed like a `RecordButton`. Whether the command can run now is its owner's business; while it cannot
/// (`isBusy`) a press is ignored as busy.
public struct CommandButton: Hashable, Sendable {
  /// Which press runs the command.
  public enum Occasion: String, Hashable, Sendable, CaseIterable {
    /// At touch-down.
    case press
    /// When it is let go inside, however long it was held.
    case release
    /// Let go inside before `hold`.
    case short
    /// Still down after `hold`.
    case long
    /// Two short presses; runs at the second release.
    case double
  }

  public struct Settings: Hashable, Sendable {
    public var occasion: Occasion
    public var hold: Interval
    /// How long a release must last to count, one per trigger.
    public var debounce: [Interval]

    public init(
      occasion: Occasion = .press, hold: Interval = .milliseconds(500),
      debounce: [Interval] = [RecordButton.Settings.keyDebounce]
    ) {
      self.occasion = occasion
      self.hold = hold
      self.debounce = debounce
    }
  }

  public enum Input: Hashable, Sendable {
    case trigger(Int, PressTracker.Input)
    /// Whatever is held is let go, for this reason.
    case cancel(StopReason)
    case setEnabled(Bool)
    /// Does nothing when there is a `refusal(of:)` it.
    case request(ControlRequest)
  }

  public let settings: Settings
  public private(set) var isEnabled: Bool
  /// Its command still runs.
  public var isBusy = false

  private var tracker: PressTracker
  private var fade = PressFade()
  private var wasHeld = false
  private var isIgnored = false
  /// The release of the last short press, for a pair.
  private var lastTap: Timestamp?
  private var isSecond = false

  public init(settings: Settings, isEnabled: Bool = true) {
    self.settings = settings
    self.isEnabled = isEnabled
    tracker = PressTracker(hold: settings.hold, debounce: settings.debounce)
  }

  public var deadline: Timestamp? { tracker.deadline }

  public mutating func consume(_ input: Input, at time: Timestamp) -> [ControlAction] {
    var actions = advance(to: time)
    switch input {
    case .trigger(let trigger, .down) where !isEnabled:
      actions.append(ControlAction(time, .pressIgnored(trigger: trigger, .disabled)))
    case .trigger(let trigger, let input):
      for output in tracker.consume(input, trigger: trigger, at: time) { handle(output, at: time, &actions) }
    case .cancel(let reason): cancelPress(reason, at: time, &actions)
    case .setEnabled(let enabled): setEnabled(enabled, at: time, &actions)
    case .request(let request) where refusal(of: request) == nil:
      if request == .start {
        actions.append(ControlAction(time, .run))
      } else {
        setEnabled(request == .enable, at: time, &actions)
      }
    case .request: break
    }
    return actions
  }

  /// Why a request would do nothing, as a sentence about the button for a person; nil when it will be done.
  public func refusal(of request: ControlRequest) -> String? {
    switch request {
    case .enable, .disable: nil
    case .start where !isEnabled: Refusal.disabled
    case .start: isBusy ? Refusal.running : nil
    default: Refusal.onlyRuns
    }
  }

  /// What is left of the press look's fade.
  public func fade(at time: Timestamp) -> PressFade.Segment { fade.rest(at: time) }

  private mutating func setEnabled(_ enabled: Bool, at time: Timestamp, _ actions: inout [ControlAction]) {
    guard enabled != isEnabled else { return }
    isEnabled = enabled
    if !enabled { cancelPress(.disabled, at: time, &actions) }
    actions.append(ControlAction(time, .stateChanged(isEnabled: enabled, isSelected: false)))
  }

  public mutating func advance(to time: Timestamp) -> [ControlAction] {
    var actions: [ControlAction] = []
    while let due = tracker.deadline, due <= time {
      for output in tracker.advance(to: due) { handle(output, at: due, &actions) }
    }
    return actions
  }

  private mutating func cancelPress(_ reason: StopReason, at time: Timestamp, _ actions: inout [ControlAction]) {
    guard let owner = tracker.owner else { return }
    for output in tracker.consume(.cancelled(reason), trigger: owner, at: time) {
      handle(output, at: time, &actions)
    }
  }

  private mutating func handle(_ output: PressTracker.Output, at time: Timestamp, _ actions: inout [ControlAction]) {
    switch output {
    case .pressed(let trigger, let downAt):
      wasHeld = false
      isIgnored = isBusy
      guard !isBusy else {
        actions.append(ControlAction(downAt, .pressIgnored(trigger: trigger, .busy)))
        return
      }
      isSecond = isPair(downAt)
      actions.append(ControlAction(downAt, .pressDown(trigger: trigger)))
      actions.append(ControlAction(time, .fade(fade.press(at: time))))
      if settings.occasion == .press { actions.append(ControlAction(time, .run)) }
    case .held:
      wasHeld = true
      if settings.occasion == .long, !isIgnored { actions.append(ControlAction(time, .run)) }
    case .left, .entered:
      guard !isIgnored, fade.isPressed != (output == .entered) else { return }
      actions.append(ControlAction(time, .fade(output == .entered ? fade.press(at: time) : fade.release(at: time))))
    case .ended(let ending): end(ending, at: time, &actions)
    case .ignored(let trigger): actions.append(ControlAction(time, .pressIgnored(trigger: trigger, .notOwner)))
    }
  }

  private mutating func end(_ ending: PressTracker.Ending, at time: Timestamp, _ actions: inout [ControlAction]) {
    guard !isIgnored else { return }
    actions.append(
      ControlAction(ending.time, .pressUp(trigger: ending.trigger, held: ending.held, reason: ending.reason)))
    if fade.isPressed { actions.append(ControlAction(time, .fade(fade.release(at: time)))) }
    let isRelease = ending.reason == nil && ending.isInside
    let isTap = isRelease && !wasHeld && !ending.isBeyondSlop
    let runs =
      switch settings.occasion {
      case .press, .long: false
      case .release: isRelease
      case .short: isTap
      case .double: isTap && isSecond
      }
    if runs { actions.append(ControlAction(time, .run)) }
    // A third press is the first of a new pair.
    lastTap = isTap && !runs ? ending.time : nil
  }

  private func isPair(_ downAt: Timestamp) -> Bool {
    guard let lastTap else { return false }
    return downAt - lastTap >= Thresholds.pairMinimum && downAt - lastTap <= Thresholds.pairWindow
  }
}
