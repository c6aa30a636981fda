import Glibc

/// A path as the address of a Unix socket.
struct SocketAddress {
  /// `sun_path` has 108 bytes, the last of which is 0.
  static let longestPath = 107

  let path: String
  private var address = sockaddr_un()

  init(_ path: String) throws(SocketError) {
    self.path = path
    let bytes = Array(path.utf8)
    guard bytes.count <= Self.longestPath else { throw SocketError.pathTooLong(path) }
    // A path that is empty or has a zero byte names another kind of socket, or another file.
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw SocketError.system("use the path", path: path.debugDescription, errno: EINVAL)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
  }

  /// 0, or what went wrong.
  func bind(_ descriptor: borrowing Descriptor) -> Int32 {
    let socket = descriptor.rawValue
    return unsafe withAddress { unsafe Glibc.bind(socket, $0, $1) == 0 ? 0 : errno }
  }

  /// 0, or what went wrong.
  func connect(_ descriptor: borrowing Descriptor) -> Int32 {
    let socket = descriptor.rawValue
    while true {
      let number = unsafe withAddress { unsafe Glibc.connect(socket, $0, $1) == 0 ? 0 : errno }
      if number != EINTR { return number }
    }
  }

  private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    return unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
    }
  }
}
