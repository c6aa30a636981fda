internal import InputModel

/// A press of one finger that lifted in place, told at once or when nothing that it waits for can come any more.
///
/// ```
/// ↓↑           tapped at the lift
/// ↓↑ …         held back while a double tap may come of it, then tapped
/// ↓↑ … ↓↑      dropped when a double tap has come of it
/// ```
struct Tap {
  /// A tap that waits.
  private(set) var held: Point?

  mutating func hold(at point: Point) { held = point }

  /// What was held back, to be told now.
  mutating func release() -> Point? {
    defer { held = nil }
    return held
  }

  mutating func drop() { held = nil }
}
