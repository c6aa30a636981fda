import Glibc
import TestSupport

/// The service manager's end of NOTIFY_SOCKET.
struct ServiceManager: ~Copyable {
  let path: String
  private let descriptor: Int32

  init(_ path: String) {
    self.path = path
    guard let bound = UnixSocket.bound(to: path, forDatagrams: true) else {
      preconditionFailure("can not bind \(path)")
    }
    descriptor = bound
  }

  deinit { close(descriptor) }

  /// The first line of all that has arrived.
  func received() -> [String] {
    var messages: [String] = []
    var buffer = [UInt8](repeating: 0, count: 1_024)
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count >= 0 else { return messages }
      messages.append(String(decoding: buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
  }
}
