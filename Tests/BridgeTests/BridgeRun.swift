import Bridge
import Controls
import InputModel
import Takes

/// A script played on a bench: the core as the daemon drives it, and the world's answers.
struct BridgeRun {
  private(set) var state: BridgeState
  /// All that was published and ordered, in order, with the core's time.
  private(set) var log: [(time: Timestamp, effect: Effect)] = []
  /// What must never be.
  private(set) var problems: [String] = []

  private let bench: Bench
  private var script: BridgeScript
  /// When the script begins.
  private(set) var start: Timestamp
  /// When the devices are read; nil when each event is read at once.
  private var reads: [Timestamp]?
  /// How many events are merged at once; the rest follows in further rounds.
  private let eventsAtOnce: Int
  /// The world answers also between two events of a batch. Those who really read late hear of it only afterwards.
  private let answersInBatches: Bool
  private var merger = FrameMerger()
  private var devices: [ScriptDevice: DeviceID] = [:]
  private var nextDevice: UInt32 = 1
  private var nextRequest: UInt64 = 1
  private var lastTake: TakeID?
  private var pending: [(time: Timestamp, input: Input)] = []
  /// The takes whose leader has ended.
  private var exited: Set<TakeID> = []

  init(
    _ bench: Bench, _ script: BridgeScript, start: Timestamp = .zero, reads: [Timestamp]? = nil,
    eventsAtOnce: Int = .max, answersInBatches: Bool = true
  ) {
    self.bench = bench
    self.script = script
    self.start = start
    self.reads = reads
    self.eventsAtOnce = eventsAtOnce
    self.answersInBatches = answersInBatches
    state = BridgeState(settings: bench.settings)
    for device in bench.devices { arrive(device, DeviceTruth().state(of: device), at: start) }
    for moment in script.steps { perform(moment.step, at: start + (moment.time - .zero)) }
    read(at: start + ((script.steps.last?.time ?? .zero) - .zero))
  }

  /// Unplugs everything, lets time pass, ends the program: nothing may be left.
  mutating func close() {
    rest()
    let isHeldOnly = bench.record.mode == .hold && bench.record.onRelease == .stop && !script.leavesTakes
    if isHeldOnly, !state.isIdle { problems.append("a take goes on though nothing holds it") }
    perform(.terminate, at: state.now)
    pass(to: state.now + .minutes(1))
    if let deadline = state.deadline { problems.append("it waits for \(deadline.microseconds)") }
    if !state.isIdle { problems.append("a take goes on") }
    if !pending.isEmpty { problems.append("the world has not answered") }
    problems += Grammar.problems(log.map(\.effect))
    let answers = log.compactMap { if case .answer(let id, _) = $0.effect { id.rawValue } else { nil } }
    if answers != Array(1..<nextRequest) { problems.append("\(nextRequest - 1) requests have the answers \(answers)") }
  }

  private mutating func perform(_ step: BridgeScript.Step, at time: Timestamp) {
    if case .events(let device, let events) = step {
      while let next = reads?.first, next < time {
        reads?.removeFirst()
        read(at: next)
      }
      guard let id = devices[device] else { return }
      for (code, value) in events { merger.consume(RawEvent(time, code, value), from: id) }
      merger.consume(.report(time), from: id)
      if reads == nil { read(at: time) }
      return
    }
    read(at: time)
    switch step {
    case .gone(let device):
      guard let id = devices.removeValue(forKey: device) else { return }
      merger.remove(id)
      reduce(.deviceLeft(id), at: time)
    case .back(let device, let state): arrive(device, state, at: time)
    case .sleep: reduce(.slept, at: time)
    case .terminate: reduce(.terminate, at: time)
    case .request(let control, let request):
      reduce(.request(RequestID(rawValue: nextRequest), control: control, request), at: time)
      nextRequest += 1
    case .reload: reload(at: time)
    case .percent(let percent):
      if let lastTake { reduce(.takePercent(lastTake, percent), at: time) }
    case .found(let isRunning):
      let found = FoundTake(
        entry: "left", control: "record", trigger: "button", recorder: bench.recorder, file: "/takes/.partial/left",
        isRunning: isRunning)
      reduce(.takeFound(found), at: time)
    case .events, .nothing: break
    }
  }

  /// What the daemon does when the core takes the settings anew: it opens every device again.
  private mutating func reload(at time: Timestamp) {
    var effects: [Effect] = []
    let isTaken = state.reload(bench.settings, at: time, into: &effects)
    settle(&effects)
    guard isTaken else { return }
    for (device, id) in devices.sorted(by: { $0.key.rank < $1.key.rank }) {
      merger.remove(id)
      arrive(device, script.state(of: device, before: (.zero + (time - start)) + .microseconds(1)), at: time)
    }
  }

  /// Plays another script after a reload, from now on; false when a take is still going on, so that there is none.
  mutating func reload(andPlay script: BridgeScript) -> Bool {
    guard state.isIdle else { return false }
    self.script = script
    start = state.now
    log = []
    for device in bench.devices where devices[device] == nil { devices[device] = DeviceID(rawValue: 0) }
    reload(at: start)
    for moment in script.steps { perform(moment.step, at: start + (moment.time - .zero)) }
    read(at: start + ((script.steps.last?.time ?? .zero) - .zero))
    return true
  }

  /// Has all devices unplugged, and time pass until nothing happens any more.
  mutating func rest() {
    let time = state.now
    for device in devices.keys.sorted(by: { $0.rank < $1.rank }) { perform(.gone(device), at: time) }
    pass(to: time + .minutes(1))
  }

  /// Asks for something, now.
  mutating func ask(_ control: String, _ request: ControlRequest) { perform(.request(control, request), at: state.now) }

  private mutating func arrive(_ device: ScriptDevice, _ state: DeviceState, at time: Timestamp) {
    let id = DeviceID(rawValue: nextDevice)
    nextDevice += 1
    devices[device] = id
    let reference = bench.reference(to: device)
    merger.add(id, rank: reference.position)
    reduce(
      .deviceArrived(
        Arrival(
          id: id, device: reference, node: "/dev/input/event\(id.rawValue)", kind: device.kind,
          description: device.description, state: state)), at: time)
  }

  /// Rounds of the loop: all devices are drained, then time is told, but not beyond an event that is left.
  private mutating func read(at time: Timestamp) {
    repeat {
      merger.merge(atMost: eventsAtOnce)
      for next in merger.merged {
        if answersInBatches { pass(to: next.event.time) }
        reduce(.event(next.device, next.event), at: next.event.time)
      }
      pass(to: min(time, merger.nextTime ?? time))
    } while merger.nextTime != nil
  }

  /// Lets time pass, the answers of the world included, each at its own time.
  private mutating func pass(to time: Timestamp) {
    while let next = earliest(state.deadline, pending.first?.time), next <= time {
      if pending.first?.time == next {
        let input = pending.removeFirst().input
        if case .take(let take, .exited) = input { exited.insert(take) }
        reduce(input, at: next)
      } else {
        advance(to: max(next, state.now))
      }
    }
    advance(to: time)
  }

  private mutating func advance(to time: Timestamp) {
    var effects: [Effect] = []
    state.advance(to: time, into: &effects)
    if let deadline = state.deadline, deadline <= state.now {
      problems.append("after \(state.now.microseconds) the deadline is \(deadline.microseconds)")
    }
    settle(&effects)
  }

  private mutating func reduce(_ input: Input, at time: Timestamp) {
    var effects: [Effect] = []
    state.reduce(input, at: time, into: &effects)
    if let deadline = state.deadline, deadline < state.now {
      problems.append("at \(state.now.microseconds) the deadline is \(deadline.microseconds)")
    }
    settle(&effects)
  }

  private mutating func settle(_ effects: inout [Effect]) {
    var index = 0
    while index < effects.count {
      let effect = effects[index]
      index += 1
      log.append((state.now, effect))
      for answer in answers(to: effect) { state.reduce(answer, at: state.now, into: &effects) }
    }
    pending.sort { $0.time < $1.time }
  }
}

// MARK: - The world

extension BridgeRun {
  /// The answers that take no time; the others are pending.
  private mutating func answers(to effect: Effect) -> [Input] {
    let world = bench.world
    let now = state.now
    switch effect {
    case .publish, .abandonTake, .answer: return []
    case .adoptTake(let take, _):
      // Its leader is no child: only the end of all is seen.
      exited.insert(take)
      return []
    case .runTakeCommand(let take, let command):
      guard command == .before, world.greeting > .zero else {
        return [.take(take, .commandEnded(command, message: nil))]
      }
      pending.append((now + world.greeting, .take(take, .commandEnded(command, message: nil))))
      return []
    case .endTakeCommand(let take):
      pending.removeAll { $0.input.isCommandEnd(of: take) }
      pending.append((now + world.commandClosing, .take(take, .commandEnded(.before, message: "ended by TERM"))))
      return []
    case .probeTake(let take): return [.take(take, .probed(world.probe))]
    case .prepareTake(let plan):
      lastTake = plan.take
      if let message = world.refusal { return [.take(plan.take, .refused(message: message))] }
      let file = plan.recorder.directory.map { "\($0)/.partial/\(plan.take.rawValue)" }
      return [.take(plan.take, .prepared(file: file))]
    case .spawnRecorder(let take):
      if let message = world.spawnFailure { return [.take(take, .spawnFailed(message: message))] }
      if let delay = world.matchesAfter { pending.append((now + delay, .take(take, .outputMatched))) }
      if let delay = world.diesAfter { end(take, world.status, after: delay) }
      return [.take(take, .spawned)]
    case .signalRecorder(let take, let signal):
      let ends: [Signal] = [.interrupt, .terminate, .kill]
      guard ends.contains(signal), !world.ignores.contains(signal) else { return [] }
      end(take, signal == .kill ? .signalled(.kill) : world.status, after: world.closing)
      return []
    case .finishTake(let take, let verdict):
      let file = verdict.isDiscarded ? nil : "/takes/\(take.rawValue)"
      return [.take(take, .finished(file: file, message: world.fileProblem))]
    case .runCommand(let id, _, _):
      pending.append((now + world.commandDuration, .commandEnded(id, .exited(0))))
      return []
    case .endCommand(let id):
      let end = now + world.commandClosing
      guard let place = pending.firstIndex(where: { $0.input.isEnd(of: id) && $0.time > end }) else { return [] }
      pending[place] = (end, .commandEnded(id, .signalled(.terminate)))
      return []
    case .readState(let id):
      guard let device = devices.first(where: { $0.value == id })?.key else { return [] }
      let time = now + world.readingDelay
      let reading = Input.stateRead(id, script.state(of: device, before: .zero + (time - start)))
      guard world.readingDelay > .zero else { return [reading] }
      pending.append((time, reading))
      return []
    }
  }

  /// A process ends once, by what comes first; what it leaves behind ends on its own, or by KILL.
  private mutating func end(_ take: TakeID, _ status: ExitStatus, after delay: Interval) {
    let time = state.now + delay
    pending.removeAll { $0.time > time && $0.input.isEnd(of: take) }
    let rest = status == .signalled(.kill) ? .zero : bench.world.lingering
    if !exited.contains(take), !pending.contains(where: { $0.input.isEnd(of: take) }) {
      pending.append((time, .take(take, .exited(status, lastLine: nil, groupIsGone: rest == .zero))))
      if rest == .zero { return }
    }
    if !pending.contains(where: { $0.input.isGroupEnd(of: take) }) {
      pending.append((time + rest, .take(take, .groupGone)))
    }
  }
}

extension Input {
  fileprivate func isEnd(of command: CommandID) -> Bool {
    if case .commandEnded(command, _) = self { return true }
    return false
  }

  fileprivate func isCommandEnd(of take: TakeID) -> Bool {
    if case .take(take, .commandEnded) = self { return true }
    return false
  }

  fileprivate func isEnd(of take: TakeID) -> Bool {
    if case .take(take, .exited) = self { return true }
    return isGroupEnd(of: take)
  }

  fileprivate func isGroupEnd(of take: TakeID) -> Bool {
    if case .take(take, .groupGone) = self { return true }
    return false
  }
}
