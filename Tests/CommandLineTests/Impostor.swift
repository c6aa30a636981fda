import Foundation
import Glibc
import TestSupport
import Testing

/// Something else that listens where a daemon would: it greets whoever comes, and hangs up. Without a greeting it says
/// nothing, and answers nobody.
final class Impostor {
  let path: String
  private let descriptor: Int32

  init(_ path: String, greeting: String?) throws {
    let listener = try #require(UnixSocket.bound(to: path))
    self.path = path
    descriptor = listener
    try #require(listen(listener, 8) == 0)
    guard let greeting else { return }
    Thread.detachNewThread {
      while case let caller = accept(listener, nil, nil), caller >= 0 {
        _ = unsafe send(caller, greeting, greeting.utf8.count, Int32(MSG_NOSIGNAL))
        close(caller)
      }
    }
  }

  deinit {
    // This ends the thread's wait, which closing would not.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
    unsafe unlink(path)
  }
}
