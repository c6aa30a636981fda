import Glibc
import TestSupport

/// Somebody at the control socket who does not behave: says something, and never listens.
final class SoakCaller {
  private let descriptor: Int32

  /// Nil while nobody listens there.
  init?(_ path: String) {
    guard let connected = UnixSocket.connected(to: path) else { return nil }
    descriptor = connected
  }

  deinit { close(descriptor) }

  /// As much of it as is taken at once.
  func say(_ text: String) {
    _ = unsafe Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
  }
}
