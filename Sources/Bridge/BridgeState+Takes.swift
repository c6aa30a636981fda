internal import Controls
internal import InputModel
public import Takes

// The takes: begun by controls, or found from an earlier run.
extension BridgeState {
  /// Does what a control wants of its take.
  mutating func carryOut(_ wish: ControlAction.TakeOrder, of control: Int, at time: Timestamp) {
    if wish == .prepare {
      prepare(for: control)
      return
    }
    guard let index = takes.firstIndex(where: { $0.control == control }) else { return }
    let outputs: [TakeLifecycle.Output]
    switch wish {
    case .prepare: return
    case .abandon: outputs = takes[index].lifecycle.abandon()
    case .start: outputs = isTerminating ? takes[index].lifecycle.abandon() : takes[index].lifecycle.start(at: time)
    case .suspend: outputs = takes[index].lifecycle.suspend(at: time)
    case .resume: outputs = takes[index].lifecycle.resume(at: time)
    case .stop(let reason, let discard):
      outputs = takes[index].lifecycle.stop(reason, discard: discard, at: time)
    }
    handle(outputs, of: takes[index].id, at: time)
  }

  private mutating func prepare(for index: Int) {
    let control = control(index)
    guard let reference = control.recorder else { return }
    let recorder = settings.recorders[reference]
    let id = newTake()
    takes.append(
      ActiveTake(
        id: id, control: index, controlName: control.name, recorder: recorder,
        lifecycle: TakeLifecycle(settings: recorder)))
    noteRecorders()
    order(.prepareTake(TakePlan(take: id, recorder: recorder, control: control.name, trigger: trigger(of: index))))
  }

  private mutating func newTake() -> TakeID {
    defer { nextTake += 1 }
    return TakeID(rawValue: nextTake)
  }

  /// A take of an earlier run: it is ended and finished here. A control of its name is not its control, it is only
  /// busy meanwhile, as is every other of the recorder.
  mutating func adopt(_ found: FoundTake, at time: Timestamp) {
    let id = newTake()
    takes.append(
      ActiveTake(
        id: id, control: nil, controlName: found.control, recorder: found.recorder,
        lifecycle: TakeLifecycle(
          adopting: found.recorder, file: found.file, isRunning: found.isRunning, verdict: found.verdict),
        earlierTake: found.earlierTake))
    noteRecorders()
    order(.adoptTake(id, entry: found.entry))
    handle(takes[takes.count - 1].lifecycle.start(at: time), of: id, at: time)
  }

  /// Its recorder is being asked to end.
  public func isStopping(_ id: TakeID) -> Bool { takes.first { $0.id == id }?.lifecycle.phase == .stopping }

  mutating func handle(_ outputs: [TakeLifecycle.Output], of id: TakeID, at time: Timestamp) {
    for output in outputs { handle(output, of: id, at: time) }
    guard let index = takes.firstIndex(where: { $0.id == id }), takes[index].lifecycle.phase == .over else { return }
    let take = takes.remove(at: index)
    noteRecorders()
    tell(take.control, .ended(failed: take.hasFailed), at: time)
  }

  private mutating func handle(_ output: TakeLifecycle.Output, of id: TakeID, at time: Timestamp) {
    guard let index = takes.firstIndex(where: { $0.id == id }) else { return }
    takes[index].note(output, at: time)
    let take = takes[index]
    switch output {
    case .spawn:
      order(.spawnRecorder(id))
      if take.recorder.before != nil { tell(take.control, .greetingEnded, at: time) }
    case .signal(let signal): order(.signalRecorder(id, signal))
    case .abandon: order(.abandonTake(id))
    case .finish(let verdict):
      order(.finishTake(id, verdict))
      // Who has ended by himself was never told to stop.
      tell(take.control, .stopping, at: time)
    case .run(let command): order(.runTakeCommand(id, command))
    case .endCommand: order(.endTakeCommand(id))
    case .probe: order(.probeTake(id))
    case .warning(let message): publish(.anomaly(device: nil, control: take.controlName, message: message), at: time)
    case .starting: publish(.takeStarting(take.reference), at: time)
    case .recording:
      publish(.takeRecording(take.reference), at: time)
      tell(take.control, .ready, at: time)
    case .suspended:
      publish(.takeSuspended(take.reference), at: time)
      tell(take.control, .suspended, at: time)
    case .stopping(let reason):
      publish(.takeStopping(take.reference, reason: reason), at: time)
      tell(take.control, .stopping, at: time)
    case .completed(let outcome):
      lastFile = outcome.file ?? lastFile
      recorderErrors[take.recorder.name] = nil
      let result = TakeResult(outcome, earlierTake: take.earlierTake)
      takes[index].hasFailed = result.isFailure
      publish(.takeCompleted(take.reference, result), at: time)
    case .failed(let outcome, let message):
      recorderErrors[take.recorder.name] = message
      takes[index].hasFailed = true
      let result = TakeResult(outcome, earlierTake: take.earlierTake)
      publish(.takeFailed(take.reference, result, message: message), at: time)
    }
  }

  /// Whether a take is at a recorder, or is being prepared.
  func isBusy(_ recorder: RecorderSettings, besides control: Int? = nil) -> Bool {
    takes.contains { $0.recorder.name == recorder.name && ($0.control == nil || $0.control != control) }
  }

  /// Tells every control whether a take that is not its own uses its recorder.
  mutating func noteRecorders() {
    for index in controls.indices {
      guard let recorder = control(index).recorder else { continue }
      controls[index].noteBusy(isBusy(settings.recorders[recorder], besides: index))
    }
  }
}
