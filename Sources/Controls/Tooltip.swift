public import InputModel

/// The bubble that answers a press which did nothing else. One at a time per control; gone by itself.
public struct Tooltip: Hashable, Sendable {
  /// From shown to hidden.
  public static let duration = Interval.seconds(2)

  /// What the bubble says.
  public enum Hint: String, Hashable, Sendable {
    /// A press too short to record: "Tap and Hold".
    case tapAndHold = "hold"
    /// A press while the recorder is still busy: "Please wait".
    case busy
  }

  /// What it says while it is visible.
  public private(set) var hint: Hint?
  private var shownAt: Timestamp?

  public init() {}

  public var isVisible: Bool { shownAt != nil }

  /// When it will be hidden.
  public var deadline: Timestamp? { shownAt.map { $0 + Self.duration } }

  /// True when it was not visible and now is.
  public mutating func show(_ hint: Hint, at time: Timestamp) -> Bool {
    guard shownAt == nil else { return false }
    self.hint = hint
    shownAt = time
    return true
  }

  /// True when it was visible and now is not.
  public mutating func hide() -> Bool {
    defer { (hint, shownAt) = (nil, nil) }
    return shownAt != nil
  }
}
