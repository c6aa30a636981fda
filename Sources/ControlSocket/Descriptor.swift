import Glibc

/// The one owner of a file descriptor.
struct Descriptor: ~Copyable {
  let rawValue: Int32

  init(owning rawValue: Int32) { self.rawValue = rawValue }

  /// A new Unix stream socket that no child inherits.
  static func socket(blocking: Bool = false) throws(SocketError) -> Descriptor {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let made = Glibc.socket(AF_UNIX, blocking ? kind : kind | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard made >= 0 else { throw SocketError.system("make a socket", path: nil, errno: errno) }
    return Descriptor(owning: made)
  }

  deinit { close(rawValue) }
}
