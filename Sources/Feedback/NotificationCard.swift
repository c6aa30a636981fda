import Bridge
public import InputModel
import Takes

/// What a desktop notification says of one control.
public struct NotificationCard: Hashable, Sendable {
  /// As the notification service numbers them.
  public enum Urgency: UInt8, Hashable, Sendable {
    case low = 0
    case normal = 1
    case critical = 2
  }

  /// Plain text.
  public var summary: String
  /// Plain text.
  public var body: String
  /// A name of the freedesktop.org icon naming specification.
  public var icon: String
  public var urgency = Urgency.normal
  /// Not worth keeping in a history.
  public var isTransient = false
  /// How much is done, 0…100; nil where nobody knows.
  public var percent: Int?
  /// How long it is shown; nil leaves that to the service.
  public var expiry: Interval?

  static func hint(_ text: String, of control: String, for duration: Interval) -> NotificationCard {
    NotificationCard(
      summary: text, body: control, icon: "dialog-information", urgency: .low, isTransient: true, expiry: duration)
  }

  static func running(_ summary: String, of control: String, icon: String, percent: Int?) -> NotificationCard {
    NotificationCard(
      summary: summary, body: control, icon: icon, percent: percent, expiry: NotificationDeck.runningExpiry)
  }

  static func failed(_ message: String, of control: String) -> NotificationCard {
    NotificationCard(summary: "Failed", body: "\(control): \(message)", icon: "dialog-error", urgency: .critical)
  }

  static func completed(_ result: TakeResult, of control: String) -> NotificationCard {
    let place = result.file.map { "saved as \(fileName($0))" }
    if result.isFailure {
      let reason = "stopped early (\(result.reason.rawValue))"
      return .failed(place.map { "\(reason), \($0)" } ?? reason, of: control)
    }
    if result.wasDiscarded {
      return NotificationCard(
        summary: "Too short, not kept", body: control, icon: "dialog-information", urgency: .low, isTransient: true)
    }
    let summary = result.file.map { "Saved as \(fileName($0))" } ?? "Done"
    return NotificationCard(summary: summary, body: control, icon: "media-playback-stop")
  }
}
