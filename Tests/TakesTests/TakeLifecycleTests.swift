import InputModel
import Takes
import Testing

@Suite("TakeLifecycle") struct TakeLifecycleTests {
  static let begun = TakeCase.begun
  static let started = TakeCase.started
  static let killed = TakeCase.killed
  static let cases: [TakeCase] = [
    TakeCase(
      "T1 one INT and the file is kept", "\(begun) stop:released@2000 exited:0!@2050 finished@2050",
      "\(started), 2000 INT, 2000 stopping released, 2050 keep, 2050 completed released 1400 INT"),
    TakeCase(
      "T18 an exit code after our stop says nothing", "\(begun) stop:released@2000 exited:255!@2050 finished@2050",
      "\(started), 2000 INT, 2000 stopping released, 2050 keep, 2050 completed released 1400 INT"),
    TakeCase(
      "a recorder that our own signal ended is fine", "\(begun) stop:released@2000 exited:INT!@2050 finished@2050",
      "\(started), 2000 INT, 2000 stopping released, 2050 keep, 2050 completed released 1400 INT"),
    TakeCase(
      "a recorder that crashed while closing has failed, its file is kept",
      "\(begun) stop:released@2000 exited:HUP!@2050 finished@2050",
      "\(started), 2000 INT, 2000 stopping released, 2050 keep, 2050 failed released done.wav (the recorder was ended by HUP)"
    ),
    TakeCase(
      "T3 completed only when the worker is gone", "\(begun) stop:released@2000 exited:0@2010 gone@2800 finished@2800",
      "\(started), 2000 INT, 2000 stopping released, 2800 keep, 2800 completed released 1400 INT"),
    TakeCase(
      "T4 INT, TERM, KILL", "\(begun) stop:released@2000 .@12500 exited:KILL!@12600 finished@12600",
      "\(started), 2000 INT, 2000 stopping released, 7000 TERM, 12000 KILL, 12600 keep, 12600 failed released done.wav (\(killed))"
    ),
    TakeCase(
      "who comes late to a release sends INT alone, and the recorder has its time",
      "\(begun) stalled:14000@1900 stop:released@2000 .@14000 .@18900 exited:0!@18950 finished@18950",
      "\(started), 2000 INT, 2000 stopping released, 18950 keep, 18950 completed released 1400 INT"),
    TakeCase(
      "who comes late to TERM gives it the time that it would have had",
      "\(begun) stop:released@2000 stalled:30000@6900 .@34900 .@36000 exited:0!@36100 finished@36100",
      "\(started), 2000 INT, 2000 stopping released, 35000 TERM, 36100 keep, 36100 completed released 1400 TERM"),
    TakeCase(
      "who comes late to the ready timeout listens first", { $0.readiness = .outputMatches("x") },
      "\(begun) stalled:20000@400 .@20000 matched@20000 stop:released@22000",
      "300 spawn, 300 starting, 20000 recording, 22000 INT, 22000 stopping released"),
    TakeCase(
      "a straggler of the group that needed KILL spoils nothing",
      "\(begun) stop:released@2000 exited:0@2100 .@12500 gone@12600 finished@12600",
      "\(started), 2000 INT, 2000 stopping released, 7000 TERM, 12000 KILL, 12600 keep, 12600 completed released 1400 KILL"
    ),
    TakeCase(
      "T4 a worker that needed KILL, after its leader had gone long before",
      "\(begun) exited:0@700 stop:released@2000 .@12500 gone@12600 finished@12600",
      "\(started), 2000 INT, 2000 stopping released, 7000 TERM, 12000 KILL, 12600 keep, 12600 failed released done.wav (\(killed))"
    ),
    TakeCase(
      "T4 a worker that needed KILL, whose shell died of the TERM",
      "\(begun) stop:released@2000 exited:TERM@7100 .@12500 gone@12600 finished@12600",
      "\(started), 2000 INT, 2000 stopping released, 7000 TERM, 12000 KILL, 12600 keep, 12600 failed released done.wav (\(killed))"
    ),
    TakeCase(
      "who is to be stopped with KILL has not failed by it", { $0.ladder = StopLadder(signal: .kill) },
      "\(begun) stop:released@2000 exited:KILL!@2100 finished@2100",
      "\(started), 2000 KILL, 2000 stopping released, 2100 keep, 2100 completed released 1400 KILL"),
    TakeCase(
      "a discarded take that needed KILL is deleted", "\(begun) discard@900 .@10950 exited:KILL!@11000 deleted@11000",
      "\(started), 900 INT, 900 stopping released, 5900 TERM, 10900 KILL, 11000 delete, 11000 completed released 300 KILL discarded"
    ),
    TakeCase(
      "nothing hangs when KILL does not help", "\(begun) stop:released@2000 .@30000 finished@30000",
      "\(started), 2000 INT, 2000 stopping released, 7000 TERM, 12000 KILL, 17000 keep, 30000 failed released done.wav (its processes are still there after KILL)"
    ),
    TakeCase(
      "a daemon that was held up skips no step: each signal has its time from when it is sent",
      "\(begun) stop:released@2000 stalled:60000@2100 .@69999 exited:255!@70000 finished@70000",
      "\(started), 2000 INT, 2000 stopping released, 65000 TERM, 70000 KILL, 70000 keep, 70000 completed released 1400 KILL"
    ),
    TakeCase(
      "nor is a stop that comes late followed at once", { $0.readiness = .outputMatches("x") },
      "\(begun) stop:released@2000 .@5300 stalled:90000@5300 probed:-@5300 .@94999 exited:0!@94999 finished@94999",
      "300 spawn, 300 starting, 5300 probe, 5300 INT, 5300 stopping released, 94999 keep, 94999 failed released done.wav (the recorder was not ready within 5.0 s)"
    ),
    TakeCase(
      "who is killed has 5 s to be gone, however short the grace is",
      { $0.ladder = StopLadder(grace: .milliseconds(1)) },
      "\(begun) stop:released@2000 .@2900 exited:255!@2900 finished@2900",
      "\(started), 2000 INT, 2000 stopping released, 2001 TERM, 2002 KILL, 2900 keep, 2900 completed released 1400 KILL"
    ),
    TakeCase(
      "sox exits with 0 when the disk is full: its last words count", { $0.preset = .sox },
      "\(begun) failed@1100 finished@1100",
      "\(started), 1100 keep, 1100 failed recorder-exit done.wav (\(claim))"),
    TakeCase(
      "also when it was being stopped", { $0.preset = .sox },
      "\(begun) stop:released@2000 failed@2100 finished@2100",
      "\(started), 2000 INT, 2000 stopping released, 2100 keep, 2100 failed released done.wav (\(claim))"),
    TakeCase(
      "of other programs nobody knows what their words mean", "\(begun) failed@1100 finished@1100",
      "\(started), 1100 keep, 1100 completed recorder-exit 500 -"),
    TakeCase(
      "T5 no signal before ready", "\(begun) stop:device-lost@350 exited:0!@700 finished@700",
      "300 spawn, 300 starting, 600 recording, 600 INT, 600 stopping device-lost, 700 keep, 700 completed device-lost 0 INT"
    ),
    TakeCase(
      "T6 never ready", { $0.readiness = .outputMatches("x") },
      "\(begun) .@5300 probed:-@5300 .@5400 exited:0!@5400 finished@5400",
      "300 spawn, 300 starting, 5300 probe, 5300 INT, 5300 stopping recorder-exit, 5400 keep, 5400 failed recorder-exit done.wav (the recorder was not ready within 5.0 s)"
    ),
    TakeCase(
      "T6 a stop of one that is never ready waits for the timeout", { $0.readiness = .outputMatches("x") },
      "\(begun) stop:terminate@400 .@5300 probed:-@5300 .@5400 exited:0!@5400 finished@5400",
      "300 spawn, 300 starting, 5300 probe, 5300 INT, 5300 stopping terminate, 5400 keep, 5400 failed terminate done.wav (the recorder was not ready within 5.0 s)"
    ),
    TakeCase(
      "T6 what it has said in time, and nobody has heard, counts at the last look",
      { $0.readiness = .outputMatches("x") },
      "\(begun) .@5300 probed:-!@5300 stop:released@6000",
      "300 spawn, 300 starting, 5300 probe, 5300 recording, 6000 INT, 6000 stopping released"),
    TakeCase(
      "T6 or when it is heard before the answer to that look", { $0.readiness = .outputMatches("x") },
      "\(begun) stop:released@400 .@5300 matched@5301 probed:-@5302",
      "300 spawn, 300 starting, 5300 probe, 5301 recording, 5301 INT, 5301 stopping released"),
    TakeCase(
      "ready when its output says so", { $0.readiness = .outputMatches("x") },
      "\(begun) matched@900 matched@950 stop:released@2000",
      "300 spawn, 300 starting, 900 recording, 2000 INT, 2000 stopping released"),
    TakeCase("ready when spawned", { $0.readiness = .spawned }, begun, "300 spawn, 300 starting, 300 recording"),
    TakeCase(
      "T17 it exits by itself with an error", "\(begun) exited:1!@1100 finished@1100",
      "\(started), 1100 keep, 1100 failed recorder-exit done.wav (the recorder exited with 1: no such card)"),
    TakeCase(
      "it ends by itself and says all is well", "\(begun) exited:0!@1100 finished@1100",
      "\(started), 1100 keep, 1100 completed recorder-exit 500 -"),
    TakeCase(
      "it exits before it is ready", "\(begun) exited:0!@400 empty@400",
      "300 spawn, 300 starting, 400 keep, 400 failed recorder-exit - (the recorder ended before it was ready)"),
    TakeCase(
      "a leader that ends well while its worker records is not the end",
      "\(begun) exited:0@700 stop:released@2000 gone@2100 finished@2100",
      "\(started), 2000 INT, 2000 stopping released, 2100 keep, 2100 completed released 1400 INT"),
    TakeCase(
      "a leader that fails takes its group along", "\(begun) exited:1@700 gone@750 finished@750",
      "\(started), 700 INT, 700 stopping recorder-exit, 750 keep, 750 failed recorder-exit done.wav (the recorder exited with 1: no such card)"
    ),
    TakeCase(
      "no file after a stop is a failure", "\(begun) stop:released@2000 exited:0!@2050 empty@2050",
      "\(started), 2000 INT, 2000 stopping released, 2050 keep, 2050 failed released - (left no file)"),
    TakeCase(
      "discarded", "\(begun) discard@900 exited:0!@950 deleted@950",
      "\(started), 900 INT, 900 stopping released, 950 delete, 950 completed released 300 INT discarded"),
    TakeCase(
      "a second stop changes nothing", "\(begun) stop:released@2000 stop:terminate@2010 exited:0!@2050 finished@2050",
      "\(started), 2000 INT, 2000 stopping released, 2050 keep, 2050 completed released 1400 INT"),
    TakeCase("a press that came to nothing", "prepared@0 abandon@150 start@300", "150 abandon"),
    TakeCase("T34 refused at the press", "refused@0 start@300", "0 failed recorder-exit - (no directory)"),
    TakeCase(
      "T35 the command is missing", "prepared@0 start@300 spawnfailed@300",
      "300 spawn, 300 starting, 300 abandon, 300 failed recorder-exit - (not found)"),
    TakeCase("a start before the preparation waits for it", "start@0 prepared@40 spawned@40", "40 spawn, 40 starting"),
    TakeCase(
      "stopped before the preparation was done", "start@0 stop:terminate@20 prepared@40",
      "20 abandon, 20 failed terminate - (stopped before the recorder was started)"),
    TakeCase(
      "suspended time is left out and the stop reaches a suspended recorder",
      "\(begun) suspend@1600 resume@5600 suspend@6600 stop:complete@9000 exited:0!@9100 finished@9100",
      "\(started), 1600 STOP, 1600 suspended, 5600 CONT, 5600 recording, 6600 STOP, 6600 suspended, 9000 INT, 9000 CONT, 9000 stopping complete, 9100 keep, 9100 completed complete 2000 INT"
    ),
    TakeCase(
      "a recorder that somebody stopped is woken by its stop signal",
      "\(begun) signal:STOP@1600 stop:released@2000 exited:0!@2100 finished@2100",
      "\(started), 2000 INT, 2000 CONT, 2000 stopping released, 2100 keep, 2100 completed released 1400 INT"),
    TakeCase(
      "unless somebody let it go on",
      "\(begun) signal:STOP@1600 signal:CONT@1700 stop:released@2000 exited:0!@2100 finished@2100",
      "\(started), 2000 INT, 2000 stopping released, 2100 keep, 2100 completed released 1400 INT"),
  ]

  static let claim = "the recorder says that it failed, although it exited with 0: sox FAIL sox: disk full"

  @Test("life cycle", arguments: cases) func lifeCycle(_ testCase: TakeCase) throws {
    #expect(try testCase.run() == testCase.expected, "\(testCase.script)")
  }

  @Test(
    "stop ladders end in KILL and say nothing twice",
    arguments: [
      (Signal.interrupt, ["INT", "TERM", "KILL"]), (.terminate, ["TERM", "KILL"]), (.kill, ["KILL"]),
      (.quit, ["QUIT", "TERM", "KILL"]),
    ])
  func ladder(_ signal: Signal, _ expected: [String]) {
    #expect(StopLadder(signal: signal).steps.map(\.signal.name) == expected)
  }
}
