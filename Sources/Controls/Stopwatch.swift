internal import InputModel

/// Time that counts only while something runs.
struct Stopwatch: Hashable, Sendable {
  private var before = Interval.zero
  private var since: Timestamp?

  func elapsed(at time: Timestamp) -> Interval { before + (since.map { max(time - $0, .zero) } ?? .zero) }

  /// When `elapsed` reaches a length; nil while it stands.
  func time(of length: Interval) -> Timestamp? { since.map { $0 + (length - before) } }

  mutating func start(at time: Timestamp) { since = since ?? time }

  mutating func stop(at time: Timestamp) { (before, since) = (elapsed(at: time), nil) }
}
