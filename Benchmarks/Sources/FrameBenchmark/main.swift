import CSlots
import Gestures
import InputModel

// What a frame of ten fingers costs: `swift run -c release --package-path Benchmarks FrameBenchmark`.
// Every figure is the fastest of several rounds, in nanoseconds per frame.

let fingers = 10
let frames = 200_000
let rounds = 7

/// Ten fingers that are carried, spread and turned at once, there and back.
func hands(_ frame: Int, _ phase: ContactPhase) -> [Contact] {
  let part = Double(min(frame, 64 - frame)) / 32
  return (0..<fingers).map { finger in
    let place = Vector(dx: Double(finger) * 20 - 90, dy: Double(finger % 4) * 30 - 45)
    let moved = place.rotated(by: part) * (1 + part) + Vector(dx: 150 + 40 * part, dy: 100)
    return Contact(
      id: ContactID(rawValue: Int32(finger)), phase: phase, position: Point(x: moved.dx, y: moved.dy))
  }
}

func fastest(_ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  return (0..<rounds).map { _ in Double(clock.measure(body).components.attoseconds) / 1e9 / Double(frames) }.min() ?? 0
}

func report(_ name: String, _ nanoseconds: Double) {
  print("\(name): \((nanoseconds * 10).rounded() / 10) ns")
}

let moves = (0..<64).map { hands($0, .moved) }
let reports: [[slot_event]] = moves.map { contacts in
  contacts.flatMap { contact in
    [
      slot_event(type: 3, code: 0x2f, value: contact.id.rawValue),
      slot_event(type: 3, code: 0x35, value: Int32(contact.position.x * 100)),
      slot_event(type: 3, code: 0x36, value: Int32(contact.position.y * 100)),
    ]
  } + [slot_event(type: 0, code: 0, value: 0)]
}

var slots = [slot](repeating: slot(tracking_id: -1, x: 0, y: 0), count: 16)
var current: Int32 = 0
var sum: Int64 = 0
let assembly = fastest {
  for frame in 0..<frames {
    sum &+= reports[frame & 63].withUnsafeBufferPointer {
      slots_apply(&slots, &current, $0.baseAddress, Int32($0.count))
    }
  }
}
report("a C loop that only assembles the slots", assembly)

for (name, gestures) in [("pan, pinch and rotation", GestureSet.motions), ("everything", .all)] {
  var events: [GestureEvent] = []
  events.reserveCapacity(16)
  var told = 0
  /// One touch, `frames` long.
  func touch() {
    var recognizers = ZoneRecognizers(ZoneRecognizers.Settings(gestures))
    recognizers.consume(hands(0, .began), at: .zero, into: &events)
    for frame in 1...frames {
      events.removeAll(keepingCapacity: true)
      recognizers.consume(moves[frame & 63], at: Timestamp(microseconds: Int64(frame) * 8_000), into: &events)
      told += events.count
    }
  }
  let cost = fastest(touch)
  report("\(name), ten fingers", cost)
  print(
    "  \(((cost / assembly) * 10).rounded() / 10) times the C loop; \((Double(told) / Double(frames * rounds) * 10).rounded() / 10) reports a frame"
  )
}
if sum == 42 { print("") }
