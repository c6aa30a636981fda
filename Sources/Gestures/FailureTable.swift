/// Which gestures wait for the failure of which others.
///
/// A gesture is reported only when none of those that it waits for has been, and none of them can come any more. What is
/// possible when: a tap and a long press as long as their finger is alone, in place and not too late; a double tap from
/// the first lift of a pair on; the others as long as there are fingers for it. So what waits for a swipe, which is judged
/// at the last lift, never begins; a swipe that waits for a pan is only what no pan has been.
public struct FailureTable: Hashable, Sendable {
  private var rows: [GestureSet]

  /// A single tap waits for the second one of a pair, where a double tap is wanted at all.
  public static let standard: FailureTable = {
    var table = FailureTable()
    table[.tap] = .doubleTap
    return table
  }()

  /// Nothing waits.
  public init() { rows = GestureKind.allCases.map { _ in [] } }

  /// What a gesture waits for.
  public subscript(kind: GestureKind) -> GestureSet {
    get { rows[Int(kind.rawValue)] }
    set { rows[Int(kind.rawValue)] = newValue }
  }
}
