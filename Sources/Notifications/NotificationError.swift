import Glibc

/// Why a notification was not shown, in one sentence that says what to do.
public enum NotificationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no bus of this user's session.
  case noBus(errno: Int32)
  /// The bus has closed the connection.
  case lost
  /// Nobody on the bus shows notifications.
  case absent
  /// Whoever shows them did not answer in time.
  case noAnswer
  /// Whoever shows them has refused.
  case refused(name: String, message: String)
  /// The system is out of something.
  case system(errno: Int32)

  public var description: String {
    switch self {
    case .noBus(let number):
      """
      no session bus for notifications (\(Self.sentence(number))): run evbridge as a user service of the person who is \
      logged in, or set DBUS_SESSION_BUS_ADDRESS
      """
    case .lost: "the session bus has closed the connection; the next event tries a new one"
    case .absent:
      "nobody shows notifications on the session bus: start a notification daemon such as dunst or mako"
    case .noAnswer: "the notification daemon does not answer within a second; restart it"
    case .refused(let name, let message): "the notification daemon refuses: \(message.isEmpty ? name : message)"
    case .system(let number): "cannot show notifications: \(Self.sentence(number))"
    }
  }

  private static func sentence(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }

  /// Passes on the result of a function of libsystemd when it fails.
  @discardableResult
  static func check(_ status: Int32) throws(NotificationError) -> Int32 {
    guard status < 0 else { return status }
    switch -status {
    case ENOTCONN, ECONNRESET: throw .lost
    default: throw .system(errno: -status)
    }
  }
}
