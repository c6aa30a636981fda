internal import InputModel

/// How fast a finger, or a path, was going at its last sample.
///
/// A parabola is fitted to the samples of the window. Where its end points against the way that was covered, as it does
/// when a motion stops short, the estimate is 0 if that is a trifle, and otherwise the speed that the accelerations
/// between the samples, taken as work done on the finger, amount to.
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
    guard count > 1, lift - samples[newest].time <= thresholds.stopGap else { return .zero }
    let used = stretch(thresholds)
    let velocity = Vector(
      dx: speed(of: used) { $0.dx }, dy: speed(of: used) { $0.dy })
    let length = velocity.length
    return length > thresholds.fastest ? velocity * (thresholds.fastest / length) : velocity
  }

  /// How many samples, from the last one back, are one motion.
  private func stretch(_ thresholds: Thresholds) -> Int {
    var used = 1
    while used < count {
      let earlier = sample(used).time
      guard samples[newest].time - earlier <= thresholds.velocityWindow,
        sample(used - 1).time - earlier <= thresholds.stopGap
      else { break }
      used += 1
    }
    return used
  }

  /// Along one axis, over the last `used` samples.
  private func speed(of used: Int, along axis: (Vector) -> Double) -> Double {
    guard used > 1 else { return 0 }
    let way = axis(samples[newest].position - sample(used - 1).position)
    let mean = way / (samples[newest].time - sample(used - 1).time).seconds
    guard used > 2 else { return mean }
    guard let fitted = fittedSpeed(of: used, along: axis) else { return impulseSpeed(of: used, along: axis) }
    if fitted * way >= 0 { return fitted }
    return abs(fitted) < VelocityEstimator.trifle * abs(mean) ? 0 : impulseSpeed(of: used, along: axis)
  }

  /// The slope of the least-squares parabola at the last sample; nil when the samples are too close to tell.
  private func fittedSpeed(of used: Int, along axis: (Vector) -> Double) -> Double? {
    var (x1, x2, x3, x4, y, xy, x2y) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    let span = (samples[newest].time - sample(used - 1).time).seconds
    for age in 0..<used {
      // Time from -1 to 0, and positions about the last one: well-conditioned, and the same wherever and whenever.
      let x = (sample(age).time - samples[newest].time).seconds / span
      let value = axis(sample(age).position - samples[newest].position)
      x1 += x
      x2 += x * x
      x3 += x * x * x
      x4 += x * x * x * x
      y += value
      xy += x * value
      x2y += x * x * value
    }
    let n = Double(used)
    let (sxx, sxx2, sx2x2) = (x2 - x1 * x1 / n, x3 - x1 * x2 / n, x4 - x2 * x2 / n)
    let (sxy, sx2y) = (xy - x1 * y / n, x2y - x2 * y / n)
    let determinant = sxx * sx2x2 - sxx2 * sxx2
    guard determinant > 1e-12 else { return nil }
    return (sxy * sx2x2 - sx2y * sxx2) / determinant / span
  }

  /// Every change of speed between two samples does work on the finger; its end speed is what the sum of the work gives.
  private func impulseSpeed(of used: Int, along axis: (Vector) -> Double) -> Double {
    var work = 0.0
    for age in (0..<used - 1).reversed() {
      let step = sample(age).position - sample(age + 1).position
      let speed = axis(step) / (sample(age).time - sample(age + 1).time).seconds
      let isFirst = age == used - 2
      work += (speed - VelocityEstimator.speed(for: work)) * abs(speed) * (isFirst ? 0.5 : 1)
    }
    return VelocityEstimator.speed(for: work)
  }

  private static func speed(for work: Double) -> Double {
    let speed = (2 * abs(work)).squareRoot()
    return work < 0 ? -speed : speed
  }

  /// Counted back from the last one, 0.
  private func sample(_ age: Int) -> Sample {
    samples[age <= newest ? newest - age : newest - age + VelocityEstimator.capacity]
  }
}
