import Supervision
import Takes

/// What the processes of a take carry in their environment, and the name of its entry in the journal: nobody else has
/// had it or will. `<boot>-<daemon's process>-<its start time>-<take>`.
struct TakeMark: Hashable {
  var boot: String
  var daemon: ProcessIdentity
  var take: TakeID

  init(boot: String, daemon: ProcessIdentity, take: TakeID) {
    self.boot = boot
    self.daemon = daemon
    self.take = take
  }

  /// Nil when it is no mark, letter for letter.
  init?(parsing text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard parts.count == 4, let number = Int32(parts[1]), number > 0, let startTime = UInt64(parts[2]),
      let take = UInt64(parts[3])
    else { return nil }
    boot = parts[0]
    daemon = ProcessIdentity(ProcessID(rawValue: number), startTime: startTime)
    self.take = TakeID(rawValue: take)
    guard self.text == text else { return nil }
  }

  var text: String { "\(boot)-\(daemon.process.rawValue)-\(daemon.startTime)-\(take.rawValue)" }
}
