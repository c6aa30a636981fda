/// What `org.freedesktop.Notifications.Notify` is told.
public struct DesktopNotification: Hashable, Sendable {
  public var summary: String
  /// Plain text; what the service would take for markup is escaped.
  public var body: String
  /// The name of an icon.
  public var icon: String
  /// 0 low, 1 normal, 2 critical.
  public var urgency: UInt8
  public var isTransient: Bool
  /// 0…100, shown as a bar.
  public var value: Int32?
  /// In milliseconds; nil leaves it to the service.
  public var expiry: Int32?

  public init(
    summary: String, body: String, icon: String, urgency: UInt8 = 1, isTransient: Bool = false, value: Int32? = nil,
    expiry: Int32? = nil
  ) {
    self.summary = summary
    self.body = body
    self.icon = icon
    self.urgency = urgency
    self.isTransient = isTransient
    self.value = value
    self.expiry = expiry
  }

  /// The body as services that know markup read it.
  var markup: String {
    var text = ""
    for character in body {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
    return text
  }
}
