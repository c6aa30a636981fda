public import InputModel

public struct CommandButton: Sendable {
  /// Which press runs the command.
  public enum Occasion: String, Hashable, Sendable, CaseIterable {
    /// At touch-down.
    case press
    /// When it is let go, however long it was held.
    case release
    /// Let go before `hold`.
    case short
    /// Still down after `hold`.
    case long
    /// Two short presses, the second within the double-tap window.
    case double
  }

  public struct Settings: Hashable, Sendable {
    public var occasion: Occasion
    public var hold: Interval
    /// How long a release must last to count, one per trigger.
    public var debounce: [Interval]

    public init(
      occasion: Occasion = .press, hold: Interval = .milliseconds(500),
      debounce: [Interval] = [RecordButton.Settings.keyDebounce]
    ) {
      self.occasion = occasion
      self.hold = hold
      self.debounce = debounce
    }
  }
}
