internal import InputModel

/// A press of one finger that is held.
///
/// ```
/// ↓ … deadline     began, while still down, by the time of the events
/// began, →, ↓      changed: movement and other fingers do not matter any more
/// began, ↑         ended by its own finger
/// began, ✗         cancelled by its own finger
/// ↓ → … deadline   none: the press was broken before
/// ```
struct LongPress {
  private enum State {
    case possible
    case active(ContactID, focus: Point)
    /// Until all fingers are up.
    case over
  }

  private var state = State.possible

  /// Its finger, from `began` to the end.
  var owner: ContactID? {
    if case .active(let id, _) = state { id } else { nil }
  }

  /// Where its finger is.
  var focus: Point? {
    if case .active(_, let focus) = state { focus } else { nil }
  }

  func deadline(of press: SolePress, by thresholds: Thresholds) -> Timestamp? {
    guard case .possible = state, let finger = press.finger else { return nil }
    return finger.landed + thresholds.longPress
  }

  mutating func begin(with finger: SolePress.Finger) { state = .active(finger.id, focus: finger.position) }

  mutating func move(to position: Point) {
    if case .active(let id, _) = state { state = .active(id, focus: position) }
  }

  /// It has ended, or was refused at its deadline.
  mutating func finish() { state = .over }

  /// All fingers are up.
  mutating func reset() { state = .possible }
}
