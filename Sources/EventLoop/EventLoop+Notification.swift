import CLibsystemdEvent
public import InputModel

extension EventLoop {
  /// What a service tells the service manager (sd_notify(3)).
  public enum Notification: Hashable, Sendable {
    /// Start-up is over.
    case ready
    /// The configuration is being read again since this time; `ready` follows.
    case reloading(since: Timestamp)
    /// The service is about to end.
    case stopping
    /// One line for `systemctl status`.
    case status(String)

    fileprivate var assignment: String {
      switch self {
      case .ready: "READY=1"
      case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time.microseconds)"
      case .stopping: "STOPPING=1"
      // A newline would begin another assignment.
      case .status(let text): "STATUS=" + text.split(whereSeparator: \.isNewline).joined(separator: " ")
      }
    }
  }

  /// Tells the service manager. Without one (`NOTIFY_SOCKET`) nothing happens.
  public static func notify(_ notification: Notification) throws(EventLoopError) {
    try EventLoopError.check(unsafe sd_notify(0, notification.assignment), .notify)
  }
}
