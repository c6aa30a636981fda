public import InputModel

/// The ring of a control: how much is done, and in which state.
///
/// ```
/// default ─ start ─> inProgress ─ suspend ─> suspended ─ resume ─> inProgress
/// any ─ complete ─> completed, 100      any ─ reset ─> default, 0      any ─ fail ─> default, 0, with an error
/// set changes the progress in any state; an error stays until the next start or reset
/// ```
/// While it runs towards an end that is known it is a stretch, as a `PressFade` is: nobody has to be told of each step.
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
    /// False: who asked for the value wants it to be shown at once.
    public var isAnimated: Bool

    public init(
      state: State, from: Double, to: Double, duration: Interval, hasError: Bool, isAnimated: Bool = true
    ) {
      self.state = state
      self.from = from
      self.to = to
      self.duration = duration
      self.hasError = hasError
      self.isAnimated = isAnimated
    }
  }

  public private(set) var state = State.default
  /// Beside the state: the last thing it did went wrong.
  public private(set) var hasError = false

  private var from = 0.0
  private var to = 0.0
  private var duration = Interval.zero
  private var began = Timestamp.zero

  public init() {}

  /// In percent, 0…100, at a time not before the last change.
  public func value(at time: Timestamp) -> Double {
    let elapsed = time - began
    guard duration > .zero, elapsed < duration else { return to }
    guard elapsed > .zero else { return from }
    return from + (to - from) * elapsed.seconds / duration.seconds
  }

  /// What is left of the stretch.
  public func reading(at time: Timestamp) -> Reading {
    let rest = max(began + duration - time, .zero)
    return Reading(state: state, from: value(at: time), to: to, duration: rest, hasError: hasError)
  }

  /// - Parameter rest: when it will be at 100, from now; nil when nobody knows
  public mutating func start(over rest: Interval?, at time: Timestamp) {
    hasError = false
    resume(over: rest, at: time)
  }

  /// - Parameter rest: as in `start`
  public mutating func resume(over rest: Interval?, at time: Timestamp) {
    state = .inProgress
    let value = value(at: time)
    guard let rest else { return hold(value) }
    (from, to, duration, began) = (value, 100, max(rest, .zero), time)
  }

  public mutating func suspend(at time: Timestamp) {
    state = .suspended
    hold(value(at: time))
  }

  /// Clamped to 0…100; what is no number changes nothing. A stretch goes on from there to the same end.
  public mutating func set(_ percent: Double, at time: Timestamp) {
    guard !percent.isNaN else { return }
    let percent = min(max(percent, 0), 100)
    let rest = began + duration - time
    guard duration > .zero, rest > .zero else { return hold(percent) }
    (from, duration, began) = (percent, rest, time)
  }

  /// As `set`, for a program that tells every little step: what nobody sees changes nothing.
  public mutating func follow(_ percent: Double, at time: Timestamp) {
    guard percent >= 100 || abs(percent - value(at: time)) >= Self.smallestStep else { return }
    set(percent, at: time)
  }

  /// In percent; a ring of 300 pixels around has a third of one for it.
  private static let smallestStep = 0.1

  public mutating func complete() {
    state = .completed
    hold(100)
  }

  public mutating func reset() {
    rewind()
    hasError = false
  }

  /// As `reset`, and an error stays.
  public mutating func rewind() {
    state = .default
    hold(0)
  }

  public mutating func fail() {
    reset()
    hasError = true
  }

  public mutating func setError(_ error: Bool) { hasError = error }

  /// Rings that look the same are equal, whenever they were made.
  private mutating func hold(_ value: Double) {
    (from, to, duration, began) = (value, value, .zero, .zero)
  }
}
