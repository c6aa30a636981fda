/// Which of two descriptors that are ready at once is reported first.
public enum Priority: Hashable, Sendable {
  /// Before signals and the deadline: what was pressed before a deadline is known when the deadline is acted upon. But
  /// input that never ends lets the others have their turns, see `EventLoop.next()`.
  case input
  /// After signals and the deadline: however much a recorder writes, it holds nothing up. Watches of this priority take
  /// turns, and one has its turn after four other occurrences: input without a pause must not silence the rest.
  case background
  /// Other programs that ask: all of them together have one turn of the background, or many would hold up the recorders.
  case client
}

/// The order inside the loop, as `sd_event_source_set_priority` counts: the smallest first.
enum Rank: Int64 {
  case input = -10
  /// Before the deadline: a recorder that has ended in time need not be pressed any further.
  case signal = 0
  case deadline = 10
  case background = 20
}
