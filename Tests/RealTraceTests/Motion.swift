import Gestures
import InputModel

/// What the frames of some fingers add up to, in the words of the recognizers.
struct Motion {
  private(set) var scale = 1.0
  private(set) var angle: Radians = 0
  private(set) var translation = Vector.zero

  mutating func add(_ events: [GestureEvent]) {
    for event in events {
      switch event.values {
      case .pan(_, let step, _): translation += step
      case .pinch(_, let step): scale *= step
      case .rotation(_, let step): angle += step
      case .tap, .doubleTap, .longPress, .swipe: break
      }
    }
  }

  var degrees: Double { angle * 180 / .pi }
}

/// What one zone of the whole surface recognizes in a trace.
struct Recognition {
  /// For each session, by the number of fingers, what its frames with so many add up to.
  private(set) var motions: [[Int: Motion]] = []
  /// For each session.
  private(set) var events: [[GestureEvent]] = []

  init(_ replay: Replay, _ settings: ZoneRecognizers.Settings) {
    var recognizers = ZoneRecognizers(settings)
    var fingers = 0
    for frame in replay.frames {
      var told: [GestureEvent] = []
      recognizers.consume(frame.contacts, at: frame.time, into: &told)
      let before = fingers
      fingers = frame.contacts.count { $0.phase.isActive }
      if before == 0 {
        guard fingers > 0 else { continue }
        motions.append([:])
        events.append([])
      }
      events[events.count - 1] += told
      if before == fingers { motions[motions.count - 1][fingers, default: Motion()].add(told) }
    }
  }

  /// Recognizes motions from the first step, whatever its size.
  static var raw: ZoneRecognizers.Settings {
    var settings = ZoneRecognizers.Settings(.motions)
    settings.thresholds.panSlop = 0
    settings.thresholds.pinchSlop = 0
    settings.thresholds.rotationSlop = 0
    settings.thresholds.rotationSlopInPinch = 0
    settings.thresholds.rotationArcSlop = 0
    settings.thresholds.smallestSpan = 0
    return settings
  }

  /// The kinds that were recognized in a session.
  func kinds(in session: Int) -> Set<GestureKind> { Set(events[session].map(\.kind)) }
}
