internal import Controls
public import InputModel
internal import Takes

/// The core: all that is going on, and the one function that changes it.
///
/// Inputs go in with their time, effects come out as data; it reads no clock and does nothing itself. Each input is
/// preceded by `advance(to:)` its time, so that a late loop gives the same answer as a prompt one.
public struct BridgeState {
  public let settings: Settings
  /// The latest time it was told; no input counts as earlier.
  public private(set) var now = Timestamp.zero
  /// The file of the last completed take.
  public private(set) var lastFile: String?

  var sessions: [DeviceSession] = []
  var controls: [ControlState]
  var takes: [ActiveTake] = []
  private var nextTake: UInt64 = 1
  private var nextCommand: UInt64 = 1
  private var commands: [(id: CommandID, control: Int)] = []
  /// When the triggers that hold takes are read back.
  private var readBackAt: Timestamp?
  private var isTerminating = false
  /// Filled while an input is worked on.
  private var effects: [Effect] = []

  /// How often the trigger of a running take is read back.
  public static let readBackInterval = Interval.seconds(1)

  public init(settings: Settings) {
    self.settings = settings
    controls = settings.controls.map { ControlState($0) }
  }

  /// No take is going on, no file is being finished.
  public var isIdle: Bool { takes.isEmpty }

  /// When `advance(to:)` has something to do.
  public var deadline: Timestamp? {
    var first = readBackAt
    for control in controls { first = earliest(first, control.deadline) }
    for take in takes { first = earliest(first, take.lifecycle.deadline) }
    return first
  }

  /// Takes one input, stamped `time`, and appends what is to be done.
  public mutating func reduce(_ input: Input, at time: Timestamp, into effects: inout [Effect]) {
    let time = max(time, now)
    advance(to: time, into: &effects)
    swap(&effects, &self.effects)
    consume(input, at: time)
    scheduleReadBack()
    swap(&effects, &self.effects)
  }

  /// Does what is due up to and including `time`, each at its own deadline.
  public mutating func advance(to time: Timestamp, into effects: inout [Effect]) {
    guard time >= now else { return }
    swap(&effects, &self.effects)
    while let due = deadline, due <= time {
      now = max(now, due)
      fire(at: due)
    }
    now = time
    swap(&effects, &self.effects)
  }

  private mutating func fire(at time: Timestamp) {
    for index in controls.indices where isDue(controls[index].deadline, at: time) {
      perform(controls[index].advance(to: time), of: index)
    }
    for take in takes.map(\.id) {
      guard let index = takes.firstIndex(where: { $0.id == take }), isDue(takes[index].lifecycle.deadline, at: time)
      else { continue }
      handle(takes[index].lifecycle.advance(to: time), of: take, at: time)
    }
    if isDue(readBackAt, at: time) { readBack(at: time) }
    scheduleReadBack()
  }

  private func isDue(_ deadline: Timestamp?, at time: Timestamp) -> Bool { deadline.map { $0 <= time } ?? false }

  private mutating func consume(_ input: Input, at time: Timestamp) {
    switch input {
    case .event(let device, let event):
      guard let index = sessions.firstIndex(where: { $0.id == device }) else { return }
      if sessions[index].assembler.consume(event) { consumeFrame(ofSession: index, at: time) }
    case .deviceArrived(let arrival): consume(arrival, at: time)
    case .deviceLeft(let device): deviceLeft(device, at: time)
    case .stateRead(let device, let state): compare(state, with: device, at: time)
    case .take(let take, let input):
      guard let index = takes.firstIndex(where: { $0.id == take }) else { return }
      handle(takes[index].lifecycle.consume(input, at: time), of: take, at: time)
    case .commandEnded(let id, let status):
      endCommand(id) { .commandFinished(control: $0, status) }
    case .commandFailed(let id, let message):
      endCommand(id) { .commandFailed(control: $0, message: message) }
    case .slept: for index in controls.indices { perform(controls[index].sleep(at: time), of: index) }
    case .terminate:
      isTerminating = true
      for index in controls.indices { perform(controls[index].stop(.terminate, at: time), of: index) }
    case .setEnabled(let control, let enabled):
      perform(controls[control.position].setEnabled(enabled, at: time), of: control.position)
    case .anomaly(let device, let message): publish(.anomaly(device: device, message: message), at: time)
    }
  }

  func control(_ index: Int) -> ControlSettings { settings.controls[index] }

  mutating func publish(_ kind: Event.Kind, at time: Timestamp) { effects.append(.publish(Event(time, kind))) }
}

// MARK: - Controls

extension BridgeState {
  /// Feeds a trigger of a control.
  mutating func feed(_ input: PressTracker.Input, to binding: TriggerBinding, at time: Timestamp) {
    if case .down = input, isTerminating { return }
    perform(controls[binding.control].consume(input, trigger: binding.trigger, at: time), of: binding.control)
  }

  /// Tells every record button whether another control's take uses its recorder.
  private mutating func noteRecorders() {
    for (index, control) in settings.controls.enumerated() {
      guard case .recordButton(let button) = control.kind else { continue }
      controls[index].noteBusy(takes.contains { $0.recorder == button.recorder && $0.control != index })
    }
  }

  private mutating func perform(_ actions: [ControlAction], of control: Int) {
    let settings = self.control(control)
    for action in actions {
      switch action.kind {
      case .pressDown(let trigger):
        controls[control].trigger = trigger
        publish(.pressDown(control: settings.name, trigger: settings.label(trigger)), at: action.time)
      case .pressUp(let trigger, let held, let reason):
        publish(
          .pressUp(control: settings.name, trigger: settings.label(trigger), held: held, reason: reason),
          at: action.time)
      case .pressIgnored(let trigger, let reason):
        publish(
          .pressIgnored(control: settings.name, trigger: settings.label(trigger), reason: reason), at: action.time)
      case .fade(let segment): publish(.fade(control: settings.name, segment), at: action.time)
      case .tooltipShown(let hint):
        publish(.tooltipShown(control: settings.name, hint: hint, text: settings.text(of: hint)), at: action.time)
      case .tooltipHidden: publish(.tooltipHidden(control: settings.name), at: action.time)
      case .stateChanged(let isEnabled, let isSelected):
        publish(
          .controlState(control: settings.name, isEnabled: isEnabled, isSelected: isSelected), at: action.time)
      case .take(let order): carryOut(order, of: control, at: action.time)
      case .run: run(control, at: action.time)
      }
    }
  }

  private mutating func run(_ index: Int, at time: Timestamp) {
    let settings = control(index)
    guard case .commandButton(let button) = settings.kind, !isTerminating else { return }
    switch button.action {
    case .run(let arguments):
      guard let arguments = arguments.withLastFile(lastFile) else {
        publish(.commandFailed(control: settings.name, message: "no take has been completed yet"), at: time)
        return
      }
      let id = CommandID(rawValue: nextCommand)
      nextCommand += 1
      commands.append((id, index))
      controls[index].noteBusy(true)
      effects.append(
        .runCommand(id, arguments: arguments, control: settings.name, trigger: settings.label(controls[index].trigger)))
    case .signal(let signal, let recorder):
      guard let take = takes.firstIndex(where: { $0.recorder == recorder && $0.lifecycle.hasProcess }) else {
        let name = self.settings.recorders[recorder].name
        publish(.commandFailed(control: settings.name, message: "no take of recorder '\(name)' is running"), at: time)
        return
      }
      takes[take].lifecycle.noteSignal(signal)
      effects.append(.signalRecorder(takes[take].id, signal))
    }
  }

  private mutating func endCommand(_ id: CommandID, _ event: (String) -> Event.Kind) {
    guard let index = commands.firstIndex(where: { $0.id == id }) else { return }
    let control = commands.remove(at: index).control
    controls[control].noteBusy(false)
    publish(event(self.control(control).name), at: now)
  }
}

// MARK: - Takes

extension BridgeState {
  private mutating func carryOut(_ order: ControlAction.TakeOrder, of control: Int, at time: Timestamp) {
    guard case .recordButton(let button) = self.control(control).kind else { return }
    if order == .prepare {
      let id = TakeID(rawValue: nextTake)
      nextTake += 1
      takes.append(
        ActiveTake(
          id: id, control: control, recorder: button.recorder,
          lifecycle: TakeLifecycle(settings: settings.recorders[button.recorder])))
      noteRecorders()
      effects.append(
        .prepareTake(
          TakePlan(
            take: id, recorder: button.recorder, control: self.control(control).name,
            trigger: self.control(control).label(controls[control].trigger))))
      return
    }
    guard let index = takes.firstIndex(where: { $0.control == control }) else { return }
    let outputs =
      switch order {
      case .prepare: [TakeLifecycle.Output]()
      case .abandon: takes[index].lifecycle.abandon()
      case .start: isTerminating ? takes[index].lifecycle.abandon() : takes[index].lifecycle.start(at: time)
      case .suspend: takes[index].lifecycle.suspend(at: time)
      case .resume: takes[index].lifecycle.resume(at: time)
      case .stop(let reason, let discard): takes[index].lifecycle.stop(reason, discard: discard, at: time)
      }
    handle(outputs, of: takes[index].id, at: time)
  }

  private mutating func handle(_ outputs: [TakeLifecycle.Output], of id: TakeID, at time: Timestamp) {
    guard let take = takes.first(where: { $0.id == id }) else { return }
    let reference = TakeReference(
      take: id, control: control(take.control).name, recorder: settings.recorders[take.recorder].name,
      file: take.lifecycle.file)
    for output in outputs {
      switch output {
      case .spawn: effects.append(.spawnRecorder(id))
      case .signal(let signal): effects.append(.signalRecorder(id, signal))
      case .abandon: effects.append(.abandonTake(id))
      case .finish(let discard): effects.append(.finishTake(id, discard: discard))
      case .starting: publish(.takeStarting(reference), at: time)
      case .recording:
        publish(.takeRecording(reference), at: time)
        perform(controls[take.control].takeReady(at: time), of: take.control)
      case .suspended: publish(.takeSuspended(reference), at: time)
      case .stopping(let reason): publish(.takeStopping(reference, reason: reason), at: time)
      case .completed(let outcome):
        lastFile = outcome.file ?? lastFile
        publish(.takeCompleted(reference, TakeResult(outcome)), at: time)
      case .failed(let outcome, let message):
        publish(.takeFailed(reference, TakeResult(outcome), message: message), at: time)
      }
    }
    guard let index = takes.firstIndex(where: { $0.id == id }), takes[index].lifecycle.phase == .over else { return }
    takes.remove(at: index)
    noteRecorders()
    perform(controls[take.control].takeEnded(at: time), of: take.control)
  }

  /// Nothing is read back, and nobody woken, while no take is held.
  private mutating func scheduleReadBack() {
    let isHeld = controls.contains { $0.holdingTrigger != nil }
    readBackAt = isHeld ? readBackAt ?? now + Self.readBackInterval : nil
  }

  private mutating func readBack(at time: Timestamp) {
    readBackAt = time + Self.readBackInterval
    for session in sessions {
      let isHolding = controls.indices.contains { control in
        controls[control].holdingTrigger.map {
          session.presses(TriggerBinding(control: control, trigger: $0))
        } ?? false
      }
      if isHolding { effects.append(.readState(session.id)) }
    }
  }
}
