import Glibc

/// Sockets of this machine, as those have them who stand at the other end of what is tested.
public enum UnixSocket {
  /// Bound to a path; nil when that fails.
  public static func bound(to path: String, forDatagrams: Bool = false) -> Int32? {
    unsafe make(forDatagrams ? SOCK_DGRAM : SOCK_STREAM, path, bind)
  }

  /// Connected to who listens at a path; nil when that fails.
  public static func connected(to path: String) -> Int32? { unsafe make(SOCK_STREAM, path, connect) }

  private static func make(
    _ type: __socket_type, _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
    let status = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if status == 0 { return descriptor }
    close(descriptor)
    return nil
  }
}
