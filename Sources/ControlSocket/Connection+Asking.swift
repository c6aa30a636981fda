import Glibc

// The side that asks.
extension Connection {
  /// What became of something that was to be sent.
  public enum Sending: Hashable, Sendable {
    case done
    /// Not all of it was taken: the other side does not read, or is gone. The connection is of no use any more.
    case failed(errno: Int32)
  }

  /// Connects to the first of the paths where somebody listens, without waiting for anybody.
  public init(toFirstOf paths: [String]) throws(SocketError) {
    var refusals: [SocketError] = []
    for path in paths {
      do throws(SocketError) {
        self.init(owning: try Self.connect(path))
        return
      } catch {
        refusals.append(error)
      }
    }
    throw SocketError.worst(of: refusals, at: paths)
  }

  private static func connect(_ path: String) throws(SocketError) -> Int32 {
    let address = try SocketAddress(path)
    let made = try Descriptor.socket()
    let problem = address.connect(made)
    guard problem == 0 else { throw SocketError(connecting: path, problem) }
    // Its owner closes it here; the copy is the connection's.
    let copy = fcntl(made.rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SocketError.system("connect to", path: path, errno: errno) }
    return copy
  }

  /// Sends a line that ends with `\n`, all of it at once. The kernel holds some 200 KiB for a reader.
  public func send(_ line: [UInt8]) -> Sending {
    while true {
      let count = unsafe line.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count == line.count { return .done }
      guard count < 0 else { return .failed(errno: EAGAIN) }
      if errno != EINTR { return .failed(errno: errno) }
    }
  }
}

extension SocketError {
  /// Why nobody can be connected to.
  init(connecting path: String, _ problem: Int32) {
    switch problem {
    case ENOENT, ECONNREFUSED, ENOTDIR: self = .nobodyListens(path)
    case EACCES: self = .denied(path, group: Self.group(of: path))
    default: self = .system("connect to", path: path, errno: problem)
    }
  }

  /// That one is there and not for us says more than that another is not there.
  static func worst(of refusals: [SocketError], at paths: [String]) -> SocketError {
    let denial = refusals.first { if case .nobodyListens = $0 { false } else { true } }
    return denial ?? .nobodyListens(paths.joined(separator: " or "))
  }

  private static func group(of path: String) -> String? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    guard let entry = unsafe getgrgid(status.st_gid) else { return "\(status.st_gid)" }
    return unsafe String(cString: entry.pointee.gr_name)
  }
}
