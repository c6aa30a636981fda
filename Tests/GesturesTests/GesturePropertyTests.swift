import Gestures
import InputModel
import TestSupport
import Testing

/// What holds whatever fingers do.
@Suite struct GesturePropertyTests {
  private static let seeds = Array(0..<60)

  private static func settings(_ seed: Int, scaledBy factor: Double = 1) -> ZoneRecognizers.Settings {
    var settings = ZoneRecognizers.Settings(seed % 3 == 0 ? .motions.union(.swipe) : .all)
    settings.isSimultaneous = seed % 4 != 0
    if seed % 5 == 0 { settings.failures[.swipe] = .pan }
    settings.thresholds.pressSlop *= factor
    settings.thresholds.pinchSlop *= factor
    settings.thresholds.rotationArcSlop *= factor
    settings.thresholds.smallestSpan *= factor
    settings.thresholds.pairDistance *= factor
    settings.thresholds.swipeSpeed *= factor
    settings.thresholds.swipeDistance *= factor
    settings.thresholds.fastest *= factor
    settings.thresholds.panSlop = 2 * factor
    return settings
  }

  private static func reports(_ hands: RandomHands, _ settings: ZoneRecognizers.Settings) -> [GestureEvent] {
    var recognizers = ZoneRecognizers(settings)
    var events: [GestureEvent] = []
    for frame in hands.frames { recognizers.consume(frame.contacts, at: frame.time, into: &events) }
    recognizers.advance(to: Timestamp(microseconds: .max), into: &events)
    return events
  }

  @Test("every began has one end, the steps make up the whole, and nothing is infinite", arguments: seeds)
  func grammar(_ seed: Int) {
    var verifier = ReportVerifier()
    for event in GesturePropertyTests.reports(RandomHands(seed: seed), GesturePropertyTests.settings(seed)) {
      verifier.consume(event)
    }
    verifier.finish()
    #expect(verifier.complaints == [])
  }

  @Test("all kinds of gesture come about in these tests")
  func coverage() {
    var seen: [GestureKind: Int] = [:]
    for seed in GesturePropertyTests.seeds {
      for event in GesturePropertyTests.reports(RandomHands(seed: seed), GesturePropertyTests.settings(seed)) {
        if event.phase == .ended { seen[event.kind, default: 0] += 1 }
      }
    }
    for kind in GestureKind.allCases { #expect(seen[kind, default: 0] >= 3, "\(kind)") }
  }

  @Test("later fingers give the same later", arguments: seeds)
  func shift(_ seed: Int) {
    let (hands, settings) = (RandomHands(seed: seed), GesturePropertyTests.settings(seed))
    let interval = Interval.microseconds(86_400_000_123)
    var expected = GesturePropertyTests.reports(hands, settings)
    for index in expected.indices { expected[index].time = expected[index].time + interval }
    #expect(GesturePropertyTests.reports(hands.shifted(by: interval), settings) == expected)
  }

  @Test("the order in which a frame lists its fingers changes nothing", arguments: seeds)
  func order(_ seed: Int) {
    let (hands, settings) = (RandomHands(seed: seed), GesturePropertyTests.settings(seed))
    #expect(
      GesturePropertyTests.reports(hands.shuffled(seed: seed), settings)
        == GesturePropertyTests.reports(hands, settings))
  }

  @Test("a late loop and a busy one report the same, and no deadline lies in the past", arguments: seeds)
  func lateness(_ seed: Int) {
    let (hands, settings) = (RandomHands(seed: seed), GesturePropertyTests.settings(seed))
    var random = SplitMix64(seed: seed)
    var recognizers = ZoneRecognizers(settings)
    var (events, last) = ([GestureEvent](), Timestamp.zero)
    for frame in hands.frames {
      while let deadline = recognizers.deadline, deadline < frame.time {
        #expect(deadline > last)
        recognizers.advance(to: deadline, into: &events)
        last = deadline
      }
      let early = frame.time - .microseconds(.random(in: 1...20_000, using: &random))
      if early > last { recognizers.advance(to: early, into: &events) }
      recognizers.consume(frame.contacts, at: frame.time, into: &events)
      last = frame.time
    }
    recognizers.advance(to: Timestamp(microseconds: .max), into: &events)
    #expect(recognizers.deadline == nil)
    #expect(events == GesturePropertyTests.reports(hands, settings))
  }

  @Test("landing and lifting change no value but focus and number", arguments: seeds)
  func stillness(_ seed: Int) {
    var recognizers = ZoneRecognizers(GesturePropertyTests.settings(seed))
    for frame in RandomHands(seed: seed).frames {
      var events: [GestureEvent] = []
      recognizers.advance(to: frame.time, into: &events)
      events = []
      recognizers.consume(frame.contacts, at: frame.time, into: &events)
      guard frame.isStill else { continue }
      for event in events {
        switch event.values {
        case .pan(_, let step, _): #expect(event.phase != .began && step == .zero)
        case .pinch(_, let step): #expect(event.phase != .began && step == 1)
        case .rotation(_, let step): #expect(event.phase != .began && step == 0)
        case .tap, .doubleTap, .longPress, .swipe: break
        }
      }
    }
  }

  /// Plane maps that the arithmetic carries out exactly, so that no threshold falls to the other side.
  enum PlaneMap: CaseIterable {
    case quarterTurn, double, mirror

    func point(_ point: Point) -> Point {
      switch self {
      case .quarterTurn: Point(x: -point.y, y: point.x)
      case .double: Point(x: 2 * point.x, y: 2 * point.y)
      case .mirror: Point(x: -point.x, y: point.y)
      }
    }

    func vector(_ vector: Vector) -> Vector {
      let mapped = point(Point(x: vector.dx, y: vector.dy))
      return Vector(dx: mapped.x, dy: mapped.y)
    }

    func event(_ event: GestureEvent) -> GestureEvent {
      var values = event.values
      switch values {
      case .pan(let translation, let step, let velocity):
        values = .pan(translation: vector(translation), step: vector(step), velocity: vector(velocity))
      case .rotation(let angle, let step): if self == .mirror { values = .rotation(angle: -angle, step: -step) }
      case .swipe(let direction, let velocity): values = .swipe(self.direction(direction), velocity: vector(velocity))
      case .tap, .doubleTap, .longPress, .pinch: break
      }
      return GestureEvent(
        values, event.phase, at: event.time, contacts: event.contacts, focus: point(event.focus),
        pivot: point(event.pivot))
    }

    private func direction(_ direction: SwipeDirection) -> SwipeDirection {
      let turned: [SwipeDirection: SwipeDirection] =
        switch self {
        case .double: [:]
        case .mirror: [.left: .right, .right: .left]
        case .quarterTurn: [.right: .down, .down: .left, .left: .up, .up: .right]
        }
      return turned[direction] ?? direction
    }
  }

  @Test("turning, scaling and mirroring the fingers does so with what they do", arguments: seeds, PlaneMap.allCases)
  func maps(_ seed: Int, _ map: PlaneMap) {
    let hands = RandomHands(seed: seed)
    let expected = GesturePropertyTests.reports(hands, GesturePropertyTests.settings(seed)).map(map.event)
    let settings = GesturePropertyTests.settings(seed, scaledBy: map == .double ? 2 : 1)
    #expect(GesturePropertyTests.reports(hands.mapped(map.point), settings) == expected)
  }

  @Test("carrying and turning the fingers anyhow changes nothing but rounding", arguments: seeds)
  func carrying(_ seed: Int) {
    var random = SplitMix64(seed: seed)
    let way = Vector(dx: .random(in: -100...100, using: &random), dy: .random(in: -100...100, using: &random))
    let angle = Radians.random(in: -3...3, using: &random)
    // Without swipes, whose directions do not turn with the fingers.
    var settings = GesturePropertyTests.settings(seed)
    settings.gestures.remove(.swipe)
    let hands = RandomHands(seed: seed)
    let before = GesturePropertyTests.reports(hands, settings)
    let origin = Point(x: 0, y: 0)
    let after = GesturePropertyTests.reports(
      hands.mapped { origin + ($0 - origin).rotated(by: angle) + way }, settings)
    #expect(after.map { "\($0.kind) \($0.phase) \($0.time)" } == before.map { "\($0.kind) \($0.phase) \($0.time)" })
    for (a, b) in zip(after, before) {
      switch (a.values, b.values) {
      case (.pan(let a, _, _), .pan(let b, _, _)): #expect((a - b.rotated(by: angle)).length < 1e-6)
      case (.pinch(let a, _), .pinch(let b, _)): #expect(abs(a / b - 1) < 1e-9)
      case (.rotation(let a, _), .rotation(let b, _)): #expect(abs(a - b) < 1e-9)
      default: break
      }
    }
  }
}
