import Glibc

/// The service manager's end of NOTIFY_SOCKET.
struct ServiceManager: ~Copyable {
  let path: String
  private let descriptor: Int32

  init(_ path: String) {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
    let status = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    precondition(status == 0)
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
