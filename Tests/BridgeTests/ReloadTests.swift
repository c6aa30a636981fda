import Bridge
import Controls
import Gestures
import InputModel
import Takes
import Testing

@Suite("A changed configuration") struct ReloadTests {
  @Sendable static func play(_ bench: inout Bench) {
    bench.commands = [
      Bench.Command(name: "call", triggers: ["play"], occasion: .press, action: .run(["call"]))
    ]
    bench.world.commandDuration = .seconds(1)
  }

  @Sendable static func carry(_ bench: inout Bench) {
    bench.zones = [Bench.Zone("photo", .glass, .whole)]
    bench.triggers = []
    bench.transforms = [Bench.Transform(name: "photo", zone: "photo")]
  }

  static let cases: [BridgeCase] = [
    BridgeCase(
      "nothing goes on", "reload@0 ↓100 ↑200 .5000",
      "0 removed button, 100 down, 100 prepare, 200 up 100, 220 abandon, 220 hint hold, 2220 hidden"),
    BridgeCase(
      "a take goes on: it is not taken", "↓0 reload@100 reload@1000 ↑2000 reload@2030 .3000",
      "\(begun), 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"),
    BridgeCase(
      "a hint is hidden, and the next one is a new one", "↓0 ↑100 reload@1000 ↓1100 ↑1200 .5000",
      "0 down, 0 prepare, 100 up 100, 120 abandon, 120 hint hold, 1000 removed button, 1000 hidden, 1100 down, 1100 prepare, 1200 up 100, 1220 abandon, 1220 hint hold, 3220 hidden"
    ),
    BridgeCase(
      "a command goes on, and its end is told; its button is busy until then", play,
      "play↓0 reload@500 play↑550 play↓600 play↑700 play↓1100 play↑1200 .3000",
      "0 call down, 0 call run call by play, 500 removed button, 500 call up 500 device-lost, 500 call ignored play down-at-open, 600 call ignored play busy, 1000 call finished, 1100 call down, 1100 call run call by play, 1200 call up 100, 2100 call finished"
    ),
    BridgeCase(
      "a release that was not confirmed is one", play, "play↓0 play↑500 reload@510 .3000",
      "0 call down, 0 call run call by play, 510 removed button, 500 call up 500, 1000 call finished"),
    BridgeCase(
      "what a program has disabled stays disabled", "off:record@0 reload@100 ↓200 ↑300 on:record@400 ↓500 ↑600 .5000",
      "100 removed button, 200 ignored button disabled, 500 down, 500 prepare, 600 up 100, 620 abandon, 620 hint hold, 2620 hidden"
    ),
    BridgeCase(
      "a gesture is cancelled; the content stays where it is, and is carried on", carry,
      "f1:20,20@0 f1:40,20@16 reload@100 f1:up@200 f1:50,50@300 f1:50,60@316 f1:up@400 photo:reset@500 photo:reset@600 .1000",
      "16 pan began on photo by 1, 16 photo to 18,0, 100 pan cancelled on photo by 0, 100 removed glass, 316 pan began on photo by 1, 316 photo to 18,8, 400 pan ended on photo by 0, 500 photo to 0,0 in 400"
    ),
    BridgeCase(
      "while the program ends it is not taken", "terminate@0 reload@100 .200", ""),
  ]

  @Test("the same settings anew", arguments: cases) func script(_ test: BridgeCase) throws { try test.check() }

  /// What answers a fresh press.
  private static let presses =
    "↓100 ↑1500 f1:50,80@2000 f1:up@3500 p:50,80@4000 p:up@4100 play↓5000 play↑5050 other↓6000 other↑6600 hook↓7000 hook↑7400 f1:20,20@8000 f1:40,20@8016 f2:40,60@8032 f2:40,90@8048 f1:up+f2:up@8500 .30000"

  @Test("after any run it answers as a new one", arguments: 0..<100)
  func likeNew(seed: Int) throws {
    let random = RandomBench(seed: seed)
    var bench = random.bench
    // The last file is remembered.
    for index in bench.commands.indices {
      if case .run = bench.commands[index].action { bench.commands[index].action = .run(["call"]) }
    }
    var words = random.words
    words.removeAll { $0.hasPrefix("terminate") }
    var run = BridgeRun(bench, try BridgeScript(words.joined(separator: " ")))
    run.rest()
    for control in bench.settings.controls {
      run.ask(control.name, .enable)
      if case .transform = control.kind { run.ask(control.name, .reset) }
      if case .recordButton = control.kind, !run.state.isIdle { run.ask(control.name, .complete) }
    }
    run.rest()
    let script = try BridgeScript(Self.presses)
    let isTaken = run.reload(andPlay: script)
    // A latched take may go on.
    #expect(isTaken || bench.record.mode != .hold || bench.record.onRelease == .suspend, "\(random.script)")
    guard isTaken else { return }
    let new = BridgeRun(bench, script, start: run.start)
    #expect(run.text == new.text, "\(random.script)")
  }
}
