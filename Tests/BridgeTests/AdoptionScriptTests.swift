import Bridge
import InputModel
import Takes
import Testing

@Suite("Takes of an earlier run") struct AdoptionScriptTests {
  static let cases: [BridgeCase] = [
    BridgeCase(
      "T21 it runs: it is stopped and finished, and presses are busy meanwhile",
      { $0.world.closing = .milliseconds(500) },
      "found:running@0 ↓100 ↑200 ↓1000 ↑3000 .5000",
      "0 adopt left, 0 INT, 0 CONT, 0 stopping crash, 100 ignored button busy, 100 hint busy, 500 keep, 500 completed crash 0, 1000 down, 1000 prepare, 1300 spawn, 1300 starting, 1600 recording, 2100 hidden, 2300 read, 3000 up 2000, 3020 INT, 3020 stopping released, 3520 keep, 3520 completed released 1420"
    ),
    BridgeCase(
      "it has ended unseen: its file is told of as doubtful", "found:ended@0 .1000",
      "0 adopt left, 0 keep, 0 failed crash (the daemon ended before it, and nobody saw how it ended; listen to or look at its file: the end may be missing, and 'evbridge repair' mends WAV)"
    ),
    BridgeCase(
      "two of them", { $0.world.closing = .seconds(1) }, "found:running@0 found:running@500 ↓600 ↑700 .3000",
      "0 adopt left, 0 INT, 0 CONT, 0 stopping crash, 500 adopt left, 500 INT, 500 CONT, 500 stopping crash, 600 ignored button busy, 600 hint busy, 1000 keep, 1000 completed crash 0, 1500 keep, 1500 completed crash 0, 2600 hidden"
    ),
    BridgeCase(
      "it climbs the ladder like any other", { $0.world.ignores = [.interrupt, .terminate] },
      "found:running@0 terminate@100 .20000",
      "0 adopt left, 0 INT, 0 CONT, 0 stopping crash, 5000 TERM, 10000 KILL, 10020 keep, 10020 failed crash (the recorder had to be killed: the end of its file may be missing, or all of it; give it more time with stop.grace, or find out what it waits for)"
    ),
    BridgeCase(
      "found while a control is pressed: that take goes on, the next one waits", { $0.world.closing = .seconds(3) },
      "↓0 found:running@100 ↑2000 ↓2500 ↑2600 .6000",
      "0 down, 0 prepare, 100 adopt left, 100 INT, 100 CONT, 100 stopping crash, 300 spawn, 300 starting, 600 recording, 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2500 ignored button busy, 2500 hint busy, 3100 keep, 3100 completed crash 0, 4500 hidden, 5020 keep, 5020 completed released 1420"
    ),
  ]

  @Test("takes of an earlier run", arguments: cases) func script(_ test: BridgeCase) throws { try test.check() }
}
