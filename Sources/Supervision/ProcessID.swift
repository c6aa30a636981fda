import Glibc
public import Takes

/// A process. Every program started here leads a process group of the same number.
public struct ProcessID: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// What became of a signal.
  public enum Delivery: Hashable, Sendable {
    case sent
    /// There is nobody to get it.
    case gone
    /// The system refused, with this error number: `EPERM` when every process there belongs to somebody else (`sudo`).
    case refused(errno: Int32)
  }

  /// Sends a signal to every process of the group that this process led, whether it is still there or not.
  ///
  /// A group that was seen gone must not be signalled again: the system may have given its number to another.
  public func signalGroup(_ signal: Signal) -> Delivery {
    // kill(2) takes 0 for our own group, and 1 would become -1: everybody.
    guard rawValue > 1 else { return .gone }
    if kill(-rawValue, signal.rawValue) == 0 { return .sent }
    return errno == ESRCH ? .gone : .refused(errno: errno)
  }

  /// Whether it waits in the kernel, for a device or a disk, and no signal reaches it.
  public var isInDiskSleep: Bool { ProcessStatus(of: self)?.isInDiskSleep ?? false }

  /// Whether any process of the group is left. One that has exited counts until it is reaped: ask after `Reaper.reap()`.
  public var groupExists: Bool { signalGroup(Signal(rawValue: 0)) != .gone }
}
