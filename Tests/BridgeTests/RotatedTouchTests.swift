import Bridge
import Gestures
import InputModel
import Testing

@Suite struct RotatedTouchTests {
  /// Where a tap on the corners of the panel, clockwise from its own top left, is seen on the picture.
  private static let corners: [(Rotation, [Point])] = {
    let seen = [Point(x: 0, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 100), Point(x: 0, y: 100)]
    return [
      (.none, seen), (.quarter, Array(seen[1...] + seen[..<1])), (.half, Array(seen[2...] + seen[..<2])),
      (.threeQuarters, Array(seen[3...] + seen[..<3])),
    ]
  }()

  @Test("U1 in every rotation a touch of a corner is seen within a pixel of where it is", arguments: corners)
  func corner(_ rotation: Rotation, _ seen: [Point]) throws {
    for (raw, point) in zip(["0,0", "100,0", "100,100", "0,100"], seen) {
      var bench = Bench()
      bench.triggers = []
      bench.rotation = rotation
      bench.zones = [Bench.Zone("pad", .glass, .whole)]
      bench.gestures = [Bench.Gesture("pad", .tap)]
      let run = BridgeRun(bench, try BridgeScript("f1:\(raw)@0 f1:up@50 .100"))
      let taps = run.log.compactMap { entry -> Point? in
        guard case .publish(let event) = entry.effect, case .gesture(let report) = event.kind else { return nil }
        return report.gesture.focus
      }
      let tap = try #require(taps.first)
      #expect(taps.count == 1)
      // Of a picture with 1,920 of them to a side.
      #expect(tap.distance(to: point) < 100.0 / 1_920, "\(raw) turned by \(rotation)")
    }
  }
}
