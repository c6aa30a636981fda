import Gestures
import InputModel

/// Fingers as text, and what comes of them as text.
///
/// A line is a frame: the milliseconds, then what the fingers do. `+1 20,40` lands, `1 30,40` moves, `-1` lifts, `x1` is
/// taken back; `cancel` takes everything back, and a time alone lets it pass. Fingers that are not named rest.
/// A report is `16 pan began 8,0 [1]`: milliseconds, kind, phase, what has come of it, and how many fingers are down.
struct GestureScript {
  private(set) var reports: [GestureEvent] = []
  private(set) var recognizers: ZoneRecognizers
  private var down: [ContactID: Point] = [:]

  init(_ settings: ZoneRecognizers.Settings, _ script: String) {
    recognizers = ZoneRecognizers(settings)
    for line in script.split(separator: "\n") { run(line.split(separator: " ")) }
  }

  var lines: [String] { reports.map(\.line) }

  private mutating func run(_ words: [Substring]) {
    var words = words[...]
    guard let time = words.popFirst().flatMap({ Int64($0) }).map({ Timestamp(microseconds: $0 * 1_000) }) else {
      return
    }
    guard let first = words.first else { return recognizers.advance(to: time, into: &reports) }
    guard first != "cancel" else {
      down = [:]
      return recognizers.cancel(at: time, into: &reports)
    }
    var changed: [ContactID: Contact] = [:]
    while let word = words.popFirst() {
      let mark = word.first.flatMap { "+-x".contains($0) ? $0 : nil }
      guard let id = Int32(word.drop { "+-x".contains($0) }).map(ContactID.init(rawValue:)) else { continue }
      let place = mark == "-" || mark == "x" ? down[id] : words.popFirst().flatMap(Point.init)
      let phase: ContactPhase = mark == "+" ? .began : mark == "-" ? .ended : mark == "x" ? .cancelled : .moved
      changed[id] = Contact(id: id, phase: phase, position: place ?? Point(x: 0, y: 0))
    }
    let resting = down.filter { changed[$0.key] == nil }
    let frame =
      changed.values + resting.map { Contact(id: $0.key, phase: .stationary, position: $0.value) }
    for contact in changed.values { down[contact.id] = contact.phase.isActive ? contact.position : nil }
    recognizers.consume(frame, at: time, into: &reports)
  }
}

extension Point {
  /// `x,y`
  fileprivate init?(_ word: Substring) {
    let numbers = word.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension GestureEvent {
  /// Rounded to hundredths, angles in degrees.
  fileprivate var line: String {
    func text(_ value: Double) -> String {
      let rounded = (value * 100).rounded() / 100
      return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
    func text(_ vector: Vector) -> String { "\(text(vector.dx)),\(text(vector.dy))" }
    let detail =
      switch values {
      case .tap, .doubleTap, .longPress: " \(text(focus.x)),\(text(focus.y))"
      case .pan(let translation, _, let velocity):
        " \(text(translation))" + (velocity == .zero ? "" : " at \(text(velocity))")
      case .pinch(let scale, _): " \(text(scale))"
      case .rotation(let angle, _): " \(text(angle * 180 / .pi))"
      case .swipe(let direction, let velocity): " \(direction) at \(text(velocity))"
      }
    return "\(time.microseconds / 1_000) \(kind) \(phase)\(detail) [\(contacts)]"
  }
}
