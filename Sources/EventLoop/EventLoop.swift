import CLibsystemdEvent
import Glibc
public import InputModel
public import Takes

/// The one place where the program waits: descriptors, one timer, signals, and the watchdog of the service manager.
///
/// One thread, no callbacks: `next()` sleeps until something occurs and returns it. While nothing does there is no
/// wake-up at all.
@safe public struct EventLoop: ~Copyable {
  /// Input, signals, the deadline, and the background as a whole.
  private let foreground: SourceGroup
  /// What takes turns, and the clients as a whole.
  private let background: SourceGroup
  private let clients: SourceGroup
  private let inbox: Source.Inbox
  private let backgroundIsReady: Source
  private let clientsAreReady: Source
  private var signals: [Source] = []
  private var deadline: Source?
  private var lastToken = Token(rawValue: 0)
  /// How many occurrences in a row came before the background.
  private var overtaking = 0

  /// After so many the background has a turn.
  private static let mostOvertaking = 4
  /// Of groups as a whole; no watch has it.
  private static let groupToken = Token(rawValue: 0)

  public init() throws(EventLoopError) {
    let inbox = Source.Inbox()
    let foreground = try SourceGroup()
    let background = try SourceGroup()
    let clients = try SourceGroup()
    let backgroundIsReady = try background.member(of: foreground, announcing: Self.groupToken, in: inbox)
    let clientsAreReady = try clients.member(of: background, announcing: Self.groupToken, in: inbox)
    self.inbox = inbox
    self.foreground = foreground
    self.background = background
    self.clients = clients
    self.backgroundIsReady = backgroundIsReady
    self.clientsAreReady = clientsAreReady
  }

  /// Watches a descriptor until the result is dropped. The descriptor stays the caller's.
  ///
  /// Regular files and /dev/null are always ready and can not be watched (`EPERM`); a descriptor can be watched once
  /// (`EEXIST`).
  public mutating func watch(
    descriptor: Int32, for interest: Watch.Interest = .readable, priority: Priority
  ) throws(EventLoopError) -> Watch {
    let events: UInt32 =
      switch interest {
      case .readable: EPOLLIN.rawValue
      case .writable: EPOLLOUT.rawValue
      case .hangUp: 0
      }
    let token = Token(rawValue: lastToken.rawValue + 1)
    let (group, rank) =
      switch priority {
      case .input: (foreground, Rank.input)
      case .background: (background, Rank.background)
      case .client: (clients, Rank.background)
      }
    let source = try unsafe Source(
      descriptor: descriptor, events: events, rank: rank, announcing: token, in: inbox, loop: group.pointer)
    lastToken = token
    return Watch(token: token, source: source)
  }

  /// Catches signals from now until the loop ends. They are blocked for this thread, so call it before other threads
  /// start; children inherit the block unless they are spawned with an empty mask.
  public mutating func watch(signals: [Signal]) throws(EventLoopError) {
    for signal in signals {
      self.signals.append(try unsafe Source(signal: signal, in: inbox, loop: foreground.pointer))
    }
  }

  /// Sets the one timer: `.deadline` occurs once at or after this time, never before, and after all descriptors of
  /// priority `.input` that are ready. A time in the past occurs at once. `nil` turns the timer off.
  public mutating func setDeadline(_ time: Timestamp?) throws(EventLoopError) {
    let timer: Source
    if let deadline {
      timer = deadline
    } else {
      guard time != nil else { return }
      timer = try unsafe Source(deadlineIn: inbox, loop: foreground.pointer)
      deadline = timer
    }
    try timer.setTime(time.map { UInt64(max(0, $0.microseconds)) } ?? .max)
  }

  /// Sleeps until something occurs, and returns the most important occurrence; after four that came before the
  /// background, one of those that are ready there.
  public mutating func next() throws(EventLoopError) -> Occurrence {
    while true {
      if overtaking >= Self.mostOvertaking, let occurrence = try takeTurn() { return occurrence }
      switch try occurrence(in: foreground, patience: .max) {
      case nil: continue
      case .ready(Self.groupToken):
        if let occurrence = try takeTurn() { return occurrence }
      case let occurrence?:
        overtaking += 1
        return occurrence
      }
    }
  }

  /// What is ready in the background now.
  private mutating func takeTurn() throws(EventLoopError) -> Occurrence? {
    overtaking = 0
    let occurrence = try occurrence(in: background, patience: 0)
    return occurrence == .ready(Self.groupToken) ? try self.occurrence(in: clients, patience: 0) : occurrence
  }

  private func occurrence(in group: SourceGroup, patience: UInt64) throws(EventLoopError) -> Occurrence? {
    try group.run(patience: patience)
    return inbox.occurrence.take()
  }

  /// Answers the service manager's watchdog from within `next()`, at ¾ of the time it allows.
  ///
  /// Returns false, and costs nothing, when there is none (`WATCHDOG_USEC`).
  public mutating func startWatchdog() throws(EventLoopError) -> Bool {
    try EventLoopError.check(unsafe sd_event_set_watchdog(foreground.pointer, 1), .startWatchdog) > 0
  }
}
