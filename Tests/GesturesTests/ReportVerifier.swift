import Gestures
import InputModel

/// Holds a stream of reports against its grammar: every gesture begins once and ends once, its steps make up the whole,
/// and all numbers are numbers.
struct ReportVerifier {
  private(set) var complaints: [String] = []

  private var running: [GestureKind: GestureEvent.Values] = [:]
  private var latest = Timestamp.zero

  mutating func consume(_ event: GestureEvent) {
    if event.time < latest { complain("runs back", event) }
    latest = event.time
    if !event.values.numbers.allSatisfy(\.isFinite) || !event.focus.x.isFinite || !event.pivot.x.isFinite {
      complain("is not finite", event)
    }
    switch event.values {
    case .tap, .doubleTap, .swipe: if event.phase != .ended { complain("has no duration", event) }
    case .longPress, .pan, .pinch, .rotation:
      let before = running[event.kind]
      if (event.phase == .began) != (before == nil) { complain("began twice, or never", event) }
      if !event.values.continues(before) { complain("is not the sum of its steps", event) }
      running[event.kind] = event.phase == .ended || event.phase == .cancelled ? nil : event.values
    }
  }

  mutating func finish() {
    for kind in running.keys { complaints.append("\(kind) has no end") }
  }

  private mutating func complain(_ complaint: String, _ event: GestureEvent) {
    complaints.append("\(event.kind) \(event.phase) at \(event.time.microseconds) \(complaint)")
  }
}

extension GestureEvent.Values {
  fileprivate var numbers: [Double] {
    switch self {
    case .tap, .doubleTap, .longPress: []
    case .pan(let a, let b, let c): [a.dx, a.dy, b.dx, b.dy, c.dx, c.dy]
    // A scale of 0 is as bad as one without end.
    case .pinch(let scale, let step): [scale, step, 1 / scale, 1 / step]
    case .rotation(let angle, let step): [angle, step]
    case .swipe(_, let velocity): [velocity.dx, velocity.dy]
    }
  }

  fileprivate func continues(_ before: GestureEvent.Values?) -> Bool {
    switch (self, before) {
    case (.pan(let translation, let step, _), .pan(let earlier, _, _)?): translation == earlier + step
    case (.pan(let translation, let step, _), _): translation == step
    case (.pinch(let scale, let step), .pinch(let earlier, _)?): scale == earlier * step
    case (.pinch(let scale, let step), _): scale == step
    case (.rotation(let angle, let step), .rotation(let earlier, _)?): angle == earlier + step
    case (.rotation(let angle, let step), _): angle == step
    default: true
    }
  }
}
