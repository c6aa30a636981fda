import Bridge
import Controls
import InputModel
import Takes
import Testing

@Suite("A record button on the bench") struct RecordScriptTests {
  static let recorders: [BridgeCase] = [
    BridgeCase(
      "T1 one INT, and the file is kept", "↓0 ↑2000 .3000",
      "\(begun), 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"),
    BridgeCase(
      "T3 completed only when the worker is gone", { $0.world.lingering = .milliseconds(800) },
      "↓0 ↑2000 .3000",
      "\(begun), 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2840 keep, 2840 completed released 1420"),
    BridgeCase(
      "T4 INT, TERM, KILL, and the next press works", { $0.world.ignores = [.interrupt, .terminate] },
      "↓0 ↑2000 .13000 ↓13000 ↑13500 .13600",
      "\(begun), 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 7020 TERM, 12020 KILL, 12040 keep, 12040 failed released (the recorder had to be killed: the end of its file may be missing, or all of it; give it more time with stop.grace, or find out what it waits for), 13000 down, 13000 prepare, 13300 spawn, 13300 starting, 13500 up 500, 13600 recording"
    ),
    BridgeCase(
      "a group that outlives KILL fails and blocks nothing",
      { $0.world.ignores = [.interrupt, .terminate, .kill] },
      "↓0 ↑2000 .18000 ↓18000 ↑18100 .18200",
      "\(begun), 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 7020 TERM, 12020 KILL, 17020 keep, 17020 failed released (its processes are still there after KILL), 18000 down, 18000 prepare, 18100 up 100, 18120 abandon, 18120 hint hold"
    ),
    BridgeCase(
      "T5 no signal before the recorder is ready",
      {
        $0.recorder.readiness = .outputMatches("x"); $0.world.matchesAfter = .milliseconds(900)
      }, "↓0 ↑350 .3000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 350 up 350, 1200 recording, 2200 INT, 2200 stopping released, 2220 keep, 2220 completed released 1000"
    ),
    BridgeCase(
      "T6 never ready: an error, never recording", { $0.recorder.readiness = .outputMatches("x") },
      "↓0 ↑7000 .8000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 1300 read, 2300 read, 3300 read, 4300 read, 5300 INT, 5300 stopping recorder-exit, 5320 keep, 5320 failed recorder-exit (the recorder was not ready within 5.0 s), 7000 up 7000"
    ),
    BridgeCase(
      "T6 what comes after the timeout does not change the reason",
      {
        $0.recorder.readiness = .outputMatches("x"); $0.world.closing = .seconds(1)
      }, "↓0 .5400 gone:button@5500 .8000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 1300 read, 2300 read, 3300 read, 4300 read, 5300 INT, 5300 stopping recorder-exit, 5500 removed button, 5500 up 5500 device-lost, 6300 keep, 6300 failed recorder-exit (the recorder was not ready within 5.0 s)"
    ),
    BridgeCase(
      "T17 it exits with an error while it records",
      {
        $0.world.diesAfter = .seconds(1); $0.world.status = .exited(1)
      }, "↓0 ↑3000 .4000",
      "\(begun), 1300 read, 1300 keep, 1300 failed recorder-exit (the recorder exited with 1), 3000 up 3000"),
    BridgeCase(
      "T18 an exit code after our stop says nothing", { $0.world.status = .exited(255) }, "↓0 ↑2000 .3000",
      "\(begun), 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"),
    BridgeCase(
      "no file after a stop is a failure", { $0.world.fileProblem = "the recorder left no file" },
      "↓0 ↑2000 .3000",
      "\(begun), 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 failed released (the recorder left no file)"
    ),
    BridgeCase(
      "T19 T34 refused at the press", { $0.world.refusal = "no room" }, "↓0 ↑2000 .3000",
      "0 down, 0 prepare, 0 failed recorder-exit (no room), 2000 up 2000"),
    BridgeCase(
      "T35 it can not be started", { $0.world.spawnFailure = "no such program" }, "↓0 ↑2000 .3000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 300 abandon, 300 failed recorder-exit (no such program), 2000 up 2000"
    ),
    BridgeCase(
      "on-short discard deletes and hints", { $0.record.onShort = .discard }, "↓0 ↑700 .3000",
      "\(begun), 700 up 700, 720 INT, 720 stopping released, 720 hint hold, 740 delete, 740 completed released 120 discarded, 2720 hidden"
    ),
    BridgeCase(
      "on-release suspend adds up clips to the maximum",
      {
        $0.record.onRelease = .suspend; $0.record.maximum = .seconds(3)
      }, "↓0 ↑2000 ↓5000 ↑9000 .9100",
      "\(begun), 1300 read, 2000 up 2000, 2020 STOP, 2020 suspended, 5000 down, 5300 CONT, 5300 recording, 6300 read, 6880 INT, 6880 stopping maximum, 6900 keep, 6900 completed maximum 3000, 9000 up 4000"
    ),
    BridgeCase(
      "a suspended take outlives its device and ends with the program", { $0.record.onRelease = .suspend },
      "↓0 ↑2000 gone:button@3000 terminate@4000 .5000",
      "\(begun), 1300 read, 2000 up 2000, 2020 STOP, 2020 suspended, 3000 removed button, 4000 INT, 4000 CONT, 4000 stopping terminate, 4020 keep, 4020 completed terminate 1420"
    ),
  ]

  static let presses: [BridgeCase] = [
    BridgeCase(
      "T22 T23 released at 299 ms, read a second later", "↓0 ↑299 .1299 .5000",
      "0 down, 0 prepare, 299 up 299, 319 abandon, 319 hint hold, 2319 hidden"),
    BridgeCase(
      "T22 T23 released at 301 ms, read a second later", "↓0 ↑301 .1301 .5000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 301 up 301, 600 recording, 1600 INT, 1600 stopping released, 1620 keep, 1620 completed released 1000"
    ),
    BridgeCase(
      "T11 no release: the maximum, then a fresh press", { $0.record.maximum = .seconds(3) },
      "↓0 .4000 ↑5000 ↓5500 ↑7500 .8000",
      "\(begun), 1300 read, 2300 read, 3300 read, 3600 INT, 3600 stopping maximum, 3620 keep, 3620 completed maximum 3000, 5000 up 5000, 5500 down, 5500 prepare, 5800 spawn, 5800 starting, 6100 recording, 6800 read, 7500 up 2000, 7520 INT, 7520 stopping released, 7540 keep, 7540 completed released 1420"
    ),
    BridgeCase(
      "the maximum passes while the contact bounces: it stops at the return", { $0.record.maximum = .seconds(2) },
      "↓0 ↑2595 ↓2605 ↑4000 .4100",
      "\(begun), 1300 read, 2300 read, 2605 INT, 2605 stopping maximum, 2625 keep, 2625 completed maximum 2005, 4000 up 4000"
    ),
    BridgeCase(
      "T12 bounce on both edges is one take", "↓0 ↑3 ↓6 ↑8 ↓11 ↑1500 ↓1504 ↑1507 .5000",
      "\(begun), 1300 read, 1507 up 1507, 1600 INT, 1600 stopping released, 1620 keep, 1620 completed released 1000"),
    BridgeCase(
      "a press within one frame is a short press", "↓↑10 .100", "10 down, 10 prepare, 10 up 0, 30 abandon, 30 hint hold"
    ),
    BridgeCase(
      "T13 a spike is nothing when told so", { $0.record.ignoreShorterThan = .milliseconds(5) }, "↓0 ↑2 .500", ""),
    BridgeCase(
      "T14 auto-repeat at 30 Hz changes nothing",
      "↓0 " + (8...60).map { "↻\($0 * 33)" }.joined(separator: " ") + " ↑2000 .3000",
      "\(begun), 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"),
    BridgeCase(
      "T15 two keys of one device: the first owns the hold", { $0.triggers = ["button", "play"] },
      "↓0 play↓500 play↑600 ↑2000 .3000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 500 ignored play not-owner, 600 recording, 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"
    ),
    BridgeCase(
      "T15 two devices: the first owns the hold", { $0.triggers = ["button", "other"] },
      "↓0 other↓500 other↑600 ↑2000 .3000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 500 ignored other not-owner, 600 recording, 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"
    ),
    BridgeCase(
      "T15 two devices of one binding: the first owns the hold", { $0.takesAll = true },
      "↓0 other↓500 other↑600 ↑2000 .3000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 500 ignored button not-owner, 600 recording, 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"
    ),
    BridgeCase(
      "T16 presses while stopping are dropped with one hint", { $0.world.closing = .seconds(1) },
      "↓0 ↑1500 ↓1600 ↑1650 ↓1700 ↑1750 ↓1800 ↑1850 ↓1900 ↑1950 ↓2000 ↑2050 ↓2100 ↑2150 .5000",
      "\(begun), 1300 read, 1500 up 1500, 1600 INT, 1600 stopping released, 1600 ignored button busy, 1600 hint busy, 1700 ignored button busy, 1800 ignored button busy, 1900 ignored button busy, 2000 ignored button busy, 2100 ignored button busy, 2600 keep, 2600 completed released 1000, 3600 hidden"
    ),
    BridgeCase(
      "T24 a press in the tail goes on with the take", { $0.record.tail = .milliseconds(300) },
      "↓0 ↑2000 ↓2150 ↑4000 .5000",
      "\(begun), 1300 read, 2000 up 2000, 2150 down, 3150 read, 4000 up 1850, 4300 INT, 4300 stopping released, 4320 keep, 4320 completed released 3700"
    ),
    BridgeCase(
      "T25 a press while the file is closed starts nothing", { $0.world.closing = .milliseconds(700) },
      "↓0 ↑1500 ↓1600 ↑4000 .4100",
      "\(begun), 1300 read, 1500 up 1500, 1600 INT, 1600 stopping released, 1600 ignored button busy, 1600 hint busy, 2300 keep, 2300 completed released 1000, 3600 hidden"
    ),
    BridgeCase(
      "T26 ten taps: one hint at a time, no file",
      (0..<10).map { "↓\($0 * 500) ↑\($0 * 500 + 100)" }.joined(separator: " ") + " .7000",
      "0 down, 0 prepare, 100 up 100, 120 abandon, 120 hint hold, 500 down, 500 prepare, 600 up 100, 620 abandon, 1000 down, 1000 prepare, 1100 up 100, 1120 abandon, 1500 down, 1500 prepare, 1600 up 100, 1620 abandon, 2000 down, 2000 prepare, 2100 up 100, 2120 abandon, 2120 hidden, 2500 down, 2500 prepare, 2600 up 100, 2620 abandon, 2620 hint hold, 3000 down, 3000 prepare, 3100 up 100, 3120 abandon, 3500 down, 3500 prepare, 3600 up 100, 3620 abandon, 4000 down, 4000 prepare, 4100 up 100, 4120 abandon, 4500 down, 4500 prepare, 4600 up 100, 4620 abandon, 4620 hidden"
    ),
    BridgeCase(
      "two record buttons: while one records the other is busy", { $0.secondTriggers = ["play"] },
      "↓0 play↓600 play↑2600 ↑3000 play↓3500 play↑5500 .6000",
      "\(begun), 600 second ignored play busy, 600 second hint busy, 1300 read, 2300 read, 2600 second hidden, 3000 up 3000, 3020 INT, 3020 stopping released, 3040 keep, 3040 completed released 2420, 3500 second down, 3500 second prepare, 3800 spawn, 3800 second starting, 4100 second recording, 4800 read, 5500 second up 2000, 5520 INT, 5520 second stopping released, 5540 keep, 5540 second completed released 1420"
    ),
    BridgeCase(
      "two record buttons pressed within the spike limit: one take",
      {
        $0.secondTriggers = ["play"]; $0.record.ignoreShorterThan = .milliseconds(5)
      }, "↓0 play↓2 ↑1500 play↑1600 .2000",
      "0 down, 5 prepare, 2 second ignored play busy, 7 second hint busy, 300 spawn, 300 starting, 600 recording, 1300 read, 1500 up 1500, 1600 INT, 1600 stopping released, 1620 keep, 1620 completed released 1000"
    ),
    BridgeCase(
      "a hold is told apart from the other trigger's press", { $0.triggers = ["button", "play"] },
      "↓0 play↓100 ↑2000 play↑2100 .3000",
      "0 down, 0 prepare, 100 ignored play not-owner, 300 spawn, 300 starting, 600 recording, 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"
    ),
    BridgeCase(
      "toggle",
      {
        $0.record.mode = .toggle
      }, "↓0 ↑100 ↓3000 ↑3100 .4000",
      "0 down, 0 prepare, 0 spawn, 0 starting, 100 up 100, 300 recording, 3000 down, 3000 INT, 3000 stopping toggled, 3020 keep, 3020 completed toggled 2700, 3100 up 100"
    ),
    BridgeCase(
      "hybrid latches",
      {
        $0.record.mode = .hybrid
      }, "↓0 ↑100 ↓200 ↑280 .2000 ↓3000 ↑3100 .4000",
      "0 down, 0 prepare, 100 up 100, 120 abandon, 120 hint hold, 200 down, 200 prepare, 200 hidden, 280 up 80, 300 spawn, 300 starting, 600 recording, 3000 down, 3000 INT, 3000 stopping toggled, 3020 keep, 3020 completed toggled 2400, 3100 up 100"
    ),
  ]

  static let losses: [BridgeCase] = [
    BridgeCase(
      "T7 up after a loss: the take ends", "↓0 lost:↑500 drop:button@600 .1000",
      "\(begun), 600 anomaly button (\(dropped)), 600 up 600 resync, 600 INT, 600 stopping resync, 620 keep, 620 completed resync 0"
    ),
    BridgeCase(
      "T7 up after a loss before the hold: no hint", "↓0 lost:↑100 drop:button@200 .1000",
      "0 down, 0 prepare, 200 anomaly button (\(dropped)), 200 up 200 resync, 200 abandon"),
    BridgeCase(
      "down before and after a loss is one press", "↓0 drop:button@200 ↑2000 .3000",
      "0 down, 0 prepare, 200 anomaly button (\(dropped)), 300 spawn, 300 starting, 600 recording, 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"
    ),
    BridgeCase(
      "down only after a loss is a press from then on", "lost:↓100 drop:button@200 ↑400 .1000",
      "200 anomaly button (\(dropped)), 200 down, 200 prepare, 400 up 200, 420 abandon, 420 hint hold"),
    BridgeCase(
      "T8 T32 unplugged during a take, back under another number",
      "↓0 gone:button@1500 back:button@3500 ↓4000 ↑6000 .7000",
      "\(begun), 1300 read, 1500 removed button, 1500 up 1500 device-lost, 1500 INT, 1500 stopping device-lost, 1520 keep, 1520 completed device-lost 900, 4000 down, 4000 prepare, 4300 spawn, 4300 starting, 4600 recording, 5300 read, 6000 up 2000, 6020 INT, 6020 stopping released, 6040 keep, 6040 completed released 1420"
    ),
    BridgeCase(
      "T8 unplugged before the hold: no hint", "↓0 gone:button@200 .1000",
      "0 down, 0 prepare, 200 removed button, 200 up 200 device-lost, 200 abandon"),
    BridgeCase(
      "T8 the kernel lets go of the key before it is seen to be unplugged",
      "↓0 withdraw:button@1500 gone:button@1530 .2000",
      "\(begun), 1300 read, 1500 up 1500 device-lost, 1500 INT, 1500 stopping device-lost, 1520 keep, 1520 completed device-lost 900, 1530 removed button"
    ),
    BridgeCase(
      "a hold that spans a sleep, for which the kernel let go of the key", "↓0 sleep@1500 withdraw:button@1500 .2000",
      "\(begun), 1300 read, 1500 up 1500 suspend, 1500 INT, 1500 stopping suspend, 1520 keep, 1520 completed suspend 900"
    ),
    BridgeCase(
      "T9 another device comes and goes: nothing changes", { $0.triggers = ["button", "other"] },
      "↓0 gone:other@800 back:other@1200 ↑2000 .3000",
      "\(begun), 800 removed other, 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"
    ),
    BridgeCase(
      "T9 another device of the same binding comes and goes: nothing changes", { $0.takesAll = true },
      "↓0 gone:other@800 back:other@1200 ↑2000 .3000",
      "\(begun), 800 removed button, 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"
    ),
    BridgeCase(
      "a device of the same binding that comes with its key down ends nothing", { $0.takesAll = true },
      "gone:other@0 ↓0 lost:other↓500 back:other@600 other↑800 ↑2000 .3000",
      "0 removed button, \(begun), 600 ignored button down-at-open, 1300 read, 2000 up 2000, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1420"
    ),
    BridgeCase(
      "T10 a lost release is found by reading back", "↓0 lost:↑1500 .2500 ↓3000 ↑5000 .6000",
      "\(begun), 1300 read, 2300 read, 2300 anomaly button (the release of button was lost), 2300 up 2300 lost-release, 2300 INT, 2300 stopping lost-release, 2320 keep, 2320 completed lost-release 1700, 3000 down, 3000 prepare, 3300 spawn, 3300 starting, 3600 recording, 4300 read, 5000 up 2000, 5020 INT, 5020 stopping released, 5040 keep, 5040 completed released 1420"
    ),
    BridgeCase(
      "a release that is only late wins over the reading", { $0.world.readingDelay = .milliseconds(10) },
      "↓0 ↑1305 .3000",
      "\(begun), 1300 read, 1305 up 1305, 1600 INT, 1600 stopping released, 1620 keep, 1620 completed released 1000"),
    BridgeCase(
      "a held key is read back every second and goes on", "↓0 ↑3000 .4000",
      "\(begun), 1300 read, 2300 read, 3000 up 3000, 3020 INT, 3020 stopping released, 3040 keep, 3040 completed released 2420"
    ),
    BridgeCase(
      "T27 down at open is no press", "gone:button@0 lost:↓10 back:button@20 ↑900 ↓1500 ↑1600 .2000",
      "0 removed button, 20 ignored button down-at-open, 1500 down, 1500 prepare, 1600 up 100, 1620 abandon, 1620 hint hold"
    ),
    BridgeCase(
      "T27 nor is its bouncing release", { $0.record.mode = .toggle },
      "gone:button@0 lost:↓10 back:button@20 ↑900 ↓903 ↑906 .2000 ↓3000 ↑3100 .4000",
      "0 removed button, 20 ignored button down-at-open, 3000 down, 3000 prepare, 3000 spawn, 3000 starting, 3100 up 100, 3300 recording"
    ),
    BridgeCase(
      "T28 an inverted switch: down at open", { $0.triggers = ["hook!"] }, ".500 hook↓1000 hook↑2000 hook↓4000 .5000",
      "0 ignored hook! down-at-open, 2000 down, 2000 prepare, 2300 spawn, 2300 starting, 2600 recording, 3300 read, 4000 up 2000, 4020 INT, 4020 stopping released, 4040 keep, 4040 completed released 1420"
    ),
    BridgeCase(
      "T28 an inverted switch: lost release", { $0.triggers = ["hook!"] },
      "hook↓0 hook↑1000 lost:hook↓2500 .4000",
      "0 ignored hook! down-at-open, 1000 down, 1000 prepare, 1300 spawn, 1300 starting, 1600 recording, 2300 read, 3300 read, 3300 anomaly hook (the release of hook! was lost), 3300 up 2300 lost-release, 3300 INT, 3300 stopping lost-release, 3320 keep, 3320 completed lost-release 1700"
    ),
    BridgeCase(
      "a sleep ends the hold", "↓0 sleep@900 ↑3000 .4000",
      "\(begun), 900 up 900 suspend, 900 INT, 900 stopping suspend, 920 keep, 920 completed suspend 300"),
    BridgeCase(
      "a sleep leaves a toggled take alone", { $0.record.mode = .toggle }, "↓0 ↑100 sleep@900 ↓3000 ↑3100 .4000",
      "0 down, 0 prepare, 0 spawn, 0 starting, 100 up 100, 300 recording, 3000 down, 3000 INT, 3000 stopping toggled, 3020 keep, 3020 completed toggled 2700, 3100 up 100"
    ),
    BridgeCase(
      "T20 told to end before the hold", "↓0 terminate@100 ↑200 ↓300 ↑800 .1000",
      "0 down, 0 prepare, 100 up 100 terminate, 100 abandon"),
    BridgeCase(
      "T20 told to end while it starts", "↓0 terminate@400 ↑450 .1000",
      "0 down, 0 prepare, 300 spawn, 300 starting, 400 up 400 terminate, 600 recording, 600 INT, 600 stopping terminate, 620 keep, 620 completed terminate 0"
    ),
    BridgeCase(
      "T20 told to end while it records", "↓0 terminate@900 ↑1000 ↓1100 .2000",
      "\(begun), 900 up 900 terminate, 900 INT, 900 stopping terminate, 920 keep, 920 completed terminate 300"),
    BridgeCase(
      "T20 told to end while it stops", { $0.world.closing = .milliseconds(300) }, "↓0 ↑1500 terminate@1600 .2000",
      "\(begun), 1300 read, 1500 up 1500, 1600 INT, 1600 stopping released, 1900 keep, 1900 completed released 1000"),
    BridgeCase(
      "T20 told to end before the release is confirmed", "↓0 ↑100 terminate@110 .3000",
      "0 down, 0 prepare, 100 up 100, 110 abandon, 110 hint hold, 2110 hidden"),
    BridgeCase(
      "T20 told to end while a latch is not confirmed: nothing is started", { $0.record.mode = .hybrid },
      "↓0 ↑100 ↓200 ↑280 terminate@290 .3000",
      "0 down, 0 prepare, 100 up 100, 120 abandon, 120 hint hold, 200 down, 200 prepare, 200 hidden, 280 up 80, 290 abandon"
    ),
    BridgeCase(
      "disabled during a take, enabled again", "↓0 off:record@900 ↑2000 ↓2500 ↑2600 on:record@3000 ↓4000 ↑4100 .4200",
      "\(begun), 900 up 900 disabled, 900 INT, 900 stopping disabled, 920 keep, 920 completed disabled 300, 2500 ignored button disabled, 4000 down, 4000 prepare, 4100 up 100, 4120 abandon, 4120 hint hold"
    ),
    BridgeCase(
      "enabled while it is down: only a fresh press counts", "off:record@0 ↓100 on:record@200 ↑900 ↓1500 ↑1600 .1700",
      "100 ignored button disabled, 1500 down, 1500 prepare, 1600 up 100, 1620 abandon, 1620 hint hold"),
  ]

  @Test("recorders", arguments: recorders) func recorder(_ testCase: BridgeCase) throws { try testCase.check() }
  @Test("presses", arguments: presses) func press(_ testCase: BridgeCase) throws { try testCase.check() }
  @Test("losses and ends", arguments: losses) func loss(_ testCase: BridgeCase) throws { try testCase.check() }
}
