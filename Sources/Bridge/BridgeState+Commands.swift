internal import Controls
internal import InputModel
internal import Takes

// The commands that buttons, gestures and the lack of any run.
extension BridgeState {
  /// What a command button does when its press counts.
  mutating func run(_ index: Int, at time: Timestamp) {
    let control = control(index)
    guard case .commandButton(let button) = control.kind, !isTerminating else { return }
    switch button.action {
    case .run(let arguments):
      let environment = [
        EventField("control", .text(control.name)),
        EventField("trigger", .text(trigger(of: index))),
      ]
      if start(arguments, owner: .control(index), environment: environment, at: time) {
        controls[index].noteBusy(true)
      }
    case .signal(let signal, let recorder):
      let name = settings.recorders[recorder].name
      guard let take = takes.firstIndex(where: { $0.recorder.name == name && $0.lifecycle.hasProcess }) else {
        publish(.commandFailed(control: control.name, message: "no take of recorder '\(name)' is running"), at: time)
        return
      }
      takes[take].lifecycle.noteSignal(signal)
      order(.signalRecorder(takes[take].id, signal))
    }
  }

  /// Starts a command of a gesture or an idle time, unless its policy or its interval is against it.
  mutating func start(
    _ command: CommandSettings, owner: CommandTable.Owner, environment: [EventField], at time: Timestamp
  ) {
    guard !isTerminating, commands.mayStart(owner, every: command.interval, at: time) else { return }
    let running = commands.running(owner)
    switch command.policy {
    case .single: guard running.isEmpty else { return }
    case .restart:
      // Those that do not end are not joined by ever more.
      guard running.count < 2 else { return }
      for id in running { order(.endCommand(id)) }
    case .parallel(let limit): guard running.count < limit else { return }
    }
    if start(command.arguments, owner: owner, environment: environment, at: time) {
      commands.noteStart(owner, at: time)
    }
  }

  /// False when there is no last file to put in.
  private mutating func start(
    _ arguments: [String], owner: CommandTable.Owner, environment: [EventField], at time: Timestamp
  ) -> Bool {
    guard let arguments = arguments.withLastFile(lastFile) else {
      publish(.commandFailed(control: name(of: owner), message: "no take has been completed yet"), at: time)
      return false
    }
    order(.runCommand(commands.add(owner), arguments: arguments, environment: environment))
    return true
  }

  mutating func end(_ id: CommandID, _ event: (String) -> Event.Kind) {
    guard let owner = commands.remove(id) else { return }
    if case .control(let control) = owner { controls[control].noteBusy(false) }
    publish(event(name(of: owner)), at: now)
  }

  func name(of owner: CommandTable.Owner) -> String {
    switch owner {
    case .control(let index): control(index).name
    case .gesture(let gesture): settings.gestures[gesture].label
    case .idle(let idle): settings.idle[idle].label
    case .former(let name): name
    }
  }

  // MARK: Idle times

  /// A device was used, or let go, or left.
  mutating func noteUse(of device: Reference<DeviceSettings>, at time: Timestamp) {
    for index in idleTimers.indices where idleTimers[index].device == nil || idleTimers[index].device == device {
      let isInUse = sessions.contains { session in
        (idleTimers[index].device == nil || idleTimers[index].device == session.device) && session.isInUse
      }
      idleTimers[index].note(isInUse: isInUse, at: time)
    }
  }

  mutating func runIdle(_ index: Int, at time: Timestamp) {
    idleTimers[index].fire()
    let idle = settings.idle[index]
    start(idle.run, owner: .idle(Reference(index)), environment: [EventField("idle", .text(idle.label))], at: time)
  }
}
