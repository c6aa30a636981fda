internal import InputModel

/// Nobody has touched or pressed anything for a time: tells it once, and again only after somebody has.
struct IdleTimer {
  let device: Reference<DeviceSettings>?
  private let after: Interval
  /// Since when nothing is used; nil while something is, and when it was told.
  private var quietSince: Timestamp?

  init(_ settings: IdleSettings) {
    device = settings.device
    after = settings.after
  }

  var deadline: Timestamp? { quietSince.map { $0 + after } }

  mutating func note(isInUse: Bool, at time: Timestamp) { quietSince = isInUse ? nil : time }

  mutating func fire() { quietSince = nil }
}
