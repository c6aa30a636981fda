/// Decides which gestures may be reported together. Asked once per frame, when all recognizers have looked at it.
///
/// Pan, pinch and rotation run together, unless the zone wants the first one only. Tap, double tap and long press exclude
/// them, and each other where `failures` says so; a swipe may follow a pan, but not a press. All of that holds from the
/// first landing until all fingers are up.
struct Arena {
  private let enabled: GestureSet
  private let failures: FailureTable
  private let isSimultaneous: Bool
  /// What has been reported of this touch.
  private var reported: GestureSet = []

  init(enabled: GestureSet, failures: FailureTable, isSimultaneous: Bool) {
    self.enabled = enabled
    self.failures = failures
    self.isSimultaneous = isSimultaneous
  }

  /// - Parameter possible: what can still come of this touch, or of a pair that it may be part of
  func permits(_ kind: GestureKind, possible: GestureSet) -> Bool {
    let awaited = failures[kind]
    return enabled.contains(GestureSet(kind)) && reported.isDisjoint(with: rivals(of: kind).union(awaited))
      && possible.intersection(enabled).isDisjoint(with: awaited)
  }

  /// Picks those of the motions that are over their slop that begin in this frame.
  ///
  /// - Parameter excess: by how many millimetres a motion is over its slop, nil when it is not
  func winners(of candidates: GestureSet, possible: GestureSet, excess: (GestureKind) -> Double?) -> GestureSet {
    var winners: GestureSet = []
    var best = -1.0
    for kind in [GestureKind.pan, .pinch, .rotation] where candidates.contains(GestureSet(kind)) {
      guard let excess = excess(kind), permits(kind, possible: possible) else { continue }
      if isSimultaneous {
        winners.insert(GestureSet(kind))
      } else if excess > best {
        winners = GestureSet(kind)
        best = excess
      }
    }
    return winners
  }

  mutating func report(_ kinds: GestureSet) { reported.formUnion(kinds) }

  /// All fingers are up.
  mutating func reset() { reported = [] }

  private func rivals(of kind: GestureKind) -> GestureSet {
    switch kind {
    case .tap, .doubleTap, .longPress: [.motions, .longPress]
    case .pan, .pinch, .rotation:
      isSimultaneous ? .presses : .presses.union(.motions.subtracting(GestureSet(kind)))
    case .swipe: .presses
    }
  }
}
