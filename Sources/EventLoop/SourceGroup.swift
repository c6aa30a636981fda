import CLibsystemdEvent
import Glibc

/// The one owner of an `sd_event`: sources among which the most important that is ready comes first, and those that are
/// equally important take turns.
@safe final class SourceGroup {
  let pointer: OpaquePointer

  init() throws(EventLoopError) {
    var made: OpaquePointer?
    let status = unsafe sd_event_new(&made)
    guard let made = unsafe made else { throw EventLoopError(operation: .create, errno: -status) }
    unsafe pointer = made
  }

  deinit { unsafe sd_event_unref(pointer) }

  /// Makes it, as a whole, a source of another group, which is ready when one of its own is.
  func member(
    of group: SourceGroup, rank: Rank, announcing token: Token, in inbox: Source.Inbox
  ) throws(EventLoopError) -> Source {
    try unsafe Source(
      descriptor: sd_event_get_fd(pointer), events: EPOLLIN.rawValue, rank: rank, announcing: token, in: inbox,
      loop: group.pointer)
  }

  /// Lets one source that is ready announce it.
  ///
  /// - Parameter patience: how long to wait for one, in microseconds; `UInt64.max` for ever
  func run(patience: UInt64) throws(EventLoopError) {
    let status = unsafe sd_event_run(pointer, patience)
    if status != -EINTR { try EventLoopError.check(status, .wait) }
  }
}
