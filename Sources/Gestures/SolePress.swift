internal import InputModel

/// The one finger of a touch, as long as it is alone and in place: what a tap, a double tap and a long press look at.
///
/// ```
/// ↓            began
/// ↓ ↑          began, lifted
/// ↓ →          broken when it leaves the slop
/// ↓ ↓          broken by a second finger, and no press until all are up
/// ↓↓           two in one frame: never a press
/// ↓ ✗          broken by a palm
/// ↓ (others)   broken when a motion or a long press has the touch
/// ```
struct SolePress {
  struct Finger {
    var id: ContactID
    var landing: Point
    var landed: Timestamp
    var position: Point
  }

  enum Change {
    case none
    case began(Finger)
    case broke
    case lifted(Finger)
  }

  private enum State {
    case none
    case inPlace(Finger)
    /// Until all fingers are up.
    case broken
  }

  private var state = State.none
  private var change = Change.none

  /// The finger, while it can be a press.
  var finger: Finger? {
    if case .inPlace(let finger) = state { finger } else { nil }
  }

  mutating func land(_ id: ContactID, at position: Point, time: Timestamp) {
    switch state {
    case .none:
      let finger = Finger(id: id, landing: position, landed: time, position: position)
      state = .inPlace(finger)
      change = .began(finger)
    case .inPlace, .broken: breakOff()
    }
  }

  mutating func move(to position: Point, slop: Millimeters) {
    guard case .inPlace(var finger) = state else { return }
    finger.position = position
    state = .inPlace(finger)
    if (position - finger.landing).length > slop { breakOff() }
  }

  mutating func lift(_ id: ContactID) {
    guard case .inPlace(let finger) = state, finger.id == id else { return }
    state = .none
    change = .lifted(finger)
  }

  /// It is no press any more.
  mutating func breakOff() {
    switch state {
    case .inPlace:
      state = .broken
      change = .broke
    case .none, .broken: state = .broken
    }
  }

  /// What has happened since this was last asked.
  mutating func takeChange() -> Change {
    defer { change = .none }
    return change
  }

  /// All fingers are up.
  mutating func reset() {
    state = .none
    change = .none
  }
}
