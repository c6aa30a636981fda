/// A Unix signal by number.
public struct Signal: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// SIGHUP
  public static let hangup = Signal(rawValue: 1)
  /// SIGINT
  public static let interrupt = Signal(rawValue: 2)
  /// SIGQUIT
  public static let quit = Signal(rawValue: 3)
  /// SIGKILL
  public static let kill = Signal(rawValue: 9)
  /// SIGUSR1
  public static let user1 = Signal(rawValue: 10)
  /// SIGUSR2
  public static let user2 = Signal(rawValue: 12)
  /// SIGTERM
  public static let terminate = Signal(rawValue: 15)
  /// SIGCHLD
  public static let child = Signal(rawValue: 17)
  /// SIGCONT
  public static let resume = Signal(rawValue: 18)
  /// SIGSTOP
  public static let stop = Signal(rawValue: 19)

  /// The signals a person may name, with their names as `kill -l` has them.
  public static let names: [(name: String, signal: Signal)] = [
    ("HUP", .hangup), ("INT", .interrupt), ("QUIT", .quit), ("KILL", .kill), ("USR1", .user1), ("USR2", .user2),
    ("TERM", .terminate), ("CHLD", .child), ("CONT", .resume), ("STOP", .stop),
  ]

  /// All of Linux in their order, from 1; those of the real-time extension have numbers only.
  private static let all = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM",
    "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO",
    "PWR", "SYS",
  ]

  /// "INT" for SIGINT, as `kill -l` has it; the number for a signal without a name.
  public var name: String {
    (1...Int32(Self.all.count)).contains(rawValue) ? Self.all[Int(rawValue) - 1] : "\(rawValue)"
  }
}
