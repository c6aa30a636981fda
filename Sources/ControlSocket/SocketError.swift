import Glibc

/// What stands between two programs and their socket.
public enum SocketError: Error, Hashable, Sendable {
  /// The path has more bytes than an address holds.
  case pathTooLong(String)
  /// The folder that the socket is to be in is not there.
  case noFolder(String)
  /// Something else than a socket is at the path.
  case inTheWay(String)
  /// A program listens there already; nil when it does not say which.
  case inUse(String, pid: Int32?)
  /// There is no socket at the path, or nobody listens on it.
  case nobodyListens(String)
  /// The socket is there, but not for us. Its group; nil when that is not known.
  case denied(String, group: String?)
  /// The other side did not answer for so many seconds.
  case silent(String, seconds: Int)
  /// The other side has closed the connection.
  case closed(String)
  /// More than a line may be.
  case lineTooLong(String)
  case system(String, path: String?, errno: Int32)
}

extension SocketError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pathTooLong(let path):
      "\(path) is longer than \(SocketAddress.longestPath) bytes, more than the path of a socket can be: "
        + "choose a shorter one with --socket"
    case .noFolder(let path):
      "there is no folder for the socket \(path): make it, or choose another path with --socket"
    case .inTheWay(let path):
      "\(path) is there and is no socket: remove it, or choose another path with --socket"
    case .inUse(let path, let pid):
      "\(pid.map { "process \($0)" } ?? "another program") answers at \(path) already: end it, or choose another path "
        + "with --socket"
    case .nobodyListens(let path): "nothing answers at \(path)"
    case .denied(let path, let group):
      "\(path) is not for this user: become a member of its group\(group.map { " \($0)" } ?? ""), or use sudo"
    case .silent(let path, let seconds): "\(path) did not answer for \(seconds) s"
    case .closed(let path): "\(path) has closed the connection"
    case .lineTooLong(let path): "\(path) sent a line that does not end"
    case .system(let what, let path, let number):
      "cannot \(what)\(path.map { " \($0)" } ?? ""): \(unsafe String(cString: strerror(number)))"
    }
  }
}
