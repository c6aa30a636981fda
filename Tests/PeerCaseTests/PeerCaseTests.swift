import Testing

/// The cases of other people's test suites and bug reports (Tests/PeerCaseTests/Fixtures, or `EVBRIDGE_CASES`).
@Suite struct PeerCaseTests {
  @Test("the cases can be read, and their names are unique")
  func cases() {
    let cases = PeerCase.all
    #expect(PeerCase.collection.unreadable == [])
    #expect(!cases.isEmpty)
    #expect(Set(cases.map(\.id)).count == cases.count)
  }

  @Test("what any good recognizer does", arguments: PeerCase.all.filter(\.portable))
  func portable(_ peer: PeerCase) {
    let run = PeerRun(peer)
    #expect(PeerVerdict(peer, run).complaints == [], "\(peer.note)\nreported: \(run.summary)")
  }

  @Test("what only that peer does is listed, with what we do instead")
  func habits() {
    for peer in PeerCase.all where !peer.portable {
      let run = PeerRun(peer)
      let complaints = PeerVerdict(peer, run).complaints
      print("\(peer.id): not portable. \(peer.note)")
      print("  here: \(run.summary)")
      print(complaints.isEmpty ? "  as there" : "  unlike there: \(complaints.joined(separator: "; "))")
    }
  }

  @Test("nothing is ever infinite, not a number, or a scale of 0", arguments: PeerCase.all)
  func finite(_ peer: PeerCase) {
    for emission in PeerRun(peer).emissions {
      let isFinite = emission.numbers.values.allSatisfy(\.isFinite)
      #expect(isFinite && emission.numbers["scale"] != 0)
    }
  }
}

extension PeerRun {
  /// The reports in a line, those that go on left out.
  fileprivate var summary: String {
    let told = emissions.filter { $0.state != "changed" }
    guard !told.isEmpty else { return "nothing" }
    return told.map { "\($0.gesture) \($0.state) at \($0.index) (\($0.time) s)" }.joined(separator: ", ")
  }
}
