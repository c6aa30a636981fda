public import InputModel
public import Takes

/// Why a press did nothing.
public enum IgnoreReason: String, Hashable, Sendable {
  /// The recorder is still at another take, or closing this one.
  case busy
  /// Another trigger of the same control is held.
  case notOwner = "not-owner"
  case disabled
  /// It was down when the device was opened.
  case downAtOpen = "down-at-open"
}

/// What a control did or wants done, in the order it happened. The stamp of a release is the release's own although
/// the action comes a debounce later.
public struct ControlAction: Hashable, Sendable {
  public var time: Timestamp
  public var kind: Kind

  public init(_ time: Timestamp, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }

  public enum Kind: Hashable, Sendable {
    /// `trigger` is the position in the control's list of triggers.
    case pressDown(trigger: Int)
    /// `reason` is nil when a person let go.
    case pressUp(trigger: Int, held: Interval, reason: StopReason?)
    case pressIgnored(trigger: Int, IgnoreReason)
    case fade(PressFade.Segment)
    case tooltipShown(Tooltip.Hint)
    case tooltipHidden
    /// A short press of a progress button, and the state that it met at touch-down.
    case tapped(ProgressRing.State)
    case stateChanged(isEnabled: Bool, isSelected: Bool)
    case progress(ProgressRing.Reading)
    case take(TakeOrder)
    /// A command button's command.
    case run
  }

  /// What a button with a recorder wants of its take.
  public enum TakeOrder: Hashable, Sendable {
    /// The press has begun: do everything that is slow. May come to nothing.
    case prepare
    /// The press came to nothing.
    case abandon
    case start
    case suspend
    case resume
    /// `discard`: it was too short, or has not begun: delete the file.
    case stop(StopReason, discard: Bool)
  }
}
