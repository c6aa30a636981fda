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
/// In each round all devices are drained; then events, what the world reports, and deadlines are consumed in the order of
/// their time. A round takes only so many events, and the core's time goes no further than what was consumed: the rest
/// comes in the next rounds, which follow at once. So neither a late round, nor a flood of input, nor the order of
/// descriptors changes an answer.
public final class Daemon {
  /// Where input comes from.
  enum Source {
    case devices(DeviceRoster)
    case trace(TraceFeed)
  }

  let log: Log
  let options: Options
  var loop: EventLoop
  var state: BridgeState
  var storage: TakeStorage
  var publisher: Publisher
  var recorders: [TakeID: Recorder] = [:]
  var commands: [RunningCommand] = []
  var takeCommands: [RunningTakeCommand] = []
  var journal: TakeJournal
  /// Takes of earlier runs, until the core takes them over, by the names of their entries in the journal.
  var found: [String: JournalEntry] = [:]
  var flush = FileFlush()
  /// The recorders whose disk is nearly full, as a person was told.
  var isShortOfSpace: Set<String> = []
  let identity = ProcessIdentity.own
  var source: Source
  var merger = FrameMerger()
  /// A device had enough for this round, and may have told more up to now.
  private var hasUnread = false
  private var effects: [Effect] = []
  /// What happened at the edge, and has got no time yet.
  var reports: [Input] = []
  /// What happened at the edge, in the order of its time: each is consumed after the devices' events up to then.
  private var timedReports: [(time: Timestamp, input: Input)] = []
  /// A device came or left, or one that was refused is to be tried again.
  private var rosterHasNews = false
  private var stdoutWatch: Watch?
  var server: SocketServer?
  /// Read, and to count when no take is going on.
  var awaitedSettings: Settings?
  var isTerminating = false
  /// Asked for at the start: by the time that a terminal's HUP comes, it has been taken from us.
  let hasTerminal = Environment.hasTerminal
  /// When commands that do not end are killed.
  var commandsGiveUp: Timestamp?
  private var sleepOffset = EventLoop.sleepOffset

  /// A gap of days in a trace is no reason to wait for days.
  private static let longestGap = Interval.seconds(10)
  /// A jump of the clock's offset below this is the time between two readings.
  private static let shortestSleep = Interval.milliseconds(100)
  /// Who comes this late to something has not run meanwhile: the machine was busy, or somebody had stopped us.
  private static let longestDelay = Interval.milliseconds(250)
  /// How many events a round takes. A frame of ten fingers has twice as many; key edges of a millisecond's work each still
  /// let the others have their turns several times a second.
  private static let eventsAtOnce = 32

  /// - Parameter trace: played in real time in place of devices; the daemon ends after it.
  public init(_ settings: Settings, options: Options, trace: Trace? = nil) throws {
    ignoreBrokenPipes()
    Reaper.adoptOrphans()
    self.options = options
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
    let stateDirectory = options.stateDirectory ?? Environment.stateDirectory
    storage = TakeStorage(
      stateDirectory: stateDirectory, owner: MarkerOwner(boot: WallClock.bootID, process: identity))
    journal = TakeJournal(stateDirectory: stateDirectory, owner: identity)
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
      readDevices(upTo: now)
      consumeEvents(atMost: Self.eventsAtOnce, at: now)
      note(occurrence, at: now)
      serveBacklog(at: now)
      timeReports(at: now)
      advance(to: now)
      if rosterHasNews { follow(at: now) }
      advanceProcesses(to: now)
      // After all that may end a take: nothing need come afterwards.
      noteEnd(at: now)
      limitCommands(at: now)
      adoptDeferredSettings(at: now)
      publisher.advance(to: now, loop: &loop)
      try flushOutput()
      if let message = flush.start() { log(.warning, "a take could not be flushed to the disk: \(message)") }
      server?.arrange(at: now, loop: &loop)
      // To carry out an order takes time: what came of it comes after the devices' events up to now, or a deadline would
      // fire before a release that was in time.
      timeReports(at: EventLoop.now)
    }
    end()
  }

  private func begin() throws {
    let now = EventLoop.now
    // Better now than at the first guest's press.
    for finding in Inspection.programs(of: state.settings) { log(.warning, finding.message) }
    findTakes()
    follow(at: now)
    switch source {
    case .devices(let roster): roster.sayWhatIsMissing()
    case .trace(let feed):
      let arrivals = feed.start(at: now, merger: &merger)
      guard !arrivals.isEmpty else { throw UnfittingTrace(devices: feed.names) }
      noteArrivals(arrivals, at: now)
      // Their first event has the same time.
      consumeReports { _ in true }
    }
    catchUp()
    noteEnd(at: now)
    openSocket()
    try flushOutput()
    // Without a manager that can be told there is still a button to answer.
    do {
      _ = try loop.startWatchdog()
      try EventLoop.notify(.ready)
    } catch {
      log(.warning, "\(error)")
    }
    StartUpPages.release()
    timeReports(at: EventLoop.now)
  }

  private func end() {
    publisher.release()
    publisher.flush()
    if let message = flush.startAll() { log(.warning, "takes could not be flushed to the disk: \(message)") }
    server?.close()
    publisher.server = nil
    server = nil
    try? EventLoop.notify(.stopping)
  }

  private var isOver: Bool {
    isTerminating && state.isIdle && !hasReports && commands.isEmpty && takeCommands.isEmpty
  }

  private var rosterToken: Token? {
    if case .devices(let roster) = source { return roster.token }
    return nil
  }

  /// Something is known already and not consumed yet.
  var isBehind: Bool { hasUnread || merger.nextTime != nil || hasReports }

  private var hasReports: Bool { !timedReports.isEmpty || !reports.isEmpty }

  private var nextDeadline: Timestamp? {
    guard !isBehind else { return .zero }
    var next = earliest(earliest(state.deadline, publisher.deadline), earliest(commandsGiveUp, processDeadline))
    next = earliest(next, server?.deadline)
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
  /// Reads what the devices have told up to now, but of those with enough for this round already: when they tell more than
  /// we can take, the kernel says so with a SYN_DROPPED, and our memory stays as it is.
  private func readDevices(upTo now: Timestamp, backlog: Int = eventsAtOnce) {
    switch source {
    case .trace(let feed): hasUnread = !feed.drain(upTo: now, backlog: backlog, into: &merger)
    case .devices(let roster):
      hasUnread = roster.hasBacklog(of: backlog, in: merger)
      let gone = roster.drain(at: now, backlog: backlog, into: &merger)
      for device in gone { reports.append(.deviceLeft(device)) }
      // After all that was read; to close a device takes its time.
      timeReports(at: EventLoop.now)
      for device in roster.takeOverfull() {
        let limit = SlotTranslator.maximumContacts
        reports.append(.anomaly(device: device, message: "more than \(limit) contacts at once; the rest is ignored"))
      }
      for device in gone {
        publisher.noteDeparture(of: device)
        roster.close(device)
        rosterHasNews = true
      }
    }
  }

  /// Consumes the earliest events that were read, each after what was reported and what was due before it.
  private func consumeEvents(atMost limit: Int, at now: Timestamp) {
    merger.merge(atMost: limit)
    noteStall(since: earliest(state.deadline, merger.merged.first?.event.time), until: now)
    for index in merger.merged.indices {
      let next = merger.merged[index]
      consumeReports { $0 < next.event.time }
      state.reduce(.event(next.device, next.event), at: next.event.time, into: &effects)
      if !effects.isEmpty { settle() }
    }
  }

  /// Consumes what was reported and what is due up to now; but not beyond an event that was left for the next round, or a
  /// deadline would fire before a release that was in time.
  private func advance(to now: Timestamp) {
    guard !hasUnread else { return }
    let next = merger.nextTime
    consumeReports { time in time <= now && next.map { time < $0 } ?? true }
    state.advance(to: min(now, next ?? now), into: &effects)
    settle()
  }

  private func consumeReports(while isDue: (Timestamp) -> Bool) {
    while let next = timedReports.first, isDue(next.time) {
      timedReports.removeFirst()
      if case .deviceLeft(let device) = next.input { merger.remove(device) }
      state.reduce(next.input, at: next.time, into: &effects)
      settle()
    }
  }

  /// Gives what happened at the edge this time.
  private func timeReports(at now: Timestamp) {
    let time = max(now, timedReports.last?.time ?? now)
    for report in reports { timedReports.append((time, report)) }
    reports.removeAll(keepingCapacity: true)
  }

  /// Consumes all that is known now, as before something that takes the place of what it is about.
  ///
  /// - Returns: up to when the devices have been read
  @discardableResult func catchUp() -> Timestamp {
    let start = EventLoop.now
    readDevices(upTo: start, backlog: .max)
    let now = EventLoop.now
    timeReports(at: now)
    consumeEvents(atMost: .max, at: now)
    advance(to: now)
    return start
  }

  /// The monotonic clock stands still while the system sleeps; the difference to the other clock shows it.
  ///
  /// Consumed before the devices' events, at the core's own time: the kernel let go of every key on the way to sleep,
  /// and these releases are no person's.
  private func noteSleep() {
    let offset = EventLoop.sleepOffset
    defer { sleepOffset = offset }
    guard offset - sleepOffset > Self.shortestSleep else { return }
    // What was read before.
    consumeEvents(atMost: .max, at: state.now)
    state.reduce(.slept, at: state.now, into: &effects)
    settle()
  }

  /// - Parameter due: when we would have run
  private func noteStall(since due: Timestamp?, until now: Timestamp) {
    guard let due, now - due > Self.longestDelay else { return }
    state.reduce(.stalled(until: now), at: state.now, into: &effects)
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
      if token == stdoutWatch?.token {
        publisher.flush()
      } else if server?.owns(token) == true {
        serve(token, at: now)
      } else if !publisher.noteReady(token) {
        drainProcess(token)
      }
    }
  }

  /// The devices of a trace, of which nothing has been read after `time`.
  func noteArrivals(_ arrivals: [Arrival], at time: Timestamp) {
    for arrival in arrivals { timedReports.append((time, .deviceArrived(arrival))) }
  }

  func follow(at now: Timestamp) {
    rosterHasNews = false
    guard case .devices(let roster) = source, !isTerminating else { return }
    // What a device that came tells is stamped after this.
    timeReports(at: EventLoop.now)
    for (time, arrival) in roster.follow(at: now, loop: &loop, merger: &merger) {
      timedReports.append((time, .deviceArrived(arrival)))
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

  /// False, and nothing has changed, while a take is going on.
  func adopt(_ settings: Settings, at now: Timestamp) -> Bool {
    guard state.reload(settings, at: now, into: &effects) else { return false }
    settle()
    return true
  }

  /// What is read back is consumed after all events up to then: a release that is only late must win.
  func readState(of device: DeviceID) {
    // It is asked again in a second.
    guard case .devices(let roster) = source, !publisher.holdsUp(device), let reading = roster.state(of: device) else {
      return
    }
    reports.append(.stateRead(device, reading))
  }

  private func flushOutput() throws {
    // What was published has been written, as far as somebody reads.
    journal.removeFinished()
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
