import Glibc

/// The socket that a daemon listens on, for as long as it lives.
public struct Listener: ~Copyable {
  public enum Newcomer: ~Copyable {
    case connection(Connection)
    case nobody
    /// The process or the system has no descriptor or memory left. Whoever waits stays; ask again later.
    case exhausted(errno: Int32)
  }

  /// How many may wait to be accepted.
  private static let backlog: Int32 = 256
  /// Read and write for its user and group.
  private static let mode: mode_t = 0o660

  public let path: String
  private let owned: Descriptor
  /// Which file it is, so that nobody else's is removed.
  private let file: (device: dev_t, inode: ino_t)
  /// Members of this group may ask.
  public let group: UInt32

  /// Listens at a path. A socket that is left there of a program that has ended is replaced.
  ///
  /// - Parameter makesFolder: when the folder is not there it is made, open to all
  public init(_ path: String, makesFolder: Bool = false) throws(SocketError) {
    let address = try SocketAddress(path)
    let folder = Self.folder(of: path)
    if makesFolder { _ = unsafe mkdir(folder, 0o755) }
    // Of two daemons that find the same left socket only one may replace it.
    let lock = Descriptor(owning: unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard lock.rawValue >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? SocketError.noFolder(path) : SocketError.system("open the folder of", path: path, errno: errno)
    }
    // Whoever holds it holds it for a moment; nobody may keep a daemon from its start, so after 0.2 s it is done without.
    for _ in 0..<20 where flock(lock.rawValue, LOCK_EX | LOCK_NB) != 0 { usleep(10_000) }
    let made = try Descriptor.socket()
    var problem = Self.bind(made, to: address)
    if problem == EADDRINUSE {
      try Self.removeLeft(address)
      problem = Self.bind(made, to: address)
    }
    guard problem == 0 else { throw SocketError.system("listen at", path: path, errno: problem) }
    guard let status = Self.status(of: path), listen(made.rawValue, Self.backlog) == 0 else {
      throw SocketError.system("listen at", path: path, errno: errno)
    }
    self.path = path
    file = (status.st_dev, status.st_ino)
    group = status.st_gid
    owned = made
  }

  deinit { if isFound { unsafe unlink(path) } }

  /// Whether the socket is still at its path: somebody may have removed it, or put another file there.
  public var isFound: Bool {
    guard let status = Self.status(of: path) else { return false }
    return status.st_dev == file.device && status.st_ino == file.inode
  }

  public var descriptor: Int32 { owned.rawValue }

  /// The next one who waits.
  public func accept() -> Newcomer {
    while true {
      let accepted = Glibc.accept(descriptor, nil, nil)
      if accepted >= 0 {
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        return .connection(Connection(owning: accepted))
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(errno: errno)
      default: return .nobody
      }
    }
  }

  /// The file gets the mode that the socket has, less the process's mask: never more than it is to have, not even for a
  /// moment. What the mask took is given back then.
  private static func bind(_ descriptor: borrowing Descriptor, to address: SocketAddress) -> Int32 {
    guard fchmod(descriptor.rawValue, mode) == 0 else { return errno }
    let problem = address.bind(descriptor)
    guard problem == 0 else { return problem }
    return unsafe chmod(address.path, mode) == 0 ? 0 : errno
  }

  /// Removes a socket that nobody listens on.
  private static func removeLeft(_ address: SocketAddress) throws(SocketError) {
    let path = address.path
    guard let status = status(of: path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw SocketError.inTheWay(path) }
    let probe = try Descriptor.socket()
    switch address.connect(probe) {
    case ECONNREFUSED: break
    case 0: throw SocketError.inUse(path, pid: Peer(of: probe.rawValue)?.pid)
    // It has more callers than it can answer.
    case EAGAIN: throw SocketError.inUse(path, pid: nil)
    case ENOENT: return
    case let number: throw SocketError.system("try", path: path, errno: number)
    }
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw SocketError.system("remove the left", path: path, errno: errno)
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status : nil
  }
}
