import Glibc

/// The processes that run now, as /proc has them.
enum ProcessTable {
  /// An environment may be as large as the stack allows; who has more is nobody's recorder.
  private static let largestEnvironment = 2_097_152

  /// Goes through all but those of the kernel, and those who have exited.
  ///
  /// - Parameters:
  ///   - includingOthers: for root, those of other users too
  ///   - since: who was started before this is left out, in clock ticks since the machine started
  static func forEach(includingOthers: Bool, since: UInt64 = 0, _ body: (ProcessID, ProcessStatus) -> Void) {
    let user = geteuid()
    guard let folder = unsafe opendir("/proc") else { return }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      guard let number = Int32(name), number > 1 else { continue }
      if user != 0 || !includingOthers {
        var status = stat()
        guard unsafe stat("/proc/\(name)", &status) == 0, status.st_uid == user else { continue }
      }
      let process = ProcessID(rawValue: number)
      guard let status = ProcessStatus(of: process), !status.hasExited, status.hasMemory, status.startTime >= since
      else { continue }
      body(process, status)
    }
  }

  /// The variables that a process was started with, a zero byte after each; nil when they can not be read, empty while
  /// it is being loaded.
  static func environment(of process: ProcessID) -> [UInt8]? {
    bytesOfFile("/proc/\(process.rawValue)/environ", atMost: largestEnvironment)
  }
}
