internal import InputModel

/// Two or more fingers that turn, each step within half a turn, their sum without limit.
///
/// ```
/// ↓↓ ↻             began when both the angle and the arc are over their slops; only the angle where another motion has
///                  begun, and a larger one where that is a pinch; the angle is taken off
/// ↓↓ ↻ (small hand) where the arc decides, its angle is taken off
/// below the smallest span   held
/// began, ↓ or ↑    goes on, unchanged, as long as two fingers are left
/// began, ↑         ended in the frame that leaves fewer than two; may begin anew, from 0
/// ```
struct Rotation {
  private enum State {
    /// The angle since the second finger, and the last frame.
    case waiting(angle: Radians, FrameStep)
    case active(angle: Radians)
  }

  private var state = State.waiting(angle: 0, FrameStep())

  /// Since it began; nil before.
  var angle: Radians? {
    if case .active(let angle) = state { angle } else { nil }
  }

  mutating func move(_ step: FrameStep) {
    switch state {
    case .waiting(let angle, _): state = .waiting(angle: angle + step.rotation, step)
    case .active(let angle): state = .active(angle: angle + step.rotation)
    }
  }

  /// By how much its arc is over its slop; nil when it is not or can not be told, when it has not turned in
  /// this frame, or has begun.
  ///
  /// - Parameter slop: of the angle, and of the arc at the mean distance to the centroid
  func excess(over slop: (angle: Radians, arc: Millimeters)) -> Millimeters? {
    guard case .waiting(let angle, let step) = state, step.isWide, step.rotation != 0 else { return nil }
    let untold = Rotation.untold(slop, radius: step.radius)
    guard abs(angle) > untold, abs(angle) * step.radius > Thresholds.resolution else { return nil }
    return (abs(angle) - untold) * step.radius
  }

  /// - Returns: the angle to begin with
  mutating func begin(slop: (angle: Radians, arc: Millimeters)) -> Radians {
    guard case .waiting(let angle, let step) = state else { return 0 }
    // What it was over its slop before, while something kept it waiting, is not told either.
    let untold = max(Rotation.untold(slop, radius: step.radius), abs(angle - step.rotation))
    let rest = max(0, abs(angle) - untold)
    let first = angle < 0 ? -rest : rest
    state = .active(angle: first)
    return first
  }

  /// Fewer than two fingers are left.
  mutating func reset() { state = .waiting(angle: 0, FrameStep()) }

  /// How far it has turned so far, and what must be exceeded; nil when that can not be told, or it has begun.
  func turn(slop: (angle: Radians, arc: Millimeters)) -> (angle: Radians, needed: Radians)? {
    guard case .waiting(let angle, let step) = state, step.isWide || step.contacts < 2 else { return nil }
    return (angle, step.isWide ? Rotation.untold(slop, radius: step.radius) : slop.angle)
  }

  private static func untold(_ slop: (angle: Radians, arc: Millimeters), radius: Millimeters) -> Radians {
    max(slop.angle, slop.arc / radius)
  }
}
