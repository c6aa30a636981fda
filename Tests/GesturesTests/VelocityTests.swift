import Gestures
import InputModel
import Testing

/// The velocity at the end of a pan, over what the peers' cases do not have.
@Suite struct VelocityTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Milliseconds and millimetres along x; the finger lifts at the last time.
    var way: [(Int64, Double)]
    var lift: Int64
    var range: ClosedRange<Double>
  }

  @Test(
    "the velocity at a lift",
    arguments: [
      Example(testDescription: "steady", way: [(0, 0), (8, 4), (16, 8), (24, 12)], lift: 24, range: 499.999...500.001),
      Example(testDescription: "two samples", way: [(0, 0), (8, 4)], lift: 10, range: 499.999...500.001),
      Example(
        testDescription: "the rest between two motions forgets the first", way: [(0, 0), (8, 40), (49, 40), (57, 44)],
        lift: 57, range: 499.999...500.001),
      Example(
        testDescription: "the longest gap that is no rest", way: [(0, 0), (8, 4)], lift: 48, range: 499.999...500.001),
      Example(testDescription: "a rest", way: [(0, 0), (8, 4)], lift: 49, range: 0...0),
      Example(
        testDescription: "speeding up", way: [(0, 0), (10, 1), (20, 4), (30, 9), (40, 16)], lift: 40,
        range: 799.999...800.001),
      Example(
        testDescription: "a hard stop still goes on, but not faster than on the whole",
        way: [(0, 0), (10, 8), (20, 10), (30, 10.2)],
        lift: 30, range: 1...340),
      Example(
        testDescription: "there and back", way: [(0, 0), (10, 10), (20, 20), (30, 15), (40, 8)], lift: 40,
        range: -1_200...(-500)),
      Example(
        testDescription: "no faster than anybody is", way: [(0, 0), (8, 40), (16, 80)], lift: 16,
        range: 1_269.999...1_270.001),
    ])
  func speed(_ example: Example) throws {
    var settings = ZoneRecognizers.Settings([.pan])
    settings.thresholds.panSlop = 0
    var recognizers = ZoneRecognizers(settings)
    var events: [GestureEvent] = []
    var phase = ContactPhase.began
    for (time, x) in example.way {
      let contact = Contact(id: ContactID(rawValue: 1), phase: phase, position: Point(x: x, y: 0))
      recognizers.consume([contact], at: Timestamp(microseconds: time * 1_000), into: &events)
      phase = .moved
    }
    let lifted = Contact(id: ContactID(rawValue: 1), phase: .ended, position: Point(x: 0, y: 0))
    recognizers.consume([lifted], at: Timestamp(microseconds: example.lift * 1_000), into: &events)
    guard case .pan(_, _, let velocity) = try #require(events.last).values else {
      Issue.record("no pan")
      return
    }
    #expect(example.range.contains(velocity.dx) && velocity.dy == 0, "\(velocity)")
  }
}
