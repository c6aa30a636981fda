import Glibc

/// Somebody at the control socket who does not behave: says something, and never listens.
final class SoakCaller {
  private let descriptor: Int32

  /// Nil while nobody listens there.
  init?(_ path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let status = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // The rest is closed by `deinit`.
    if status != 0 { return nil }
  }

  deinit { close(descriptor) }

  /// As much of it as is taken at once.
  func say(_ text: String) {
    _ = unsafe Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
  }
}
