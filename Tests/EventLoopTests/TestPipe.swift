import Glibc

/// A pipe with both ends non-blocking.
struct TestPipe: ~Copyable {
  let reader: Int32
  private var writerIsOpen = true
  let writer: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(unsafe pipe(&ends) == 0)
    for end in ends { precondition(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    reader = ends[0]
    writer = ends[1]
  }

  deinit {
    close(reader)
    if writerIsOpen { close(writer) }
  }

  func write() { precondition(unsafe Glibc.write(writer, "x", 1) == 1) }

  /// Writes until there is no room.
  func fill() {
    let page = [UInt8](repeating: 0, count: 4_096)
    while unsafe Glibc.write(writer, page, page.count) > 0 {}
  }

  /// Reads until nothing is left, and says how much it was.
  @discardableResult
  func drain() -> Int {
    var total = 0
    var page = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe read(reader, &page, page.count)
      guard count > 0 else { return total }
      total += count
    }
  }

  mutating func closeWriter() {
    close(writer)
    writerIsOpen = false
  }
}
