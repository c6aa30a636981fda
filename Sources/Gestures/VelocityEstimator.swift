internal import InputModel

/// How fast a finger, or a path, was going at its last sample.
///
/// A parabola is fitted to the samples of the window. Where its end points against the way that was covered, as it does
/// when a motion stops short, the estimate is 0 if that is a trifle, and otherwise the speed that the accelerations
/// between the samples, taken as work done on the finger, amount to, but not more than the mean speed forwards.
struct VelocityEstimator {
  private struct Sample {
    var time = Timestamp.zero
    var position = Vector.zero
  }

  private static let capacity = 20
  /// Below this part of the mean speed a fit that points backwards is a stop.
  private static let trifle = 0.05

  /// A ring; `newest` is the last sample when there is one.
  private var samples = InlineArray<20, Sample>(repeating: Sample())
  private var newest = 0
  private var count = 0

  mutating func removeAll() { count = 0 }

  /// A time not before the last one; the same time again replaces the sample.
  mutating func add(_ position: Vector, at time: Timestamp) {
    if count == 0 || samples[newest].time != time {
      newest = newest + 1 < VelocityEstimator.capacity ? newest + 1 : 0
      count = min(count + 1, VelocityEstimator.capacity)
    }
    samples[newest] = Sample(time: time, position: position)
  }

  /// In mm/s, when the finger lifts at this time; zero after a rest.
  func velocity(at lift: Timestamp, by thresholds: Thresholds) -> Vector {
    let samples = samples.span
    guard count > 1, lift - samples[newest].time <= thresholds.stopGap else { return .zero }
    // Those of one motion, the last one first.
    var moments = InlineArray<20, Moment>(repeating: Moment())
    var (used, place, later) = (0, newest, samples[newest].time)
    while used < count {
      let sample = samples[place]
      let age = samples[newest].time - sample.time
      guard age <= thresholds.velocityWindow, later - sample.time <= thresholds.stopGap else { break }
      moments[used] = Moment(time: -age.seconds, place: sample.position - samples[newest].position)
      (used, later) = (used + 1, sample.time)
      place = place > 0 ? place - 1 : VelocityEstimator.capacity - 1
    }
    let motion = moments.span.extracting(0..<used)
    let velocity = Vector(
      dx: VelocityEstimator.speed(of: motion) { $0.dx }, dy: VelocityEstimator.speed(of: motion) { $0.dy })
    let length = velocity.length
    return length > thresholds.fastest ? velocity * (thresholds.fastest / length) : velocity
  }

  /// A sample relative to the last one.
  private struct Moment {
    /// In seconds, not positive.
    var time = 0.0
    var place = Vector.zero
  }

  /// Along one axis.
  private static func speed(of motion: Span<Moment>, along axis: (Vector) -> Double) -> Double {
    guard motion.count > 1 else { return 0 }
    let first = motion[motion.count - 1]
    let mean = axis(first.place) / first.time
    guard motion.count > 2 else { return mean }
    guard let fitted = fittedSpeed(of: motion, along: axis) else { return impulseSpeed(of: motion, along: axis) }
    if fitted * mean >= 0 { return fitted }
    guard abs(fitted) >= trifle * abs(mean) else { return 0 }
    // It has turned back, or it still goes on, but has slowed down.
    let impulse = impulseSpeed(of: motion, along: axis)
    return impulse * mean > 0 && abs(impulse) > abs(mean) ? mean : impulse
  }

  /// The slope of the least-squares parabola at the last sample; nil when the samples are too close to tell.
  private static func fittedSpeed(of motion: Span<Moment>, along axis: (Vector) -> Double) -> Double? {
    let span = -motion[motion.count - 1].time
    var (x1, x2, x3, x4, y, xy, x2y) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for index in 0..<motion.count {
      // From -1 to 0, so that the sums are of one size.
      let x = motion[index].time / span
      let value = axis(motion[index].place)
      x1 += x
      x2 += x * x
      x3 += x * x * x
      x4 += x * x * x * x
      y += value
      xy += x * value
      x2y += x * x * value
    }
    let n = Double(motion.count)
    let (sxx, sxx2, sx2x2) = (x2 - x1 * x1 / n, x3 - x1 * x2 / n, x4 - x2 * x2 / n)
    let (sxy, sx2y) = (xy - x1 * y / n, x2y - x2 * y / n)
    let determinant = sxx * sx2x2 - sxx2 * sxx2
    guard determinant > 1e-12 else { return nil }
    return (sxy * sx2x2 - sx2y * sxx2) / determinant / span
  }

  /// Every change of speed between two samples does work on the finger; its end speed is what the sum of the work gives.
  private static func impulseSpeed(of motion: Span<Moment>, along axis: (Vector) -> Double) -> Double {
    var work = 0.0
    for index in (1..<motion.count).reversed() {
      let (earlier, later) = (motion[index], motion[index - 1])
      let speed = axis(later.place - earlier.place) / (later.time - earlier.time)
      let isFirst = index == motion.count - 1
      work += (speed - self.speed(for: work)) * abs(speed) * (isFirst ? 0.5 : 1)
    }
    return speed(for: work)
  }

  private static func speed(for work: Double) -> Double {
    let speed = (2 * abs(work)).squareRoot()
    return work < 0 ? -speed : speed
  }
}
