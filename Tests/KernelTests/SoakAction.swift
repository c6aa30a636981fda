import InputModel
import Takes
import TestSupport

/// A step of the soak.
enum SoakAction: CustomStringConvertible {
  /// Down, and up after that long.
  case press(SoakStage.Trigger, Interval)
  /// Down or up, whichever it is not.
  case change(SoakStage.Trigger)
  /// Up and down with these pauses between, however it was; the last is a press or a release.
  case bounce(SoakStage.Trigger, [Interval], down: Bool)
  case repeats(SoakStage.Trigger, count: Int)
  case unplug(SoakStage.Plug)
  case plug(SoakStage.Plug)
  /// A device of no concern comes or leaves.
  case stranger
  /// The daemon is stopped meanwhile: it comes late to all that happens.
  case freeze(SoakStage.Trigger, Interval, overflows: Bool)
  case signal(Signal)
  case wait(Interval)
  /// Somebody says something at the control socket, and stays there without listening, or vanishes.
  case say(String, times: Int, stays: Bool)
  /// Fingers on the picture, which stay there in the end or are lifted.
  case move(SoakMotion, lifts: Bool)
  /// The configuration becomes another, or broken, and is to be read again.
  case reload(isBroken: Bool, byHangup: Bool)

  /// One at random; holds are drawn around what tells one thing from another.
  static func draw(_ random: inout SplitMix64) -> SoakAction {
    let trigger = SoakStage.Trigger.allCases.randomElement(using: &random) ?? .record
    let plug = SoakStage.Plug.allCases.randomElement(using: &random) ?? .pad
    switch Int.random(in: 0..<126, using: &random) {
    case 0..<12: return .press(trigger, .milliseconds(Int64.random(in: 0...40, using: &random)))
    case 12..<24: return .press(trigger, around(SoakStage.hold, &random))
    case 24..<34: return .press(trigger, around(SoakStage.hold + SoakStage.minimum, &random))
    case 34..<46: return .press(trigger, .milliseconds(Int64.random(in: 60...600, using: &random)))
    case 46..<64: return .change(trigger)
    case 64..<72:
      let pauses = (0..<Int.random(in: 2...8, using: &random)).map { _ in
        Interval.milliseconds(Int64.random(in: 0...6, using: &random))
      }
      return .bounce(trigger, pauses, down: Bool.random(using: &random))
    case 72..<76: return .repeats(trigger, count: Int.random(in: 1...5, using: &random))
    case 76..<79: return .unplug(plug)
    case 79..<85: return .plug(plug)
    case 85..<87: return .stranger
    case 87..<90:
      return .freeze(
        trigger, .milliseconds(Int64.random(in: 1...400, using: &random)),
        overflows: Int.random(in: 0..<4, using: &random) == 0)
    case 90..<93:
      let signals = [Signal.resume, .hangup, .child, Signal(rawValue: 28)]
      return .signal(signals.randomElement(using: &random) ?? .resume)
    case 93..<100: return .wait(.milliseconds(Int64.random(in: 0...500, using: &random)))
    case 100..<109:
      let verbs = ["start", "stop", "toggle", "suspend", "resume", "complete", "reset"]
      let verb = verbs.randomElement(using: &random) ?? "status"
      return .say(ask(verb, trigger.control), times: 1, stays: Bool.random(using: &random))
    case 109..<113:
      let texts = [
        "{", "\u{0}\u{1}\n", "null\n", "{\"do\":[]}\n", "{\"do\":\"start\"}\n", ask("reset", "photo"),
        String(repeating: "[", count: 9_000) + "\n",
        ask("disable", trigger.control) + ask("enable", trigger.control), "{\"do\":\"status\"}\n",
      ]
      let times = Int.random(in: 0..<4, using: &random) == 0 ? 200 : 1
      return .say(texts.randomElement(using: &random) ?? "", times: times, stays: Bool.random(using: &random))
    case 113..<121: return .move(SoakMotion.draw(&random), lifts: Int.random(in: 0..<4, using: &random) != 0)
    default:
      return .reload(isBroken: Bool.random(using: &random), byHangup: Bool.random(using: &random))
    }
  }

  static func ask(_ verb: String, _ control: String) -> String {
    "{\"do\":\"\(verb)\",\"control\":\"\(control)\"}\n"
  }

  private static func around(_ threshold: Interval, _ random: inout SplitMix64) -> Interval {
    threshold + .milliseconds(Int64.random(in: -8...8, using: &random))
  }

  /// Does it; returns when it is done, having read what the daemon says meanwhile.
  func perform(on stage: SoakStage, _ daemon: RunningProgram, _ world: SoakWorld) throws {
    func pause(_ length: Interval) { daemon.listen(until: monotonicNow() + length) }
    switch self {
    case .press(let trigger, let length):
      try stage.set(trigger, down: true)
      pause(length)
      try stage.set(trigger, down: false)
    case .change(let trigger): try stage.set(trigger, down: !stage.held.contains(trigger))
    case .bounce(let trigger, let pauses, let down):
      for length in pauses {
        try stage.set(trigger, down: !stage.held.contains(trigger))
        pause(length)
      }
      if stage.held.contains(trigger) != down { try stage.set(trigger, down: down) }
    case .repeats(let trigger, let count):
      for _ in 0..<count {
        try stage.repeats(trigger)
        pause(.milliseconds(33))
      }
    case .unplug(let plug): stage.unplug(plug)
    case .plug(let plug): try stage.plug(plug)
    case .stranger: try stage.toggleStranger()
    case .freeze(let trigger, let length, let overflows):
      daemon.freeze()
      try stage.set(trigger, down: !stage.held.contains(trigger))
      if overflows { try stage.overflow(trigger) }
      pause(length)
      try stage.set(trigger, down: !stage.held.contains(trigger))
      daemon.thaw()
    case .signal(let signal): daemon.send(signal)
    case .wait(let length): pause(length)
    case .say(let text, let times, let stays): world.say(String(repeating: text, count: times), stays: stays)
    case .move(let motion, let lifts):
      for (number, fingers) in motion.frames.enumerated() {
        try stage.show(fingers, areOthers: number == 0)
        pause(SoakMotion.pause)
      }
      if lifts { try stage.show([nil, nil]) }
    case .reload(let isBroken, let byHangup):
      try world.configure(isBroken: isBroken)
      if byHangup { daemon.send(.hangup) } else { world.say("{\"do\":\"reload\"}\n", stays: false) }
    }
  }

  var description: String {
    switch self {
    case .press(let trigger, let length): "press \(trigger) for \(length.microseconds / 1_000) ms"
    case .change(let trigger): "change \(trigger)"
    case .bounce(let trigger, let pauses, let down):
      "bounce \(trigger) \(pauses.map { $0.microseconds / 1_000 }) to \(down ? "down" : "up")"
    case .repeats(let trigger, let count): "\(count) repeats of \(trigger)"
    case .unplug(let plug): "unplug \(plug)"
    case .plug(let plug): "plug \(plug)"
    case .stranger: "a stranger comes or leaves"
    case .freeze(let trigger, let length, let overflows):
      "freeze \(length.microseconds / 1_000) ms, press \(trigger)\(overflows ? ", overflow" : "")"
    case .signal(let signal): "signal \(signal.name)"
    case .wait(let length): "wait \(length.microseconds / 1_000) ms"
    case .say(let text, let times, let stays):
      "say \(text.prefix(60).debugDescription) \(times) times and \(stays ? "stay" : "vanish")"
    case .move(let motion, let lifts): "\(motion)\(lifts ? "" : ", who stay")"
    case .reload(let isBroken, let byHangup):
      "reload \(isBroken ? "a broken file" : "a good file") by \(byHangup ? "HUP" : "request")"
    }
  }
}
