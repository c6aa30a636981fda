import Gestures
import InputModel
import Testing

@Suite struct ZoneMapTests {
  private static func square(_ x: Double, _ y: Double, _ side: Double) -> ZoneShape {
    .rectangle(origin: Point(x: x, y: y), size: Size(width: side, height: side))
  }

  private static let photo = ZoneMap.Zone(.whole)

  struct LandingCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var zones: [ZoneMap.Zone]
    var landing: Point
    var chain: [ZoneMap.Place]

    init(_ name: String, _ zones: [ZoneMap.Zone], at x: Double, _ y: Double, gives chain: [ZoneMap.Place]) {
      testDescription = name
      self.zones = zones
      landing = Point(x: x, y: y)
      self.chain = chain
    }
  }

  @Test(
    "the zones that a touch belongs to",
    arguments: [
      LandingCase("no zones", [], at: 1, 1, gives: [.whole]),
      LandingCase("beside the zones", [.init(square(0, 0, 5))], at: 6, 1, gives: [.whole]),
      LandingCase("an edge belongs to the zone", [.init(square(0, 0, 5))], at: 5, 5, gives: [.zone(0), .whole]),
      LandingCase(
        "later is higher, and does not lie in what it covers", [.init(square(0, 0, 9)), .init(square(0, 0, 5))], at: 1,
        1, gives: [.zone(1), .whole]),
      LandingCase(
        "a circle ends at its radius", [.init(.circle(center: Point(x: 5, y: 5), radius: 2))], at: 6.5, 6.5,
        gives: [.whole]),
      LandingCase(
        "its parents follow, also where they do not reach",
        [.init(square(0, 0, 2)), .init(square(0, 0, 4), parent: 0), .init(square(3, 3, 9), parent: 1)], at: 9, 9,
        gives: [.zone(2), .zone(1), .zone(0), .whole]),
      LandingCase(
        "nothing behind a block sees it",
        [photo, .init(square(0, 0, 9), parent: 0, blocks: true), .init(square(0, 0, 5), parent: 1)], at: 1, 1,
        gives: [.zone(2), .zone(1)]),
      LandingCase(
        "a blocking zone without a parent keeps the surface out", [.init(square(0, 0, 9), blocks: true)], at: 1, 1,
        gives: [.zone(0)]),
      LandingCase(
        "a zone lies above the later zone that it is in",
        [.init(square(0, 0, 9), parent: 1, blocks: true), photo], at: 1, 1, gives: [.zone(0)]),
      LandingCase(
        "waiting zones come up in their own order, with those that wait for them",
        [.init(.whole, parent: 3), .init(square(0, 0, 5), parent: 0), .init(square(0, 0, 9), parent: 3), photo], at: 1,
        1, gives: [.zone(2), .zone(3), .whole]),
      LandingCase(
        "and what comes after their parent is higher still",
        [.init(.whole, parent: 1), photo, .init(square(0, 0, 9))], at: 1, 1, gives: [.zone(2), .whole]),
    ])
  func landings(_ example: LandingCase) {
    let map = ZoneMap(example.zones)
    let chain = map.chain(from: map.topmost(at: example.landing))
    #expect(Array(chain) == example.chain)
  }

  @Test(
    "parents that lead round or out of the list are a mistake of the caller",
    arguments: [0, 1, 2])
  func circles(_ example: Int) async {
    switch example {
    case 0: await #expect(processExitsWith: .failure) { _ = ZoneMap([.init(.whole, parent: 0)]) }
    case 1:
      await #expect(processExitsWith: .failure) { _ = ZoneMap([.init(.whole, parent: 1), .init(.whole, parent: 0)]) }
    default: await #expect(processExitsWith: .failure) { _ = ZoneMap([.init(.whole, parent: 1)]) }
    }
  }
}
