import Foundation
import InputModel

/// What the frames of some fingers add up to, by the step of a frame: from one frame to the next only the contacts of
/// both count.
struct Motion: Hashable {
  private(set) var scale = 1.0
  private(set) var degrees = 0.0
  private(set) var dx: Millimeters = 0
  private(set) var dy: Millimeters = 0
  private(set) var frames = 0

  mutating func step(from before: [ContactID: Point], to after: [ContactID: Point]) {
    let both = before.keys.filter { after[$0] != nil }.sorted()
    let p = Cluster(both.compactMap { before[$0] })
    let q = Cluster(both.compactMap { after[$0] })
    guard let p, let q else { return }
    frames += 1
    dx += q.center.x - p.center.x
    dy += q.center.y - p.center.y
    if p.spread > 0 && q.spread > 0 { scale *= q.spread / p.spread }
    var cross = 0.0
    var dot = 0.0
    for (a, b) in zip(p.arms, q.arms) {
      cross += a.x * b.y - a.y * b.x
      dot += a.x * b.x + a.y * b.y
    }
    degrees += atan2(cross, dot) * 180 / .pi
  }
}

/// Points about their middle.
private struct Cluster {
  var center: Point
  var arms: [Point]
  /// The mean distance to the middle.
  var spread: Double

  init?(_ points: [Point]) {
    guard !points.isEmpty else { return nil }
    let count = Double(points.count)
    let center = Point(x: points.map(\.x).reduce(0, +) / count, y: points.map(\.y).reduce(0, +) / count)
    self.center = center
    arms = points.map { Point(x: $0.x - center.x, y: $0.y - center.y) }
    spread = points.map { $0.distance(to: center) }.reduce(0, +) / count
  }
}
