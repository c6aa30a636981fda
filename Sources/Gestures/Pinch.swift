internal import InputModel

/// Two or more fingers that spread or close.
///
/// ```
/// ↓↓ ↔             began when the mean distance to the centroid has changed by more than the slop; the scale is that to
///                  the first distance ± the slop
/// below the smallest span   held; what was held is made up for at the first distance that can be told again, unless
///                  fingers have come or gone, or have been too near each other from the start
/// began, ↓ or ↑    goes on, unchanged, as long as two fingers are left
/// began, ↑         ended in the frame that leaves fewer than two; may begin anew, from 1
/// another began    the change so far is slop; from here on every change counts
/// ```
struct Pinch {
  private enum State {
    /// The change of the radius since the second finger, and the last frame.
    case waiting(change: Millimeters, FrameStep)
    case active(scale: Double)
  }

  /// No panel and no hand gets there, but fingers that come and go without end could. What is told has four decimals:
  /// nothing is told as 0.
  private static let scales = 1e-4...1e9

  private var state = State.waiting(change: 0, FrameStep())

  /// Since it began; nil before.
  var scale: Double? {
    if case .active(let scale) = state { scale } else { nil }
  }

  mutating func move(_ step: FrameStep) {
    switch state {
    case .waiting(let change, _): state = .waiting(change: change + step.radius - step.radiusBefore, step)
    case .active(let scale): state = .active(scale: Pinch.clamped(scale * step.scale))
    }
  }

  /// By how much it is over its slop; nil when it is not or can not be told, when it has not changed in
  /// this frame, or has begun.
  func excess(over slop: Millimeters) -> Millimeters? {
    guard case .waiting(let change, let step) = state, step.isWide, step.radius != step.radiusBefore,
      abs(change) > max(slop, Thresholds.resolution)
    else { return nil }
    return abs(change) - slop
  }

  /// - Returns: the scale to begin with
  mutating func begin(slop: Millimeters) -> Double {
    guard case .waiting(let change, let step) = state else { return 1 }
    var scale = 1.0
    if step.wasWide {
      // What it was over its slop before, while something kept it waiting, is not told either.
      let first = step.radius - change
      let untold = change > 0 ? max(first + slop, step.radiusBefore) : min(first - slop, step.radiusBefore)
      scale = change > 0 ? max(1, step.radius / untold) : min(1, step.radius / untold)
    }
    scale = Pinch.clamped(scale)
    state = .active(scale: scale)
    return scale
  }

  /// Another motion has begun.
  mutating func forgetSlop() {
    if case .waiting(_, let step) = state { state = .waiting(change: 0, step) }
  }

  /// Fewer than two fingers are left.
  mutating func reset() { state = .waiting(change: 0, FrameStep()) }

  /// How the radius has changed so far; nil when that can not be told, or it has begun.
  var change: Millimeters? {
    guard case .waiting(let change, let step) = state else { return nil }
    return step.isWide || step.contacts < 2 ? change : nil
  }

  private static func clamped(_ scale: Double) -> Double { min(max(scale, scales.lowerBound), scales.upperBound) }
}
