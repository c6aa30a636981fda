import Glibc
public import Takes

/// What the loop could not do. Descriptors and signals are watched at start-up or when something appears, so an error
/// here means a mistake in the caller or a system that is out of resources.
public struct EventLoopError: Error, Hashable, Sendable {
  public enum Operation: Hashable, Sendable {
    case create
    case watch(descriptor: Int32)
    case catchSignal(Signal)
    case setDeadline
    case wait
    case startWatchdog
    case notify
  }

  public var operation: Operation
  /// The system's error number, positive.
  public var errno: Int32

  public init(operation: Operation, errno: Int32) {
    self.operation = operation
    self.errno = errno
  }

  /// Turns libsystemd's negative error numbers into thrown errors.
  @discardableResult
  static func check(_ status: Int32, _ operation: Operation) throws(EventLoopError) -> Int32 {
    guard status >= 0 else { throw EventLoopError(operation: operation, errno: -status) }
    return status
  }
}

extension EventLoopError: CustomStringConvertible {
  public var description: String { "\(operation): \(unsafe String(cString: strerror(errno)))" }
}

extension EventLoopError.Operation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .create: "cannot create the event loop"
    case .watch(let descriptor): "cannot watch descriptor \(descriptor)"
    case .catchSignal(let signal): "cannot catch signal \(signal.name)"
    case .setDeadline: "cannot set the timer"
    case .wait: "cannot wait for events"
    case .startWatchdog: "cannot start the watchdog"
    case .notify: "cannot notify the service manager"
    }
  }
}
