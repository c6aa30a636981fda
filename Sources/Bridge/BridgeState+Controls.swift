internal import Controls
internal import InputModel
internal import Takes

// What triggers do to controls, and what controls want.
extension BridgeState {
  /// Feeds a trigger of a control.
  mutating func feed(_ input: PressTracker.Input, to binding: TriggerBinding, at time: Timestamp) {
    if case .down = input, isTerminating { return }
    perform(controls[binding.control].consume(input, trigger: binding.trigger, at: time), of: binding.control)
  }

  mutating func perform(_ actions: [ControlAction], of index: Int) {
    for action in actions {
      switch action.kind {
      case .take(let order): carryOut(order, of: index, at: action.time)
      case .run: run(index, at: action.time)
      case .pressDown(let trigger):
        controls[index].trigger = trigger
        tell(action, of: index)
      default: tell(action, of: index)
      }
    }
  }

  private mutating func tell(_ action: ControlAction, of index: Int) {
    if let kind = control(index).event(of: action.kind) { tell(kind, of: index, at: action.time) }
  }

  /// Publishes an event of a control, and remembers it for those who come later.
  mutating func tell(_ kind: Event.Kind, of index: Int, at time: Timestamp) {
    looks[index].note(kind, at: time)
    publish(kind, at: time)
  }

  /// Moves the content of a transform. `duration`: how long a viewer takes to show it.
  mutating func move(
    _ index: Int, _ input: TransformControl.Input, during duration: Interval? = nil, at time: Timestamp
  ) {
    guard let placement = controls[index].transform(input, at: time) else { return }
    tell(placement, during: duration, of: index, at: time)
  }

  mutating func tell(
    _ placement: TransformControl.Placement, during duration: Interval? = nil, of index: Int, at time: Timestamp
  ) {
    let control = control(index)
    guard case .transform(let transform) = control.kind else { return }
    let target = transform.target ?? control.name
    tell(.transform(control: control.name, target: target, placement, duration: duration), of: index, at: time)
  }
}

extension ControlSettings {
  func label(_ trigger: Int) -> String { triggers[trigger].label }

  /// The event that an action is; nil for an order.
  fileprivate func event(of action: ControlAction.Kind) -> Event.Kind? {
    switch action {
    case .pressDown(let trigger): .pressDown(control: name, trigger: label(trigger))
    case .pressUp(let trigger, let held, let reason):
      .pressUp(control: name, trigger: label(trigger), held: held, reason: reason)
    case .pressIgnored(let trigger, let reason):
      .pressIgnored(control: name, trigger: label(trigger), reason: reason)
    case .fade(let segment): .fade(control: name, segment)
    case .tooltipShown(let hint): .tooltipShown(control: name, hint: hint, text: text(of: hint))
    case .tooltipHidden: .tooltipHidden(control: name)
    case .stateChanged(let isEnabled, let isSelected):
      .controlState(control: name, isEnabled: isEnabled, isSelected: isSelected)
    case .progress(let ring): .progress(control: name, ring)
    case .take, .run: nil
    }
  }
}
