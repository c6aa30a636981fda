import Bridge
import EventLoop
import Glibc
import InputModel

/// The clock on the wall: for file names and for the people who read events, never for a decision.
enum WallClock {
  static var now: WallTime {
    let sinceEpoch = EventLoop.wallClock
    var seconds = time_t(sinceEpoch.microseconds / 1_000_000)
    var broken = unsafe tm()
    unsafe localtime_r(&seconds, &broken)
    return WallTime(sinceEpoch: sinceEpoch, offset: unsafe .seconds(Int64(broken.tm_gmtoff)))
  }

  /// What it said when something happened that is told a little later.
  static func time(of stamp: Timestamp) -> WallTime { now - (EventLoop.now - stamp) }

  /// The first eight digits of the kernel's boot id.
  static let bootID: String =
    TextFile.firstLine(of: "/proc/sys/kernel/random/boot_id").map { String($0.prefix(8)) } ?? "unknown"
}
