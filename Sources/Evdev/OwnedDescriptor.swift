import Glibc

/// A file descriptor with one owner, closed with it.
struct OwnedDescriptor: ~Copyable {
  let rawValue: Int32

  /// Opens a path without ever blocking, and keeps it from children.
  init(opening path: String, _ access: Int32) throws(Errno) {
    let descriptor = unsafe open(path, access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .last }
    rawValue = descriptor
  }

  deinit { close(rawValue) }
}
