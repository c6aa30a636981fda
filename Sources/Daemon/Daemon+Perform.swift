import Bridge
import EventLoop
import Feedback
import Glibc
import InputModel
import Supervision
import Takes

// What the core orders, done.
extension Daemon {
  /// Carries out one order; an answer that takes no time is returned, others come as reports.
  func perform(_ effect: Effect) -> Input? {
    switch effect {
    case .publish(let event): publish(event)
    case .prepareTake(let plan): return .take(plan.take, prepare(plan))
    case .abandonTake(let take):
      if let recorder = recorders.removeValue(forKey: take), let reservation = recorder.reservation {
        storage.release(reservation)
      }
    case .spawnRecorder(let take): spawn(take)
    case .signalRecorder(let take, let signal): self.signal(take, signal)
    case .finishTake(let take, let discard): return finish(take, discard: discard)
    case .runCommand(let id, let arguments, let environment):
      if let message = run(arguments, environment.environment, owner: .core(id)) {
        reports.append(.commandFailed(id, message: message))
      }
    case .endCommand(let id):
      if let command = commands.first(where: { $0.owner == .core(id) }) {
        _ = command.process.signalGroup(.terminate)
      }
    case .runTakeCommand(let take, let command):
      return .take(take, .commandEnded(command, message: nil))
    case .probeTake(let take): return .take(take, .probed(TakeProbe(fileSize: nil, freeSpace: nil)))
    case .endTakeCommand, .adoptTake, .answer: break
    case .readState(let device): readState(of: device)
    }
    return nil
  }

  private func publish(_ event: Event) {
    let runs = publisher.publish(event, at: WallClock.time(of: event.time)) { output in
      commands.count { $0.owner == .hook(output) }
    }
    for run in runs {
      guard let message = self.run(run.run.arguments, run.run.environment, owner: .hook(run.output)) else { continue }
      log(.error, "feedback '\(state.settings.outputs[run.output].name)': \(message)")
    }
  }

  // MARK: Takes

  private func prepare(_ plan: TakePlan) -> TakeLifecycle.Input {
    let settings = plan.recorder
    var reservation: TakeStorage.Reservation?
    do {
      if let directory = settings.directory {
        reservation = try storage.reserve(settings, in: directory, control: plan.control)
      }
      let file = reservation?.file
      let prepared = try PreparedInvocation(
        Invocation(
          settings.arguments(file: file ?? ""), environment: Recorder.environment(plan, file: file)))
      recorders[plan.take] = Recorder(plan, settings: settings, reservation: reservation, prepared: prepared)
      return .prepared(file: file)
    } catch {
      if let reservation { storage.release(reservation) }
      return .refused(message: (error as? TakeStorage.Refusal)?.message ?? "\(error)")
    }
  }

  /// Nothing but the spawn; it took time, so the core hears of it after the events of this round.
  private func spawn(_ take: TakeID) {
    guard let recorder = recorders[take], let prepared = recorder.prepared.take() else { return }
    do throws(SpawnError) {
      var child = try prepared.launch()
      recorder.process = child.process
      recorder.output = child.takeOutput()
      reports.append(.take(take, .spawned))
    } catch {
      reports.append(.take(take, .spawnFailed(message: "\(error)")))
      return
    }
    guard let descriptor = recorder.output?.descriptor else { return }
    do {
      recorder.watch = try loop.watch(descriptor: descriptor, priority: .background)
    } catch {
      log(.error, "recorder '\(recorder.settings.name)': its output can not be read: \(error)")
    }
  }

  private func signal(_ take: TakeID, _ signal: Signal) {
    guard let recorder = recorders[take], let process = recorder.process else { return }
    switch process.signalGroup(signal) {
    case .sent: log(.debug, "recorder '\(recorder.settings.name)': \(signal.name) to group \(process.rawValue)")
    case .gone:
      if recorder.leaderHasExited { reports.append(.take(take, .groupGone)) }
    case .refused(let number):
      log(
        .error,
        "recorder '\(recorder.settings.name)': \(signal.name) to group \(process.rawValue) was refused: "
          + "\(Environment.sentence(number)); start it without sudo, su or doas")
    }
  }

  private func finish(_ take: TakeID, discard: Bool) -> Input {
    let recorder = recorders.removeValue(forKey: take)
    guard let reservation = recorder?.reservation else { return .take(take, .finished(file: nil, message: nil)) }
    let (file, message) = storage.finish(reservation, discard: discard)
    if let warning = storage.takeWarning() { log(.warning, warning) }
    return .take(take, .finished(file: file, message: message))
  }

  // MARK: Processes

  /// Reaps everybody who has ended, and sees which groups are gone.
  func reap() {
    let exits = Reaper.reap()
    for exit in exits {
      if let index = commands.firstIndex(where: { $0.process == exit.process }) {
        let command = commands.remove(at: index)
        switch command.owner {
        case .core(let id): reports.append(.commandEnded(id, exit.status))
        case .hook(let output):
          guard exit.status != .exited(0) else { continue }
          log(.warning, "feedback '\(state.settings.outputs[output].name)': its command \(exit.status.sentence)")
        }
      } else if let (take, recorder) = recorders.first(where: { $0.value.process == exit.process }) {
        recorder.leaderHasExited = true
        if recorder.drainLastWords(log) { reports.append(.take(take, .outputMatched)) }
        let isGone = !exit.process.groupExists
        if isGone { recorder.process = nil }
        reports.append(.take(take, .exited(exit.status, lastLine: recorder.lastLine, groupIsGone: isGone)))
      } else {
        _ = publisher.noteEnd(of: exit.process, exit.status, at: EventLoop.now)
      }
    }
    for (take, recorder) in recorders where recorder.leaderHasExited {
      guard let process = recorder.process, !process.groupExists else { continue }
      recorder.process = nil
      reports.append(.take(take, .groupGone))
    }
  }

  func drainRecorder(_ token: Token) {
    guard let (take, recorder) = recorders.first(where: { $0.value.watch?.token == token }) else { return }
    let (progress, isReady) = recorder.drainOutput(log)
    if progress == .ended { recorder.watch = nil }
    if isReady { reports.append(.take(take, .outputMatched)) }
  }

  /// Starts a command; returns what went wrong.
  private func run(_ arguments: [String], _ environment: [String: String], owner: RunningCommand.Owner) -> String? {
    do throws(SpawnError) {
      let child = try PreparedInvocation(
        Invocation(arguments, environment: environment, output: .log)
      ).launch()
      commands.append(RunningCommand(process: child.process, owner: owner))
      return nil
    } catch {
      return "\(error)"
    }
  }
}
