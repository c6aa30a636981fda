internal import Gestures
internal import InputModel

extension GestureEvent {
  /// The phase and the values, for a person.
  var words: String {
    let phase =
      switch self.phase {
      case .began: "began"
      case .changed: "changed"
      case .ended: "ended"
      case .cancelled: "cancelled"
      }
    switch values {
    case .tap, .doubleTap: return "at \(Wording.point(focus))"
    case .longPress: return "\(phase) at \(Wording.point(focus))"
    case .pan(let translation, _, let velocity):
      let speed = self.phase == .ended ? ", \(Wording.number(velocity.length, decimals: 0)) mm/s" : ""
      return "\(phase): \(Wording.point(Point(x: translation.dx, y: translation.dy)))\(speed)"
    case .pinch(let scale, _): return "\(phase): x\(Wording.number(scale, decimals: 3))"
    case .rotation(let angle, _): return "\(phase): \(Wording.number(Wording.degrees(angle), decimals: 1)) deg"
    case .swipe(let direction, let velocity):
      return "\(direction.words) by \(Wording.fingers(contacts)), \(Wording.number(velocity.length, decimals: 0)) mm/s"
    }
  }
}

extension SwipeDirection {
  fileprivate var words: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .up: "up"
    case .down: "down"
    }
  }
}

extension SwipeFailure {
  /// Measured against needed.
  func words(_ thresholds: Thresholds) -> String {
    switch self {
    case .wrongCount: return "it takes 1 to 5 fingers that lift"
    case .lasted(let length):
      return "lasted \(Wording.seconds(length)) of at most \(Wording.seconds(thresholds.longestSwipe ?? length))"
    case .liftedApart(let age):
      return "a finger had lifted \(Wording.seconds(age)) before the last one, "
        + "more than \(Wording.seconds(thresholds.velocityWindow))"
    case .speed(let speed):
      let (reached, needed) = Wording.pair(speed, thresholds.swipeSpeed)
      return "lifted at \(reached) mm/s of \(needed) mm/s"
    case .distance(let distance):
      let (reached, needed) = Wording.pair(distance, thresholds.swipeDistance)
      return "went \(reached) mm of \(needed) mm"
    case .turnedBack: return "lifted against the way it had gone"
    case .deviation(let angle):
      let (reached, limit) = Wording.pair(
        Wording.degrees(angle), Wording.degrees(thresholds.swipeDeviation))
      return "pointed \(reached) deg from the nearest axis, more than \(limit) deg"
    case .divided: return "a finger went against the others"
    }
  }
}
