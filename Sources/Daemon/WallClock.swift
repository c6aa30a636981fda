import Bridge
import EventLoop
import Glibc
import InputModel

/// The clock on the wall: for file names and for the people who read events, never for a decision.
enum WallClock {
  static var now: WallTime {
    let sinceEpoch = EventLoop.wallClock
    return WallTime(sinceEpoch: sinceEpoch, offset: local(sinceEpoch).offset)
  }

  /// Local date and time as in a file name: `2026-11-30`, `14-05-09`.
  static func dateAndTime() -> (date: String, time: String) {
    let (date, time, _) = local(EventLoop.wallClock)
    return (date, time)
  }

  /// The first eight digits of the kernel's boot id.
  static let bootID: String =
    TextFile.firstLine(of: "/proc/sys/kernel/random/boot_id").map { String($0.prefix(8)) } ?? "unknown"

  private static func local(_ sinceEpoch: Interval) -> (date: String, time: String, offset: Interval) {
    var seconds = time_t(sinceEpoch.microseconds / 1_000_000)
    var broken = unsafe tm()
    unsafe localtime_r(&seconds, &broken)
    let (year, month, day) = unsafe (broken.tm_year + 1900, broken.tm_mon + 1, broken.tm_mday)
    let (hour, minute, second) = unsafe (broken.tm_hour, broken.tm_min, broken.tm_sec)
    return (
      "\(year)-\(padded(month))-\(padded(day))", "\(padded(hour))-\(padded(minute))-\(padded(second))",
      unsafe .seconds(Int64(broken.tm_gmtoff))
    )
  }

  private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
