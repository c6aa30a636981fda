public import Bridge
import EventLoop
import Feedback
import InputModel
import Takes
public import Traces

/// A trace played into an ideal world, with the same core and the same events as the daemon's.
///
/// Its clock is the trace's: it starts at zero with the first event, goes from one moment at which something is due to
/// the next, and is never looked up. So the same trace gives the same lines, byte for byte, on every machine and at every
/// speed; the speed only says when they appear.
public final class DryRun {
  /// How fast the trace is played.
  public enum Speed: Hashable, Sendable {
    /// So many times as fast as it was.
    case times(Double)
    /// Without any waiting.
    case max
  }

  private let feed: TraceFeed
  private let publisher: Publisher
  private let speed: Speed
  private var loop: EventLoop
  private var state: BridgeState
  private var world: IdealWorld
  private var merger = FrameMerger()
  private var effects: [Effect] = []
  /// A moment on the clock of the machine, and the one of the trace that is played then.
  private var anchor = (real: Timestamp.zero, played: Timestamp.zero)

  /// A clock that was set is no gap; and time may pass without an event for so long after the last one.
  private static let longestGap = Interval.minutes(24 * 60)
  /// A long gap is no reason to wait as long.
  private static let longestWait = Interval.seconds(10)

  public init(_ settings: Settings, trace: Trace, format: EventFormat, speed: Speed) throws {
    ignoreBrokenPipes()
    var settings = settings
    settings.outputs = []
    // No disk is full there and no file stalls, so nobody needs to look every second of hours.
    for index in settings.recorders.indices {
      settings.recorders[index].freeSpace = FreeSpace(stop: 0, warn: 0)
      settings.recorders[index].stalledAfter = nil
    }
    feed = TraceFeed(trace, settings: settings, longestGap: Self.longestGap)
    publisher = Publisher(settings, format: format, start: .zero)
    self.speed = speed
    loop = try EventLoop()
    state = BridgeState(settings: settings)
    world = IdealWorld(settings)
  }

  /// Why standard output could not be written; nil when it could.
  public var outputFailure: String? { publisher.outputFailure }

  /// Plays the whole trace, and what comes of it later.
  public func run() throws {
    let arrivals = feed.start(at: .zero, merger: &merger)
    guard !arrivals.isEmpty else { throw UnfittingTrace(devices: feed.names) }
    anchor.real = EventLoop.now
    for arrival in arrivals { try reduce(.deviceArrived(arrival), at: .zero) }
    let end = feed.end + Self.longestGap
    while let time = earliest(feed.deadline, state.deadline), time <= end {
      try play(upTo: try wait(until: time))
    }
    try reduce(.terminate, at: state.now)
    while !state.isIdle, let time = state.deadline { try pass(to: time) }
  }

  /// Reads all that has happened by now, as a late round of the daemon does.
  private func play(upTo time: Timestamp) throws {
    feed.drain(upTo: time, backlog: .max, into: &merger)
    merger.merge()
    for index in merger.merged.indices {
      let next = merger.merged[index]
      try pass(to: next.event.time)
      try reduce(.event(next.device, next.event), at: next.event.time)
    }
    try pass(to: time)
  }

  /// Lets time pass, from one deadline to the next, so that the world answers each at its time.
  private func pass(to time: Timestamp) throws {
    repeat {
      state.advance(to: max(state.now, min(time, state.deadline ?? time)), into: &effects)
      try settle()
    } while state.now < time
  }

  private func reduce(_ input: Input, at time: Timestamp) throws {
    state.reduce(input, at: time, into: &effects)
    try settle()
  }

  /// Carries out what the core has ordered, and then tells it what the world says.
  private func settle() throws {
    while true {
      var index = 0
      while index < effects.count {
        let effect = effects[index]
        index += 1
        if case .publish(let event) = effect { try publish(event) }
        if let answer = world.perform(effect, at: state.now) { state.reduce(answer, at: state.now, into: &effects) }
      }
      effects.removeAll(keepingCapacity: true)
      let reports = world.takeReports()
      if reports.isEmpty { return }
      for report in reports { state.reduce(report, at: state.now, into: &effects) }
    }
  }

  /// Nothing is dropped: here there is time to wait for the reader.
  private func publish(_ event: Event) throws {
    _ = publisher.publish(event, at: WallTime(sinceEpoch: event.time - .zero)) { _ in 0 }
    while let descriptor = publisher.blockedDescriptor {
      let watch = try loop.watch(descriptor: descriptor, for: .writable, priority: .background)
      while try loop.next() != .ready(watch.token) {}
      publisher.flush()
    }
  }

  /// Waits until a time of the trace has come; returns the time that it then is.
  private func wait(until time: Timestamp) throws -> Timestamp {
    guard case .times(let factor) = speed else { return time }
    let now = EventLoop.now
    let due = anchor.real + (time - anchor.played) * (1 / factor)
    if due - now > Self.longestWait { anchor = (now + Self.longestWait, time) }
    try loop.setDeadline(min(due, now + Self.longestWait))
    while try loop.next() != .deadline {}
    return max(time, anchor.played + (EventLoop.now - anchor.real) * factor)
  }
}

extension Interval {
  fileprivate static func * (interval: Interval, factor: Double) -> Interval {
    .microseconds(Int64(Double(interval.microseconds) * factor))
  }
}
