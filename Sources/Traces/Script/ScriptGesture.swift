internal import InputModel

/// The touchscreen that a script plays on.
struct ScriptPanel: Hashable {
  var size = Size(width: 344, height: 194)
  var fingers = 10

  /// Finer than any real panel, so that a script gives the numbers that it says.
  static let unitsPerMillimeter: Int32 = 100
  /// Sides that a panel may have; above, millimetres are not believed.
  static let sides = SurfaceSize.plausibleSides
}

/// What some fingers do from landing to lifting.
struct ScriptGesture: Hashable {
  enum Start: Hashable {
    case at(Interval)
    /// After the end of all gestures before.
    case after(Interval)
  }

  /// One stretch of time in which all fingers do the same.
  struct Motion: Hashable {
    var duration: Interval
    /// Nil while they rest: then the panel tells nothing.
    var change: Change?
  }

  /// Where the fingers are at the end, against the beginning of the motion; on the way they go evenly.
  struct Change: Hashable {
    /// Of the distances to their center.
    var scale = 1.0
    var angle: Radians = 0
    /// Of their center.
    var translation = Vector.zero
  }

  var line: Int
  var column: Int
  var start: Start
  var fingers: Int
  var center: Point
  /// Of the circle on which they stand evenly.
  var diameter: Millimeters = 40
  /// Where on it the first one stands: from the right, clockwise.
  var angle: Radians = .pi
  var motions: [Motion] = []
  /// They never lift.
  var stays = false
}
