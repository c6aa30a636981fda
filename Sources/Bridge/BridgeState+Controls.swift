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
    performing += 1
    for action in actions {
      switch action.kind {
      case .take(let order): carryOut(order, of: index, at: action.time)
      case .run: run(index, at: action.time)
      case .pressDown(let trigger):
        controls[index].trigger = trigger
        pressed[index] = control(index).label(trigger)
        publish(action, of: index)
      case .pressUp:
        pressed[index] = nil
        publish(action, of: index)
      default: publish(action, of: index)
      }
    }
    performing -= 1
    passOnNews()
  }

  private mutating func publish(_ action: ControlAction, of index: Int) {
    if let kind = control(index).event(of: action.kind) { publish(kind, at: action.time) }
  }

  /// What commands and recorders are told of who wanted them.
  func trigger(of index: Int) -> String {
    isAsked ? "request" : control(index).label(controls[index].trigger)
  }

  /// Tells a control what became of its take: after all that it has wanted itself, or what it says of itself would be
  /// older than what it said already.
  mutating func tell(_ index: Int?, _ news: TakeNews, at time: Timestamp) {
    guard let index else { return }
    self.news.append((index, news, time))
    passOnNews()
  }

  private mutating func passOnNews() {
    while performing == 0, !news.isEmpty {
      let (index, news, time) = news.removeFirst()
      perform(controls[index].consume(news, at: time), of: index)
    }
  }

  /// Moves the content of a transform. `duration`: how long a viewer takes to show it.
  mutating func move(
    _ index: Int, _ input: TransformControl.Input, during duration: Interval? = nil, at time: Timestamp
  ) {
    guard let placement = controls[index].transform(input, at: time) else { return }
    publish(placement, during: duration, of: index, at: time)
  }

  mutating func publish(
    _ placement: TransformControl.Placement, during duration: Interval? = nil, of index: Int, at time: Timestamp
  ) {
    let control = control(index)
    guard case .transform(let transform) = control.kind else { return }
    let target = transform.target ?? control.name
    publish(.transform(control: control.name, target: target, placement, duration: duration), at: time)
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
    case .tapped(let state): .tap(control: name, state: state)
    case .tooltipShown(let hint): .tooltipShown(control: name, hint: hint, text: text(of: hint))
    case .tooltipHidden: .tooltipHidden(control: name)
    case .stateChanged(let isEnabled, let isSelected):
      .controlState(control: name, isEnabled: isEnabled, isSelected: isSelected)
    case .progress(let ring): .progress(control: name, ring)
    case .take, .run: nil
    }
  }
}

/// What became of a control's take.
enum TakeNews {
  case greetingEnded
  case ready
  case suspended
  /// Nothing is recorded any more, whoever wanted that.
  case stopping
  case ended(failed: Bool)
  case percent(Double)
}

extension ControlState {
  fileprivate mutating func consume(_ news: TakeNews, at time: Timestamp) -> [ControlAction] {
    switch news {
    case .greetingEnded: greetingEnded(at: time)
    case .ready: takeReady(at: time)
    case .suspended: takeSuspended(at: time)
    case .stopping: takeStopping(at: time)
    case .ended(let failed): takeEnded(failed: failed, at: time)
    case .percent(let percent): self.percent(percent, at: time)
    }
  }
}
