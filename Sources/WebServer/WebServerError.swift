import Glibc
public import Panel

/// Why the web server can not start.
public enum WebServerError: Error, Hashable, Sendable {
  /// Somebody listens there already.
  case inUse(PanelAddress, port: UInt16)
  /// The machine has no such address.
  case noSuchAddress(PanelAddress)
  /// Ports below 1024 are not for everybody.
  case denied(port: UInt16)
  case system(String, errno: Int32)
}

extension WebServerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inUse(let address, let port):
      "something listens at \(address.host):\(port) already: end it, or choose another port with --port"
    case .noSuchAddress(let address):
      "this machine has no address \(address.text): correct address under panel in the configuration"
    case .denied(let port): "port \(port) is not for this user: choose one from 1024 on"
    case .system(let what, let number): "cannot \(what): \(unsafe String(cString: strerror(number)))"
    }
  }
}
