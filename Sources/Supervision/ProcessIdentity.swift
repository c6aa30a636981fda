import CSpawn
import Glibc
public import Takes

/// One process and no other: numbers are given anew, but not within one tick of the clock.
public struct ProcessIdentity: Hashable, Sendable {
  public var process: ProcessID
  /// In clock ticks since the machine started: field 22 of `/proc/PID/stat`.
  public var startTime: UInt64

  public init(_ process: ProcessID, startTime: UInt64) {
    self.process = process
    self.startTime = startTime
  }

  /// The process that has this number now, even when it has exited and is not reaped; nil when there is none.
  public init?(of process: ProcessID) {
    guard process.rawValue > 0, let status = ProcessStatus(of: process) else { return nil }
    self.init(process, startTime: status.startTime)
  }

  /// This process itself. Where /proc is not mounted the time is 0, and nobody is ever found.
  public static var own: ProcessIdentity {
    let process = ProcessID(rawValue: getpid())
    return ProcessIdentity(of: process) ?? ProcessIdentity(process, startTime: 0)
  }

  /// It is still there and has not exited.
  public var isRunning: Bool {
    guard process.rawValue > 0, let status = ProcessStatus(of: process) else { return false }
    return status.startTime == startTime && !status.hasExited
  }

  /// Sends a signal to this process alone. Nobody who has got its number since can be hit.
  public func signal(_ signal: Signal) -> ProcessID.Delivery {
    do throws(ProcessHandle.Failure) {
      return try ProcessHandle(self).signal(signal)
    } catch {
      switch error {
      case .gone: return .gone
      // No descriptor to be had: between the look and the signal lies next to no time.
      case .refused: return isRunning ? ProcessID.Delivery(kill(process.rawValue, signal.rawValue)) : .gone
      }
    }
  }
}

extension ProcessID.Delivery {
  /// From what kill(2) and its like return.
  init(_ status: Int32) {
    self = status == 0 ? .sent : errno == ESRCH ? .gone : .refused(errno: errno)
  }
}

/// Holds on to a process that need not be our child: its number is not given to another meanwhile (pidfd_open(2)).
public struct ProcessHandle: ~Copyable {
  public enum Failure: Error, Hashable, Sendable {
    case gone
    /// `EMFILE`, or `ENOSYS` before Linux 5.3.
    case refused(errno: Int32)
  }

  public let identity: ProcessIdentity
  private let source: Descriptor

  public init(_ identity: ProcessIdentity) throws(Failure) {
    let descriptor = evb_pidfd_open(identity.process.rawValue)
    guard descriptor >= 0 else { throw errno == ESRCH || errno == EINVAL ? .gone : .refused(errno: errno) }
    let source = Descriptor(owning: descriptor)
    // Looked at when it can not change any more.
    guard ProcessIdentity(of: identity.process) == identity else { throw .gone }
    self.identity = identity
    self.source = source
  }

  /// To be watched for reading: readable when the process has exited. Stays this handle's.
  public var descriptor: Int32 { source.rawValue }

  public func signal(_ signal: Signal) -> ProcessID.Delivery {
    ProcessID.Delivery(evb_pidfd_signal(source.rawValue, signal.rawValue))
  }
}
