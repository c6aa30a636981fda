import Glibc
import InputModel
import Supervision
import Takes
import TestSupport
import Testing

/// A run of the real daemon on real devices, with faults, from a seed; what is wrong is found in `problems`.
final class Soak {
  /// How many actions lie between two checkpoints.
  private static let stretch = 50
  /// How long all that has begun may take to end: the longest take, its ladder, a hook that hangs, a slow machine.
  private static let patience = Interval.seconds(30)
  /// How far anonymous memory may grow from the first checkpoint to the last, in kB. What is allocated once (buffers,
  /// tables) is allocated by then; in 1,000 actions a leak of one small object (48 bytes with its header in glibc) for
  /// each of the 20 events of an action would be 940 kB.
  private static let growth = 768
  /// How many actions lie between two deaths of the daemon, and when it dies first. The second half is one life, in which
  /// its memory is watched.
  private static let life = 250
  private static let firstDeath = 20

  let seed: Int
  let folder: TestFolder.Box
  private let stage = SoakStage()
  private let world: SoakWorld
  private var daemon: RunningProgram
  private(set) var ledger = SoakLedger(starts: SoakStage.starts)
  private(set) var problems: [String] = []
  private(set) var history: [String] = []
  private var consumed = 0
  private var descriptors: [Int32: String]?
  private var memory: Int?
  private var random: SplitMix64

  init(seed: Int) throws {
    let folder = try TestFolder.Box()
    world = try SoakWorld(folder, seed: seed)
    self.folder = folder
    self.seed = seed
    random = SplitMix64(seed: seed)
    for plug in SoakStage.Plug.allCases { try stage.plug(plug) }
    daemon = try world.run()
    for _ in SoakStage.Plug.allCases { try daemon.event("device.added") }
  }

  /// Plays so many actions, stops at the first checkpoint at which something is wrong, and ends the daemon.
  func run(actions: Int) throws {
    for number in 1...actions {
      let action = SoakAction.draw(&random)
      history.append("\(number). \(action)")
      try action.perform(on: stage, daemon, world)
      catchUp()
      if number % Self.life == Self.firstDeath, number <= max(Self.firstDeath, actions / 2) { try die() }
      if number % Self.stretch == 0 || number == actions { try checkpoint() }
      guard problems.isEmpty else { return }
    }
    try end()
  }

  /// Lets the daemon come to rest for a moment: what a machine that is too slow for its devices does is no question here.
  private func catchUp() {
    let limit = monotonicNow() + .seconds(3)
    while RunningProgram.stat(of: daemon.process).state != "S", monotonicNow() < limit {
      daemon.listen(until: monotonicNow() + .milliseconds(2))
    }
  }

  /// The daemon is killed, whatever it does just then, and started again. It has to account for what the dead one began.
  private func die() throws {
    history.append("kill -9")
    daemon.send(.kill)
    _ = try daemon.exit()
    read()
    ledger.daemonDied()
    try world.configure(isBroken: false)
    daemon = try world.run()
    consumed = 0
    descriptors = nil
    memory = nil
    for _ in 0..<stage.plugged { try daemon.event("device.added") }
  }

  /// Takes note of what was told.
  private func read() {
    ledger.asked = world.asked
    for event in daemon.events[consumed...] { ledger.consume(event) }
    consumed = daemon.events.count
  }

  /// Everything is plugged in and let go; when all has ended nothing may be left of it.
  private func checkpoint() throws {
    history.append("checkpoint")
    world.dismissCallers()
    for plug in stage.missing { try stage.plug(plug) }
    try stage.letGo()
    try rest()
    // What was held through a reload is no press until it is let go and pressed again.
    try answer()
    try rest()
    read()
    ledger.compare(with: world.takes)
    problems += ledger.violations
    // Those who have vanished are let go in a turn of the background.
    let limit = monotonicNow() + .seconds(3)
    while let descriptors, daemon.descriptors.count != descriptors.count, monotonicNow() < limit {
      daemon.listen(until: monotonicNow() + .milliseconds(20))
    }
    let now = daemon.descriptors
    if let descriptors, now.count != descriptors.count { problems.append("descriptors: \(descriptors) became \(now)") }
    descriptors = descriptors ?? now
    let used = daemon.status("RssAnon") ?? .max
    if let memory, used > memory + Self.growth { problems.append("anonymous memory: \(memory) kB became \(used) kB") }
    memory = memory ?? used
  }

  /// Waits until all has ended: presses, takes, every process, and until each device is there.
  private func rest() throws {
    let limit = monotonicNow() + Self.patience
    let devices = Set(SoakStage.Plug.allCases.map(\.rawValue))
    var nextRequest = monotonicNow()
    while true {
      read()
      if ledger.isAtRest, ledger.devices == devices, daemon.children.isEmpty, recorders.isEmpty {
        return try daemon.sleep()
      }
      // Nobody else would end these.
      if !ledger.suspended.isEmpty, nextRequest <= monotonicNow() {
        for control in ledger.suspended { world.say(SoakAction.ask("complete", control), stays: false) }
        nextRequest = monotonicNow() + .milliseconds(500)
      }
      guard monotonicNow() < limit else {
        let children = daemon.children.map { text(of: "/proc/\($0.rawValue)/cmdline") }
        throw Unrest(
          presses: ledger.openPresses, gestures: ledger.openGestures, takes: ledger.openTakes, devices: ledger.devices,
          children: children,
          recorders: recorders)
      }
      // A toggle or a latch that nobody has ended ends at its maximum.
      daemon.listen(until: monotonicNow() + .milliseconds(50))
    }
  }

  /// All processes that run the recorder, whoever's children they are.
  private var recorders: [String] {
    names(in: "/proc").filter { $0.allSatisfy(\.isNumber) }
      .filter { text(of: "/proc/\($0)/cmdline").contains(world.recorder) }
  }

  struct Unrest: Error {
    var presses: [String]
    var gestures: [String]
    var takes: [Int64]
    var devices: Set<String>
    var children: [String]
    var recorders: [String]
  }

  /// After all that, each trigger is still answered.
  private func answer() throws {
    // Two of them share a control.
    for triggers in [SoakStage.Trigger.allCases.filter { $0 != .second }, [.second]] {
      for trigger in triggers {
        try stage.set(trigger, down: true)
        try daemon.event("press.down") { $0["control"] == trigger.control }
        try stage.set(trigger, down: false)
        try daemon.event("press.up") { $0["control"] == trigger.control }
      }
      try rest()
    }
  }

  /// Told to end amid presses, it finishes what it has begun and leaves nothing behind.
  private func end() throws {
    for trigger in SoakStage.Trigger.allCases { try stage.set(trigger, down: true) }
    for _ in 1...2 { try daemon.event("take.starting") }
    daemon.send(.terminate)
    let status = try daemon.exit()
    if status != .exited(0) { problems.append("it ended with \(status)") }
    read()
    if !ledger.openTakes.isEmpty { problems.append("takes \(ledger.openTakes) have no end") }
    ledger.compare(with: world.takes)
    problems += ledger.violations
  }

  /// What somebody needs to play it again, with the last that was done.
  func report(_ problems: [String]) -> String {
    """
    soak with seed \(seed), to be played again with EVBRIDGE_SOAK_SEED=\(seed) EVBRIDGE_SOAK_ACTIONS=\(history.count):
    \(problems.prefix(20).joined(separator: "\n"))
    after:
    \(history.suffix(25).joined(separator: "\n"))
    and what it said last:
    \(daemon.lines.suffix(60).joined(separator: "\n"))
    """
  }

  var summary: String {
    let counts = ledger.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return "soak with seed \(seed): \(history.count) actions; \(counts); anonymous memory \(memory ?? 0) kB"
  }
}

extension TestFolder {
  /// For a class, which keeps it to its end.
  final class Box {
    let folder: TestFolder
    init() throws { folder = try TestFolder() }
  }
}
