import InputModel
import Takes
import Testing

/// The commands beside the recorder: before it, after it, and to suspend it.
@Suite("Commands of a take") struct TakeCommandTests {
  static let begun = TakeCase.begun
  static let started = TakeCase.started

  static func greets(_ settings: inout RecorderSettings) { settings.before = ["aplay", "hello.wav"] }

  static let before: [TakeCase] = [
    TakeCase(
      "the recorder starts when the greeting has ended", greets,
      "prepared@0 start@300 ended:before@2300 spawned@2300 stop:released@4000 exited:0!@4050 finished@4050",
      "300 run before, 300 starting, 2300 spawn, 2600 recording, 4000 INT, 4000 stopping released, 4050 keep, 4050 completed released 1400 INT"
    ),
    TakeCase(
      "a lost greeting loses no recording", greets, "prepared@0 start@300 ended:before!@400 spawned@400 .@700",
      "300 run before, 300 starting, 400 spawn, 400 warning (before: it exited with 2; the recorder starts all the same), 700 recording"
    ),
    TakeCase(
      "a release ends the greeting, and nothing is recorded", greets,
      "prepared@0 start@300 stop:released@1000 stop:terminate@1010 ended:before!@1050 spawned@1100 ended:before@1100",
      "300 run before, 300 starting, 1000 end command, 1050 abandon, 1050 completed released 0 - discarded"),
    TakeCase(
      "a greeting that can not be ended is not waited for longer than 5 s", greets,
      "prepared@0 start@300 stop:released@1000 .@9000 ended:before@9000",
      "300 run before, 300 starting, 1000 end command, 6000 abandon, 6000 completed released 0 - discarded"),
    TakeCase(
      "a long greeting is waited for", greets, "prepared@0 start@300 .@900000 ended:before@900000",
      "300 run before, 300 starting, 900000 spawn"),
    TakeCase(
      "a stop between the greeting and the spawn waits for ready", greets,
      "prepared@0 start@300 ended:before@900 stop:released@901 spawned@902 .@1202",
      "300 run before, 300 starting, 900 spawn, 1202 recording, 1202 INT, 1202 stopping released"),
    TakeCase(
      "a press that came to nothing greets nobody", greets, "prepared@0 abandon@150", "150 abandon"),
    TakeCase(
      "the answer of another command is none", greets, "prepared@0 start@300 ended:verify@400 ended:suspend@500",
      "300 run before, 300 starting"),
  ]

  static func verifies(_ settings: inout RecorderSettings) { settings.verify = ["ffprobe", "{file}"] }

  static let stopped = "\(started), 2000 INT, 2000 stopping released"
  static let verify: [TakeCase] = [
    TakeCase(
      "completed only when the file is good", verifies,
      "\(begun) stop:released@2000 exited:0!@2050 ended:verify@2300 finished@2300",
      "\(stopped), 2050 run verify, 2300 keep, 2300 completed released 1400 INT"),
    TakeCase(
      "a file that is not good has failed, and is kept", verifies,
      "\(begun) stop:released@2000 exited:0!@2050 ended:verify!@2300 finished@2300",
      "\(stopped), 2050 run verify, 2300 keep, 2300 failed released done.wav (verify: it exited with 2)"),
    TakeCase(
      "where there is no file, that is what is said", verifies,
      "\(begun) stop:released@2000 exited:0!@2050 ended:verify!@2300 empty@2300",
      "\(stopped), 2050 run verify, 2300 keep, 2300 failed released - (left no file)"),
    TakeCase(
      "a stop while it looks changes nothing", verifies,
      "\(begun) stop:released@2000 exited:0!@2050 stop:terminate@2100 ended:verify@2300 finished@2300",
      "\(stopped), 2050 run verify, 2300 keep, 2300 completed released 1400 INT"),
    TakeCase(
      "it has 30 s", verifies, "\(begun) stop:released@2000 exited:0!@2050 .@33000 ended:verify!@33000 finished@33000",
      "\(stopped), 2050 run verify, 32050 end command, 33000 keep, 33000 failed released done.wav (verify did not end within 30 s: look at its file yourself)"
    ),
    TakeCase(
      "and one that can not be ended 5 s more", verifies,
      "\(begun) stop:released@2000 exited:0!@2050 .@60000 finished@60000 ended:verify@60000",
      "\(stopped), 2050 run verify, 32050 end command, 37050 keep, 60000 failed released done.wav (verify did not end within 30 s: look at its file yourself)"
    ),
    TakeCase(
      "nobody looks at what is deleted", verifies, "\(begun) discard@900 exited:0!@950 deleted@950",
      "\(started), 900 INT, 900 stopping released, 950 delete, 950 completed released 300 INT discarded"),
    TakeCase(
      "nor where there is no file", verifies,
      "prepared:none@0 start@300 spawned@300 stop:released@2000 exited:0!@2050 deleted@2050",
      "\(stopped), 2050 keep, 2050 completed released 1400 INT"),
    TakeCase(
      "nor when it has failed anyhow", verifies, "\(begun) exited:1!@1100 finished@1100",
      "\(started), 1100 keep, 1100 failed recorder-exit done.wav (the recorder exited with 1: no such card)"),
    TakeCase(
      "T4 after a KILL its verdict decides: good", verifies,
      "\(begun) stop:released@2000 .@12000 exited:KILL!@12100 ended:verify@12200 finished@12200",
      "\(stopped), 7000 TERM, 12000 KILL, 12100 run verify, 12200 keep, 12200 completed released 1400 KILL"),
    TakeCase(
      "T4 after a KILL its verdict decides: not good", verifies,
      "\(begun) stop:released@2000 .@12000 exited:KILL!@12100 ended:verify!@12200 finished@12200",
      "\(stopped), 7000 TERM, 12000 KILL, 12100 run verify, 12200 keep, 12200 failed released done.wav (verify: it exited with 2)"
    ),
    TakeCase(
      "what ends by itself and well is looked at too", verifies,
      "\(begun) exited:0!@1100 ended:verify!@1200 finished@1200",
      "\(started), 1100 stopping recorder-exit, 1100 run verify, 1200 keep, 1200 failed recorder-exit done.wav (verify: it exited with 2)"
    ),
  ]

  static func pauses(_ settings: inout RecorderSettings) {
    settings.suspension = .commands(suspend: ["obs-cmd", "pause"], resume: ["obs-cmd", "resume"])
  }

  static let doubt = "it exited with 2; nobody knows whether it records, so the take is stopped"
  static let hung = "it did not end within 5 s; nobody knows whether it records, so the take is stopped"
  static let pause: [TakeCase] = [
    TakeCase(
      "suspended and recording again only when the command has ended", pauses,
      "\(begun) suspend@1600 ended:suspend@1700 resume@5000 ended:resume@5200 stop:released@6200 exited:0!@6300 finished@6300",
      "\(started), 1600 run suspend, 1700 suspended, 5000 run resume, 5200 recording, 6200 INT, 6200 stopping released, 6300 keep, 6300 completed released 2100 INT"
    ),
    TakeCase(
      "a take that is not suspended is stopped", pauses,
      "\(begun) suspend@1600 ended:suspend!@1700 exited:0!@1800 finished@1800",
      "\(started), 1600 run suspend, 1700 warning (suspend: \(doubt)), 1700 INT, 1700 stopping released, 1800 keep, 1800 completed released 1100 INT"
    ),
    TakeCase(
      "and so is one that does not go on", pauses,
      "\(begun) suspend@1600 ended:suspend@1700 resume@5000 ended:resume!@5100 exited:0!@5200 finished@5200",
      "\(started), 1600 run suspend, 1700 suspended, 5000 run resume, 5100 warning (resume: \(doubt)), 5100 INT, 5100 stopping released, 5200 keep, 5200 completed released 1100 INT"
    ),
    TakeCase(
      "a resume waits for the suspend command", pauses,
      "\(begun) suspend@1600 resume@1650 ended:suspend@1700 ended:resume@1800",
      "\(started), 1600 run suspend, 1700 suspended, 1700 run resume, 1800 recording"),
    TakeCase(
      "a suspend waits for the resume command", pauses,
      "\(begun) suspend@1600 ended:suspend@1700 resume@2000 suspend@2010 ended:resume@2100 ended:suspend@2200",
      "\(started), 1600 run suspend, 1700 suspended, 2000 run resume, 2100 recording, 2100 run suspend, 2200 suspended"),
    TakeCase(
      "the last order counts", pauses,
      "\(begun) suspend@1600 resume@1610 suspend@1620 ended:suspend@1700 resume@2000 suspend@2010 resume@2020 ended:resume@2100",
      "\(started), 1600 run suspend, 1700 suspended, 2000 run resume, 2100 recording"),
    TakeCase(
      "a stop waits for the command", pauses,
      "\(begun) suspend@1600 resume@1610 stop:released@1650 ended:suspend@1900 exited:0!@2000 finished@2000",
      "\(started), 1600 run suspend, 1900 INT, 1900 stopping released, 2000 keep, 2000 completed released 1300 INT"),
    TakeCase(
      "but no longer than 5 s", pauses,
      "\(begun) suspend@1600 stop:released@1650 .@6650 ended:suspend@6700 exited:0!@6800 finished@6800",
      "\(started), 1600 run suspend, 6650 end command, 6650 INT, 6650 stopping released, 6800 keep, 6800 completed released 6050 INT"
    ),
    TakeCase(
      "a suspend command that hangs stops the take, without anybody who asks", pauses,
      "\(begun) suspend@1600 .@6600 ended:suspend!@6700 exited:0!@6800 finished@6800",
      "\(started), 1600 run suspend, 6600 end command, 6600 warning (suspend: \(hung)), 6600 INT, 6600 stopping released, 6800 keep, 6800 completed released 6000 INT"
    ),
    TakeCase(
      "and so does a resume command", pauses,
      "\(begun) suspend@1600 ended:suspend@1600 resume@2000 .@7000 exited:0!@7100 finished@7100",
      "\(started), 1600 run suspend, 1600 suspended, 2000 run resume, 7000 end command, 7000 warning (resume: \(hung)), 7000 INT, 7000 stopping released, 7100 keep, 7100 completed released 1000 INT"
    ),
    TakeCase(
      "a command that waited for another has a time of its own", pauses,
      "\(begun) suspend@1600 resume@1650 ended:suspend@5600 .@10600",
      "\(started), 1600 run suspend, 5600 suspended, 5600 run resume, 10600 end command, 10600 warning (resume: \(hung)), 10600 INT, 10600 stopping released"
    ),
    TakeCase(
      "what is suspended by a command is stopped without CONT and without resuming", pauses,
      "\(begun) suspend@1600 ended:suspend@1600 stop:complete@5000 exited:0!@5100 finished@5100",
      "\(started), 1600 run suspend, 1600 suspended, 5000 INT, 5000 stopping complete, 5100 keep, 5100 completed complete 1000 INT"
    ),
    TakeCase(
      "a recorder that ends meanwhile ends the command", pauses,
      "\(begun) suspend@1600 exited:1!@1650 ended:suspend@1700 finished@1700",
      "\(started), 1600 run suspend, 1650 end command, 1650 keep, 1700 failed recorder-exit done.wav (the recorder exited with 1: no such card)"
    ),
    TakeCase(
      "one command at a time: the file is looked at when the other one has ended",
      {
        pauses(&$0)
        verifies(&$0)
      }, "\(begun) suspend@1600 exited:0!@1650 ended:suspend@1700 ended:verify@1800 finished@1800",
      "\(started), 1600 run suspend, 1650 end command, 1650 stopping recorder-exit, 1700 run verify, 1800 keep, 1800 completed recorder-exit 1050 -"
    ),
    TakeCase(
      "other signals need no CONT", { $0.suspension = .signal(suspend: .user2, resume: .user1) },
      "\(begun) suspend@1600 resume@2600 suspend@3600 stop:complete@5000",
      "\(started), 1600 USR2, 1600 suspended, 2600 USR1, 2600 recording, 3600 USR2, 3600 suspended, 5000 INT, 5000 stopping complete"
    ),
    TakeCase(
      "nothing is suspended before it is ready, or after the stop", pauses,
      "\(begun) suspend@400 resume@450 stop:released@2000 suspend@2010 resume@2020",
      "\(started), 2000 INT, 2000 stopping released"),
  ]

  @Test("a command before the recorder", arguments: before) func beforeCase(_ testCase: TakeCase) throws {
    #expect(try testCase.run() == testCase.expected, "\(testCase.script)")
  }

  @Test("a command that looks at the file", arguments: verify) func verifyCase(_ testCase: TakeCase) throws {
    #expect(try testCase.run() == testCase.expected, "\(testCase.script)")
  }

  @Test("commands that suspend and resume", arguments: pause) func pauseCase(_ testCase: TakeCase) throws {
    #expect(try testCase.run() == testCase.expected, "\(testCase.script)")
  }

  @Test("{file} is put into commands") func arguments() {
    var recorder = RecorderSettings(name: "r", command: ["a"])
    Self.greets(&recorder)
    Self.verifies(&recorder)
    let commands: [TakeCommand] = [.before, .verify, .suspend, .resume]
    let words = { (recorder: RecorderSettings) in commands.map { recorder.arguments(of: $0, file: "/t/x y") } }
    #expect(words(recorder) == [["aplay", "hello.wav"], ["ffprobe", "/t/x y"], nil, nil])
    Self.pauses(&recorder)
    recorder.before = nil
    #expect(words(recorder) == [nil, ["ffprobe", "/t/x y"], ["obs-cmd", "pause"], ["obs-cmd", "resume"]])
  }
}
