internal import InputModel

public enum SwipeDirection: Hashable, Sendable, CaseIterable {
  case left
  case right
  case up
  case down
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
  func judge(at time: Timestamp, by thresholds: Thresholds) -> Outcome? {
    guard count > 0, !isCrowded, let first else { return nil }
    if let longest = thresholds.longestSwipe, time - first > longest { return nil }
    var (way, velocity) = (Vector.zero, Vector.zero)
    for place in 0..<count {
      guard let lifted = tracked[place].lifted, time - lifted <= thresholds.velocityWindow else { return nil }
      way += tracked[place].way
      velocity += tracked[place].velocity
    }
    way = way * (1 / Double(count))
    velocity = velocity * (1 / Double(count))
    guard velocity.length > thresholds.swipeSpeed, way.length > thresholds.swipeDistance, way.dot(velocity) > 0,
      let direction = SwipeDirection(of: velocity, within: thresholds.swipeDeviation)
    else { return nil }
    for place in 0..<count where tracked[place].velocity.dot(velocity) < 0 { return nil }
    return Outcome(direction: direction, velocity: velocity, fingers: count)
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
  /// Nil when it points too far from every axis.
  init?(of velocity: Vector, within deviation: Radians) {
    let isHorizontal = abs(velocity.dx) >= abs(velocity.dy)
    let (along, across) = isHorizontal ? (velocity.dx, velocity.dy) : (velocity.dy, velocity.dx)
    guard Vector.angle(cross: abs(across), dot: abs(along)) <= deviation else { return nil }
    self = isHorizontal ? (along > 0 ? .right : .left) : (along > 0 ? .down : .up)
  }
}
