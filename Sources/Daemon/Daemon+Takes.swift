import Bridge
import EventLoop
import InputModel
import Supervision
import Takes

// Takes: their files, their recorders' starts, their commands.
extension Daemon {
  /// All that is slow, at the press.
  func prepare(_ plan: TakePlan) -> TakeLifecycle.Input {
    let mark = TakeMark(boot: WallClock.bootID, daemon: identity, take: plan.take)
    var reservation: TakeStorage.Reservation?
    do {
      if let directory = plan.recorder.directory {
        let free = DiskSpace.free(at: directory)
        if let message = plan.recorder.freeSpace.refusal(free: free) {
          return .refused(message: "directory \(directory): \(message)")
        }
        noteSpace(of: plan, free: free, in: directory)
        reservation = try storage.reserve(plan.recorder, in: directory, control: plan.control)
      }
      let recorder = Recorder(plan, mark: mark, reservation: reservation)
      recorder.prepared = try PreparedInvocation(recorder.invocation(state: journal.stateDirectory))
      // What is wrong with it is said when it is to run; a greeting that is lost must not cost a recording.
      if let before = recorder.invocation(of: .before) { recorder.preparedBefore = try? PreparedInvocation(before) }
      recorders[plan.take] = recorder
      journal.write(JournalEntry(plan, mark: mark, owner: identity, reservation: reservation))
      if let warning = journal.takeWarning() { log(.warning, warning) }
      return .prepared(file: reservation?.file)
    } catch {
      if let reservation { storage.release(reservation) }
      return .refused(message: (error as? TakeStorage.Refusal)?.message ?? "\(error)")
    }
  }

  /// Tells of a disk that is nearly full, once until there is room again.
  private func noteSpace(of plan: TakePlan, free: Int64?, in directory: String) {
    let recorder = plan.recorder
    guard let message = recorder.freeSpace.warning(free: free) else {
      isShortOfSpace.remove(recorder.name)
      return
    }
    if isShortOfSpace.insert(recorder.name).inserted {
      tell(.warning, control: plan.control, "recorder '\(recorder.name)': directory \(directory): \(message)")
    }
  }

  /// Nothing but the spawn; it took time, so the core hears of it after the events of this round.
  func spawn(_ take: TakeID) {
    guard let recorder = recorders[take] else { return }
    if recorder.leader != nil, let message = prepareAgain(recorder) {
      reports.append(.take(take, .spawnFailed(message: message)))
      return
    }
    guard let prepared = recorder.prepared.take() else { return }
    do throws(SpawnError) {
      var child = try prepared.launch()
      recorder.leader = child.process
      recorder.output = child.takeOutput()
      reports.append(.take(take, .spawned))
    } catch {
      reports.append(.take(take, .spawnFailed(message: "\(error)")))
      return
    }
    if let leader = recorder.leader { noteStart(of: recorder, leader) }
    guard let descriptor = recorder.output?.descriptor else { return }
    do {
      recorder.watch = try loop.watch(descriptor: descriptor, priority: .background)
    } catch {
      log(.error, "recorder '\(recorder.settings.name)': its output can not be read: \(error)")
    }
  }

  /// What is left to do when it runs.
  private func noteStart(of recorder: Recorder, _ leader: ProcessID) {
    let processes = MarkedGroup(child: leader, mark: recorder.mark.text)
    recorder.processes = processes
    if let identity = processes.identity { journal.note(leader: identity, of: recorder.mark) }
  }

  /// Gets a recorder ready that has ended; returns why that can not be.
  private func prepareAgain(_ recorder: Recorder) -> String? {
    if let file = recorder.file, let message = TakeStorage.removeLeftover(file) { return message }
    recorder.forgetLife()
    do throws(SpawnError) {
      recorder.prepared = try PreparedInvocation(recorder.invocation(state: journal.stateDirectory))
      return nil
    } catch {
      return "\(error)"
    }
  }

  func probe(_ take: TakeID) -> TakeProbe {
    guard let recorder = recorders[take] else { return TakeProbe(fileSize: nil, freeSpace: nil) }
    var probe = TakeProbe(fileSize: nil, freeSpace: nil, outputMatches: hasSaidThatItIsReady(recorder, take))
    guard let reservation = recorder.reservation else { return probe }
    probe.fileSize = TakeStorage.size(of: reservation.file).map(Int64.init)
    probe.freeSpace = DiskSpace.free(at: TakeStorage.partial(reservation.directory))
    return probe
  }

  func abandon(_ take: TakeID) {
    endCommands(of: take)
    guard let recorder = recorders.removeValue(forKey: take) else { return }
    if let reservation = recorder.reservation { storage.release(reservation) }
    journal.remove(recorder.mark)
  }

  /// The answer is told of in this round, then the entry of the journal goes.
  func finish(_ take: TakeID, _ verdict: TakeLifecycle.Verdict) -> Input {
    endCommands(of: take)
    guard let recorder = recorders.removeValue(forKey: take) else {
      return .take(take, .finished(file: nil, message: nil))
    }
    journal.noteFinishing(recorder.mark, verdict)
    let (file, message) = finishFile(of: recorder, discard: verdict.isDiscarded)
    if let warning = storage.takeWarning() ?? journal.takeWarning() { log(.warning, warning) }
    return .take(take, .finished(file: file, message: message))
  }

  /// Where it ended up, or what is wrong with it.
  private func finishFile(of recorder: Recorder, discard: Bool) -> (file: String?, message: String?) {
    guard let reservation = recorder.reservation else {
      guard let file = recorder.keptFile, TakeStorage.size(of: file) ?? 0 > 0 else { return (nil, nil) }
      let name = recorder.settings.name
      return (
        file,
        "no recorder '\(name)' of the configuration writes there, so its file is left where it is: see whether it plays, "
          + "then move it"
      )
    }
    let mark = recorder.mark
    var message: String?
    let file: String?
    if let attempt = recorder.movedAt {
      file = storage.finish(reservation, of: mark, movedAt: attempt)
      if file == nil { tellOfAbsence(of: reservation.destination(attempt), recorder) }
    } else {
      (file, message) = storage.finish(reservation, discard: discard) { journal.note(destination: $0, of: mark) }
      if file == reservation.file { journal.noteKept(mark) }
    }
    if let file, file != reservation.file { flush.add(file, in: reservation.directory) }
    return (file, message)
  }

  /// A file that an earlier run has put in its place. Whoever took it away may have been told of it, or not.
  private func tellOfAbsence(of file: String, _ recorder: Recorder) {
    tell(
      .warning, control: recorder.plan.control,
      "recorder '\(recorder.settings.name)': the file of a take of an earlier run was put in its place and is not there "
        + "any more: \(file); if its disk was taken away, or the file moved, look there")
  }

  // MARK: Commands

  func run(_ command: TakeCommand, of take: TakeID) {
    let message = start(command, of: take)
    if let message { reports.append(.take(take, .commandEnded(command, message: message.text))) }
  }

  /// The answer when nothing runs: what went wrong, or nothing.
  private struct Answer {
    var text: String?
  }

  private func start(_ command: TakeCommand, of take: TakeID) -> Answer? {
    guard let recorder = recorders[take], let invocation = recorder.invocation(of: command) else { return Answer() }
    let child: Child
    do throws(SpawnError) {
      if command == .before, let prepared = recorder.preparedBefore.take() {
        child = try prepared.launch()
      } else {
        child = try PreparedInvocation(invocation).launch()
      }
    } catch {
      return Answer(text: "\(error)")
    }
    let running = RunningTakeCommand(command, of: take, program: invocation.arguments[0], child: child)
    takeCommands.append(running)
    guard let descriptor = running.descriptor else { return nil }
    do {
      running.watch = try loop.watch(descriptor: descriptor, priority: .background)
    } catch {
      log(.error, "\(running.program): its output can not be read: \(error)")
    }
    return nil
  }

  func endCommands(of take: TakeID) {
    for command in takeCommands where command.take == take { command.end(at: EventLoop.now) }
  }
}
