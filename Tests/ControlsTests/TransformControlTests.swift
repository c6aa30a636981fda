import Controls
import Gestures
import InputModel
import Testing

@Suite struct TransformControlTests {
  /// Fingers without slop on a zone, and the control that it is for.
  private final class Desk {
    var recognizers: ZoneRecognizers
    var control: TransformControl
    private var time = Timestamp.zero
    private var down: [Point] = []

    init(_ settings: TransformControl.Settings = TransformControl.Settings()) {
      var gestures = ZoneRecognizers.Settings(.motions.union(.swipe))
      gestures.thresholds.panSlop = 0
      gestures.thresholds.pinchSlop = 0
      gestures.thresholds.rotationSlop = 0
      gestures.thresholds.rotationSlopInPinch = 0
      gestures.thresholds.rotationArcSlop = 0
      recognizers = ZoneRecognizers(gestures)
      control = TransformControl(settings: settings)
    }

    /// Fingers land where there were none, lift where there are none any more, and move else; true when that has changed
    /// the placement.
    func put(_ points: Point...) -> Bool {
      time = time + .milliseconds(10)
      var frame: [Contact] = []
      for index in 0..<max(points.count, down.count) {
        let id = ContactID(rawValue: Int32(index))
        if index >= points.count {
          frame.append(Contact(id: id, phase: .ended, position: down[index]))
        } else {
          frame.append(Contact(id: id, phase: index < down.count ? .moved : .began, position: points[index]))
        }
      }
      down = points
      var events: [GestureEvent] = []
      recognizers.consume(frame, at: time, into: &events)
      return events.reduce(false) { tell(.gesture($1)) || $0 }
    }

    func tell(_ input: TransformControl.Input) -> Bool { control.consume(input) }
  }

  private static let identity = TransformControl().placement

  private static func isNear(_ a: Point, _ b: Point) -> Bool { a.distance(to: b) < 1e-9 }

  private static func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  @Test("one finger carries the content, without turning or scaling it")
  func pan() {
    let desk = Desk()
    #expect(!desk.put(Self.point(10, 10)))
    #expect(desk.put(Self.point(50, 10)))
    #expect(!desk.put())
    #expect(desk.control.placement.translation == Vector(dx: 40, dy: 0))
    #expect(desk.control.placement.matrix == TransformMatrix(a: 1, b: 0, c: 0, d: 1, e: 40, f: 0))
  }

  @Test("twice as large, turned by a quarter and carried by 40 mm: what lies under the fingers stays under them")
  func everything() {
    let desk = Desk()
    let (from, to) = ([Self.point(100, 100), Self.point(120, 100)], [Self.point(150, 80), Self.point(150, 120)])
    _ = desk.put(from[0], from[1])
    _ = desk.put(Self.point(122, 86), Self.point(138, 112))
    _ = desk.put(to[0], to[1])
    let placement = desk.control.placement
    #expect(abs(placement.scale - 2) < 1e-12 && abs(placement.rotation - .pi / 2) < 1e-12)
    #expect(abs(placement.translation.length - 40) < 1e-12)
    let matrix = placement.matrix
    #expect(Self.isNear(matrix.applied(to: from[0]), to[0]) && Self.isNear(matrix.applied(to: from[1]), to[1]))
  }

  @Test("fingers that come and go move nothing, and the next ones go on from where it is")
  func segments() {
    let desk = Desk()
    _ = desk.put(Self.point(0, 0), Self.point(20, 0))
    _ = desk.put(Self.point(0, 0), Self.point(40, 0))
    let before = desk.control.placement
    #expect(!desk.put(Self.point(0, 0), Self.point(40, 0), Self.point(90, 90)))
    #expect(!desk.put(Self.point(0, 0)))
    #expect(!desk.put())
    #expect(!desk.put(Self.point(200, 100), Self.point(200, 120)))
    #expect(desk.control.placement == before)
    #expect(desk.put(Self.point(200, 100), Self.point(200, 130)))
    #expect(abs(desk.control.placement.scale - 3) < 1e-12)
  }

  @Test("a pinch and a rotation that end have not moved anything, not even by a rounding")
  func ends() {
    for place in 1...100 {
      let desk = Desk()
      let pivot = Self.point(Double(place) / 3, Double(place) / 7)
      _ = desk.put(pivot, Self.point(120.1, 70.3))
      #expect(desk.put(Self.point(31.7, 12.9), Self.point(99.9, 71.3)))
      #expect(!desk.put(Self.point(31.7, 12.9)))
      #expect(!desk.put())
    }
  }

  @Test("a finger that lands in the frame of a step does not bend it")
  func landingInAStep() {
    let desk = Desk()
    _ = desk.put(Self.point(0, 0), Self.point(20, 0))
    _ = desk.put(Self.point(0, 0), Self.point(40, 0), Self.point(300, 300))
    #expect(Self.isNear(desk.control.placement.matrix.applied(to: Self.point(20, 0)), Self.point(40, 0)))
  }

  @Test("the scale stays within its limits, and comes back as soon as the fingers do")
  func limits() {
    let desk = Desk(TransformControl.Settings(scaleLimits: 0.5...3))
    _ = desk.put(Self.point(0, 0), Self.point(20, 0))
    _ = desk.put(Self.point(0, 0), Self.point(200, 0))
    #expect(desk.control.placement.scale == 3)
    _ = desk.put(Self.point(0, 0), Self.point(100, 0))
    #expect(abs(desk.control.placement.scale - 1.5) < 1e-12)
    _ = desk.put(Self.point(0, 0), Self.point(10, 0))
    #expect(desk.control.placement.scale == 0.5)
  }

  @Test("whatever is asked for, the limits keep the scale finite and above 0")
  func widestLimits() {
    let settings = TransformControl.Settings(scaleLimits: 0...Double.infinity)
    #expect(settings.scaleLimits == TransformControl.Settings.widestLimits)
    // Four decimals are told.
    #expect(settings.scaleLimits.lowerBound >= 0.0001)
  }

  @Test("disabled it lets go, and takes up only what begins afterwards")
  func disabled() {
    let desk = Desk()
    _ = desk.put(Self.point(0, 0))
    _ = desk.put(Self.point(10, 0))
    #expect(!desk.tell(.setEnabled(false)))
    #expect(!desk.put(Self.point(20, 0)))
    #expect(!desk.tell(.setEnabled(true)))
    #expect(!desk.put(Self.point(30, 0)))
    #expect(!desk.put())
    _ = desk.put(Self.point(0, 0))
    #expect(desk.put(Self.point(5, 0)))
    #expect(desk.control.placement.translation == Vector(dx: 15, dy: 0))
  }

  @Test("a reset goes back to the identity, and the fingers go on from there")
  func reset() {
    let desk = Desk()
    _ = desk.put(Self.point(0, 0))
    _ = desk.put(Self.point(10, 0))
    #expect(desk.tell(.reset))
    #expect(desk.control.placement == Self.identity)
    #expect(!desk.tell(.reset))
    _ = desk.put(Self.point(13, 0))
    #expect(desk.control.placement.translation == Vector(dx: 3, dy: 0))
  }

  @Test("a touch that was a swipe is undone, also after its last lift, and no other")
  func revert() {
    let desk = Desk()
    _ = desk.put(Self.point(0, 0))
    _ = desk.put(Self.point(10, 0))
    _ = desk.put()
    let kept = desk.control.placement
    _ = desk.put(Self.point(0, 0), Self.point(50, 0))
    _ = desk.put(Self.point(20, 0), Self.point(90, 0))
    _ = desk.put()
    #expect(desk.tell(.revert))
    #expect(desk.control.placement == kept)
  }
}
