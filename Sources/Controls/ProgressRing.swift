public import InputModel

/// The ring of a control: how much is done, and in which state.
public struct ProgressRing: Hashable, Sendable {
  /// The raw value is the word in the event stream.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case `default`
    case inProgress
    case suspended
    case completed
  }

  /// One stretch of the ring: what a viewer draws, without being told of every step.
  public struct Reading: Hashable, Sendable {
    public var state: State
    /// In percent, 0…100, at the time of the reading.
    public var from: Double
    /// In percent, reached `duration` later.
    public var to: Double
    public var duration: Interval
    /// Beside the state: the last thing it did went wrong.
    public var hasError: Bool

    public init(state: State, from: Double, to: Double, duration: Interval, hasError: Bool) {
      self.state = state
      self.from = from
      self.to = to
      self.duration = duration
      self.hasError = hasError
    }
  }
}
