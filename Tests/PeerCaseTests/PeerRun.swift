import Gestures
import InputModel

/// What our recognizers make of a case: with the thresholds of its own parameters, where 1 px is 1 mm.
struct PeerRun {
  /// A report in the words of the cases.
  struct Emission {
    var gesture: String
    var state: String
    /// The case's event that brought it about, or the last one before the deadline did.
    var index: Int
    /// In seconds, as the case counts them.
    var time: Double
    var numbers: [String: Double]
    var words: [String: String] = [:]
  }

  private(set) var emissions: [Emission] = []
  /// The events with which a finger lands or leaves, for what is relative to them.
  private(set) var breaks: [Int] = []

  private var recognizers: ZoneRecognizers
  private var down: [ContactID: Point] = [:]
  /// What became a palm, until it lands anew.
  private var dead: Set<ContactID> = []
  /// What this touch has come to.
  private var totals = PeerRun.nothing

  private static let nothing = ["total_dx": 0.0, "total_dy": 0, "scale": 1, "rotation_rad": 0]

  private static let origin = Timestamp(microseconds: 1_000_000)

  init(_ peer: PeerCase) {
    recognizers = ZoneRecognizers(ZoneRecognizers.Settings(peer))
    var first = 0
    while first < peer.events.count {
      var last = first
      while last + 1 < peer.events.count, peer.events[first].phase == .move, peer.events[last + 1].phase == .move,
        peer.events[last + 1].t == peer.events[first].t
      {
        last += 1
      }
      feed(peer.events[first...last], upTo: last)
      first = last + 1
    }
    let end = peer.end ?? (peer.events.last?.t ?? 0) + 1
    collect(index: peer.events.count - 1) { recognizers, events in
      recognizers.advance(to: PeerRun.stamp(end), into: &events)
    }
  }

  private static func stamp(_ seconds: Double) -> Timestamp {
    origin + .microseconds(Int64((seconds * 1_000_000).rounded()))
  }

  /// What a panel would show: palms do not touch, a finger that was a palm stays one until it lands anew.
  private mutating func feed(_ events: ArraySlice<PeerCase.Event>, upTo index: Int) {
    var changed: [ContactID: Contact] = [:]
    var time = PeerRun.origin
    for event in events {
      let id = ContactID(rawValue: event.id)
      let last = down[id] ?? Point(x: 0, y: 0)
      let position = Point(x: event.x ?? last.x, y: event.y ?? last.y)
      time = PeerRun.stamp(event.t)
      switch event.phase {
      case .down:
        breaks.append(index)
        if event.tool == "palm" { dead.insert(id) } else { dead.remove(id) }
        if !dead.contains(id) { changed[id] = Contact(id: id, phase: .began, position: position) }
      case .move where event.tool == "palm", .cancel:
        breaks.append(index)
        dead.insert(id)
        changed[id] = Contact(id: id, phase: .cancelled, position: position)
      case .up:
        breaks.append(index)
        changed[id] = Contact(id: id, phase: .ended, position: position)
      case .move: if !dead.contains(id) { changed[id] = Contact(id: id, phase: .moved, position: position) }
      }
    }
    // Timers that were due before belong to the event before.
    collect(index: index - events.count) { recognizers, events in recognizers.advance(to: time, into: &events) }
    if down.isEmpty { totals = PeerRun.nothing }
    var frame = Array(changed.values)
    for (id, position) in down where changed[id] == nil {
      frame.append(Contact(id: id, phase: .stationary, position: position))
    }
    for contact in changed.values {
      if contact.phase == .began || (contact.phase == .moved && down[contact.id] != nil) {
        down[contact.id] = contact.position
      } else {
        down[contact.id] = nil
      }
    }
    collect(index: index) { recognizers, events in recognizers.consume(frame, at: time, into: &events) }
  }

  private mutating func collect(index: Int, _ body: (inout ZoneRecognizers, inout [GestureEvent]) -> Void) {
    var events: [GestureEvent] = []
    body(&recognizers, &events)
    // A pinch has no translation of its own: what a case says of one is said of the frame.
    var frame = ["dx": 0.0, "dy": 0, "scale_step": 1, "rotation_step": 0]
    for event in events {
      let (steps, totals) = event.numbers
      frame.merge(steps) { $1 }
      self.totals.merge(totals) { $1 }
    }
    for event in events {
      var numbers = frame.merging(totals) { $1 }
      numbers.merge(event.numbers.steps) { $1 }
      numbers["rotation_rad_abs"] = abs(numbers["rotation_rad"] ?? 0)
      numbers["focus_x"] = event.focus.x
      numbers["focus_y"] = event.focus.y
      numbers["contacts"] = Double(event.contacts)
      var emission = Emission(
        gesture: event.kind.peerName, state: event.phase.peerName, index: index,
        time: (event.time - PeerRun.origin).seconds, numbers: numbers)
      if case .swipe(let direction, _) = event.values { emission.words["direction"] = "\(direction)" }
      emissions.append(emission)
    }
  }
}

extension ZoneRecognizers.Settings {
  init(_ peer: PeerCase) {
    var gestures: GestureSet = []
    for kind in GestureKind.allCases where peer.enabled.contains(kind.peerName) { gestures.insert(GestureSet(kind)) }
    self.init(gestures)
    func number(_ name: String, _ put: (Double) -> Void) { peer.number(name).map(put) }
    func interval(_ name: String, _ put: (Interval) -> Void) {
      peer.number(name).map { put(.microseconds(Int64(($0 * 1_000_000).rounded()))) }
    }
    number("touch_slop_px") { thresholds.pressSlop = $0 }
    number("pan_slop_px") { thresholds.panSlop = $0 }
    // The cases have the distance of two fingers.
    number("scale_slop_px") { thresholds.pinchSlop = $0 / 2 }
    thresholds.rotationSlop = peer.number("rotation_slop_rad") ?? 0
    // The peers have no second one; ours is twice the first.
    thresholds.rotationSlopInPinch = 2 * thresholds.rotationSlop
    thresholds.rotationArcSlop = peer.number("rotation_slop_arc_px") ?? 0
    number("min_span_px") { thresholds.smallestSpan = $0 }
    interval("long_press_s") { thresholds.longPress = $0 }
    interval("tap_max_s") { thresholds.longestTap = $0 }
    interval("double_tap_s") { thresholds.pairWindow = $0 }
    interval("double_tap_min_s") { thresholds.pairMinimum = $0 }
    number("double_tap_slop_px") { thresholds.pairDistance = $0 }
    number("fling_min_pxps") { thresholds.swipeSpeed = $0 }
    number("swipe_min_pxps") { thresholds.swipeSpeed = $0 }
    number("swipe_min_px") { thresholds.swipeDistance = $0 }
    interval("swipe_max_s") { thresholds.longestSwipe = $0 }
    number("swipe_max_deviation_rad") { thresholds.swipeDeviation = $0 }
    thresholds.fastest = peer.number("fling_max_pxps") ?? .greatestFiniteMagnitude
    interval("velocity_window_s") { thresholds.velocityWindow = $0 }
    interval("velocity_stop_gap_s") { thresholds.stopGap = $0 }
    switch peer.word("axis") {
    case "horizontal": panAxis = .horizontal
    case "vertical": panAxis = .vertical
    default: break
    }
  }
}

extension GestureEvent {
  /// What this frame did, and what has come of it since the beginning, in the names of the cases.
  fileprivate var numbers: (steps: [String: Double], totals: [String: Double]) {
    switch values {
    case .tap: (["taps": 1], [:])
    case .doubleTap: (["taps": 2], [:])
    case .longPress: ([:], [:])
    case .pan(let translation, let step, let velocity):
      (
        ["dx": step.dx, "dy": step.dy, "vx": velocity.dx, "vy": velocity.dy],
        ["total_dx": translation.dx, "total_dy": translation.dy]
      )
    case .pinch(let scale, let step): (["scale_step": step], ["scale": scale])
    case .rotation(let angle, let step): (["rotation_step": step], ["rotation_rad": angle])
    case .swipe(_, let velocity): (["vx": velocity.dx, "vy": velocity.dy], [:])
    }
  }
}

extension GestureKind {
  var peerName: String { self == .rotation ? "rotate" : "\(self)" }
}

extension GestureEvent.Phase {
  var peerName: String { "\(self)" }
}
