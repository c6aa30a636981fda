internal import InputModel

/// What the fingers that are there before and after a frame have done in it, as one movement. So landing and lifting
/// move, scale and turn nothing.
///
/// Of an unchanged set of fingers the products of the scales are the ratio of the first to the last distance. (A least-
/// squares factor drifts: with three and more fingers it was up to 7 % low on recorded ones.)
struct FrameStep {
  /// How many fingers made it.
  var contacts = 0
  /// Of the centroid.
  var translation = Vector.zero
  /// The centroid afterwards.
  var pivot = Point(x: 0, y: 0)
  /// The mean distance to the centroid before and after; 0 for a single finger.
  var radiusBefore: Millimeters = 0
  var radius: Millimeters = 0
  /// Whether the fingers are far enough apart to tell scale and rotation, before and after.
  var wasWide = false
  var isWide = false
  /// The last mean distance of just these fingers at which scale could be told, before the frame; nil without one.
  var lastWideRadius: Millimeters?
  /// 0 where it can not be told.
  var rotation: Radians = 0

  /// 1 where it can not be told. When it can again, it makes up for what was held.
  var scale: Double {
    guard isWide, let lastWideRadius else { return 1 }
    return radius / lastWideRadius
  }
}
