import Glibc
import InputModel

/// Two fingers that carry, spread and turn at the same time, from (100, 70) on, 20 mm from their middle at first.
struct TwoFingerMotion {
  /// The first has them where they land.
  var frames: [[Finger]]

  /// - Parameters:
  ///   - carry: how far, in mm, along (3, 4)
  ///   - scale: how many times further apart
  ///   - turn: in degrees
  init(carry: Double, scale: Double, turn: Double, steps: Int) {
    frames = (0...steps).map { step in
      let part = Double(step) / Double(steps)
      let middle = Point(x: 100 + 0.6 * carry * part, y: 70 + 0.8 * carry * part)
      let arm = Vector(dx: 20 * (1 + (scale - 1) * part), dy: 0).rotated(by: turn * part * .pi / 180)
      return [Finger(0, at: middle + arm), Finger(1, at: middle + arm * -1)]
    }
  }
}

/// What the content is to do: the numbers of a `transform` event.
struct Outcome {
  /// In mm.
  var carry: Double
  var scale: Double
  /// In degrees.
  var turn: Double
}

/// The slops as the documentation tells them, applied to a whole motion that goes one way only: until one of pan, pinch
/// and rotation is over its own slop, nothing counts; what was over it has its slop taken off; the way that the others
/// have gone up to there is lost, but for the rotation, which always waits for its angle.
struct SlopRule {
  var pan = 2.0
  var pinch = 1.5
  var angle = 5.0
  var angleInPinch = 10.0
  var arc = 1.5

  func outcome(of motion: TwoFingerMotion) -> Outcome? {
    let poses = motion.frames.map { Pose($0) }
    guard let first = poses.first, let last = poses.last else { return nil }
    func way(_ pose: Pose) -> Double { pose.middle.distance(to: first.middle) }
    func turn(_ pose: Pose) -> Double { pose.angle - first.angle }
    func slopAngle(_ pose: Pose) -> Double { max(angle, arc / pose.radius * 180 / .pi) }
    let start = poses.firstIndex { pose in
      way(pose) > pan || abs(pose.radius - first.radius) > pinch || turn(pose) > slopAngle(pose)
    }
    guard let start else { return Outcome(carry: 0, scale: 1, turn: 0) }
    let begun = poses[start]

    var outcome = Outcome(carry: last.middle.distance(to: begun.middle), scale: last.radius / begun.radius, turn: 0)
    if way(begun) > pan { outcome.carry = way(last) - pan }
    let isPinchFirst = abs(begun.radius - first.radius) > pinch
    if isPinchFirst { outcome.scale = last.radius / (first.radius + pinch) }
    if turn(begun) > slopAngle(begun) {
      outcome.turn = turn(last) - slopAngle(begun)
    } else if let later = poses.indices.dropFirst(start + 1).first(where: { index in
      turn(poses[index]) > self.angle(whilePinching: isPinching(isPinchFirst, poses[start..<index]))
    }) {
      outcome.turn = turn(last) - angle(whilePinching: isPinching(isPinchFirst, poses[start..<later]))
    }
    return outcome
  }

  private func angle(whilePinching isPinching: Bool) -> Double { isPinching ? angleInPinch : angle }

  /// A pinch has begun before a frame: first of all, or with the first change of the distance after the first of all.
  private func isPinching(_ isFirst: Bool, _ poses: ArraySlice<Pose>) -> Bool {
    isFirst || poses.contains { $0.radius != poses.first?.radius }
  }

  private struct Pose {
    var middle: Point
    var radius: Double
    /// In degrees; less than half a turn goes by.
    var angle: Double

    init(_ fingers: [Finger]) {
      let arm = (fingers[0].position - fingers[1].position) * 0.5
      middle = fingers[1].position + arm
      radius = arm.length
      angle = atan2(arm.dy, arm.dx) * 180 / .pi
    }
  }
}
