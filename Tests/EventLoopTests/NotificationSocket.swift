import Glibc

/// A service manager's end of NOTIFY_SOCKET.
struct NotificationSocket: ~Copyable {
  private let descriptor: Int32

  /// Changes the environment: for a process of its own.
  init() {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    precondition(descriptor >= 0)
    // A family alone makes the kernel choose a name: a zero byte and five digits.
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var length = socklen_t(MemoryLayout<sa_family_t>.size)
    let name = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        precondition(unsafe bind(descriptor, address, length) == 0)
        length = socklen_t(MemoryLayout<sockaddr_un>.size)
        precondition(unsafe getsockname(descriptor, address, &length) == 0)
      }
      let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: Int(length))
      return unsafe String(decoding: bytes.dropFirst(MemoryLayout<sa_family_t>.size + 1), as: UTF8.self)
    }
    precondition(unsafe setenv("NOTIFY_SOCKET", "@" + name, 1) == 0)
  }

  deinit { close(descriptor) }

  /// All that has arrived.
  func received() -> [String] {
    var messages: [String] = []
    var buffer = [UInt8](repeating: 0, count: 1_024)
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count >= 0 else { return messages }
      messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
    }
  }
}
