import InputModel

/// Keeps the books on what the daemon tells: what has begun must end once, in its order, and be true.
struct SoakLedger {
  private struct Take {
    var control: String
    var recorder: String
    var phase: String
    var wasReady = false
    /// The number its recorder was given; nil when a daemon died before it told.
    var number: Int64?
    /// The name of its file, in whatever folder.
    var name: String?
    /// The daemon that began it has died.
    var isAdopted = false
  }

  private struct Press {
    var trigger: String
    var time: Timestamp
  }

  /// What a hold means for a control: the bounds between which its take starts after the press.
  private let starts: [String: ClosedRange<Interval>]
  private var sequence: Int64 = 0
  private var takes: [Int64: Take] = [:]
  private var ended: Set<Int64> = []
  private var busy: [String: Int64] = [:]
  private var presses: [String: Press] = [:]
  private var lastPress: [String: Press] = [:]
  private var tooltips: Set<String> = []
  private var gestures = SoakGestures()
  /// Events were lost, and when.
  private var lastLoss: Timestamp?

  /// Takes that a daemon had begun when it died.
  private var orphans: [Take] = []
  /// When a program has asked for a take of a control.
  var asked: [String: [Timestamp]] = [:]
  /// How long an answer to that may take.
  private static let askingTime = Interval.seconds(10)

  /// What was found wrong, in order.
  private(set) var violations: [String] = []
  /// Every file that was told, by the take that told it.
  private(set) var files: [String: Int64] = [:]
  private(set) var counts: [String: Int] = [:]

  init(starts: [String: ClosedRange<Interval>]) { self.starts = starts }

  /// Nothing has begun without having ended.
  var isAtRest: Bool { takes.isEmpty && presses.isEmpty && gestures.open.isEmpty }

  var openTakes: [Int64] { takes.keys.sorted() }
  /// Controls whose takes are suspended.
  var suspended: [String] { takes.values.filter { $0.phase == "suspended" }.map(\.control).sorted() }
  var openPresses: [String] { presses.keys.sorted() }
  var openGestures: [String] { gestures.open.sorted() }
  /// Those that are there.
  private(set) var devices: Set<String> = []

  mutating func consume(_ event: JSONLine) {
    counts[event.type, default: 0] += 1
    guard event.type != "dropped" else { return violate("events were dropped", event) }
    if event.number("seq") != sequence + 1 { violate("the number before was \(sequence)", event) }
    sequence = event.number("seq")
    let control = event["control"] ?? ""
    switch event.type {
    case "press.down":
      if let open = presses[control] { violate("\(open.trigger) is held already", event) }
      presses[control] = Press(trigger: event["trigger"] ?? "", time: event.time)
      lastPress[control] = presses[control]
    case "press.up":
      guard let press = presses.removeValue(forKey: control) else { return violate("nothing was held", event) }
      if press.trigger != event["trigger"] { violate("\(press.trigger) was held", event) }
      let held = event.time - press.time
      if held.microseconds != event.number("held") { violate("held for \(held.microseconds) µs", event) }
    case "tooltip.shown": if !tooltips.insert(control).inserted { violate("it is shown already", event) }
    case "tooltip.hidden": if tooltips.remove(control) == nil { violate("it was not shown", event) }
    case "device.added": if !devices.insert(event["device"] ?? "").inserted { violate("it was there", event) }
    case "device.removed": if devices.remove(event["device"] ?? "") == nil { violate("it was not there", event) }
    case "anomaly": if event["device"] != nil { lastLoss = event.time }
    case "gesture", "transform": if let problem = gestures.consume(event, loss: lastLoss) { violate(problem, event) }
    case let type where type.hasPrefix("take."): consumeTake(event, control: control)
    default: break
    }
  }

  /// The next event is the first of another run, which has to account for the takes of this one.
  mutating func daemonDied() {
    orphans += takes.values.filter { $0.name != nil }
    counts["orphans", default: 0] += takes.count
    gestures = SoakGestures()
    (sequence, takes, ended, busy, presses, lastPress, tooltips, devices) = (0, [:], [], [:], [:], [:], [], [])
  }

  /// A take of an earlier run is told of for the first time.
  private mutating func adopt(_ id: Int64, _ event: JSONLine) {
    let name = Self.name(event["file"])
    if let index = orphans.firstIndex(where: { $0.name == name || (name == nil && $0.control == event["control"]) }) {
      takes[id] = orphans.remove(at: index)
    } else {
      // Its daemon had no time left to tell.
      takes[id] = Take(
        control: event["control"] ?? "", recorder: event["recorder"] ?? "", phase: "starting", name: name)
    }
    takes[id]?.isAdopted = true
    counts["adopted", default: 0] += 1
  }

  private static func name(_ path: String?) -> String? { path?.split(separator: "/").last.map { String($0) } }

  private mutating func consumeTake(_ event: JSONLine, control: String) {
    let id = event.number("take")
    let phase = String(event.type.dropFirst(5))
    if ended.contains(id) { return violate("the take had ended", event) }
    guard phase != "starting" else { return begin(id, control: control, event) }
    if event.number("earlier_take") > 0, let path = event["file"], files[path] != nil {
      // The daemon that died had told of it.
      counts["told twice", default: 0] += 1
      ended.insert(id)
      return
    }
    if takes[id] == nil, event["reason"] == "crash" { adopt(id, event) }
    guard var take = takes[id] else {
      // What could not be started has an end and no beginning.
      if phase != "failed" { violate("the take had not begun", event) }
      ended.insert(id)
      return
    }
    if take.control != control || take.recorder != event["recorder"] { violate("it began as \(take.control)'s", event) }
    let before: Set<String> =
      switch phase {
      case "recording": ["starting", "suspended"]
      case "suspended": ["recording"]
      // What was stopped by a daemon that died is stopped by the next.
      case "stopping":
        take.isAdopted ? ["starting", "recording", "suspended", "stopping"] : ["starting", "recording", "suspended"]
      // Who ends by itself was not stopped.
      default: ["starting", "recording", "suspended", "stopping"]
      }
    if !before.contains(take.phase) { violate("it was \(take.phase)", event) }
    if phase == "recording" { take.wasReady = true }
    take.phase = phase
    takes[id] = take
    guard phase == "completed" || phase == "failed" else { return }
    takes[id] = nil
    busy[take.recorder] = nil
    ended.insert(id)
    settle(take, id, event)
  }

  private mutating func begin(_ id: Int64, control: String, _ event: JSONLine) {
    let recorder = event["recorder"] ?? ""
    if takes[id] != nil { violate("the take had begun", event) }
    if let other = busy[recorder] { violate("take \(other) of \(recorder) has not ended", event) }
    busy[recorder] = id
    takes[id] = Take(
      control: control, recorder: recorder, phase: "starting", number: id, name: Self.name(event["file"]))
    let isAnswer = asked[control, default: []].contains { event.time >= $0 && event.time - $0 < Self.askingTime }
    if isAnswer { return }
    guard let press = lastPress[control] else { return violate("nobody has pressed", event) }
    // A press that events were lost of has its time from reading it back.
    if let lastLoss, lastLoss >= press.time { return }
    guard let bounds = starts[control] else { return }
    let delay = event.time - press.time
    if !bounds.contains(delay) { violate("\(delay.microseconds) µs after the press", event) }
  }

  /// Looks at the file of a take that has ended.
  private mutating func settle(_ take: Take, _ id: Int64, _ event: JSONLine) {
    let isCompleted = event.type == "take.completed"
    guard let path = event["file"] else {
      if isCompleted, event["discarded"] != "true" { violate("there is no file", event) }
      return
    }
    if event["discarded"] == "true" { violate("it was discarded and has a file", event) }
    if let other = files.updateValue(id, forKey: path) { violate("the file is take \(other)'s", event) }
    guard let file = SoakFile(path) else {
      // A recorder that is stopped before it has begun.
      if take.isAdopted, !take.wasReady, !isCompleted { return }
      return violate("there is no such file", event)
    }
    if file.take != take.number ?? file.take { violate("the file was written by take \(file.take)", event) }
    if take.isAdopted { return settleAdopted(file, isCompleted: isCompleted, event) }
    if take.wasReady, !file.wasReady { violate("it was said to record and was never ready", event) }
    counts["fault " + file.fault.rawValue, default: 0] += 1
    if file.fault.isSound {
      if !isCompleted { violate("a sound recorder has failed, with \(file.content)", event) }
      if !file.isClosed { violate("a sound recorder did not close \(file.content)", event) }
    }
    switch file.fault {
    case .exitsAtOnce, .neverReady:
      if isCompleted || take.wasReady { violate("\(file.fault.rawValue) is no success", event) }
    case .isKilled: if isCompleted, !file.isClosed { violate("a recorder that was killed is no success", event) }
    case .ignoresAll, .stopsItself:
      if !file.isClosed, event["stop_signal"] != "KILL" { violate("\(file.fault.rawValue) ends by KILL alone", event) }
    case .ignoresInterrupt: if event["stop_signal"] != "TERM" { violate("it ends by TERM alone", event) }
    default: break
    }
  }

  /// How it ended nobody has seen; what is called complete must be whole where its recorder is sound.
  private mutating func settleAdopted(_ file: SoakFile, isCompleted: Bool, _ event: JSONLine) {
    counts["adopted \(isCompleted ? "completed" : "failed")", default: 0] += 1
    if isCompleted, file.fault.isSound, file.wasReady, !file.isClosed {
      violate("an adopted take is called complete and is not closed: \(file.content)", event)
    }
  }

  /// Compares the folder of takes with what was told; to be called at rest.
  mutating func compare(with folder: String) {
    for take in orphans { violations.append("take \(take.number ?? 0) of \(take.control) has no end") }
    orphans = []
    let told = Set(files.keys)
    var there = Set(names(in: folder).filter { $0 != ".partial" }.map { folder + "/" + $0 })
    there.formUnion(names(in: folder + "/.partial").map { folder + "/.partial/" + $0 })
    for path in there.subtracting(told).sorted() { violations.append("\(path) is nobody's") }
    for path in told.subtracting(there).sorted() { violations.append("\(path) of take \(files[path] ?? 0) is gone") }
  }

  private mutating func violate(_ what: String, _ event: JSONLine) { violations.append("\(what): \(event)") }
}
