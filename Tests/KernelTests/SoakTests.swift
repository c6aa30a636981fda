import Glibc
import InputModel
import Testing

extension Kernel {
  /// `make soak` plays a long one; `make test` a short one, always the same.
  @Suite struct SoakTests {
    @Test("random presses, unplugs and recorders with faults: every take has one end, and nothing is left behind")
    func soak() throws {
      let seed = environment("EVBRIDGE_SOAK_SEED").flatMap { Int($0) } ?? 1
      let actions = environment("EVBRIDGE_SOAK_ACTIONS").flatMap { Int($0) } ?? 25
      let soak = try Soak(seed: seed)
      do {
        try soak.run(actions: actions)
      } catch {
        Issue.record("\(soak.report(["\(error)"] + soak.ledger.violations))")
        return
      }
      #expect(soak.problems.isEmpty, "\(soak.report(soak.problems))")
      print(soak.summary)
      // Or it would have shown nothing.
      #expect((soak.ledger.counts["take.completed"] ?? 0) * 20 > actions)
      #expect(soak.ledger.counts["press.down"] ?? 0 > actions / 4)
      guard actions >= 1_000 else { return }
      for fault in SoakFault.allCases where fault != .removesFile {
        #expect(soak.ledger.counts["fault \(fault.rawValue)"] != nil, "\(fault) did not occur")
      }
    }
  }
}
