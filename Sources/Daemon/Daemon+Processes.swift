import Bridge
import EventLoop
import InputModel
import Supervision
import Takes

// The processes of takes: who ends, who is left, who gets a signal.
extension Daemon {
  /// How long to wait for a program that is just being loaded, whose mark can not be seen yet.
  private static let loadingTime = Interval.milliseconds(20)
  /// How often to look for processes that can not be followed, for want of descriptors.
  private static let lookInterval = Interval.milliseconds(200)
  /// So many processes of a take are followed; when these have ended, others are.
  private static let mostFollowed = 32

  /// Reaps everybody who has ended, and sees of which takes nobody is left.
  func reap() {
    var seen: Set<TakeID> = []
    for exit in Reaper.reap() {
      if let index = commands.firstIndex(where: { $0.process == exit.process }) {
        commandEnded(commands.remove(at: index), exit.status)
      } else if let index = takeCommands.firstIndex(where: { $0.process == exit.process }) {
        takeCommandEnded(takeCommands.remove(at: index), exit.status)
      } else if let (take, recorder) = recorders.first(where: { $0.value.leader == exit.process }) {
        recorder.leaderHasExited = true
        tell(recorder.drainLastWords(log), of: take)
        let isGone = isGone(recorder)
        seen.insert(take)
        reports.append(.take(take, .exited(exit.status, lastLine: recorder.lastLine, groupIsGone: isGone)))
      } else if !publisher.noteEnd(of: exit.process, exit.status, at: EventLoop.now) {
        let (isFlush, message) = flush.note(exit)
        if isFlush, let message { log(.warning, "a take could not be flushed to the disk: \(message)") }
      }
    }
    for (take, recorder) in recorders where recorder.leaderHasExited && !seen.contains(take) {
      look(at: recorder, take)
    }
  }

  private func commandEnded(_ command: RunningCommand, _ status: ExitStatus) {
    switch command.owner {
    case .core(let id): reports.append(.commandEnded(id, status))
    case .hook(let output):
      guard status != .exited(0) else { return }
      log(.warning, "feedback '\(output)': its command \(status.sentence)")
    }
  }

  private func takeCommandEnded(_ command: RunningTakeCommand, _ status: ExitStatus) {
    let message = command.message(of: status, log)
    // The command is its leader; what it left behind in its group has no business any more.
    _ = command.process.signalGroup(.terminate)
    reports.append(.take(command.take, .commandEnded(command.command, message: message)))
  }

  // MARK: Who is left

  /// Tells the core when nobody of a take is left.
  private func look(at recorder: Recorder, _ take: TakeID) {
    guard recorder.processes != nil, isGone(recorder) else { return }
    reports.append(.take(take, .groupGone))
  }

  /// Looks who of a recorder is left, and follows those of whose end nothing would tell.
  private func isGone(_ recorder: Recorder) -> Bool {
    recorder.lookAgainAt = nil
    switch recorder.processes?.look() {
    case .present:
      follow(recorder)
      return false
    case .unclear:
      recorder.lookAgainAt = EventLoop.now + Self.loadingTime
      return false
    case .gone, nil:
      recorder.processes = nil
      recorder.followed = []
      return true
    }
  }

  private func follow(_ recorder: Recorder) {
    let wanted = recorder.processes?.followed ?? []
    for identity in wanted.prefix(Self.mostFollowed)
    where !recorder.followed.contains(where: { $0.handle.identity == identity }) {
      do {
        let handle = try ProcessHandle(identity)
        let watch = try loop.watch(descriptor: handle.descriptor, priority: .background)
        recorder.followed.append(FollowedProcess(handle, watch: watch))
      } catch {
        let isGone = error as? ProcessHandle.Failure == .gone
        let next = EventLoop.now + (isGone ? .zero : Self.lookInterval)
        recorder.lookAgainAt = earliest(recorder.lookAgainAt, next)
      }
    }
  }

  // MARK: Signals

  /// To everybody of a take, once.
  func signal(_ take: TakeID, _ signal: Signal) {
    guard let recorder = recorders[take], recorder.processes != nil else { return }
    switch recorder.processes?.signal(signal) {
    case .sent:
      let group = recorder.leader.map { "group \($0.rawValue) and who left it" } ?? "its processes"
      log(.debug, "recorder '\(recorder.settings.name)': \(signal.name) to \(group)")
      wake(recorder, take)
    case .gone, nil:
      // A leader that has exited and is not reaped yet is told of by its own signal.
      if recorder.leader == nil || recorder.leaderHasExited { look(at: recorder, take) }
    case .refused(let number):
      guard !recorder.hasRefused else { return }
      recorder.hasRefused = true
      tell(
        .error, control: recorder.plan.control,
        "recorder '\(recorder.settings.name)': \(signal.name) to process \(recorder.leader?.rawValue ?? 0) was refused: "
          + "\(Environment.sentence(number)); start it without sudo, su or doas")
    }
  }

  /// A recorder that is to end and that somebody else has halted would get no signal but KILL, and lose its file.
  private func wake(_ recorder: Recorder, _ take: TakeID) {
    guard state.isStopping(take), recorder.processes?.hasHalted == true else { return }
    log(.notice, "recorder '\(recorder.settings.name)': it was halted by a STOP; CONT lets it end")
    _ = recorder.processes?.signal(.resume)
  }

  // MARK: Output and time

  /// A descriptor of a recorder, of a command of a take, or of a process that is followed.
  func drainProcess(_ token: Token) {
    for (take, recorder) in recorders {
      if recorder.watch?.token == token {
        let news = recorder.drainOutput(log)
        if news.progress == .ended { recorder.watch = nil }
        return tell(news, of: take)
      }
      if let index = recorder.followed.firstIndex(where: { $0.watch.token == token }) {
        recorder.followed.remove(at: index)
        // It may be a child of ours that is reaped in this round.
        return look(at: recorder, take)
      }
    }
    if let command = takeCommands.first(where: { $0.watch?.token == token }), command.drain(log) == .ended {
      command.watch = nil
    }
  }

  /// Reads on where that is what a recorder is waited for to say.
  func hasSaidThatItIsReady(_ recorder: Recorder, _ take: TakeID) -> Bool {
    if recorder.isAwaited, recorder.watch != nil {
      let news = recorder.drainLastWords(log)
      if news.progress == .ended { recorder.watch = nil }
      if let percent = news.percent { reports.append(.takePercent(take, percent)) }
    }
    return recorder.hasMatched
  }

  private func tell(_ news: Recorder.News, of take: TakeID) {
    if news.isReady { reports.append(.take(take, .outputMatched)) }
    if let percent = news.percent { reports.append(.takePercent(take, percent)) }
  }

  /// When a process that was told to end is to be killed, or somebody looked for.
  var processDeadline: Timestamp? {
    var next: Timestamp?
    for command in takeCommands { next = earliest(next, command.ending?.at) }
    for recorder in recorders.values { next = earliest(next, recorder.lookAgainAt) }
    return next
  }

  func advanceProcesses(to now: Timestamp) {
    for (take, recorder) in recorders where recorder.lookAgainAt.map({ $0 <= now }) ?? false {
      look(at: recorder, take)
    }
    for command in takeCommands where command.advance(to: now) {
      takeCommands.removeAll { $0 === command }
      reports.append(
        .take(command.take, .commandEnded(command.command, message: "\(command.program) can not be ended")))
    }
  }
}
