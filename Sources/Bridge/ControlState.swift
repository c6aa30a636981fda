internal import Controls
internal import InputModel
internal import Takes

/// A control at work: one interface over the kinds of controls.
struct ControlState {
  private enum Kind {
    case recordButton(RecordButton)
    case commandButton(CommandButton)
    case transform(TransformControl)
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
    case .commandButton(let button): button.deadline
    case .transform: nil
    }
  }

  /// The trigger whose being down keeps a take going.
  var holdingTrigger: Int? {
    guard case .recordButton(let button) = kind else { return nil }
    return button.holdingTrigger
  }

  var isEnabled: Bool {
    switch kind {
    case .recordButton(let button): button.isEnabled
    case .commandButton(let button): button.isEnabled
    case .transform(let transform): transform.isEnabled
    }
  }

  /// Where the content of a transform is; nil for other controls.
  var placement: TransformControl.Placement? {
    guard case .transform(let transform) = kind else { return nil }
    return transform.placement
  }

  /// Why a request would not be done now, in a sentence for a person; nil when it would.
  func refusal(of request: ControlRequest) -> String? {
    switch (kind, request) {
    case (_, .enable), (_, .disable), (.transform, .reset): nil
    default: "it can not do that"
    }
  }

  /// Does what is asked for; the reset of a transform is its owner's.
  mutating func request(_ request: ControlRequest, at time: Timestamp) -> [ControlAction] {
    switch request {
    case .enable, .disable: setEnabled(request == .enable, at: time)
    default: []
    }
  }

  /// What the control needs is in use by somebody else (a recorder) or by itself (a command).
  mutating func noteBusy(_ isBusy: Bool) {
    switch kind {
    case .recordButton(var button):
      button.recorderIsBusy = isBusy
      kind = .recordButton(button)
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
    case .commandButton(var button):
      defer { kind = .commandButton(button) }
      return button.advance(to: time)
    case .transform: return []
    }
  }

  mutating func consume(_ input: PressTracker.Input, trigger: Int, at time: Timestamp) -> [ControlAction] {
    consume(.trigger(trigger, input), .trigger(trigger, input), at: time)
  }

  mutating func setEnabled(_ enabled: Bool, at time: Timestamp) -> [ControlAction] {
    if case .transform(var transform) = kind {
      guard transform.isEnabled != enabled else { return [] }
      _ = transform.consume(.setEnabled(enabled))
      kind = .transform(transform)
      return [ControlAction(time, .stateChanged(isEnabled: enabled, isSelected: false))]
    }
    return consume(.setEnabled(enabled), .setEnabled(enabled), at: time)
  }

  mutating func takeReady(at time: Timestamp) -> [ControlAction] { consume(.takeReady, nil, at: time) }
  mutating func takeEnded(at time: Timestamp) -> [ControlAction] { consume(.takeEnded, nil, at: time) }

  mutating func stop(_ reason: StopReason, at time: Timestamp) -> [ControlAction] {
    consume(.stop(reason), .cancel(reason), at: time)
  }

  /// The system slept: whatever was held was not held all the time.
  mutating func sleep(at time: Timestamp) -> [ControlAction] { consume(.cancel(.suspend), .cancel(.suspend), at: time) }

  private mutating func consume(_ record: RecordButton.Input, _ command: CommandButton.Input?, at time: Timestamp)
    -> [ControlAction]
  {
    switch kind {
    case .recordButton(var button):
      defer { kind = .recordButton(button) }
      return button.consume(record, at: time)
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
