import CLibsystemdEvent
import Glibc
public import InputModel
public import Takes

/// The one place where the program waits: descriptors, one timer, signals, and the watchdog of the service manager.
///
/// One thread, no callbacks: `next()` sleeps until something occurs and returns it. While nothing does there is no
/// wake-up at all.
@safe public struct EventLoop: ~Copyable {
  private let loop: OpaquePointer
  private let inbox = Source.Inbox()
  private var signals: [Source] = []
  private var deadline: Source?
  private var lastToken = Token(rawValue: 0)
  private var inputs: [WeakSource] = []
  /// How many times in a row input was reported, and how many times anything but the background.
  private var inputRun = 0
  private var foregroundRun = 0

  /// How often in a row input is reported while there is more of it. Input that never ends, from a noisy contact or on a
  /// machine that is slower than its devices, would else keep a recorder's end, a deadline and a TERM waiting for ever.
  static let longestInputRun = 4
  /// How often in a row the background is passed over. Input, signals and deadlines, each of them finite, that together
  /// come as fast as they are acted upon would else keep what a recorder says, and its full pipe, waiting for ever.
  static let longestForegroundRun = 8

  private struct WeakSource { weak var source: Source? }

  public init() throws(EventLoopError) {
    var loop: OpaquePointer?
    let status = unsafe sd_event_new(&loop)
    guard let loop = unsafe loop else { throw EventLoopError(operation: .create, errno: -status) }
    unsafe self.loop = loop
  }

  deinit { unsafe sd_event_unref(loop) }

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
    let source = try unsafe Source(
      descriptor: descriptor, events: events, rank: Rank(priority), announcing: token, in: inbox, loop: loop)
    lastToken = token
    if priority == .input {
      inputs.removeAll { $0.source == nil }
      inputs.append(WeakSource(source: source))
    }
    return Watch(token: token, source: source)
  }

  /// Catches signals from now until the loop ends. They are blocked for this thread, so call it before other threads
  /// start; children inherit the block unless they are spawned with an empty mask.
  public mutating func watch(signals: [Signal]) throws(EventLoopError) {
    for signal in signals {
      self.signals.append(try unsafe Source(signal: signal, in: inbox, loop: loop))
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
      timer = try unsafe Source(deadlineIn: inbox, loop: loop)
      deadline = timer
    }
    try timer.setTime(time.map { UInt64(max(0, $0.microseconds)) } ?? .max)
  }

  /// Sleeps until something occurs, and returns the most important occurrence. Nothing waits for ever: each of
  /// `longestInputRun` inputs in a row is followed by what else there is, and each of `longestForegroundRun` occurrences
  /// by one of the background.
  public mutating func next() throws(EventLoopError) -> Occurrence {
    let passesBackground = foregroundRun >= Self.longestForegroundRun
    if passesBackground || inputRun >= Self.longestInputRun {
      try yield(withDeadline: passesBackground)
    }
    while true {
      if let occurrence = inbox.occurrence.take() {
        inputRun = inbox.rank == .input ? inputRun + 1 : 0
        // A signal says what has happened once; there are only so many.
        foregroundRun = inbox.rank == .background ? 0 : foregroundRun + 1
        return occurrence
      }
      try turn(waiting: .max)
    }
  }

  /// A turn in which input comes last, and the deadline too.
  private mutating func yield(withDeadline: Bool) throws(EventLoopError) {
    inputRun = 0
    if withDeadline { foregroundRun = 0 }
    for input in inputs { try input.source?.setRank(.last) }
    if withDeadline { try deadline?.setRank(.last) }
    try turn(waiting: 0)
    for input in inputs { try input.source?.setRank(.input) }
    if withDeadline { try deadline?.setRank(.deadline) }
  }

  /// - Parameter patience: in microseconds
  private func turn(waiting patience: UInt64) throws(EventLoopError) {
    let status = unsafe sd_event_run(loop, patience)
    if status != -EINTR { try EventLoopError.check(status, .wait) }
  }

  /// Answers the service manager's watchdog from within `next()`, at ¾ of the time it allows.
  ///
  /// Returns false, and costs nothing, when there is none (`WATCHDOG_USEC`).
  public mutating func startWatchdog() throws(EventLoopError) -> Bool {
    try EventLoopError.check(unsafe sd_event_set_watchdog(loop, 1), .startWatchdog) > 0
  }
}
