import CLibsystemdEvent
import Takes

/// The one owner of an `sd_event_source`. It only says what occurred; no other Swift code runs inside a C callback.
///
/// The source refers to its event loop and this object to the inbox, so that it may outlive the `EventLoop`.
@safe final class Source {
  /// Where sources leave what occurred. One place is enough: `sd_event_run` calls one source at a time.
  final class Inbox {
    var occurrence: Occurrence?
  }

  private let occurrence: Occurrence
  private let inbox: Inbox
  private var pointer: OpaquePointer?

  deinit { unsafe sd_event_source_disable_unref(pointer) }

  private var userdata: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  private static func announce(_ userdata: UnsafeMutableRawPointer?) -> Int32 {
    guard let userdata = unsafe userdata else { return 0 }
    let source = unsafe Unmanaged<Source>.fromOpaque(userdata).takeUnretainedValue()
    source.inbox.occurrence = source.occurrence
    return 0
  }

  /// - Parameter events: `EPOLL*` bits.
  init(
    descriptor: Int32, events: UInt32, rank: Rank, announcing token: Token, in inbox: Inbox, loop: OpaquePointer
  ) throws(EventLoopError) {
    occurrence = .ready(token)
    self.inbox = inbox
    let added = unsafe sd_event_add_io(
      loop, &pointer, descriptor, events, { unsafe Source.announce($3) }, userdata)
    try EventLoopError.check(added, .watch(descriptor: descriptor))
    try EventLoopError.check(
      unsafe sd_event_source_set_priority(pointer, rank.rawValue), .watch(descriptor: descriptor))
  }

  /// Also blocks the signal for this thread.
  init(signal: Signal, in inbox: Inbox, loop: OpaquePointer) throws(EventLoopError) {
    occurrence = .signal(signal)
    self.inbox = inbox
    // The C constant is SD_EVENT_SIGNAL_PROCMASK, a macro that Swift does not see.
    let blockIt: Int32 = 1 << 30
    let added = unsafe sd_event_add_signal(
      loop, &pointer, signal.rawValue | blockIt, { unsafe Source.announce($2) }, userdata)
    try EventLoopError.check(added, .catchSignal(signal))
    try EventLoopError.check(
      unsafe sd_event_source_set_priority(pointer, Rank.signal.rawValue), .catchSignal(signal))
  }

  /// The timer, on CLOCK_MONOTONIC; off until `setTime`.
  init(deadlineIn inbox: Inbox, loop: OpaquePointer) throws(EventLoopError) {
    occurrence = .deadline
    self.inbox = inbox
    // An accuracy of 0 would mean 250 ms; 1 µs is the finest.
    let added = unsafe sd_event_add_time(
      loop, &pointer, CLOCK_MONOTONIC, .max, 1, { unsafe Source.announce($2) }, userdata)
    try EventLoopError.check(added, .setDeadline)
    try EventLoopError.check(unsafe sd_event_source_set_priority(pointer, Rank.deadline.rawValue), .setDeadline)
  }

  /// A source that is off is not looked at; nothing of it is lost.
  func setEnabled(_ isOn: Bool) throws(EventLoopError) {
    let state = Int32(isOn ? SD_EVENT_ON : SD_EVENT_OFF)
    try EventLoopError.check(unsafe sd_event_source_set_enabled(pointer, state), .wait)
  }

  /// Sets the timer to fire once, at or after a time in microseconds; `UInt64.max` is never.
  func setTime(_ microseconds: UInt64) throws(EventLoopError) {
    try EventLoopError.check(unsafe sd_event_source_set_time(pointer, microseconds), .setDeadline)
    try EventLoopError.check(
      unsafe sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT)), .setDeadline)
  }
}
