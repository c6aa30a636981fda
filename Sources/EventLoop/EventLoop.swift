import CLibsystemdEvent
import Glibc
public import InputModel
public import Takes

/// The one place where the program waits: descriptors, one timer, signals, and the watchdog of the service manager.
///
/// One thread, no callbacks: `next()` sleeps until something occurs and returns it. While nothing does there is no
/// wake-up at all.
@safe public struct EventLoop: ~Copyable {
  /// Signals, the deadline, and input and the background each as a whole.
  private let foreground: SourceGroup
  private let inputs: SourceGroup
  /// What takes turns, and the clients as a whole.
  private let background: SourceGroup
  private let clients: SourceGroup
  private let inbox: Source.Inbox
  private let inputIsReady: Source
  private let backgroundIsReady: Source
  private let clientsAreReady: Source
  private var signals: [Source] = []
  private var deadline: Source?
  private var lastToken = clientsToken
  /// How many occurrences in a row came before the background.
  private var overtaking = 0
  /// Whose turn it is after as many as may be: the background's, or that of all but input.
  private var backgroundIsNext = false

  /// After so many there is another's turn. Input that never ends, from a noisy contact or on a machine that is slower
  /// than its devices, would else keep a recorder's full pipe, its end, and a TERM waiting for ever.
  private static let mostOvertaking = 4
  /// Of groups as a whole; no watch has them.
  private static let inputToken = Token(rawValue: 0)
  private static let backgroundToken = Token(rawValue: 1)
  private static let clientsToken = Token(rawValue: 2)

  public init() throws(EventLoopError) {
    let inbox = Source.Inbox()
    let foreground = try SourceGroup()
    let inputs = try SourceGroup()
    let background = try SourceGroup()
    let clients = try SourceGroup()
    let inputIsReady = try inputs.member(of: foreground, rank: .input, announcing: Self.inputToken, in: inbox)
    let backgroundIsReady = try background.member(
      of: foreground, rank: .background, announcing: Self.backgroundToken, in: inbox)
    let clientsAreReady = try clients.member(
      of: background, rank: .background, announcing: Self.clientsToken, in: inbox)
    self.inbox = inbox
    self.foreground = foreground
    self.inputs = inputs
    self.background = background
    self.clients = clients
    self.inputIsReady = inputIsReady
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
    let group =
      switch priority {
      case .input: inputs
      case .background: background
      case .client: clients
      }
    let source = try unsafe Source(
      descriptor: descriptor, events: events, rank: .background, announcing: token, in: inbox, loop: group.pointer)
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
  /// background, one of those that would have to wait.
  public mutating func next() throws(EventLoopError) -> Occurrence {
    while true {
      if overtaking >= Self.mostOvertaking, let occurrence = try othersTurn() { return occurrence }
      guard let occurrence = try occurrence(in: foreground, patience: .max) else { continue }
      if occurrence == .ready(Self.backgroundToken) {
        if let occurrence = try backgroundsTurn() { return occurrence }
      } else if let occurrence = try opened(occurrence) {
        overtaking += 1
        return occurrence
      }
    }
  }

  /// The background, then the time after that all but input.
  private mutating func othersTurn() throws(EventLoopError) -> Occurrence? {
    overtaking = 0
    backgroundIsNext.toggle()
    if !backgroundIsNext, let occurrence = try backgroundsTurn() { return occurrence }
    try inputIsReady.setEnabled(false)
    let occurrence = try occurrence(in: foreground, patience: 0)
    try inputIsReady.setEnabled(true)
    return occurrence == .ready(Self.backgroundToken) ? try backgroundsTurn() : occurrence
  }

  /// What is ready in the background now.
  private mutating func backgroundsTurn() throws(EventLoopError) -> Occurrence? {
    overtaking = 0
    let occurrence = try occurrence(in: background, patience: 0)
    return occurrence == .ready(Self.clientsToken) ? try self.occurrence(in: clients, patience: 0) : occurrence
  }

  /// Which input it is, when it is that.
  private func opened(_ occurrence: Occurrence) throws(EventLoopError) -> Occurrence? {
    occurrence == .ready(Self.inputToken) ? try self.occurrence(in: inputs, patience: 0) : occurrence
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
