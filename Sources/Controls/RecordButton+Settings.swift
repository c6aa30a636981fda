public import InputModel

extension RecordButton {
  /// What a press means.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Recording while held.
    case hold
    /// One press starts, the next stops.
    case toggle
    /// Holding records while held; a quick second press latches, the next press stops.
    case hybrid
  }

  /// What becomes of a take whose button was let go before the minimum.
  public enum ShortTake: String, Hashable, Sendable, CaseIterable {
    /// It is recorded up to the minimum.
    case extend
    /// It is stopped and deleted, with a hint.
    case discard
  }

  /// What a release does to the take.
  public enum ReleaseAction: String, Hashable, Sendable, CaseIterable {
    case stop
    /// The take pauses; the next hold goes on with it.
    case suspend
  }

  /// The numbers of a record button; every default has its reason in the design notes.
  public struct Settings: Hashable, Sendable {
    public var mode: Mode
    /// From touch-down to the start of a take. 300 ms: between the 200 and 500 ms of today's recorder applications.
    public var hold: Interval
    /// The shortest take, from ready. Losing words is worse than a second of room noise.
    public var minimum: Interval
    /// The longest take, from ready, suspended time left out; nil for none. Five minutes where the button is held,
    /// an hour where it is not.
    public var maximum: Interval?
    /// How long a take goes on after the release: the hand is faster than the mouth.
    public var tail: Interval
    public var onShort: ShortTake
    public var onRelease: ReleaseAction
    /// Presses shorter than this are noise of the wiring; zero counts every press.
    public var ignoreShorterThan: Interval
    /// How long a release must last to count, one per trigger; a press is never delayed by it.
    public var debounce: [Interval]
    public var showsTooltip: Bool
    /// Of its ring: elapsed time or its recorder's output.
    public var progress: ProgressSource
    /// Its recorder begins with a greeting or a beep, which `Input.greetingEnded` ends.
    public var greets: Bool

    public static func defaultMaximum(for mode: Mode) -> Interval { mode == .hold ? .minutes(5) : .minutes(60) }
    /// A mechanical contact bounces for less than 20 ms.
    public static let keyDebounce = Interval.milliseconds(20)

    public init(
      mode: Mode = .hold, hold: Interval = .milliseconds(300), minimum: Interval = .seconds(1),
      maximum: Interval? = .minutes(5), tail: Interval = .zero, onShort: ShortTake = .extend,
      onRelease: ReleaseAction = .stop, ignoreShorterThan: Interval = .zero, debounce: [Interval] = [keyDebounce],
      showsTooltip: Bool = true, progress: ProgressSource = .elapsed, greets: Bool = false
    ) {
      self.mode = mode
      self.hold = hold
      self.minimum = minimum
      self.maximum = maximum
      self.tail = tail
      self.onShort = onShort
      self.onRelease = onRelease
      self.ignoreShorterThan = ignoreShorterThan
      self.debounce = debounce
      self.showsTooltip = showsTooltip
      self.progress = progress
      self.greets = greets
    }
  }
}
