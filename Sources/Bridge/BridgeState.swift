internal import Controls
internal import Gestures
public import InputModel
internal import Takes

/// The core: all that is going on, and the one function that changes it.
///
/// Inputs go in with their time, effects come out as data; it reads no clock and does nothing itself. Each input is
/// preceded by `advance(to:)` its time, so that a late loop gives the same answer as a prompt one.
public struct BridgeState {
  public internal(set) var settings: Settings
  /// The latest time it was told; no input counts as earlier.
  public private(set) var now = Timestamp.zero
  /// The file of the last completed take.
  public internal(set) var lastFile: String?

  var sessions: [DeviceSession] = []
  /// One per device of the configuration.
  var counters: [DeviceCounters]
  var controls: [ControlState]
  /// The trigger of each control whose press goes on.
  var pressed: [String?]
  var takes: [ActiveTake] = []
  /// What controls have still to be told of their takes, and how many of them are saying something.
  var news: [(control: Int, news: TakeNews, time: Timestamp)] = []
  var performing = 0
  /// What controls want now was asked by a program.
  var isAsked = false
  var nextTake: UInt64 = 1
  /// Why the last take of a recorder failed, by the recorder's name; gone with the next that is completed.
  var recorderErrors: [String: String] = [:]
  var commands = CommandTable()
  var idleTimers: [IdleTimer]
  /// When the triggers that hold takes are read back.
  var readBackAt: Timestamp?
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
    counters = settings.devices.map { _ in DeviceCounters() }
    controls = settings.controls.map { ControlState($0) }
    pressed = controls.map { _ in nil }
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
    collect(into: &effects) { $0.consume(input, at: time) }
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

  /// Has what a change orders appended.
  mutating func collect(into effects: inout [Effect], _ change: (inout BridgeState) -> Void) {
    swap(&effects, &self.effects)
    change(&self)
    scheduleReadBack()
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
    case .stalled(let end): for index in takes.indices { takes[index].lifecycle.noteStall(until: end) }
    case .terminate:
      isTerminating = true
      for index in controls.indices { perform(controls[index].stop(.terminate, at: time), of: index) }
    case .request(let id, let control, let request): consume(request, id: id, control: control, at: time)
    case .takePercent(let take, let percent):
      guard let index = takes.firstIndex(where: { $0.id == take }) else { return }
      tell(takes[index].control, .percent(percent), at: time)
    case .takeFound(let found): adopt(found, at: time)
    case .anomaly(let device, let control, let message):
      publish(.anomaly(device: device, control: control, message: message), at: time)
    }
  }

  func control(_ index: Int) -> ControlSettings { settings.controls[index] }

  mutating func publish(_ kind: Event.Kind, at time: Timestamp) { order(.publish(Event(time, kind))) }

  mutating func order(_ effect: Effect) { effects.append(effect) }
}

// MARK: - Reading back

extension BridgeState {
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
      if isHolding { order(.readState(session.id)) }
    }
  }
}
