import Glibc

/// What /proc says of a process.
struct ProcessStatus {
  var parent: ProcessID
  var group: ProcessID
  /// In clock ticks since the machine started.
  var startTime: UInt64
  /// It has ended, and only waits for its parent to take leave.
  var hasExited: Bool
  /// A STOP, or a terminal, holds it: it sees no signal but KILL until it gets CONT.
  var isHalted: Bool
  /// It waits in the kernel, for a device or a disk, and no signal reaches it.
  var isInDiskSleep: Bool
  /// It has memory of its own; threads of the kernel have none.
  var hasMemory: Bool

  init?(of process: ProcessID) {
    guard let bytes = bytesOfFile("/proc/\(process.rawValue)/stat", atMost: 4_096) else { return nil }
    self.init(parsing: bytes)
  }

  /// Reads the one line of `/proc/PID/stat` (proc(5)). The program's name, in parentheses, may hold anything, more
  /// parentheses too: what counts begins behind the last.
  init?(parsing line: [UInt8]) {
    guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = line[(end + 1)...].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    // The first of these is the third of the line, the state.
    guard fields.count > 20, let state = fields[0].first, let parent = Int32(ascii: fields[1]),
      let group = Int32(ascii: fields[2]), let startTime = UInt64(ascii: fields[19]),
      let memory = UInt64(ascii: fields[20])
    else { return nil }
    self.parent = ProcessID(rawValue: parent)
    self.group = ProcessID(rawValue: group)
    self.startTime = startTime
    hasExited = state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") || state == UInt8(ascii: "x")
    isHalted = state == UInt8(ascii: "T")
    isInDiskSleep = state == UInt8(ascii: "D")
    hasMemory = memory > 0
  }
}

extension FixedWidthInteger {
  fileprivate init?(ascii digits: ArraySlice<UInt8>) { self.init(String(decoding: digits, as: UTF8.self)) }
}

/// A file of /proc, whose length nobody says beforehand. Nil when it can not be read.
func bytesOfFile(_ path: String, atMost limit: Int) -> [UInt8]? {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  while bytes.count < limit {
    var status = 0
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      status = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, status)
    }
    if status < 0 {
      if errno == EINTR { continue }
      return nil
    }
    if piece.isEmpty { break }
    bytes += piece
  }
  return bytes
}
