import Bridge
import EventLoop
import InputModel
import Supervision
import Takes

// What is told to end it, and what it waits for then.
extension Daemon {
  /// How long commands may take to end after the daemon was told to.
  private static let commandPatience = Interval.seconds(2)

  func signalled(_ signal: Signal, at now: Timestamp) {
    if signal == .hangup, !hasTerminal {
      restoreSocket()
      guard options.reload != nil else { return log(.notice, "HUP without a terminal: nothing to do") }
      log(.notice, "HUP: reading the configuration again")
      _ = reload(at: now)
      return
    }
    guard !isTerminating else { return }
    log(.notice, "\(signal.name): \(doing)")
    terminate(at: now)
  }

  /// What the end begins with.
  var doing: String {
    recorders.values.contains { $0.processes != nil } ? "finishing what is being recorded" : "ending"
  }

  func terminate(at now: Timestamp) {
    guard !isTerminating else { return }
    isTerminating = true
    if case .devices(let roster) = source { roster.stopFollowing() }
    reports.append(.terminate)
    for command in commands { _ = command.process.signalGroup(.terminate) }
    commandsGiveUp = commands.isEmpty ? nil : now + Self.commandPatience
  }

  /// The end of a trace, when time alone changes nothing any more.
  func noteEnd(at now: Timestamp) {
    guard case .trace(let feed) = source, feed.isOver, state.deadline == nil, !isBehind, commands.isEmpty,
      takeCommands.isEmpty
    else { return }
    terminate(at: now)
  }

  /// The end of the patience with commands that outlive us. Those that were run for the last takes, after we were told
  /// to end, have it too.
  func limitCommands(at now: Timestamp) {
    guard isTerminating else { return }
    if let giveUp = commandsGiveUp, giveUp <= now {
      commandsGiveUp = nil
      for command in commands { _ = command.process.signalGroup(.kill) }
      commands = []
    } else if commandsGiveUp == nil, state.isIdle, !commands.isEmpty {
      commandsGiveUp = now + Self.commandPatience
    }
  }
}
