internal import Controls
internal import InputModel
internal import Takes

/// A control at work: one interface over the kinds of controls.
struct ControlState {
  private enum Kind {
    case recordButton(RecordButton)
    case progressButton(ProgressButton)
    case commandButton(CommandButton)
    case transform(TransformControl)
  }

  /// What can be seen of it.
  struct Snapshot: Hashable {
    var isEnabled: Bool
    var isSelected = false
    /// What is left of the press look's fade; nil for a control without one.
    var fade: PressFade.Segment?
    /// Nil for a control without one.
    var ring: ProgressRing.Reading?
    /// The tooltip that is visible.
    var hint: Tooltip.Hint?
    /// Where the content of a transform is.
    var placement: TransformControl.Placement?
  }

  private var kind: Kind
  /// The trigger of the last press that counted.
  var trigger = 0
  /// When the content of a transform was last where it had not been before.
  private var movedAt: Timestamp?

  /// - Parameter placement: where the content of a transform is already
  init(_ settings: ControlSettings, placement: TransformControl.Placement? = nil) {
    switch settings.kind {
    case .recordButton(let button):
      kind = .recordButton(RecordButton(settings: button.button, isEnabled: settings.isEnabled))
    case .progressButton(let button):
      kind = .progressButton(ProgressButton(settings: button.button, isEnabled: settings.isEnabled))
    case .commandButton(let button):
      kind = .commandButton(CommandButton(settings: button.button, isEnabled: settings.isEnabled))
    case .transform(let transform):
      kind = .transform(
        TransformControl(settings: transform, isEnabled: settings.isEnabled, placement: placement ?? .init()))
    }
  }

  var deadline: Timestamp? {
    switch kind {
    case .recordButton(let button): button.deadline
    case .progressButton(let button): button.deadline
    case .commandButton(let button): button.deadline
    case .transform: nil
    }
  }

  /// The trigger whose being down keeps a take going.
  var holdingTrigger: Int? {
    guard case .recordButton(let button) = kind else { return nil }
    return button.holdingTrigger
  }

  func snapshot(at time: Timestamp) -> Snapshot {
    switch kind {
    case .recordButton(let button):
      Snapshot(
        isEnabled: button.isEnabled, isSelected: button.isSelected, fade: button.fade(at: time),
        ring: button.ring.reading(at: time), hint: button.hint)
    case .progressButton(let button):
      Snapshot(
        isEnabled: button.isEnabled, isSelected: button.isSelected, fade: button.fade(at: time),
        ring: button.ring.reading(at: time), hint: button.hint)
    case .commandButton(let button): Snapshot(isEnabled: button.isEnabled, fade: button.fade(at: time))
    case .transform(let transform): Snapshot(isEnabled: transform.isEnabled, placement: transform.placement)
    }
  }

  /// What the control needs is in use by somebody else (a recorder) or by itself (a command).
  mutating func noteBusy(_ isBusy: Bool) {
    switch kind {
    case .recordButton(var button):
      button.recorderIsBusy = isBusy
      kind = .recordButton(button)
    case .progressButton(var button):
      button.recorderIsBusy = isBusy
      kind = .progressButton(button)
    case .commandButton(var button):
      button.isBusy = isBusy
      kind = .commandButton(button)
    case .transform: break
    }
  }

  mutating func advance(to time: Timestamp) -> [ControlAction] {
    switch kind {
    case .recordButton(var button):
      defer { kind = .recordButton(button) }
      return button.advance(to: time)
    case .progressButton(var button):
      defer { kind = .progressButton(button) }
      return button.advance(to: time)
    case .commandButton(var button):
      defer { kind = .commandButton(button) }
      return button.advance(to: time)
    case .transform: return []
    }
  }

  mutating func consume(_ input: PressTracker.Input, trigger: Int, at time: Timestamp) -> [ControlAction] {
    consume(.trigger(trigger, input), .trigger(trigger, input), .trigger(trigger, input), at: time)
  }

  mutating func setEnabled(_ enabled: Bool, at time: Timestamp) -> [ControlAction] {
    if case .transform(var transform) = kind {
      guard transform.isEnabled != enabled else { return [] }
      _ = transform.consume(.setEnabled(enabled))
      kind = .transform(transform)
      return [ControlAction(time, .stateChanged(isEnabled: enabled, isSelected: false))]
    }
    return consume(.setEnabled(enabled), .setEnabled(enabled), .setEnabled(enabled), at: time)
  }

  /// The system slept: whatever was held was not held all the time.
  mutating func sleep(at time: Timestamp) -> [ControlAction] {
    consume(.cancel(.suspend), .cancel(.suspend), .cancel(.suspend), at: time)
  }

  mutating func stop(_ reason: StopReason, at time: Timestamp) -> [ControlAction] {
    consume(.stop(reason), .stop(reason), .cancel(reason), at: time)
  }

  private mutating func consume(
    _ record: RecordButton.Input, _ progress: ProgressButton.Input, _ command: CommandButton.Input?,
    at time: Timestamp
  ) -> [ControlAction] {
    switch kind {
    case .recordButton(var button):
      defer { kind = .recordButton(button) }
      return button.consume(record, at: time)
    case .progressButton(var button):
      defer { kind = .progressButton(button) }
      return button.consume(progress, at: time)
    case .commandButton(var button):
      guard let command else { return [] }
      defer { kind = .commandButton(button) }
      return button.consume(command, at: time)
    case .transform: return []
    }
  }

  /// Where the content of a transform is now, when that has changed.
  mutating func transform(_ input: TransformControl.Input, at time: Timestamp) -> TransformControl.Placement? {
    guard case .transform(var transform) = kind else { return nil }
    let hasChanged = transform.consume(input)
    kind = .transform(transform)
    guard hasChanged else { return nil }
    movedAt = time
    return transform.placement
  }

  func hasMoved(since time: Timestamp) -> Bool { movedAt.map { $0 >= time } ?? false }
}

// MARK: - What becomes of its take

extension ControlState {
  mutating func greetingEnded(at time: Timestamp) -> [ControlAction] {
    consume(.greetingEnded, .greetingEnded, nil, at: time)
  }

  mutating func takeReady(at time: Timestamp) -> [ControlAction] { consume(.takeReady, .takeReady, nil, at: time) }

  mutating func takeSuspended(at time: Timestamp) -> [ControlAction] {
    consume(.takeSuspended, .takeSuspended, nil, at: time)
  }

  mutating func takeStopping(at time: Timestamp) -> [ControlAction] {
    consume(.takeStopping, .takeStopping, nil, at: time)
  }

  mutating func takeEnded(failed: Bool, at time: Timestamp) -> [ControlAction] {
    consume(.takeEnded(failed: failed), .takeEnded(failed: failed), nil, at: time)
  }

  mutating func percent(_ percent: Double, at time: Timestamp) -> [ControlAction] {
    consume(.percent(percent), .percent(percent), nil, at: time)
  }
}

// MARK: - What programs ask

extension ControlState {
  /// Why a request would do nothing, as a sentence about the control for a person; nil when it will be done.
  func refusal(of request: ControlRequest) -> String? {
    switch kind {
    case .recordButton(let button): button.refusal(of: request)
    case .progressButton(let button): button.refusal(of: request)
    case .commandButton(let button): button.refusal(of: request)
    case .transform(let transform): transform.refusal(of: request)
    }
  }

  /// Does nothing when it is refused. The reset of a transform is told by `transform(.reset, at:)`, not here.
  mutating func request(_ request: ControlRequest, at time: Timestamp) -> [ControlAction] {
    switch (kind, request) {
    case (.transform, .enable), (.transform, .disable): setEnabled(request == .enable, at: time)
    default: consume(.request(request), .request(request), .request(request), at: time)
    }
  }
}
