internal import InputModel

/// The fingers of a zone carried along, one or many.
///
/// ```
/// ↓ →              began when the centroid has left the slop; the slop is taken off along the way, so nothing jumps
/// ↓ → ↓ ↑ →        goes on whatever fingers come and go, as long as one is left
/// began, ↑         ended with the last finger, with the velocity of the whole way
/// began, ✗         cancelled when the last finger is
/// another began    the way so far is slop; from here on every movement counts
/// ```
struct Pan {
  private enum State {
    /// The way since the landing, and the part of it that the last frame has added.
    case waiting(way: Vector, step: Vector)
    case active(translation: Vector)
  }

  /// The movements that count.
  private let axis: PanAxis
  private var state = State.waiting(way: .zero, step: .zero)
  /// The whole way of the touch, without a jump where fingers come and go.
  private var path = Vector.zero
  private var trace = VelocityEstimator()

  init(axis: PanAxis) { self.axis = axis }

  /// Since it began; nil before.
  var translation: Vector? {
    if case .active(let translation) = state { translation } else { nil }
  }

  /// - Returns: the step that counts
  mutating func move(_ step: FrameStep) -> Vector {
    let step = axis.part(of: step.translation)
    path += step
    switch state {
    case .waiting(let way, _): state = .waiting(way: way + step, step: step)
    case .active(let translation): state = .active(translation: translation + step)
    }
    return step
  }

  /// Where the fingers are now counts for the velocity.
  mutating func sample(at time: Timestamp) { trace.add(path, at: time) }

  /// By how much it is over its slop; nil when it is not, has not moved in this frame, or has begun.
  func excess(over slop: Millimeters) -> Millimeters? {
    guard case .waiting(let way, let step) = state, step != .zero, way.length > max(slop, Thresholds.resolution)
    else { return nil }
    return way.length - slop
  }

  /// - Returns: the translation to begin with
  mutating func begin(slop: Millimeters) -> Vector {
    guard case .waiting(let way, let step) = state else { return .zero }
    // What it was over its slop before, while something kept it waiting, is not told either.
    let untold = max(slop, (way - step).length)
    let translation = way.length > untold ? way * ((way.length - untold) / way.length) : .zero
    state = .active(translation: translation)
    return translation
  }

  /// Another motion has begun.
  mutating func forgetSlop() {
    if case .waiting = state { state = .waiting(way: .zero, step: .zero) }
  }

  /// When the last finger lifts.
  func velocity(at lift: Timestamp, by thresholds: Thresholds) -> Vector { trace.velocity(at: lift, by: thresholds) }

  /// All fingers are up.
  mutating func reset() {
    state = .waiting(way: .zero, step: .zero)
    path = .zero
    trace.removeAll()
  }

  /// The way so far; nil when it has begun.
  var way: Vector? {
    if case .waiting(let way, _) = state { way } else { nil }
  }
}
