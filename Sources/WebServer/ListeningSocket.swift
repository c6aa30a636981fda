import Glibc
import Panel

/// The socket that browsers connect to.
struct ListeningSocket: ~Copyable {
  /// How many may wait to be accepted: with fewer, those of a crowd are cut off by the kernel.
  private static let backlog: Int32 = 1_024
  /// How much the kernel keeps for a reader: with less it would keep megabytes for one that stalls.
  private static let sendBuffer: Int32 = 65_536

  let descriptor: Int32
  /// That it really has.
  let port: UInt16

  init(_ address: PanelAddress, port: UInt16) throws(WebServerError) {
    let kind =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let made = socket(address.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
    guard made >= 0 else { throw .system("make a socket", errno: errno) }
    do throws(WebServerError) {
      self.port = try Self.listen(made, address, port)
    } catch {
      close(made)
      throw error
    }
    descriptor = made
  }

  deinit { close(descriptor) }

  /// Whoever gets it closes it.
  consuming func release() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  private static func listen(_ made: Int32, _ address: PanelAddress, _ port: UInt16) throws(WebServerError) -> UInt16 {
    set(SO_REUSEADDR, 1, made)
    set(SO_SNDBUF, sendBuffer, made)
    guard (address.isIPv6 ? bind6(made, address, port) : bind4(made, address, port)) == 0 else {
      switch errno {
      case EADDRINUSE: throw .inUse(address, port: port)
      case EADDRNOTAVAIL, EAFNOSUPPORT: throw .noSuchAddress(address)
      case EACCES: throw .denied(port: port)
      default: throw .system("listen at \(address.host):\(port)", errno: errno)
      }
    }
    guard Glibc.listen(made, backlog) == 0 else {
      throw errno == EADDRINUSE
        ? .inUse(address, port: port) : .system("listen at \(address.host):\(port)", errno: errno)
    }
    return try self.port(of: made)
  }

  private static func set(_ option: Int32, _ value: Int32, _ socket: Int32) {
    var value = value
    _ = unsafe setsockopt(socket, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func bind4(_ socket: Int32, _ address: PanelAddress, _ port: UInt16) -> Int32 {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    _ = unsafe inet_pton(AF_INET, address.text, &place.sin_addr)
    return unsafe withUnsafePointer(to: &place) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func bind6(_ socket: Int32, _ address: PanelAddress, _ port: UInt16) -> Int32 {
    var place = sockaddr_in6()
    place.sin6_family = sa_family_t(AF_INET6)
    place.sin6_port = port.bigEndian
    _ = unsafe inet_pton(AF_INET6, address.text, &place.sin6_addr)
    return unsafe withUnsafePointer(to: &place) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
  }

  private static func port(of socket: Int32) throws(WebServerError) -> UInt16 {
    // Both families have the port at the same place.
    var place = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let status = unsafe withUnsafeMutablePointer(to: &place) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(socket, $0, &length) }
    }
    guard status == 0 else { throw .system("find the port", errno: errno) }
    return UInt16(bigEndian: place.sin6_port)
  }
}
