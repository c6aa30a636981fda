import Bridge
import Controls
import InputModel
import Takes
import Testing

@Suite("What programs ask for") struct RequestScriptTests {
  @Sendable static func two(_ bench: inout Bench) { bench.secondTriggers = ["other"] }
  @Sendable static func suspending(_ bench: inout Bench) { bench.record.onRelease = .suspend }
  @Sendable static func greeting(_ bench: inout Bench) {
    bench.recorder.before = ["aplay", "welcome.wav"]
    bench.record.greets = true
    bench.world.greeting = .seconds(2)
  }
  @Sendable static func ring(_ bench: inout Bench) {
    bench.progressButtons = [
      Bench.ProgressControl(
        name: "ring", triggers: ["other"],
        settings: ProgressButton.Settings(progress: .elapsed, maximum: .seconds(10), hasRecorder: true))
    ]
  }

  /// A letter with 60 accents.
  private static let longCharacter = "a" + String(repeating: "\u{301}", count: 60)
  private static let shortened = "a" + String(repeating: "\u{301}", count: 39) + "…"

  static let cases: [BridgeCase] = [
    BridgeCase(
      "start and stop, as with a finger, but nothing is held", "record:start@0 record:stop@2000 .3000",
      "0 prepare, 0 spawn, 0 starting, 300 recording, 2000 INT, 2000 stopping complete, 2020 keep, 2020 completed complete 1700"
    ),
    BridgeCase(
      "a press stops what a program has started", "record:start@0 ↓2000 ↑2100 .4000",
      "0 prepare, 0 spawn, 0 starting, 300 recording, 2000 down, 2000 INT, 2000 stopping toggled, 2020 keep, 2020 completed toggled 1700, 2100 up 100"
    ),
    BridgeCase(
      "toggle twice", "record:toggle@0 record:toggle@2000 .3000",
      "0 prepare, 0 spawn, 0 starting, 300 recording, 2000 INT, 2000 stopping complete, 2020 keep, 2020 completed complete 1700"
    ),
    BridgeCase(
      "a stop before it is ready waits for ready", "record:start@0 record:stop@100 .3000",
      "0 prepare, 0 spawn, 0 starting, 300 recording, 300 INT, 300 stopping complete, 320 keep, 320 completed complete 0"
    ),
    BridgeCase(
      "suspended and resumed", "record:start@0 record:suspend@1000 record:resume@3000 record:complete@4000 .5000",
      "0 prepare, 0 spawn, 0 starting, 300 recording, 1000 STOP, 1000 suspended, 3000 CONT, 3000 recording, 4000 INT, 4000 stopping complete, 4020 keep, 4020 completed complete 1700"
    ),
    BridgeCase(
      "T19 a suspended take is completed", suspending, "↓0 ↑2000 record:complete@5000 .6000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 600 recording, 1300 read, 2000 up 2000, 2020 STOP, 2020 suspended, 5000 INT, 5000 CONT, 5000 stopping complete, 5020 keep, 5020 completed complete 1420"
    ),
    BridgeCase(
      "a program stops the take of a finger; only a fresh press counts", "↓0 record:stop@2000 ↑4000 .5000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 600 recording, 1300 read, 2000 INT, 2000 stopping complete, 2020 keep, 2020 completed complete 1400, 4000 up 4000"
    ),
    BridgeCase(
      "one recorder, two buttons: whoever comes second is refused or ignored", two,
      "↓0 second:start@100 other↓500 other↑600 second:start@1000 ↑2000 second:start@2030 second:start@2100 second:stop@3500 .5000",
      "0 down, 0 prepare, 100 refused (control 'second': its recorder is busy with another take), 300 spawn, 300 starting, 500 second ignored other busy, 500 second hint busy, 600 recording, 1000 refused (control 'second': its recorder is busy with another take), 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2030 refused (control 'second': its recorder is busy with another take), 2040 keep, 2040 completed released 1420, 2100 second prepare, 2100 spawn, 2100 second starting, 2400 second recording, 2500 second hidden, 3500 INT, 3500 second stopping complete, 3520 keep, 3520 second completed complete 1100"
    ),
    BridgeCase(
      "nobody", "nobody:start@0 .100",
      "0 refused (there is no control 'nobody'; the controls are record)"
    ),
    BridgeCase(
      "a name of one long character is not repeated", "\(longCharacter):start@0 .100",
      "0 refused (there is no control '\(shortened)'; the controls are record)"
    ),
    BridgeCase(
      "once it is ending nothing is done", "terminate@0 record:start@10 record:enable@20 .100",
      "10 refused (evbridge is ending; ask again when it has been started again), 20 refused (evbridge is ending; ask again when it has been started again)"
    ),
    BridgeCase(
      "to disable it ends its take", "record:start@0 record:disable@2000 record:start@2100 .3000",
      "0 prepare, 0 spawn, 0 starting, 300 recording, 2000 INT, 2000 stopping disabled, 2020 keep, 2020 completed disabled 1700, 2100 refused (control 'record': it is disabled)"
    ),
    BridgeCase(
      "a take that is refused", { $0.world.refusal = "no room" }, "record:start@0 .100",
      "0 prepare, 0 failed recorder-exit (no room)"
    ),
    BridgeCase(
      "the greeting, then the recorder", greeting, "↓0 ↑5000 .6000",
      "0 down, 0 prepare, 300 run before, 300 starting, 1300 read, 2300 read, 2300 spawn, 2600 recording, 3300 read, 4300 read, 5000 up 5000, 5020 INT, 5020 stopping released, 5040 keep, 5040 completed released 2420"
    ),
    BridgeCase(
      "let go while the greeting plays: nothing is recorded", greeting, "↓0 ↑1500 .4000",
      "0 down, 0 prepare, 300 run before, 300 starting, 1300 read, 1500 up 1500, 1520 end command, 1520 hint hold, 1540 abandon, 1540 completed released 0 discarded, 3520 hidden"
    ),
    BridgeCase(
      "stopped by a program while the greeting plays", greeting, "record:start@0 record:stop@1000 .4000",
      "0 prepare, 0 run before, 0 starting, 1000 end command, 1020 abandon, 1020 completed complete 0 discarded"
    ),
    BridgeCase(
      "ended while the greeting plays", greeting, "↓0 terminate@1000 .4000",
      "0 down, 0 prepare, 300 run before, 300 starting, 1000 up 1000 terminate, 1000 end command, 1020 abandon, 1020 completed terminate 0 discarded"
    ),
    BridgeCase(
      "the file does not grow: nothing claims to record, and presses are busy",
      {
        $0.recorder.stalledAfter = .seconds(3)
        $0.world.probe.fileSize = 44
        $0.world.closing = .seconds(1)
      }, "↓0 record:start@4700 ↑4800 ↓5000 ↑5100 record:start@7000 .7100",
      "0 down, 0 prepare, 300 spawn, 300 starting, 600 recording, 1300 read, 2300 read, 3300 read, 4300 read, 4600 INT, 4600 stopping stalled, 4700 refused (control 'record': its last take is still being closed), 4800 up 4800, 5000 ignored button busy, 5000 hint busy, 5600 keep, 5600 failed stalled (the file has not grown for 3 s: the recorder hangs, or its device gives nothing), 7000 hidden, 7000 prepare, 7000 spawn, 7000 starting"
    ),
    BridgeCase(
      "a disk that is nearly full is told with its control, and ends the take",
      {
        two(&$0)
        $0.recorder.freeSpace = FreeSpace(stop: 1_000, warn: 5_000_000)
        $0.world.probe = TakeProbe(fileSize: 10_000, freeSpace: 999)
      }, "other↓0 other↑3000 .4000",
      "0 second down, 0 second prepare, 300 spawn, 300 second starting, 600 second recording, 1300 read, 1600 second anomaly - (only 999 B are free, less than 1 kB: the take is stopped; make room on that disk), 1600 INT, 1600 second stopping disk, 1620 keep, 1620 second completed disk 1000, 3000 second up 3000"
    ),
    BridgeCase(
      "a ring: tap, tap, tap, complete", ring,
      "other↓0 other↑100 other↓2000 other↑2100 other↓4000 other↑4100 ring:complete@6000 other↓7000 other↑7100 .8000",
      "0 ring down, 0 ring prepare, 100 ring up 100, 100 ring tap default, 120 spawn, 120 ring starting, 420 ring recording, 2000 ring down, 2100 ring up 100, 2100 ring tap inProgress, 2120 STOP, 2120 ring suspended, 4000 ring down, 4100 ring up 100, 4100 ring tap suspended, 4120 CONT, 4120 ring recording, 6000 INT, 6000 ring stopping complete, 6020 keep, 6020 ring completed complete 3580, 7000 ring down, 7100 ring up 100, 7100 ring tap completed"
    ),
    BridgeCase(
      "a ring and a button on one recorder", ring, "other↓0 other↑100 ↓1000 ↑1100 ring:stop@3000 .5000",
      "0 ring down, 0 ring prepare, 100 ring up 100, 100 ring tap default, 120 spawn, 120 ring starting, 420 ring recording, 1000 ignored button busy, 1000 hint busy, 3000 hidden, 3000 INT, 3000 ring stopping complete, 3020 keep, 3020 ring completed complete 2580"
    ),
  ]

  @Test("a ring follows what its recorder says, from ready to the end of its take")
  func percent() throws {
    var bench = Bench()
    Self.ring(&bench)
    bench.progressButtons[0].settings.progress = .output
    let script =
      "percent:10@0 ring:start@0 percent:20@100 percent:40@1000 percent:140@1500 ring:42%@1600 ring:stop@2000 percent:50@2010 .3000"
    let run = BridgeRun(bench, try BridgeScript(script))
    let readings = run.log.compactMap { entry -> String? in
      guard case .publish(let event) = entry.effect, case .progress("ring", let ring) = event.kind else { return nil }
      return "\(event.time.microseconds / 1_000) \(ring.state.rawValue) \(ring.from) \(ring.to)"
    }
    let expected = [
      "300 inProgress 0.0 0.0", "1000 inProgress 40.0 40.0", "1500 inProgress 100.0 100.0",
      "2000 suspended 100.0 100.0", "2010 suspended 50.0 50.0", "2020 completed 100.0 100.0",
    ]
    #expect(readings == expected)
  }

  @Test("requests", arguments: cases) func script(_ test: BridgeCase) throws { try test.check() }
}
