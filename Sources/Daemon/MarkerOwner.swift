import Supervision

/// Who has reserved a name, as its marker says.
struct MarkerOwner: Hashable {
  /// Of which start of the machine; a process's number and start time mean nothing in another.
  var boot: String
  var process: ProcessIdentity

  init(boot: String, process: ProcessIdentity) {
    self.boot = boot
    self.process = process
  }

  /// Nil when it is no such line.
  init?(parsing line: String) {
    let words = line.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard words.count == 3, let number = Int32(words[1]), number > 0, let startTime = UInt64(words[2]) else {
      return nil
    }
    boot = words[0]
    process = ProcessIdentity(ProcessID(rawValue: number), startTime: startTime)
  }

  var line: String { "\(boot) \(process.process.rawValue) \(process.startTime)\n" }

  /// It still runs.
  var isAlive: Bool { boot == WallClock.bootID && process.isRunning }
}
