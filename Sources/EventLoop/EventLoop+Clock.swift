import CLibsystemdEvent
import Glibc
public import InputModel

extension EventLoop {
  /// The clock that events are stamped with and deadlines are measured on (CLOCK_MONOTONIC).
  public static var now: Timestamp { read(CLOCK_MONOTONIC) }

  /// How long the system has been suspended since it started (CLOCK_BOOTTIME − CLOCK_MONOTONIC): it grows by the length
  /// of every suspend.
  ///
  /// Too large by the time between two readings of a clock, up to a millisecond: compare two values with a tolerance.
  /// When this process was interrupted just there it reads them anew, or a busy machine would look like one that slept.
  public static var sleepOffset: Interval {
    while true {
      let awake = now
      let total = read(CLOCK_BOOTTIME)
      if now - awake < .milliseconds(1) { return total - awake }
    }
  }

  /// The clock on the wall since 1970 (CLOCK_REALTIME): for people, never for a decision.
  public static var wallClock: Interval { read(CLOCK_REALTIME) - .zero }

  /// Whether the clock on the wall follows a time source (adjtimex).
  public static var wallClockIsSynchronised: Bool { evb_clock_is_synchronised() != 0 }

  private static func read(_ clock: clockid_t) -> Timestamp {
    var time = timespec()
    let status = unsafe clock_gettime(clock, &time)
    precondition(status == 0, "Linux always has these clocks")
    return Timestamp(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1_000)
  }
}
