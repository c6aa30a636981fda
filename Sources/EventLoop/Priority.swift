/// Which of two descriptors that are ready at once is reported first.
public enum Priority: Hashable, Sendable {
  /// Before signals and the deadline: what was pressed before a deadline is known when the deadline is acted upon. But
  /// input that never ends lets the others have their turns, see `EventLoop.next()`.
  case input
  /// After signals and the deadline: however much a recorder writes, it holds nothing up, but for a turn now and then.
  /// Watches of this priority take turns.
  case background
}

/// The order inside the loop, as `sd_event_source_set_priority` counts: the smallest first.
enum Rank: Int64 {
  case input = -10
  /// Before the deadline: a recorder that has ended in time need not be pressed any further.
  case signal = 0
  case deadline = 10
  case background = 20
  /// What gives way for a turn.
  case last = 30

  init(_ priority: Priority) {
    switch priority {
    case .input: self = .input
    case .background: self = .background
    }
  }
}
