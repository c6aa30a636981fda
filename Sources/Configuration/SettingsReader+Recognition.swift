internal import Gestures
internal import YAML

extension SettingsReader {
  /// `thresholds:` and `simultaneous:` of a device or a zone; what is not written is as in `defaults`.
  func recognition(_ reader: inout MappingReader, over defaults: Recognition) -> Recognition {
    var recognition = defaults
    reader.update(&recognition.isSimultaneous, "simultaneous", .flag)
    guard let node = reader.node("thresholds"), var thresholds = MappingReader(node, "thresholds", log) else {
      return recognition
    }
    readPresses(&thresholds, into: &recognition.thresholds)
    readMotions(&thresholds, into: &recognition.thresholds)
    thresholds.finish()
    return recognition
  }

  private func readPresses(_ reader: inout MappingReader, into thresholds: inout Thresholds) {
    reader.update(&thresholds.pressSlop, "press-slop", .distance)
    reader.update(&thresholds.longPress, "long-press", .positiveDuration)
    reader.update(&thresholds.longestTap, "longest-tap", .limit)
    reader.update(&thresholds.pairWindow, "double-tap-window", .duration)
    reader.update(&thresholds.pairMinimum, "double-tap-minimum", .duration)
    reader.update(&thresholds.pairDistance, "double-tap-distance", .distance)
  }

  private func readMotions(_ reader: inout MappingReader, into thresholds: inout Thresholds) {
    if let slop = reader.read("pan-slop", .distance) { thresholds.panSlop = slop }
    reader.update(&thresholds.pinchSlop, "pinch-slop", .distance)
    reader.update(&thresholds.rotationSlop, "rotate-slop", .angle)
    reader.update(&thresholds.rotationSlopInPinch, "rotate-slop-in-pinch", .angle)
    reader.update(&thresholds.rotationArcSlop, "rotate-arc-slop", .distance)
    reader.update(&thresholds.smallestSpan, "smallest-span", .distance)
    reader.update(&thresholds.swipeSpeed, "swipe-speed", .speed)
    reader.update(&thresholds.swipeDistance, "swipe-distance", .distance)
    reader.update(&thresholds.swipeDeviation, "swipe-deviation", .angle)
    reader.update(&thresholds.longestSwipe, "longest-swipe", .limit)
    reader.update(&thresholds.velocityWindow, "velocity-window", .positiveDuration)
    reader.update(&thresholds.stopGap, "stop-gap", .positiveDuration)
    reader.update(&thresholds.fastest, "highest-speed", .speed)
  }
}
