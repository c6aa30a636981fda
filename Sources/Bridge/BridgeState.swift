internal import Controls
internal import Gestures
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
  var commands = CommandTable()
  var idleTimers: [IdleTimer]
  /// When the triggers that hold takes are read back.
  private var readBackAt: Timestamp?
  private(set) var isTerminating = false
  /// Reused from frame to frame: the contacts of a zone, and what its recognizers say.
  var fingers: [Contact] = []
  var gestures: [GestureEvent] = []
  /// Filled while an input is worked on.
  private var effects: [Effect] = []

  /// How often the trigger of a running take is read back.
  public static let readBackInterval = Interval.seconds(1)

  public init(settings: Settings) {
    self.settings = settings
    controls = settings.controls.map { ControlState($0) }
    idleTimers = settings.idle.map { IdleTimer($0) }
  }

  /// No take is going on, no file is being finished.
  public var isIdle: Bool { takes.isEmpty }

  /// When `advance(to:)` has something to do.
  public var deadline: Timestamp? {
    var first = readBackAt
    for control in controls { first = earliest(first, control.deadline) }
    for take in takes { first = earliest(first, take.lifecycle.deadline) }
    for session in sessions { first = earliest(first, session.deadline) }
    for timer in idleTimers { first = earliest(first, timer.deadline) }
    return first
  }

  /// Takes one input, stamped `time`, and appends what is to be done.
  public mutating func reduce(_ input: Input, at time: Timestamp, into effects: inout [Effect]) {
    let time = max(time, now)
    // The events of a frame come together; what was due before them has been done at the first.
    if time > now || !input.isWithinFrame { advance(to: time, into: &effects) }
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
    for index in sessions.indices where isDue(sessions[index].deadline, at: time) {
      advanceGestures(ofSession: index, to: time)
      while sessions[index].assembler.advance(to: time) { consumeFrame(ofSession: index, at: time) }
    }
    for index in idleTimers.indices where isDue(idleTimers[index].deadline, at: time) { runIdle(index, at: time) }
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
    case .commandEnded(let id, let status): end(id) { .commandFinished(control: $0, status) }
    case .commandFailed(let id, let message): end(id) { .commandFailed(control: $0, message: message) }
    case .slept: for index in controls.indices { perform(controls[index].sleep(at: time), of: index) }
    case .terminate:
      isTerminating = true
      for index in controls.indices { perform(controls[index].stop(.terminate, at: time), of: index) }
    case .request(let id, let control, let request): consume(request, id: id, control: control, at: time)
    case .takePercent, .takeFound: break
    case .anomaly(let device, let message): publish(.anomaly(device: device, message: message), at: time)
    }
  }

  func control(_ index: Int) -> ControlSettings { settings.controls[index] }

  mutating func publish(_ kind: Event.Kind, at time: Timestamp) { order(.publish(Event(time, kind))) }

  mutating func order(_ effect: Effect) { effects.append(effect) }
}

// MARK: - Controls

extension BridgeState {
  /// Feeds a trigger of a control.
  mutating func feed(_ input: PressTracker.Input, to binding: TriggerBinding, at time: Timestamp) {
    if case .down = input, isTerminating { return }
    perform(controls[binding.control].consume(input, trigger: binding.trigger, at: time), of: binding.control)
  }

  /// Tells every button with a recorder whether another control's take uses its recorder.
  private mutating func noteRecorders() {
    for (index, control) in settings.controls.enumerated() {
      guard let recorder = control.recorder else { continue }
      let name = settings.recorders[recorder].name
      controls[index].noteBusy(takes.contains { $0.recorder.name == name && $0.control != index })
    }
  }

  mutating func perform(_ actions: [ControlAction], of control: Int) {
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
      case .tapped(let state): publish(.tap(control: settings.name, state: state), at: action.time)
      case .tooltipShown(let hint):
        publish(.tooltipShown(control: settings.name, hint: hint, text: settings.text(of: hint)), at: action.time)
      case .tooltipHidden: publish(.tooltipHidden(control: settings.name), at: action.time)
      case .stateChanged(let isEnabled, let isSelected):
        publish(
          .controlState(control: settings.name, isEnabled: isEnabled, isSelected: isSelected), at: action.time)
      case .progress(let ring): publish(.progress(control: settings.name, ring), at: action.time)
      case .take(let order): carryOut(order, of: control, at: action.time)
      case .run: run(control, at: action.time)
      }
    }
  }
}

// MARK: - Takes

extension BridgeState {
  private mutating func carryOut(_ order: ControlAction.TakeOrder, of control: Int, at time: Timestamp) {
    guard let used = self.control(control).recorder else { return }
    if order == .prepare {
      let id = TakeID(rawValue: nextTake)
      nextTake += 1
      let recorder = settings.recorders[used]
      takes.append(
        ActiveTake(
          id: id, control: control, controlName: self.control(control).name, recorder: recorder,
          lifecycle: TakeLifecycle(settings: recorder)))
      noteRecorders()
      effects.append(
        .prepareTake(
          TakePlan(
            take: id, recorder: recorder, control: self.control(control).name,
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
      take: id, control: take.controlName, recorder: take.recorder.name, file: take.lifecycle.file)
    var failed = false
    for output in outputs {
      switch output {
      case .spawn: effects.append(.spawnRecorder(id))
      case .signal(let signal): effects.append(.signalRecorder(id, signal))
      case .abandon: effects.append(.abandonTake(id))
      case .finish(let discard):
        effects.append(.finishTake(id, discard: discard))
        // A recorder that has ended by itself was never told to stop.
        if let control = take.control { perform(controls[control].takeStopping(at: time), of: control) }
      case .run(let command): effects.append(.runTakeCommand(id, command))
      case .endCommand: effects.append(.endTakeCommand(id))
      case .probe: effects.append(.probeTake(id))
      case .warning(let message): publish(.anomaly(device: nil, message: message), at: time)
      case .starting: publish(.takeStarting(reference), at: time)
      case .recording:
        publish(.takeRecording(reference), at: time)
        if let control = take.control { perform(controls[control].takeReady(at: time), of: control) }
      case .suspended:
        publish(.takeSuspended(reference), at: time)
        if let control = take.control { perform(controls[control].takeSuspended(at: time), of: control) }
      case .stopping(let reason):
        publish(.takeStopping(reference, reason: reason), at: time)
        if let control = take.control { perform(controls[control].takeStopping(at: time), of: control) }
      case .completed(let outcome):
        lastFile = outcome.file ?? lastFile
        failed = TakeResult(outcome).isFailure
        publish(.takeCompleted(reference, TakeResult(outcome)), at: time)
      case .failed(let outcome, let message):
        failed = true
        publish(.takeFailed(reference, TakeResult(outcome), message: message), at: time)
      }
    }
    guard let index = takes.firstIndex(where: { $0.id == id }), takes[index].lifecycle.phase == .over else { return }
    takes.remove(at: index)
    noteRecorders()
    if let control = take.control { perform(controls[control].takeEnded(failed: failed, at: time), of: control) }
  }

  /// Nothing is read back, and nobody woken, while no take is held. A finger that holds one is no ghost.
  private mutating func scheduleReadBack() {
    let isHeld = controls.contains { $0.holdingTrigger != nil }
    readBackAt = isHeld ? readBackAt ?? now + Self.readBackInterval : nil
    for index in sessions.indices { noteHolding(ofSession: index) }
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
