import InputModel
import Takes
import TestSupport
import Testing

/// Random orders and answers: what the outputs of any take have to obey.
@Suite("Any take") struct TakeRandomTests {
  /// Plays a world that answers in any order, late, or not at all, and writes down what is wrong with the outputs.
  struct Bench {
    var random: SplitMix64
    var take: TakeLifecycle
    var time = Timestamp.zero
    let isAdopted: Bool
    let verifies: Bool
    var problems: [String] = []
    var outputs: [TakeLifecycle.Output] = []

    var hasGroup = false
    var leaderRuns = false
    var command: TakeCommand?
    var isFinishing = false
    /// Looks that nobody has answered.
    var looks = 0
    var ends = 0
    var announced = 0
    /// Somebody was told that it records or is suspended.
    var claims = false

    init(seed: Int) {
      random = SplitMix64(seed: seed)
      var settings = RecorderSettings(name: "r", command: ["a"])
      let readiness: [Readiness] = [.spawned, .after(.milliseconds(300)), .outputMatches("x"), .fileGrows]
      settings.readiness = readiness[random.next(below: 4)]
      settings.before = random.oneIn(3) ? ["b"] : nil
      settings.verify = random.oneIn(2) ? ["v"] : nil
      settings.suspension = random.oneIn(2) ? .signals : .commands(suspend: ["s"], resume: ["r"])
      settings.stalledAfter = random.oneIn(2) ? .seconds(2) : nil
      settings.retries = random.next(below: 4)
      settings.preset = random.oneIn(2) ? .arecord : nil
      settings.ladder = StopLadder(signal: [.interrupt, .terminate, .kill][random.next(below: 3)])
      isAdopted = random.oneIn(6)
      verifies = settings.verify != nil
      let file = random.oneIn(5) ? nil : "f"
      if isAdopted {
        hasGroup = random.oneIn(2)
        let isDiscarded = random.oneIn(3) && file != nil
        let isBad = random.oneIn(2)
        let verdict = TakeLifecycle.Verdict(failure: isBad ? "bad" : nil, isDiscarded: isDiscarded)
        let isJudged = random.oneIn(3)
        take = TakeLifecycle(
          adopting: settings, file: file, isRunning: hasGroup, verdict: isJudged ? verdict : nil)
      } else {
        take = TakeLifecycle(settings: settings)
      }
    }

    mutating func note(_ new: [TakeLifecycle.Output]) {
      for output in new {
        if ends > 0 { problems.append("\(output) after its end") }
        switch output {
        case .spawn:
          if hasGroup { problems.append("spawned beside itself") }
          if let command { problems.append("spawned beside \(command)") }
        case .signal: if !hasGroup { problems.append("a signal to nobody") }
        case .run(let next):
          if let command { problems.append("\(next) beside \(command)") }
          if next == .verify, claims { problems.append("looks at a file that it says is being recorded") }
          command = next
        case .endCommand: if command == nil { problems.append("ends no command") }
        case .finish:
          if hasGroup && !outputs.contains(.signal(.kill)) { problems.append("finished before its group was gone") }
          isFinishing = true
        case .abandon: if hasGroup { problems.append("abandoned with its group") }
        case .starting:
          announced += 1
          if announced > 1 { problems.append("starts twice") }
        case .recording:
          claims = true
          if !hasGroup { problems.append("records after its death") }
        case .suspended:
          claims = true
          if !hasGroup { problems.append("is suspended after its death") }
        case .stopping:
          claims = false
          // Or it has ended by itself, and its file is looked at.
          if !hasGroup && !verifies { problems.append("stops nobody") }
        case .completed, .failed:
          ends += 1
          if take.hasProcess { problems.append("ended with a process") }
        case .probe: looks += 1
        case .warning: break
        }
        outputs.append(output)
      }
    }

    mutating func advance(by interval: Interval) {
      time = time + interval
      while let due = take.deadline, due <= time { note(take.advance(to: due)) }
    }

    mutating func step() {
      advance(by: .milliseconds(Int64(random.next(below: 10)) * [1, 30, 700][random.next(below: 3)]))
      switch random.next(below: 14) {
      case 0: note(take.start(at: time))
      case 1: if random.oneIn(4) { note(take.stop(.released, discard: random.oneIn(3), at: time)) }
      case 2: note(take.suspend(at: time))
      case 3: note(take.resume(at: time))
      case 4: note(take.consume(.outputMatched, at: time))
      case 5: note(take.consume(.prepared(file: random.oneIn(5) ? nil : "f"), at: time))
      case 6:
        guard take.phase == .spawning else { break }
        hasGroup = !random.oneIn(6)
        leaderRuns = hasGroup
        note(take.consume(hasGroup ? .spawned : .spawnFailed(message: "none"), at: time))
      case 7: if leaderRuns, random.oneIn(2) { exit() }
      case 8:
        if hasGroup && !leaderRuns && random.oneIn(2) {
          hasGroup = false
          note(take.consume(.groupGone, at: time))
        }
      case 9:
        if let ended = command, random.oneIn(2) {
          command = nil
          note(take.consume(.commandEnded(ended, message: random.oneIn(3) ? "bad" : nil), at: time))
        }
      case 10, 11:
        let free: Int64? = [nil, 1, 100_000_000, 10_000_000_000][random.next(below: 4)]
        let size: Int64? = random.oneIn(4) ? nil : Int64(random.next(below: 9_000))
        looks = max(0, looks - 1)
        let probe = TakeProbe(fileSize: size, freeSpace: free, outputMatches: random.oneIn(4))
        note(take.consume(.probed(probe), at: time))
      case 12: if isFinishing { finish() }
      default: if take.phase == .prepared && !isAdopted && random.oneIn(9) { note(take.abandon()) }
      }
    }

    mutating func exit() {
      leaderRuns = false
      hasGroup = random.oneIn(3)
      let statuses: [Takes.ExitStatus] = [.exited(0), .exited(1), .signalled(.kill), .signalled(.interrupt)]
      note(take.consume(.exited(statuses[random.next(below: 4)], lastLine: nil, groupIsGone: !hasGroup), at: time))
    }

    mutating func finish() {
      isFinishing = false
      note(take.consume(.finished(file: "f", message: random.oneIn(4) ? "no file" : nil), at: time))
    }

    /// Lets the world end: everybody goes, everything is answered.
    mutating func close() {
      note(take.stop(.terminate, discard: false, at: time))
      for _ in 0..<40 where take.phase != .over {
        note(take.start(at: time))
        if take.phase == .preparing { note(take.consume(.prepared(file: "f"), at: time)) }
        if take.phase == .spawning {
          hasGroup = true
          leaderRuns = true
          note(take.consume(.spawned, at: time))
        }
        if let ended = command {
          command = nil
          note(take.consume(.commandEnded(ended, message: nil), at: time))
        }
        while looks > 0 {
          looks -= 1
          note(take.consume(.probed(TakeProbe(fileSize: nil, freeSpace: nil)), at: time))
        }
        if take.phase == .stopping || (hasGroup && take.phase != .starting) {
          hasGroup = false
          leaderRuns = false
          note(take.consume(.groupGone, at: time))
        }
        if take.phase == .finishing { finish() }
        advance(by: .seconds(1))
      }
    }
  }

  @Test("says nothing untrue, and ends once", arguments: 0..<20) func random(_ block: Int) {
    var kinds: Set<String> = []
    for seed in block * 500..<(block + 1) * 500 {
      var bench = Bench(seed: seed)
      for _ in 0..<60 { bench.step() }
      bench.close()
      let wasAbandoned = bench.ends == 0 && bench.outputs == [.abandon]
      #expect(bench.take.phase == .over && (bench.ends == 1 || wasAbandoned), "seed \(seed): \(bench.outputs)")
      #expect(bench.problems == [], "seed \(seed): \(bench.outputs)")
      kinds.formUnion(bench.outputs.map { String(TakeCase.text($0).prefix { $0 != " " }) })
    }
    // What never happens is not tested.
    #expect(
      kinds.isSuperset(of: [
        "spawn", "run", "end", "probe", "warning", "starting", "recording", "suspended", "stopping", "completed",
        "failed", "abandon", "keep", "delete", "KILL", "STOP", "CONT", "INT",
      ]))
  }
}

extension SplitMix64 {
  mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
  mutating func oneIn(_ count: Int) -> Bool { next(below: count) == 0 }
}
