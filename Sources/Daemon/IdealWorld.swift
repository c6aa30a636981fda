import Bridge
import InputModel
import Takes

/// A world in which nothing goes wrong and nothing is done: a take is prepared at once and ready as soon as it may be
/// (with `ready: after`, then), a recorder ends when it is told to, a command has ended when it is started. No process,
/// no file.
struct IdealWorld {
  private let settings: Settings
  private var plans: [TakeID: TakePlan] = [:]
  private var files: [TakeID: String] = [:]
  /// The number of the next take of each recorder.
  private var counters: [String: Int] = [:]
  private var probes: Int64 = 0
  private var reports: [Input] = []

  init(_ settings: Settings) { self.settings = settings }

  /// What is told when the orders of the moment are carried out.
  mutating func takeReports() -> [Input] {
    defer { reports = [] }
    return reports
  }

  /// Carries out one order of the core; an answer that must come before the next one is returned.
  mutating func perform(_ effect: Effect, at time: Timestamp) -> Input? {
    switch effect {
    case .publish, .readState, .endCommand, .endTakeCommand, .adoptTake, .answer: return nil
    case .runTakeCommand(let take, let command):
      reports.append(.take(take, .commandEnded(command, message: nil)))
      return nil
    case .probeTake(let take):
      // Every look finds more than a header, and more than the one before.
      probes += 1
      return .take(take, .probed(TakeProbe(fileSize: probes * 10_000, freeSpace: nil, outputMatches: true)))
    case .prepareTake(let plan):
      plans[plan.take] = plan
      files[plan.take] = file(of: plan, at: time)
      return .take(plan.take, .prepared(file: files[plan.take]))
    case .abandonTake(let take):
      forget(take)
      return nil
    case .spawnRecorder(let take):
      reports.append(.take(take, .spawned))
      if case .outputMatches = recorder(of: take)?.readiness { reports.append(.take(take, .outputMatched)) }
      return nil
    case .signalRecorder(let take, let signal):
      guard let ladder = recorder(of: take)?.ladder, ladder.steps.contains(where: { $0.signal == signal }) else {
        return nil
      }
      reports.append(.take(take, .exited(.exited(0), lastLine: nil, groupIsGone: true)))
      return nil
    case .finishTake(let take, let verdict):
      let file = files[take]
      if !verdict.isDiscarded, let recorder = plans[take]?.recorder.name { counters[recorder, default: 1] += 1 }
      forget(take)
      return .take(take, .finished(file: verdict.isDiscarded ? nil : file, message: nil))
    case .runCommand(let id, _, _):
      reports.append(.commandEnded(id, .exited(0)))
      return nil
    }
  }

  private func recorder(of take: TakeID) -> RecorderSettings? { plans[take]?.recorder }

  /// The name without a directory: what is there on this machine has no say.
  private func file(of plan: TakePlan, at time: Timestamp) -> String? {
    let recorder = plan.recorder
    guard recorder.directory != nil else { return nil }
    let moment = WallTime(sinceEpoch: time - .zero).dateAndTime
    return recorder.naming.name(
      TakeNaming.Values(
        date: moment.date, time: moment.time, counter: counters[plan.recorder.name, default: 1], boot: "00000000",
        clockIsSynchronised: true, control: plan.control, recorder: recorder.name))
  }

  private mutating func forget(_ take: TakeID) {
    plans[take] = nil
    files[take] = nil
  }
}
