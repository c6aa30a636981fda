public import InputModel
public import Takes

/// From the edges of one or more triggers to presses that count.
///
/// ```
/// time      0        hold                      (d = debounce, i = ignore-shorter-than)
/// ↓         pressed at 0
/// ↓ … hold  pressed at 0, held at `hold`
/// ↓ ↑       pressed, released: told d after ↑, with ↑'s own stamp
/// ↓ ↑ ↓     the second ↓ within d: bounce; the press goes on from the first ↓, a `hold` that passed fires at the return
/// ↓         with i: pressed is told at i, with ↓'s own stamp
/// ↓ ↑       with i, ↑ before i: nothing at all
/// A↓ B↓     B is ignored as not the owner until A is released; then B needs a fresh ↓
/// ↓ ✗       cancelled: told at once; a release already seen wins over a later cancel
/// ↑ ↓       without a press, the ↓ within d: what was down before we knew of it bounces; nothing at all
/// ↓ (moves beyond the slop before `hold`)   never held; the release is told
/// ```
/// Not handled: a trigger that is down twice (a second finger in the same zone); its owner does not tell us of it.
public struct PressTracker: Hashable, Sendable {
  /// What a trigger did.
  public enum Input: Hashable, Sendable {
    case down
    /// `inside`: still within the control's shape; always true for a key.
    case up(inside: Bool)
    /// A finger moved.
    case moved(beyondSlop: Bool, inside: Bool)
    case cancelled(StopReason)
  }

  /// What a press did.
  public enum Output: Hashable, Sendable {
    /// The press counts; it began at this time.
    case pressed(trigger: Int, at: Timestamp)
    /// Held for `hold`.
    case held
    case ended(Ending)
    /// A finger left the shape, or came back, before `hold`.
    case left
    case entered
    case ignored(trigger: Int)
  }

  /// The end of a press.
  public struct Ending: Hashable, Sendable {
    public var trigger: Int
    /// When it was let go or cancelled; a debounce is over by the time this is told.
    public var time: Timestamp
    public var held: Interval
    /// Why it was cancelled; nil when it was let go.
    public var reason: StopReason?
    public var isInside: Bool
    /// Moved too far to be a press in place.
    public var isBeyondSlop: Bool
  }

  private struct Press: Hashable, Sendable {
    var trigger: Int
    var downAt: Timestamp
    var isProven = false
    var isHeld = false
    var isInside = true
    var isBeyondSlop = false
    /// A release that is not confirmed yet.
    var upAt: Timestamp?
  }

  /// A release that belongs to no press.
  private struct Stray: Hashable, Sendable {
    var trigger: Int
    var time: Timestamp
  }

  private let hold: Interval?
  private let ignoreShorterThan: Interval
  private let debounce: [Interval]
  private var press: Press?
  private var stray: Stray?

  /// - Parameters:
  ///   - hold: from down to held; nil when nobody wants to know.
  ///   - debounce: one per trigger; a trigger beyond the list has none.
  public init(hold: Interval?, ignoreShorterThan: Interval = .zero, debounce: [Interval]) {
    self.hold = hold
    self.ignoreShorterThan = ignoreShorterThan
    self.debounce = debounce
  }

  /// The trigger that owns the press, while it is down or its release is not confirmed.
  public var owner: Int? { press?.trigger }

  /// Whether the owner is down and no release of it has been seen.
  public var isDown: Bool { press.map { $0.upAt == nil } ?? false }

  /// When the press that is going on began.
  public var downAt: Timestamp? { press?.downAt }

  /// When `advance(to:)` has something to say.
  public var deadline: Timestamp? {
    guard let press else { return nil }
    if let upAt = press.upAt { return upAt + debounce(of: press.trigger) }
    if !press.isProven { return press.downAt + ignoreShorterThan }
    if let hold, !press.isHeld, !press.isBeyondSlop { return press.downAt + hold }
    return nil
  }

  /// Takes what a trigger did at a time not before any earlier one. Call `advance(to:)` with that time first.
  public mutating func consume(_ input: Input, trigger: Int, at time: Timestamp) -> [Output] {
    guard var current = press else {
      noteStray(input, trigger: trigger, at: time)
      guard case .down = input, !isBounce(of: trigger, at: time) else { return [] }
      press = Press(trigger: trigger, downAt: time)
      return advance(to: time)
    }
    guard current.trigger == trigger else {
      noteStray(input, trigger: trigger, at: time)
      if case .down = input { return [.ignored(trigger: trigger)] }
      return []
    }
    switch input {
    case .down:
      press?.upAt = nil
      return advance(to: time)
    case .up(let inside):
      guard current.upAt == nil else { return [] }
      current.upAt = time
      current.isInside = inside
      press = current
      return advance(to: time)
    case .moved(let beyondSlop, let inside):
      guard current.upAt == nil, !current.isHeld else { return [] }
      let wasInside = current.isInside
      current.isInside = inside
      current.isBeyondSlop = current.isBeyondSlop || beyondSlop
      press = current
      guard current.isProven, wasInside != inside else { return [] }
      return [inside ? .entered : .left]
    case .cancelled(let reason):
      if let upAt = current.upAt { return confirm(current, upAt: upAt) }
      press = nil
      return current.isProven ? [.ended(ending(of: current, at: time, reason: reason))] : []
    }
  }

  /// Tells what time alone has brought about up to and including `time`, in order.
  public mutating func advance(to time: Timestamp) -> [Output] {
    var outputs: [Output] = []
    while var current = press, let deadline, deadline <= time {
      if let upAt = current.upAt {
        outputs += confirm(current, upAt: upAt)
      } else if !current.isProven {
        current.isProven = true
        press = current
        outputs.append(.pressed(trigger: current.trigger, at: current.downAt))
        if !current.isInside { outputs.append(.left) }
      } else {
        current.isHeld = true
        press = current
        outputs.append(.held)
      }
    }
    return outputs
  }

  private mutating func noteStray(_ input: Input, trigger: Int, at time: Timestamp) {
    if case .up = input { stray = Stray(trigger: trigger, time: time) }
  }

  private func isBounce(of trigger: Int, at time: Timestamp) -> Bool {
    stray.map { $0.trigger == trigger && time < $0.time + debounce(of: trigger) } ?? false
  }

  private mutating func confirm(_ current: Press, upAt: Timestamp) -> [Output] {
    press = nil
    var outputs: [Output] = []
    if !current.isProven {
      // A press that bounced over its proof: it counts when it lasted long enough.
      guard upAt - current.downAt >= ignoreShorterThan else { return [] }
      outputs.append(.pressed(trigger: current.trigger, at: current.downAt))
    }
    outputs.append(.ended(ending(of: current, at: upAt, reason: nil)))
    return outputs
  }

  private func ending(of press: Press, at time: Timestamp, reason: StopReason?) -> Ending {
    Ending(
      trigger: press.trigger, time: time, held: time - press.downAt, reason: reason, isInside: press.isInside,
      isBeyondSlop: press.isBeyondSlop)
  }

  private func debounce(of trigger: Int) -> Interval { trigger < debounce.count ? debounce[trigger] : .zero }
}
