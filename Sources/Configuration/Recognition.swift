internal import Gestures

/// How gestures on a zone are recognized.
struct Recognition {
  var thresholds = Thresholds()
  /// Whether pan, pinch and rotation run together; else the first one has the touch.
  var isSimultaneous = true
}
