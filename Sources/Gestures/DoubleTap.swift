internal import InputModel

/// Two presses of one finger, in time and near each other.
///
/// ```
/// ↓↑ … ↓↑      recognized at the second lift
/// ↓↑ … window  no pair: the first was a single tap
/// ↓↑ ↓         sooner than the bounce of a finger, or too far: no pair, the second may be the first of one
/// ↓↑ … ↓ → ↓…  the second one moves, is held, or is joined by another finger: no pair
/// ↓↑ ↓↑ ↓↑     a pair, and the first of a new one
/// ```
struct DoubleTap {
  enum Outcome {
    case none
    case recognized
    /// What waited for this pair need not wait any more.
    case failed
  }

  private enum State {
    case idle
    case open(lift: Timestamp, landing: Point)
    case second
  }

  private var state = State.idle

  /// Whether a pair has begun and can still be completed.
  var isOpen: Bool {
    if case .idle = state { false } else { true }
  }

  /// The last moment at which the second press may land; nil when none is awaited.
  func lastChance(_ thresholds: Thresholds) -> Timestamp? {
    if case .open(let lift, _) = state { lift + thresholds.pairWindow } else { nil }
  }

  mutating func consume(_ change: SolePress.Change, at time: Timestamp, by thresholds: Thresholds) -> Outcome {
    switch (state, change) {
    case (_, .none), (.idle, .began), (.idle, .broke), (.second, .began): return .none
    case (.open(let lift, let landing), .began(let finger)):
      let isPair =
        time - lift >= thresholds.pairMinimum && time - lift <= thresholds.pairWindow
        && (finger.landing - landing).length <= thresholds.pairDistance
      state = isPair ? .second : .idle
      return isPair ? .none : .failed
    case (.open, .broke), (.second, .broke):
      state = .idle
      return .failed
    case (.idle, .lifted(let finger)), (.open, .lifted(let finger)):
      state = .open(lift: time, landing: finger.landing)
      return .none
    case (.second, .lifted):
      state = .idle
      return .recognized
    }
  }

  /// The window has passed, or everything is taken back.
  mutating func giveUp() { state = .idle }
}
