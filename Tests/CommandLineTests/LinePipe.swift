import Glibc

/// The reading end of a pipe, and the lines that came through it.
struct LinePipe {
  private(set) var lines: [String] = []
  /// -1 when it is over.
  private(set) var descriptor: Int32
  private var rest: [UInt8] = []

  var isOver: Bool { descriptor < 0 }

  /// A pipe, and its writing end, which is the caller's to close.
  static func make(capacity: Int32? = nil) -> (pipe: LinePipe, writingEnd: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { preconditionFailure("no pipe: error \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // F_SETPIPE_SZ, which glibc shows to _GNU_SOURCE only.
    if let capacity { _ = fcntl(ends[0], 1_031, capacity) }
    return (LinePipe(descriptor: ends[0]), ends[1])
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Reads once; call it when there is something to read, or the end.
  mutating func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else {
      if !rest.isEmpty { endLine() }
      return close()
    }
    for byte in buffer[..<count] {
      if byte == UInt8(ascii: "\n") { endLine() } else { rest.append(byte) }
    }
  }

  mutating func close() {
    guard descriptor >= 0 else { return }
    _ = Glibc.close(descriptor)
    descriptor = -1
  }

  private mutating func endLine() {
    lines.append(String(decoding: rest, as: UTF8.self))
    rest = []
  }
}
