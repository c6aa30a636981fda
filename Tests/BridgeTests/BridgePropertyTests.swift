import Bridge
import InputModel
import Takes
import Testing

@Suite("What holds for every run") struct BridgePropertyTests {
  @Test(
    "each beginning has one end, and neither lateness, nor the size of rounds, nor the hour of the day changes anything",
    arguments: 0..<200)
  func everyRun(seed: Int) throws {
    let random = RandomBench(seed: seed)
    let script = try BridgeScript(random.script)
    var run = BridgeRun(random.bench, script)
    let late = BridgeRun(random.bench, script, reads: random.reads)
    let shifted = BridgeRun(random.bench, script, start: Timestamp(microseconds: 86_400_000_007))
    let inPieces = BridgeRun(random.bench, script, reads: random.reads, eventsAtOnce: 1 + seed % 7)
    #expect(late.fullText == run.fullText, "read late: \(random.script)")
    #expect(inPieces.fullText == run.fullText, "read late and a few at once: \(random.script)")
    #expect(shifted.fullText == run.fullText, "a day later: \(random.script)")
    let foundLosses = run.foundLosses
    #expect(random.hasLosses || foundLosses == 0, "\(random.script)")
    run.close()
    #expect(run.problems == [], "\(random.script)")
  }

  @Test(
    "T22 T23 the event's own time counts, also for a loop that comes a second late",
    arguments: [
      ("↓0 ↑299 .1300", "0 down, 0 prepare, 299 up 299, 319 abandon, 319 hint hold"),
      ("↓0 ↑301 .1300", "0 down, 0 prepare, 301 spawn, 300 starting, 301 up 301, 601 recording"),
    ])
  func late(_ script: String, _ expected: String) throws {
    let run = BridgeRun(Bench(), try BridgeScript(script), reads: [], answersInBatches: false)
    #expect(run.text == expected)
  }
}

extension BridgeRun {
  /// How many presses ended because their release was not seen.
  fileprivate var foundLosses: Int {
    log.count { entry in
      guard case .publish(let event) = entry.effect, case .pressUp(_, _, _, let reason) = event.kind else {
        return false
      }
      return reason == .lostRelease || reason == .resync
    }
  }
}
