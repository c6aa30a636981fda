internal import InputModel

/// How far the fingers of a zone have come towards the motions that have not begun: for whoever explains why.
public struct MotionMeasures: Hashable, Sendable {
  /// Without a sign.
  public struct Measure: Hashable, Sendable {
    public var reached: Double
    /// What must be exceeded.
    public var needed: Double

    public init(reached: Double, needed: Double) {
      self.reached = reached
      self.needed = needed
    }
  }

  /// In millimetres, of the centroid.
  public var pan: Measure?
  /// In millimetres, of the mean distance to the centroid; nil while two fingers are missing, or are too near each other.
  public var pinch: Measure?
  /// In radians; nil as for the pinch.
  public var rotation: Measure?

  public init(pan: Measure? = nil, pinch: Measure? = nil, rotation: Measure? = nil) {
    self.pan = pan
    self.pinch = pinch
    self.rotation = rotation
  }
}

extension ZoneRecognizers {
  /// As the last frame has left it; nil for what has begun.
  public var measures: MotionMeasures {
    let slops = slops
    func measure(_ reached: Double, _ slop: Double) -> MotionMeasures.Measure {
      MotionMeasures.Measure(reached: abs(reached), needed: max(slop, Thresholds.resolution))
    }
    var measures = MotionMeasures(pan: pan.way.map { measure($0.length, slops.pan) })
    if contacts.count > 1 {
      measures.pinch = pinch.change.map { measure($0, slops.pinch) }
      measures.rotation = rotation.turn(slop: slops.rotation).map { measure($0.angle, $0.needed) }
    }
    return measures
  }
}
