public import InputModel

extension ProgressButton {
  /// What a short press does.
  public enum TapAction: String, Hashable, Sendable, CaseIterable {
    /// default: start, inProgress: suspend, suspended: resume, completed: reset.
    case act
    /// Nothing more than to be told.
    case report
  }

  public struct Settings: Hashable, Sendable {
    public var taps: TapAction
    public var progress: ProgressSource
    /// How long it may be in progress, suspended time left out, before it is completed; nil for no end.
    public var maximum: Interval?
    /// Its states are those of a take; else they are moved directly.
    public var hasRecorder: Bool
    /// Its recorder begins with a greeting or a beep, which `Input.greetingEnded` ends.
    public var greets: Bool
    /// How long a release must last to count, one per trigger.
    public var debounce: [Interval]
    public var showsTooltip: Bool

    public init(
      taps: TapAction = .act, progress: ProgressSource = .request, maximum: Interval? = nil, hasRecorder: Bool = false,
      greets: Bool = false, debounce: [Interval] = [RecordButton.Settings.keyDebounce], showsTooltip: Bool = true
    ) {
      self.taps = taps
      self.progress = progress
      self.maximum = maximum
      self.hasRecorder = hasRecorder
      self.greets = greets
      self.debounce = debounce
      self.showsTooltip = showsTooltip
    }
  }
}
