internal import Gestures

/// A gesture of the configuration on a zone of a device: whether it is what the fingers do there.
struct GestureBinding {
  let gesture: Reference<GestureSettings>
  let pattern: GestureSettings.Pattern
  /// What goes on began as the pattern says. Its fingers are counted then: at the end they are gone.
  private var isFollowed = false

  init(_ gesture: Reference<GestureSettings>, _ pattern: GestureSettings.Pattern) {
    self.gesture = gesture
    self.pattern = pattern
  }

  mutating func takes(_ event: GestureEvent) -> Bool {
    guard event.kind == pattern.kind else { return false }
    let goesOn: GestureSet = [.motions, .longPress]
    if event.phase == .began || !goesOn.contains(GestureSet(event.kind)) { isFollowed = pattern.fits(event) }
    return isFollowed
  }
}

extension GestureSettings.Pattern {
  fileprivate func fits(_ event: GestureEvent) -> Bool {
    guard fingers == nil || fingers == event.contacts else { return false }
    guard let direction, case .swipe(let actual, _) = event.values else { return true }
    return direction == actual
  }
}
