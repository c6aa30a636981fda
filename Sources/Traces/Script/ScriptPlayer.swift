internal import InputModel

/// Makes the events of a panel on which the gestures of a script are done.
struct ScriptPlayer {
  /// Between two reports of a finger that moves: 125 a second, as most panels do.
  static let step = Interval.milliseconds(8)
  /// Positions in one script, an hour and more of two fingers that never rest.
  static let maximumTouches = 1_000_000

  /// What one finger does in one report.
  private struct Touch {
    var time: Timestamp
    var finger: Int
    /// Nil when it lifts.
    var position: Point?
    /// Its gesture.
    var gesture: Int
  }

  private let panel: ScriptPanel
  private let gestures: [ScriptGesture]
  private var touches: [Touch] = []
  private var fingers = 0
  private var end = Timestamp.zero

  init(_ script: ScriptReader) {
    panel = script.panel
    gestures = script.gestures
  }

  mutating func play() throws(TraceError) -> Trace {
    for place in gestures.indices { try touch(place) }
    // A finger that lifts makes room for one that lands at the same time.
    let order = touches.indices.sorted {
      let (a, b) = (touches[$0], touches[$1])
      return (a.time, a.position == nil ? 0 : 1, $0) < (b.time, b.position == nil ? 0 : 1, $1)
    }
    var report = ScriptReport(panel)
    for (place, next) in zip(order, order.dropFirst().map { Optional($0) } + [nil]) {
      let touch = touches[place]
      guard report.touch(touch.finger, at: touch.position) else {
        throw failure("more fingers are down than the panel has", touch.gesture)
      }
      if next.map({ touches[$0].time != touch.time }) ?? true { report.finish(at: touch.time) }
    }
    return Trace(devices: [Trace.Device(description: panel.description, events: report.events)])
  }

  /// Puts down the fingers of a gesture, moves and lifts them.
  private mutating func touch(_ place: Int) throws(TraceError) {
    let gesture = gestures[place]
    var time = gesture.begin(after: end)
    var center = gesture.center
    var points = gesture.landing
    try add(points, at: time, place)
    for motion in gesture.motions {
      let begin = time
      time = begin + motion.duration
      guard let change = motion.change else { continue }
      var elapsed = Interval.zero
      while elapsed < motion.duration {
        elapsed = min(elapsed + Self.step, motion.duration)
        let fraction = elapsed.seconds / motion.duration.seconds
        try add(points.map { change.point($0, at: fraction, center: center) }, at: begin + elapsed, place)
      }
      points = points.map { change.point($0, at: 1, center: center) }
      center = center + change.translation
    }
    if !gesture.stays {
      // The last position and the lift are two reports.
      if gesture.motions.last?.change != nil { time = time + Self.step }
      for finger in 0..<gesture.fingers {
        touches.append(Touch(time: time, finger: fingers + finger, position: nil, gesture: place))
      }
    }
    end = max(end, time)
    fingers += gesture.fingers
  }

  private mutating func add(_ points: [Point], at time: Timestamp, _ place: Int) throws(TraceError) {
    guard touches.count + points.count <= Self.maximumTouches else {
      throw failure("more than \(Self.maximumTouches) positions up to here", place)
    }
    for (finger, point) in points.enumerated() {
      guard (0...panel.size.width).contains(point.x), (0...panel.size.height).contains(point.y) else {
        throw failure("a finger leaves the panel", place)
      }
      touches.append(Touch(time: time, finger: fingers + finger, position: point, gesture: place))
    }
  }

  private func failure(_ message: String, _ place: Int) -> TraceError {
    TraceError(line: gestures[place].line, column: gestures[place].column, .unreadable(message))
  }
}

extension ScriptGesture {
  fileprivate func begin(after end: Timestamp) -> Timestamp {
    switch start {
    case .at(let time): .zero + time
    case .after(let pause): end + pause
    }
  }

  /// Evenly on the circle; one finger in its middle.
  fileprivate var landing: [Point] {
    guard fingers > 1 else { return [center] }
    let first = Vector(dx: diameter / 2, dy: 0).rotated(by: angle)
    return (0..<fingers).map { center + first.rotated(by: 2 * .pi * Double($0) / Double(fingers)) }
  }
}

extension ScriptGesture.Change {
  /// A finger on its way, after a part of the motion.
  fileprivate func point(_ start: Point, at fraction: Double, center: Point) -> Point {
    let arm = (start - center).rotated(by: angle * fraction) * (1 + (scale - 1) * fraction)
    return center + translation * fraction + arm
  }
}

extension Trace {
  /// As many bytes as a gesture script may have; people write them.
  public static let maximumScriptSize = 1_048_576

  /// Plays a gesture script (docs/gesture-scripts.md) on a touchscreen that exists only here. Never traps, whatever the
  /// bytes are.
  public init(gestureScript bytes: [UInt8]) throws(TraceError) {
    guard bytes.count <= Self.maximumScriptSize else { throw TraceError(line: 0, .unreadable("larger than 1 MiB")) }
    var reader = ScriptReader()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() {
      try reader.consume(line: String(decoding: line, as: UTF8.self), number: place + 1)
    }
    guard !reader.gestures.isEmpty else {
      throw TraceError(line: 0, .unreadable("no gesture in it (expected lines such as: one finger at 50%,50% tap)"))
    }
    var player = ScriptPlayer(reader)
    self = try player.play()
  }
}
