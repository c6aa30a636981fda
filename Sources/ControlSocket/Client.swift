import Glibc

/// One who asks a daemon, and waits for what it says, but not for ever.
public struct Client: ~Copyable {
  public let path: String
  private let owned: Descriptor
  private let patience: Int
  private var lines = LineAssembler(maximum: Self.longestLine)

  /// A snapshot of a machine with a hundred controls has some 40 KiB.
  private static let longestLine = 1 << 20

  /// Connects to the first of the paths where somebody listens.
  ///
  /// - Parameter patience: how long to wait for each answer, in seconds
  public init(_ paths: [String], patience: Int = 5) throws(SocketError) {
    var refusals: [SocketError] = []
    for path in paths {
      do throws(SocketError) {
        owned = try Self.connect(path, patience: patience)
        self.path = path
        self.patience = patience
        return
      } catch {
        refusals.append(error)
      }
    }
    throw SocketError.worst(of: refusals, at: paths)
  }

  private static func connect(_ path: String, patience: Int) throws(SocketError) -> Descriptor {
    let address = try SocketAddress(path)
    let made = try Descriptor.socket(blocking: true)
    setPatience(patience, of: made.rawValue, SO_SNDTIMEO)
    setPatience(patience, of: made.rawValue, SO_RCVTIMEO)
    switch address.connect(made) {
    case 0: return made
    case EAGAIN: throw SocketError.silent(path, seconds: patience)
    case let number: throw SocketError(connecting: path, number)
    }
  }

  /// Sends a line that ends with `\n`.
  public func send(_ line: [UInt8]) throws(SocketError) {
    var sent = 0
    while sent < line.count {
      let count = unsafe line.withUnsafeBytes {
        unsafe Glibc.send(
          owned.rawValue, $0.baseAddress?.advanced(by: sent), line.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno != EINTR {
        throw failure("write to", errno)
      }
    }
  }

  var descriptor: Int32 { owned.rawValue }

  /// The next line, without its end; nil when there will be none.
  public mutating func receive() throws(SocketError) -> [UInt8]? {
    while true {
      do throws(LineAssembler.TooLong) {
        if let line = try lines.next() { return line }
      } catch {
        throw SocketError.lineTooLong(path)
      }
      guard try receiveOnce() else { return nil }
    }
  }

  /// Waits for one piece; false at the end.
  mutating func receiveOnce() throws(SocketError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe recv(owned.rawValue, &buffer, buffer.count, 0)
      if count >= 0 {
        lines.append(buffer[..<count])
        return count > 0
      }
      if errno != EINTR { throw failure("read from", errno) }
    }
  }

  /// From now on `receive` waits for as long as it takes.
  public func waitForEver() { Self.setPatience(0, of: owned.rawValue, SO_RCVTIMEO) }

  private func failure(_ what: String, _ number: Int32) -> SocketError {
    switch number {
    case EAGAIN: .silent(path, seconds: patience)
    case EPIPE, ECONNRESET: .closed(path)
    default: .system(what, path: path, errno: number)
    }
  }

  /// - Parameter seconds: 0 for no limit
  private static func setPatience(_ seconds: Int, of descriptor: Int32, _ option: Int32) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
  }
}
