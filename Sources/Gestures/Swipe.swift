public import InputModel

public enum SwipeDirection: Hashable, Sendable, CaseIterable {
  case left
  case right
  case up
  case down
}

/// Why fingers that have left the glass were no swipe.
public enum SwipeFailure: Error, Hashable, Sendable {
  /// More fingers than a swipe has, or none whose lift counts.
  case wrongCount
  /// From the first landing to the last lift.
  case lasted(Interval)
  /// A finger had lifted so long before the last one.
  case liftedApart(Interval)
  /// In mm/s.
  case speed(Double)
  case distance(Millimeters)
  /// The fingers lifted in another direction than they had gone.
  case turnedBack
  /// From the nearest axis.
  case deviation(Radians)
  /// A finger went against the others.
  case divided
}

/// One to five fingers that leave the glass in one direction, judged at the last lift.
///
/// ```
/// ↓ → ↑            a swipe when far, fast and straight enough
/// ↓↓ ⇒ ↑ ↑         of two: all fingers of the touch count, by the mean of their ways and of their velocities at their lifts
/// ↓↓ ⇒ ↑ … ↑       none when one has lifted longer ago than motion counts
/// ↓↓ ↔ ↑ ↑         none when a finger goes against the mean
/// ↓ ✗              that finger never was; the others may still
/// 6 fingers        none
/// ```
struct Swipe {
  static let fingers = 1...5

  struct Outcome {
    var direction: SwipeDirection
    var velocity: Vector
    var fingers: Int
  }

  private struct Finger {
    var id = ContactID(rawValue: -1)
    var landing = Point(x: 0, y: 0)
    var way = Vector.zero
    var trace = VelocityEstimator()
    var lifted: Timestamp?
    var velocity = Vector.zero
  }

  /// Valid up to `count`, by tracking id.
  private var tracked = InlineArray<5, Finger>(repeating: Finger())
  private var count = 0
  private var first: Timestamp?
  private var isCrowded = false

  mutating func land(_ id: ContactID, at position: Point, time: Timestamp) {
    if first == nil { first = time }
    guard count < Swipe.fingers.upperBound else {
      isCrowded = true
      return
    }
    var place = count
    while place > 0, tracked[place - 1].id > id {
      tracked[place] = tracked[place - 1]
      place -= 1
    }
    tracked[place] = Finger(id: id, landing: position)
    tracked[place].trace.add(.zero, at: time)
    count += 1
  }

  /// A frame, for every finger that is down.
  mutating func move(in contacts: inout ZoneContacts, at time: Timestamp) {
    guard !isCrowded else { return }
    for place in 0..<count where tracked[place].lifted == nil {
      guard let position = contacts.position(of: tracked[place].id) else { continue }
      tracked[place].way = position - tracked[place].landing
      tracked[place].trace.add(tracked[place].way, at: time)
    }
  }

  mutating func lift(_ id: ContactID, at time: Timestamp, by thresholds: Thresholds) {
    guard let place = place(of: id) else { return }
    tracked[place].lifted = time
    tracked[place].velocity = tracked[place].trace.velocity(at: time, by: thresholds)
  }

  mutating func cancel(_ id: ContactID) {
    guard let place = place(of: id) else { return }
    for later in place..<(count - 1) { tracked[later] = tracked[later + 1] }
    count -= 1
  }

  /// At the last lift.
  func judge(at time: Timestamp, by thresholds: Thresholds) -> Result<Outcome, SwipeFailure> {
    guard count > 0, !isCrowded, let first else { return .failure(.wrongCount) }
    if let longest = thresholds.longestSwipe, time - first > longest { return .failure(.lasted(time - first)) }
    var (way, velocity) = (Vector.zero, Vector.zero)
    for place in 0..<count {
      guard let lifted = tracked[place].lifted else { return .failure(.wrongCount) }
      guard time - lifted <= thresholds.velocityWindow else { return .failure(.liftedApart(time - lifted)) }
      way += tracked[place].way
      velocity += tracked[place].velocity
    }
    way = way * (1 / Double(count))
    velocity = velocity * (1 / Double(count))
    guard velocity.length > thresholds.swipeSpeed else { return .failure(.speed(velocity.length)) }
    guard way.length > thresholds.swipeDistance else { return .failure(.distance(way.length)) }
    guard way.dot(velocity) > 0 else { return .failure(.turnedBack) }
    let (direction, deviation) = SwipeDirection.nearest(to: velocity)
    guard deviation <= thresholds.swipeDeviation else { return .failure(.deviation(deviation)) }
    for place in 0..<count where tracked[place].velocity.dot(velocity) < 0 { return .failure(.divided) }
    return .success(Outcome(direction: direction, velocity: velocity, fingers: count))
  }

  /// All fingers are up.
  mutating func reset() {
    count = 0
    first = nil
    isCrowded = false
  }

  /// Of a finger that is down.
  private func place(of id: ContactID) -> Int? {
    for place in 0..<count where tracked[place].id == id && tracked[place].lifted == nil { return place }
    return nil
  }
}

extension SwipeDirection {
  /// The axis that it is nearest to, and how far it points from it.
  static func nearest(to velocity: Vector) -> (direction: SwipeDirection, deviation: Radians) {
    let isHorizontal = abs(velocity.dx) >= abs(velocity.dy)
    let (along, across) = isHorizontal ? (velocity.dx, velocity.dy) : (velocity.dy, velocity.dx)
    let direction: SwipeDirection = isHorizontal ? (along > 0 ? .right : .left) : (along > 0 ? .down : .up)
    return (direction, Vector.angle(cross: abs(across), dot: abs(along)))
  }
}
