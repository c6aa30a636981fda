import InputModel
import Takes
import Testing

/// What is seen of the file and its disk, and what an earlier run has left.
@Suite("A take and its file") struct TakeWatchTests {
  static let begun = TakeCase.begun
  static let started = TakeCase.started

  static func grows(_ settings: inout RecorderSettings) { settings.readiness = .fileGrows }

  static let ready: [TakeCase] = [
    TakeCase(
      "a header is no recording, growth is", grows,
      "\(begun) .@350 probed:44@350 .@400 probed:44@400 .@450 probed:4000@450 .@500",
      "300 spawn, 300 starting, 350 probe, 400 probe, 450 probe, 450 recording"),
    TakeCase(
      "more than any header is a recording at once", grows, "\(begun) .@350 probed:4096@350 .@400 probed:4097@400",
      "300 spawn, 300 starting, 350 probe, 400 probe, 400 recording"),
    TakeCase(
      "at once more than any header", grows, "\(begun) .@350 probed:4097@350",
      "300 spawn, 300 starting, 350 probe, 350 recording"),
    TakeCase(
      "a file that is truncated has not grown", grows,
      "\(begun) .@350 probed:100@350 .@400 probed:-@400 .@450 probed:44@450 .@500 probed:45@500",
      "300 spawn, 300 starting, 350 probe, 400 probe, 450 probe, 500 probe, 500 recording"),
    TakeCase(
      "T6 a file that never grows",
      {
        grows(&$0)
        $0.readyTimeout = .milliseconds(120)
      }, "\(begun) probed:44@300 .@420 probed:44@420 exited:0!@430 finished@430",
      "300 spawn, 300 starting, 350 probe, 400 probe, 420 probe, 420 INT, 420 stopping recorder-exit, 430 keep, 430 failed recorder-exit done.wav (the recorder was not ready within 0.12 s)"
    ),
    TakeCase(
      "T6 a file that is seen to grow at the last look",
      {
        grows(&$0)
        $0.readyTimeout = .milliseconds(120)
      }, "\(begun) .@350 probed:44@350 .@420 probed:45@420",
      "300 spawn, 300 starting, 350 probe, 400 probe, 420 probe, 420 recording"),
    TakeCase(
      "T5 a stop waits until the file grows", grows,
      "\(begun) stop:released@310 .@350 probed:44@350 .@400 probed:88@400",
      "300 spawn, 300 starting, 350 probe, 400 probe, 400 recording, 400 INT, 400 stopping released"),
  ]

  static func stalls(_ settings: inout RecorderSettings) { settings.stalledAfter = .seconds(2) }

  static let stall: [TakeCase] = [
    TakeCase(
      "a file that does not grow has failed, and is kept", stalls,
      "\(begun) .@1600 probed:900@1600 .@2600 probed:900@2600 .@3600 probed:900@3600 exited:0!@3700 finished@3700",
      "\(started), 1600 probe, 2600 probe, 3600 probe, 3600 INT, 3600 stopping stalled, 3700 keep, 3700 failed stalled done.wav (the file has not grown for 2 s: the recorder hangs, or its device gives nothing)"
    ),
    TakeCase(
      "each change counts", stalls,
      "\(begun) .@1600 probed:900@1600 .@2600 probed:900@2600 .@3600 probed:901@3600 .@4600 probed:901@4600",
      "\(started), 1600 probe, 2600 probe, 3600 probe, 4600 probe"),
    TakeCase(
      "there never was one", stalls, "\(begun) .@1600 probed:-@1600 .@2600 probed:-@2600",
      "\(started), 1600 probe, 2600 probe, 2600 INT, 2600 stopping stalled"),
    TakeCase(
      "suspended it need not grow", stalls,
      "\(begun) .@1600 probed:900@1600 suspend@2000 .@9000 resume@9000 .@10000 probed:900@10000 .@11000 probed:900@11000",
      "\(started), 1600 probe, 2000 STOP, 2000 suspended, 9000 CONT, 9000 recording, 10000 probe, 11000 probe, 11000 INT, 11000 stopping stalled"
    ),
    TakeCase(
      "nor while a command suspends it",
      {
        stalls(&$0)
        $0.suspension = .commands(suspend: ["a"], resume: ["b"])
      }, "\(begun) .@1600 probed:9@1600 suspend@2000 probed:9@5000 .@6900 ended:suspend@6900 .@20000",
      "\(started), 1600 probe, 2000 run suspend, 6900 suspended"),
    TakeCase(
      "nor while somebody else has stopped it", stalls,
      "\(begun) .@1600 probed:900@1600 signal:STOP@1700 .@2600 probed:900@2600 .@3600 probed:900@3600 signal:CONT@3700 .@4600 probed:900@4600 .@5600 probed:900@5600",
      "\(started), 1600 probe, 2600 probe, 3600 probe, 4600 probe, 5600 probe, 5600 INT, 5600 stopping stalled"),
    TakeCase(
      "whoever was kept from looking gives it its time again", stalls,
      "\(begun) .@1600 probed:900@1600 stalled:9300@1700 .@9300 probed:900@9300 .@10600 probed:900@10600 .@11600 probed:900@11600",
      "\(started), 1600 probe, 2600 probe, 9600 probe, 10600 probe, 11600 probe, 11600 INT, 11600 stopping stalled"),
    TakeCase(
      "what writes no file is not looked at", stalls, "prepared:none@0 start@300 spawned@300 .@9000", started),
    TakeCase("and nobody looks without a reason", "\(begun) .@9000", started),
    TakeCase(
      "nor after the stop", stalls, "\(begun) .@1600 stop:released@1700 probed:-@4000 .@4000",
      "\(started), 1600 probe, 1700 INT, 1700 stopping released"),
  ]

  static func limits(_ settings: inout RecorderSettings) { settings.freeSpace = FreeSpace() }

  static let disk: [TakeCase] = [
    TakeCase(
      "T19 little room is said once, too little is a clean stop", limits,
      "\(begun) .@1600 probed:1/500@1600 .@2600 probed:2/499@2600 .@3600 probed:3/50@3600 .@4600 probed:4/49@4600 exited:0!@4700 finished@4700",
      "\(started), 1600 probe, 2600 probe, 2600 warning (only 499 MB are free: make room on that disk, takes stop below 50 MB), 3600 probe, 4600 probe, 4600 warning (only 49 MB are free, less than 50 MB: the take is stopped; make room on that disk), 4600 INT, 4600 stopping disk, 4700 keep, 4700 completed disk 4000 INT"
    ),
    TakeCase(
      "what is not known is enough", limits, "\(begun) .@1600 probed:1@1600", "\(started), 1600 probe"),
    TakeCase(
      "a full disk is the reason, not the file that stalls",
      {
        limits(&$0)
        $0.stalledAfter = .seconds(1)
      }, "\(begun) .@1600 probed:-/0@1600",
      "\(started), 1600 probe, 1600 warning (only 0 B are free, less than 50 MB: the take is stopped; make room on that disk), 1600 INT, 1600 stopping disk"
    ),
  ]

  static func triesAgain(_ settings: inout RecorderSettings) {
    settings.retries = 3
    settings.preset = .arecord
  }

  static let busy = "exited with 1 (the sound device is missing or busy): no such card"
  static let again = "warning (the recorder ended before it was ready (\(busy)): trying again"
  static let retries: [TakeCase] = [
    TakeCase(
      "R47 it fails three times, then works", triesAgain,
      "\(begun) exited:1!@310 probed:-@310 spawned@410 exited:1!@420 probed:44@420 spawned@620 exited:1!@630 probed:4096@630 spawned@1030 stop:released@2000 exited:1!@2010 finished@2010",
      "300 spawn, 300 starting, 310 probe, 310 \(again), 1 of 3), 410 spawn, 420 probe, 420 \(again), 2 of 3), 620 spawn, 630 probe, 630 \(again), 3 of 3), 1030 spawn, 1330 recording, 2000 INT, 2000 stopping released, 2010 keep, 2010 completed released 670 INT"
    ),
    TakeCase(
      "and then no more",
      {
        triesAgain(&$0)
        $0.retries = 1
      }, "\(begun) exited:1!@310 probed:-@310 spawned@410 exited:1!@420 empty@420",
      "300 spawn, 300 starting, 310 probe, 310 \(again), 1 of 1), 410 spawn, 420 keep, 420 failed recorder-exit - (the recorder \(busy))"
    ),
    TakeCase(
      "what has been recorded is not thrown away", triesAgain, "\(begun) exited:1!@310 probed:4097@310 finished@310",
      "300 spawn, 300 starting, 310 probe, 310 keep, 310 failed recorder-exit done.wav (the recorder \(busy))"),
    TakeCase(
      "a stop while waiting", triesAgain, "\(begun) exited:1!@310 probed:-@310 stop:released@350 spawned@410 empty@410",
      "300 spawn, 300 starting, 310 probe, 310 \(again), 1 of 3), 350 keep, 410 failed released - (the recorder \(busy))"
    ),
    TakeCase(
      "a stop before it ends", triesAgain, "\(begun) stop:released@305 exited:1!@310 empty@310",
      "300 spawn, 300 starting, 310 keep, 310 failed released - (the recorder \(busy))"),
    TakeCase(
      "the time to be ready is that of the last try",
      {
        triesAgain(&$0)
        $0.readiness = .outputMatches("x")
      }, "\(begun) exited:1!@5200 probed:-@5200 spawned@5300 .@10200 matched@10250",
      "300 spawn, 300 starting, 5200 probe, 5200 \(again), 1 of 3), 5300 spawn, 10250 recording"),
    TakeCase(
      "the greeting is not said again",
      {
        triesAgain(&$0)
        $0.before = ["a"]
      }, "prepared@0 start@300 ended:before@300 spawned@300 exited:1!@310 probed:-@310 .@410",
      "300 run before, 300 starting, 300 spawn, 310 probe, 310 \(again), 1 of 3), 410 spawn"),
    TakeCase(
      "who says that all is well is believed", triesAgain, "\(begun) exited:0!@310 empty@310",
      "300 spawn, 300 starting, 310 keep, 310 failed recorder-exit - (the recorder ended before it was ready)"),
    TakeCase(
      "nobody tries again while others of its group are there", triesAgain, "\(begun) exited:1@310 gone@320 empty@320",
      "300 spawn, 300 starting, 310 INT, 310 stopping recorder-exit, 320 keep, 320 failed recorder-exit - (the recorder \(busy))"
    ),
    TakeCase(
      "nor after it was ready", triesAgain, "\(begun) exited:1!@700 finished@700",
      "\(started), 700 keep, 700 failed recorder-exit done.wav (the recorder exited with 1: no such card)"),
    TakeCase(
      "a recorder without a file is tried again at once", triesAgain,
      "prepared:none@0 start@300 spawned@300 exited:1!@310 spawnfailed@410",
      "300 spawn, 300 starting, 310 \(again), 1 of 3), 410 spawn, 410 abandon, 410 failed recorder-exit - (not found)"),
  ]

  static func codes(_ settings: inout RecorderSettings) { settings.preset = .ffmpeg }
  static let stopped = "\(started), 2000 INT, 2000 stopping released, 2050 keep, 2050"
  static let presets: [TakeCase] = [
    TakeCase(
      "T18 the code of a recorder that is known", codes, "\(begun) stop:released@2000 exited:255!@2050 finished@2050",
      "\(stopped) completed released 1400 INT"),
    TakeCase(
      "another code is a failure", codes, "\(begun) stop:released@2000 exited:69!@2050 finished@2050",
      "\(stopped) failed released done.wav (the recorder exited with 69)"),
    TakeCase(
      "a recorder that is known handles the signal", codes,
      "\(begun) stop:released@2000 exited:INT!@2050 finished@2050",
      "\(stopped) failed released done.wav (the recorder was ended by INT)"),
    TakeCase(
      "the code of a shell says nothing",
      {
        codes(&$0)
        $0.usesShell = true
      }, "\(begun) stop:released@2000 exited:130!@2050 finished@2050", "\(stopped) completed released 1400 INT"),
  ]

  static let left = TakeCase.Adoption(file: "f.wav", isRunning: true)
  static let gone = TakeCase.Adoption(file: "f.wav", isRunning: false)
  static let unseen =
    "the daemon ended before it, and nobody saw how it ended; listen to or look at its file: the end may be missing,"
    + " and 'evbridge repair' mends WAV"
  static func judged(_ failure: String? = nil, isDiscarded: Bool = false, isRunning: Bool = false)
    -> TakeCase.Adoption
  {
    let verdict = TakeLifecycle.Verdict(failure: failure, isDiscarded: isDiscarded)
    return TakeCase.Adoption(file: "f.wav", isRunning: isRunning, verdict: verdict)
  }
  static func verifies(_ settings: inout RecorderSettings) { settings.verify = ["ffprobe", "{file}"] }

  static let adopted: [TakeCase] = [
    TakeCase(
      "T21 what still runs is stopped, and its file is good", adopting: left, { _ in },
      "start@0 stop:terminate@10 gone@400 finished@400",
      "0 INT, 0 CONT, 0 stopping crash, 400 keep, 400 completed crash 0 INT"),
    TakeCase(
      "its file is looked at", adopting: left, verifies, "start@0 gone@400 ended:verify!@500 finished@500",
      "0 INT, 0 CONT, 0 stopping crash, 400 run verify, 500 keep, 500 failed crash done.wav (verify: it exited with 2)"),
    TakeCase(
      "it had to be killed", adopting: left, { _ in }, "start@0 .@10000 gone@10100 finished@10100",
      "0 INT, 0 CONT, 0 stopping crash, 5000 TERM, 10000 KILL, 10100 keep, 10100 failed crash done.wav (\(TakeCase.killed))"
    ),
    TakeCase(
      "nobody saw its end", adopting: gone, { _ in }, "start@0 finished@0",
      "0 keep, 0 failed crash done.wav (\(unseen))"),
    TakeCase(
      "nobody saw its end, and it left nothing", adopting: gone, { _ in }, "start@0 empty@0",
      "0 keep, 0 failed crash - (left no file)"),
    TakeCase(
      "nobody saw its end, but its file is good", adopting: gone, verifies, "start@0 ended:verify@100 finished@100",
      "0 run verify, 100 keep, 100 completed crash 0 -"),
    TakeCase(
      "nobody saw its end, and its file is not good", adopting: gone, verifies,
      "start@0 ended:verify!@100 finished@100",
      "0 run verify, 100 keep, 100 failed crash done.wav (verify: it exited with 2)"),
    TakeCase(
      "it writes no file", adopting: TakeCase.Adoption(file: nil, isRunning: false), verifies, "start@0 deleted@0",
      "0 keep, 0 failed crash - (the daemon ended before it, and nobody saw how it ended)"),
    TakeCase(
      "its end was seen", adopting: judged(), verifies, "start@0 finished@0", "0 keep, 0 completed crash 0 -"),
    TakeCase(
      "its end was seen, and what was wrong with it", adopting: judged("verify: bad"), verifies, "start@0 finished@0",
      "0 keep, 0 failed crash done.wav (verify: bad)"),
    TakeCase(
      "it was to be deleted", adopting: judged(isDiscarded: true), verifies, "start@0 deleted@0",
      "0 delete, 0 completed crash 0 - discarded"),
    TakeCase(
      "its processes were still there after KILL, and are", adopting: judged("still there", isRunning: true), { _ in },
      "start@0 gone@400 finished@400",
      "0 INT, 0 CONT, 0 stopping crash, 400 keep, 400 failed crash done.wav (still there)"),
    TakeCase(
      "what is not started is not given up", adopting: left, { _ in }, "abandon@0 stop:terminate@0 suspend@0 .@9000", ""
    ),
  ]

  @Test("ready when the file grows", arguments: ready) func readyCase(_ testCase: TakeCase) throws {
    #expect(try testCase.run() == testCase.expected, "\(testCase.script)")
  }

  @Test("a file that does not grow", arguments: stall) func stallCase(_ testCase: TakeCase) throws {
    #expect(try testCase.run() == testCase.expected, "\(testCase.script)")
  }

  @Test("free space", arguments: disk) func diskCase(_ testCase: TakeCase) throws {
    #expect(try testCase.run() == testCase.expected, "\(testCase.script)")
  }

  @Test("tries", arguments: retries) func retriesCase(_ testCase: TakeCase) throws {
    #expect(try testCase.run() == testCase.expected, "\(testCase.script)")
  }

  @Test("exit codes", arguments: presets) func presetsCase(_ testCase: TakeCase) throws {
    #expect(try testCase.run() == testCase.expected, "\(testCase.script)")
  }

  @Test("takes of an earlier run", arguments: adopted) func adoptedCase(_ testCase: TakeCase) throws {
    #expect(try testCase.run() == testCase.expected, "\(testCase.script)")
  }

  @Test("a late loop looks once, and goes on in step", arguments: [Readiness.fileGrows, .spawned])
  func late(_ readiness: Readiness) {
    var settings = RecorderSettings(name: "r", command: ["a"], readiness: readiness, readyTimeout: .minutes(1))
    settings.stalledAfter = .minutes(1)
    var take = TakeLifecycle(settings: settings)
    _ = take.consume(.prepared(file: "f"), at: .zero) + take.start(at: .zero) + take.consume(.spawned, at: .zero)
    take.noteStall(until: .zero + .milliseconds(5_020))
    #expect(take.advance(to: .zero + .milliseconds(5_020)) == [.probe])
    #expect(take.deadline == Timestamp.zero + (readiness == .spawned ? .seconds(6) : .milliseconds(5_050)))
  }

  @Test("the pause before a try doubles, up to 5 s") func pauses() {
    var settings = RecorderSettings(name: "r", command: ["a"])
    settings.retries = 9
    var take = TakeLifecycle(settings: settings)
    _ = take.consume(.prepared(file: nil), at: .zero) + take.start(at: .zero)
    let pauses = (1...9).map { _ in
      _ = take.consume(.spawned, at: .zero)
      _ = take.consume(.exited(.exited(1), lastLine: nil, groupIsGone: true), at: .zero)
      let pause = take.deadline.map { ($0 - Timestamp.zero).microseconds / 1000 }
      _ = take.advance(to: .zero + .seconds(5))
      return pause
    }
    #expect(pauses == [100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000])
  }
}
