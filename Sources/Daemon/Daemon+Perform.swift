import Bridge
import EventLoop
import Feedback
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
    case .abandonTake(let take): abandon(take)
    case .spawnRecorder(let take): spawn(take)
    case .signalRecorder(let take, let signal): self.signal(take, signal)
    case .finishTake(let take, let verdict): return finish(take, verdict)
    case .runTakeCommand(let take, let command): run(command, of: take)
    case .endTakeCommand(let take): endCommands(of: take)
    case .probeTake(let take): return .take(take, .probed(probe(take)))
    case .adoptTake(let take, let entry): adopt(take, entry: entry)
    case .runCommand(let id, let arguments, let environment):
      if let message = run(arguments, environment.environment, owner: .core(id)) {
        reports.append(.commandFailed(id, message: message))
      }
    case .endCommand(let id):
      if let command = commands.first(where: { $0.owner == .core(id) }) {
        _ = command.process.signalGroup(.terminate)
      }
    case .answer(let id, let refusal): server?.answer(id, refusal: refusal)
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
      log(.error, "feedback '\(run.output)': \(message)")
    }
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

  /// For whoever reads the messages, and for whoever reads the events.
  func tell(_ level: Log.Level, control: String? = nil, _ message: String) {
    log(level, message)
    reports.append(.anomaly(device: nil, control: control, message: message))
  }
}
