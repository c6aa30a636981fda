import Glibc
import InputModel
import TestSupport

/// What two fingers do on the soak's picture: from one pose to another, the second finger maybe later and gone earlier.
struct SoakMotion: CustomStringConvertible {
  /// How far a finger moves from one frame to the next at most, in mm.
  static let longestStep = 3.0
  /// Between two frames, as on a panel with 125 of them a second.
  static let pause = Interval.milliseconds(8)

  /// Where the fingers are, frame by frame; nil for one that is up.
  let frames: [[Point?]]

  static func draw(_ random: inout SplitMix64) -> SoakMotion {
    func pose() -> (middle: Point, arm: Vector) {
      // Inside the picture's zone, and beyond its left edge never.
      let middle = Point(x: .random(in: 35...95, using: &random), y: .random(in: 45...150, using: &random))
      let angle = Double.random(in: 0...(2 * .pi), using: &random)
      return (middle, Vector(dx: .random(in: 6...30, using: &random), dy: 0).rotated(by: angle))
    }
    let (start, end) = (pose(), pose())
    func fingers(at part: Double) -> [Point] {
      let way = Vector(dx: end.middle.x - start.middle.x, dy: end.middle.y - start.middle.y)
      let arm = Vector(
        dx: start.arm.dx + (end.arm.dx - start.arm.dx) * part, dy: start.arm.dy + (end.arm.dy - start.arm.dy) * part)
      let middle = start.middle + way * part
      return [middle + arm, middle + arm * -1]
    }
    let longest = zip(fingers(at: 0), fingers(at: 1)).map { $0.distance(to: $1) }.max() ?? 0
    let steps = Int(longest / (longestStep * .random(in: 0.2...0.9, using: &random))) + 2
    let comes = Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 0...steps, using: &random) : 0
    let goes = Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 0...steps, using: &random) : steps
    return SoakMotion(
      frames: (0...steps).map { step in
        let both = fingers(at: Double(step) / Double(steps))
        return [both[0], (comes...max(comes, goes)).contains(step) ? both[1] : nil]
      })
  }

  var description: String { "\(frames.count) frames of \(frames.filter { $0[1] != nil }.count) with two fingers" }
}

/// The books on gestures: each that has begun ends once, and what is under the fingers never goes further than they do.
struct SoakGestures {
  /// The largest error of four decimals, and of fingers that are told in twelfths of a millimetre.
  private static let tolerance = 0.1

  private(set) var open: Set<String> = []
  private var carried: [String: JSONLine] = [:]

  /// What is wrong with an event; nil when nothing is.
  /// - Parameter loss: when events were lost last: a finger is found elsewhere then
  mutating func consume(_ event: JSONLine, loss: Timestamp?) -> String? {
    event.type == "gesture" ? gesture(event) : transform(event, loss)
  }

  private static func way(of event: JSONLine) -> Vector {
    Vector(dx: event.decimal("dx"), dy: event.decimal("dy"))
  }

  private mutating func gesture(_ event: JSONLine) -> String? {
    let kind = event["gesture"] ?? ""
    let name = "\(kind) on \(event["zone"] ?? "")"
    guard ["long-press", "pan", "pinch", "rotate"].contains(kind) else {
      return event["phase"] == "ended" ? nil : "it has no such phase"
    }
    if kind == "pinch", !(event.decimal("scale") > 0) { return "no such scale" }
    switch event["phase"] {
    case "began": return open.insert(name).inserted ? nil : "it had begun"
    case "changed": return open.contains(name) ? nil : "it had not begun"
    case "ended", "cancelled": return open.remove(name) == nil ? "it had not begun" : nil
    default: return "it has no such phase"
    }
  }

  private mutating func transform(_ event: JSONLine, _ loss: Timestamp?) -> String? {
    let before = carried.updateValue(event, forKey: event["control"] ?? "")
    let angle = event.decimal("angle") * .pi / 180
    let scale = event.decimal("scale")
    guard abs(event.decimal("a") - scale * cos(angle)) < 0.001, abs(event.decimal("b") - scale * sin(angle)) < 0.001
    else { return "the matrix is not what scale and angle say" }
    // Put back by a request.
    if event["duration"] != nil { return nil }
    if let loss, loss >= before?.time ?? .zero { return nil }
    let way = (Self.way(of: event) - (before.map(Self.way) ?? .zero)).length
    guard way > SoakMotion.longestStep + Self.tolerance else { return nil }
    return "it has jumped by \(way) mm from \(before?.description ?? "where it began")"
  }
}
