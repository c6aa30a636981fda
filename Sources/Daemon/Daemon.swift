public import Bridge
import EventLoop
import Evdev
import Feedback
import Glibc
import InputModel
import ProtocolA
import Supervision
import Takes
public import Traces

/// The one loop: waits, feeds the core with what happened, and carries out what it orders.
///
/// In each round all devices are drained and merged by stamp before anything is consumed; then comes what the world
/// reports, then the time. So neither a late round nor the order of descriptors changes an answer.
public final class Daemon {
  public struct Options: Sendable {
    public var format: EventFormat
    public var isVerbose: Bool
    /// Where the counters of takes are kept; the usual place when nil.
    public var stateDirectory: String?

    public init(format: EventFormat, isVerbose: Bool = false, stateDirectory: String? = nil) {
      self.format = format
      self.isVerbose = isVerbose
      self.stateDirectory = stateDirectory
    }
  }

  /// Where input comes from.
  private enum Source {
    case devices(DeviceRoster)
    case trace(TraceFeed)
  }

  let log: Log
  var loop: EventLoop
  var state: BridgeState
  var storage: TakeStorage
  var publisher: Publisher
  var recorders: [TakeID: Recorder] = [:]
  var commands: [RunningCommand] = []
  private let source: Source
  private var merger = FrameMerger()
  private var effects: [Effect] = []
  /// What happened at the edge and is to be consumed after the devices' events of this round.
  var reports: [Input] = []
  private var readings: [(DeviceID, DeviceState)] = []
  /// A device came or left, or one that was refused is to be tried again.
  private var rosterHasNews = false
  private var stdoutWatch: Watch?
  private var isTerminating = false
  /// Asked for at the start: by the time that a terminal's HUP comes, it has been taken from us.
  private let hasTerminal = Environment.hasTerminal
  /// When commands that do not end are killed.
  private var commandsGiveUp: Timestamp?
  private var sleepOffset = EventLoop.sleepOffset

  /// A gap of days in a trace is no reason to wait for days.
  private static let longestGap = Interval.seconds(10)
  /// How long commands may take to end after the daemon was told to.
  private static let commandPatience = Interval.seconds(2)
  /// A jump of the clock's offset below this is the time between two readings.
  private static let shortestSleep = Interval.milliseconds(100)

  /// - Parameter trace: played in real time in place of devices; the daemon ends after it.
  public init(_ settings: Settings, options: Options, trace: Trace? = nil) throws {
    ignoreBrokenPipes()
    Reaper.adoptOrphans()
    log = Log(verbose: options.isVerbose)
    var loop = try EventLoop()
    try loop.watch(signals: [.interrupt, .terminate, .hangup, .child])
    if let trace {
      source = .trace(TraceFeed(trace, settings: settings, longestGap: Self.longestGap))
    } else {
      source = .devices(try DeviceRoster(settings, log: log, loop: &loop))
    }
    self.loop = loop
    state = BridgeState(settings: settings)
    storage = TakeStorage(stateDirectory: options.stateDirectory ?? Environment.stateDirectory)
    publisher = Publisher(settings, format: options.format, start: EventLoop.now)
  }

  /// The file of the last take that was completed.
  public var lastFile: String? { state.lastFile }

  /// Standard output could not be written, as on a disk that is full.
  public var outputHasFailed: Bool { publisher.outputFailure != nil }

  /// Runs until it is told to end (INT, TERM, or HUP from its terminal) and every take is finished.
  public func run() throws {
    try begin()
    while !isOver {
      try loop.setDeadline(nextDeadline)
      let occurrence = try loop.next()
      let now = EventLoop.now
      noteSleep()
      consumeDevices(upTo: now)
      note(occurrence, at: now)
      consumeReports(at: now)
      state.advance(to: now, into: &effects)
      settle()
      if rosterHasNews { follow(at: now) }
      noteEnd(at: now)
      consumeLateReports()
      consumeReadings()
      limitCommands(at: now)
      publisher.advance(to: now, loop: &loop)
      try flushOutput()
    }
    end()
  }

  private func begin() throws {
    let now = EventLoop.now
    // Better now than at the first guest's press.
    for finding in Inspection.programs(of: state.settings) { log(.warning, finding.message) }
    follow(at: now)
    switch source {
    case .devices(let roster): roster.sayWhatIsMissing()
    case .trace(let feed):
      let arrivals = feed.start(at: now, merger: &merger)
      guard !arrivals.isEmpty else { throw UnfittingTrace(devices: feed.names) }
      for arrival in arrivals { reports.append(.deviceArrived(arrival)) }
    }
    consumeReports(at: now)
    noteEnd(at: now)
    consumeReports(at: now)
    try flushOutput()
    // Without a manager that can be told there is still a button to answer.
    do {
      _ = try loop.startWatchdog()
      try EventLoop.notify(.ready)
    } catch {
      log(.warning, "\(error)")
    }
    StartUpPages.release()
  }

  private func end() {
    publisher.release()
    publisher.flush()
    try? EventLoop.notify(.stopping)
  }

  private var isOver: Bool {
    isTerminating && state.isIdle && reports.isEmpty && commands.isEmpty
  }

  private var rosterToken: Token? {
    if case .devices(let roster) = source { return roster.token }
    return nil
  }

  private var nextDeadline: Timestamp? {
    var next = earliest(state.deadline, earliest(publisher.deadline, commandsGiveUp))
    switch source {
    // Who is told to end follows no devices any more.
    case .devices(let roster): if !isTerminating { next = earliest(next, roster.deadline) }
    case .trace(let feed): next = earliest(next, feed.deadline)
    }
    return next
  }
}

// MARK: - A round

extension Daemon {
  private func consumeDevices(upTo now: Timestamp) {
    var gone: [DeviceID] = []
    switch source {
    case .devices(let roster): gone = roster.drain(at: now, into: &merger)
    case .trace(let feed): feed.drain(upTo: now, into: &merger)
    }
    merger.merge()
    for index in merger.merged.indices {
      let next = merger.merged[index]
      state.reduce(.event(next.device, next.event), at: next.event.time, into: &effects)
      if !effects.isEmpty { settle() }
    }
    guard case .devices(let roster) = source else { return }
    for device in roster.takeOverfull() {
      let limit = SlotTranslator.maximumContacts
      reports.append(.anomaly(device: device, message: "more than \(limit) contacts at once; the rest is ignored"))
    }
    for device in gone {
      publisher.noteDeparture(of: device)
      roster.close(device, merger: &merger)
      rosterHasNews = true
      state.reduce(.deviceLeft(device), at: now, into: &effects)
      settle()
    }
  }

  /// The monotonic clock stands still while the system sleeps; the difference to the other clock shows it.
  ///
  /// Consumed before the devices' events, at the core's own time: the kernel let go of every key on the way to sleep,
  /// and these releases are no person's.
  private func noteSleep() {
    let offset = EventLoop.sleepOffset
    defer { sleepOffset = offset }
    guard offset - sleepOffset > Self.shortestSleep else { return }
    state.reduce(.slept, at: state.now, into: &effects)
    settle()
  }

  private func note(_ occurrence: Occurrence, at now: Timestamp) {
    switch occurrence {
    case .deadline:
      if case .devices(let roster) = source, let due = roster.deadline, due <= now { rosterHasNews = true }
    case .ready(let token) where token == rosterToken: rosterHasNews = true
    case .signal(.child): reap()
    case .signal(let signal): signalled(signal, at: now)
    case .ready(let token):
      if token == stdoutWatch?.token { publisher.flush() } else if !publisher.noteReady(token) { drainRecorder(token) }
    }
  }

  /// The end of a trace, when time alone changes nothing any more.
  private func noteEnd(at now: Timestamp) {
    if case .trace(let feed) = source, feed.isOver, state.deadline == nil, reports.isEmpty, commands.isEmpty {
      terminate(at: now)
    }
  }

  /// The end of the patience with commands that outlive us. Those that were run for the last takes, after we were told
  /// to end, have it too.
  private func limitCommands(at now: Timestamp) {
    guard isTerminating else { return }
    if let giveUp = commandsGiveUp, giveUp <= now {
      commandsGiveUp = nil
      for command in commands { _ = command.process.signalGroup(.kill) }
      commands = []
    } else if commandsGiveUp == nil, state.isIdle, !commands.isEmpty {
      commandsGiveUp = now + Self.commandPatience
    }
  }

  private func signalled(_ signal: Signal, at now: Timestamp) {
    if signal == .hangup, !hasTerminal {
      log(.notice, "HUP without a terminal: nothing to do")
      return
    }
    guard !isTerminating else { return }
    let isRecording = recorders.values.contains { $0.process != nil }
    log(.notice, "\(signal.name): \(isRecording ? "finishing what is being recorded" : "ending")")
    terminate(at: now)
  }

  private func terminate(at now: Timestamp) {
    guard !isTerminating else { return }
    isTerminating = true
    if case .devices(let roster) = source { roster.stopFollowing() }
    reports.append(.terminate)
    for command in commands { _ = command.process.signalGroup(.terminate) }
    commandsGiveUp = commands.isEmpty ? nil : now + Self.commandPatience
  }

  /// Consumes what the edge reported, and what comes of it. To carry out an order takes time: each batch of reports
  /// comes after the devices' events up to then, or a deadline would fire before a release that was in time.
  private func consumeReports(at now: Timestamp) {
    var time = now
    while !reports.isEmpty {
      let batch = reports
      reports.removeAll()
      for report in batch {
        state.reduce(report, at: time, into: &effects)
        settle()
      }
      guard !reports.isEmpty else { return }
      time = EventLoop.now
      consumeDevices(upTo: time)
    }
  }

  /// The same for what was reported since the devices were drained last.
  private func consumeLateReports() {
    guard !reports.isEmpty else { return }
    let now = EventLoop.now
    consumeDevices(upTo: now)
    consumeReports(at: now)
  }

  private func follow(at now: Timestamp) {
    rosterHasNews = false
    guard case .devices(let roster) = source, !isTerminating else { return }
    for arrival in roster.follow(at: now, loop: &loop, merger: &merger) {
      reports.append(.deviceArrived(arrival))
      if let device = roster.device(arrival.id) { publisher.noteArrival(of: device) }
    }
  }

  /// Carries out what the core has ordered. Answers that take no time are consumed at the core's own time, so that a
  /// late round is no other than a prompt one; what has a time of its own waits for its turn in `reports`.
  private func settle() {
    var index = 0
    while index < effects.count {
      let effect = effects[index]
      index += 1
      if let answer = perform(effect) { state.reduce(answer, at: state.now, into: &effects) }
    }
    effects.removeAll(keepingCapacity: true)
  }

  func readState(of device: DeviceID) {
    guard case .devices(let roster) = source, let reading = roster.state(of: device) else { return }
    readings.append((device, reading))
  }

  /// What was read back is consumed after all events up to then: a release that is only late must win.
  private func consumeReadings() {
    guard !readings.isEmpty else { return }
    let now = EventLoop.now
    let batch = readings
    readings = []
    consumeDevices(upTo: now)
    for (device, reading) in batch { state.reduce(.stateRead(device, reading), at: now, into: &effects) }
    settle()
    consumeLateReports()
  }

  private func flushOutput() throws {
    for error in publisher.takeErrors() { log(.warning, error) }
    log.flush()
    if let descriptor = publisher.blockedDescriptor {
      if stdoutWatch == nil {
        stdoutWatch = try loop.watch(descriptor: descriptor, for: .writable, priority: .background)
      }
    } else {
      stdoutWatch = nil
    }
  }
}
