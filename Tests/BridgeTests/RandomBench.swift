import Bridge
import Controls
import Gestures
import InputModel
import Takes
import TestSupport

/// A bench and a script made at random: presses, bounces, touches, gestures, losses, unplugging, recorders that
/// misbehave.
struct RandomBench {
  private(set) var bench = Bench()
  private(set) var words: [String] = []
  /// When the devices may be read, if they are read late.
  private(set) var reads: [Timestamp] = []

  /// Some events are lost on the way.
  let hasLosses: Bool

  private var random: SplitMix64
  private var time = 0
  private var down: Set<String> = []
  private var absent: Set<String> = []

  init(seed: Int) {
    random = SplitMix64(seed: seed)
    hasLosses = Bool.random(using: &random)
    chooseBench()
    for _ in 0..<Int.random(in: 20...60, using: &random) { addWord() }
    var read = 0
    while read < time {
      read += Int.random(in: 1...1_500, using: &random)
      // Never at the stamp of an event.
      reads.append(Timestamp(microseconds: Int64(read) * 1_000 + 500))
    }
  }

  var script: String { words.joined(separator: " ") }

  private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func chooseBench() {
    bench.record.mode = pick([.hold, .hold, .toggle, .hybrid])
    bench.record.onShort = pick(RecordButton.ShortTake.allCases)
    bench.record.onRelease = pick([.stop, .stop, .suspend])
    bench.record.tail = pick([.zero, .milliseconds(300)])
    bench.record.minimum = pick([.zero, .milliseconds(400), .seconds(1)])
    bench.record.maximum = pick([nil, .seconds(2), .minutes(5)])
    bench.record.ignoreShorterThan = pick([.zero, .milliseconds(5)])
    bench.record.hold = pick([.zero, .milliseconds(300)])
    bench.takesAll = chance(25)
    bench.triggers = pick([
      ["button"], ["button", "play"], ["ring"], ["pane"], ["hook!", "ring"], ["button", "ring"],
    ])
    bench.secondTriggers = pick([[], ["other"]])
    let occasion = pick(CommandButton.Occasion.allCases)
    bench.commands = [
      Bench.Command(
        name: "call", triggers: pick([["play"], ["ring"], ["other", "pane"]]), occasion: occasion,
        action: pick([.run(["call", "{last-file}"]), .run(["call"]), .signal(.user1, Reference(0))]))
    ]
    if chance(40) { chooseRing() }
    if chance(20) {
      bench.recorder.before = ["welcome"]
      bench.record.greets = true
      bench.world.greeting = pick([.zero, .milliseconds(700), .seconds(4)])
    }
    if chance(20) { bench.recorder.stalledAfter = .seconds(2) }
    if chance(30) {
      bench.world.probe = TakeProbe(fileSize: pick([nil, 44, 1_000_000]), freeSpace: pick([nil, 1_000, 100_000_000]))
    }
    if chance(60) { chooseGestures() }
    bench.recorder.readiness = pick([.spawned, .after(.milliseconds(300)), .outputMatches("ready")])
    bench.world.matchesAfter = pick([nil, .zero, .milliseconds(800)])
    bench.world.closing = pick([.zero, .milliseconds(20), .seconds(2)])
    bench.world.lingering = pick([.zero, .zero, .milliseconds(700)])
    bench.world.ignores = pick([[], [], [.interrupt], [.interrupt, .terminate], [.interrupt, .terminate, .kill]])
    bench.world.status = pick([.exited(0), .exited(1), .signalled(.interrupt)])
    bench.world.readingDelay = pick([.zero, .milliseconds(5)])
    bench.world.commandDuration = pick([.zero, .milliseconds(900)])
    if chance(20) { bench.world.diesAfter = pick([.zero, .milliseconds(100), .seconds(1)]) }
    if chance(5) { bench.world.refusal = "no room" }
    if chance(5) { bench.world.spawnFailure = "no such program" }
    if chance(10) { bench.world.fileProblem = "no file" }
  }

  /// A progress button, with the recorder of the others or without one.
  private mutating func chooseRing() {
    let hasRecorder = chance(60)
    let settings = ProgressButton.Settings(
      taps: pick([.act, .act, .report]),
      progress: hasRecorder ? pick([.elapsed, .output]) : pick([.elapsed, .request]),
      maximum: pick([.seconds(2), .seconds(10)]), hasRecorder: hasRecorder, greets: bench.recorder.before != nil)
    bench.progressButtons = [
      Bench.ProgressControl(name: "dial", triggers: pick([["play"], ["ring"], ["other"]]), settings: settings)
    ]
  }

  /// A photo around the ring, whose content is carried, and commands of everything that fingers do on both.
  private mutating func chooseGestures() {
    bench.zones.insert(Bench.Zone("photo", .glass, .whole), at: 0)
    bench.zones[1].parent = "photo"
    bench.zones[1].blocks = chance(30)
    if chance(30) { bench.zones[0].thresholds.panSlop = 0 }
    bench.zones[0].isSimultaneous = chance(80)
    bench.transforms = [Bench.Transform(name: "photo", zone: chance(70) ? "photo" : "ring")]
    for kind in GestureKind.allCases where chance(60) {
      let policy = pick([CommandSettings.Policy.single, .restart, .parallel(2)])
      bench.gestures.append(
        Bench.Gesture(
          pick(["photo", "photo", "ring"]), kind, fingers: pick([nil, nil, 1, 2]),
          on: pick([[.ended], [.began, .ended, .cancelled], [.changed]]), policy: policy,
          every: pick([.zero, .milliseconds(150)])))
    }
    bench.idle = [(pick([.seconds(1), .seconds(20)]), pick([nil, .glass, .button]))]
    bench.world.commandClosing = pick([.zero, .milliseconds(20), .seconds(3)])
  }

  private mutating func addWord() {
    time += pick([1, 3, 15, 19, 20, 21, 60, 150, 299, 300, 301, 700, 1_100, 2_500])
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<55: press(pick(["", "", "play", "other", "hook"]), isLost: false)
    case 55..<75: touch(pick(["f1", "f1", "f2", "f3", "p"]), isLost: false)
    case 75..<80: press(pick(["", "other"]), isLost: hasLosses)
    case 80..<83: touch(pick(["f1", "f2", "p"]), isLost: hasLosses)
    case 83..<88: words.append("drop:\(pick(["button", "other", "hook", "glass", "pane"]))@\(time)")
    case 88..<93: plug(pick(["button", "other", "glass", "pane"]))
    case 93..<95: words.append("sleep@\(time)")
    case 95..<97: words.append("\(pick(["on", "on", "off"])):\(pick(["record", "second", "call", "photo"]))@\(time)")
    case 97..<99: ask()
    default: words.append(chance(20) ? "terminate@\(time)" : chance(30) ? "found:running@\(time)" : "↓↑\(time)")
    }
  }

  private mutating func press(_ key: String, isLost: Bool) {
    let isDown = down.contains(key)
    if isDown { down.remove(key) } else { down.insert(key) }
    words.append("\(isLost ? "lost:" : "")\(key)\(isDown ? "↑" : "↓")\(time)")
  }

  private mutating func touch(_ finger: String, isLost: Bool) {
    let isDown = down.contains(finger)
    if isDown { down.remove(finger) } else { down.insert(finger) }
    let action =
      if isDown {
        finger != "p" && chance(15) ? "palm" : "up"
      } else {
        pick(["50,80", "50,80", "51,81", "10,10"])
      }
    words.append("\(isLost ? "lost:" : "")\(finger):\(action)@\(time)")
    guard !isDown, chance(30) else { return }
    time += 40
    words.append("\(finger):\(pick(["52,80", "50,60", "90,90"]))@\(time)")
    while chance(60) { carry() }
  }

  /// All fingers of the glass move at once.
  private mutating func carry() {
    let moves = down.filter { $0.hasPrefix("f") }.sorted().map { finger in
      "\(finger):\(Int.random(in: 0...100, using: &random)),\(Int.random(in: 400...1000, using: &random) / 10)"
    }
    guard !moves.isEmpty else { return }
    time += pick([8, 16, 90])
    words.append("\(moves.joined(separator: "+"))@\(time)")
  }

  private mutating func ask() {
    let requests = [
      "start", "stop", "toggle", "suspend", "resume", "complete", "reset", "enable", "disable", "error", "fine", "42%",
    ]
    for _ in 0..<3 {
      let control = pick(["record", "record", "second", "call", "photo", "dial", "nobody"])
      if chance(20) { words.append("percent:\(Int.random(in: -10...120, using: &random))@\(time)") }
      words.append(chance(20) ? "reload@\(time)" : "\(control):\(pick(requests))@\(time)")
      time += pick([0, 100, 700])
    }
  }

  private mutating func plug(_ device: String) {
    if absent.remove(device) != nil {
      words.append("back:\(device)@\(time)")
    } else {
      absent.insert(device)
      words.append("gone:\(device)@\(time)")
    }
  }
}
