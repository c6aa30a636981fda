/// How a run compares with what its case expects.
struct PeerVerdict {
  /// Empty when all is as expected.
  private(set) var complaints: [String] = []

  private let run: PeerRun

  init(_ peer: PeerCase, _ run: PeerRun) {
    self.run = run
    var begun: Set<String> = []
    for expectation in peer.expect {
      if expectation.state == "failed" {
        checkSilence(expectation)
      } else {
        // Later beginnings of the same gesture may have others before them.
        let isFirst = expectation.state == "began" && begun.insert(expectation.gesture).inserted
        check(expectation, isFirstBeginning: isFirst)
      }
    }
    for invariant in peer.invariants ?? [] { check(invariant) }
  }

  private mutating func complain(_ complaint: String) { complaints.append(complaint) }

  private func emissions(_ gesture: String, _ states: [String]? = nil) -> [PeerRun.Emission] {
    run.emissions.filter { $0.gesture == gesture && states?.contains($0.state) != false }
  }

  private mutating func checkSilence(_ expectation: PeerCase.Expectation) {
    let range = expectation.atOrAfter...(expectation.until ?? .max)
    for emission in emissions(expectation.gesture) where range.contains(emission.index) && emission.state != "cancelled"
    {
      complain("\(emission.gesture) \(emission.state) at event \(emission.index), where there should be none")
    }
  }

  private mutating func check(_ expectation: PeerCase.Expectation, isFirstBeginning: Bool) {
    let states = expectation.acceptStates ?? [expectation.state]
    let name = "\(expectation.gesture) \(states.joined(separator: " or "))"
    let found = emissions(expectation.gesture, states)
    if let count = expectation.count, found.count != count { complain("\(name) \(found.count) times, not \(count)") }
    if isFirstBeginning,
      let early = emissions(expectation.gesture, ["began"]).first(where: { $0.index < expectation.atOrAfter })
    {
      complain("\(name) at event \(early.index), before \(expectation.atOrAfter)")
    }
    let range = expectation.atOrAfter...(expectation.by ?? .max)
    let candidates = found.filter { range.contains($0.index) }
    guard let first = candidates.first else {
      if expectation.isOptional != true {
        complain("no \(name) at \(expectation.atOrAfter)...\(expectation.by.map(String.init) ?? "")")
      }
      return
    }
    let misses = candidates.map { mismatches($0, expectation) }
    if !misses.contains([]) { complain("\(name) at event \(first.index): \(misses[0].joined(separator: ", "))") }
  }

  private func mismatches(_ emission: PeerRun.Emission, _ expectation: PeerCase.Expectation) -> [String] {
    var misses: [String] = []
    for (name, value) in (expectation.values ?? [:]).sorted(by: { $0.key < $1.key }) {
      switch value {
      case .number(let expected):
        let actual = number(name, of: emission, relativeTo: expectation.relativeTo)
        if let actual, abs(actual - expected) <= (expectation.tolerance?[name] ?? 0) { continue }
        misses.append("\(name) \(actual.map { "\($0)" } ?? "unknown"), not \(expected)")
      case .word(let expected):
        if emission.words[name] == expected { continue }
        misses.append("\(name) \(emission.words[name] ?? "unknown"), not \(expected)")
      case .words, .other: misses.append("\(name) is neither a number nor a word")
      }
    }
    for (name, bounds) in (expectation.bounds ?? [:]).sorted(by: { $0.key < $1.key }) {
      let actual = number(name, of: emission, relativeTo: expectation.relativeTo)
      if let actual, bounds.count == 2, bounds[0] <= actual, actual <= bounds[1] { continue }
      misses.append("\(name) \(actual.map { "\($0)" } ?? "unknown"), not in \(bounds)")
    }
    if let expected = expectation.atTime, abs(emission.time - expected) > (expectation.timeTolerance ?? 0) {
      misses.append("at \(emission.time) s, not \(expected)")
    }
    return misses
  }

  /// - Parameter relative: `segment`: since the last landing or lift
  private func number(_ name: String, of emission: PeerRun.Emission, relativeTo relative: String?) -> Double? {
    guard let value = emission.numbers[name], relative == "segment" else {
      return relative == nil || relative == "began" ? emission.numbers[name] : nil
    }
    let start = run.breaks.last { $0 < emission.index } ?? 0
    let before = emissions(emission.gesture).last {
      $0.index <= start && $0.state != "ended" && $0.state != "cancelled"
    }
    // What began within the segment began from nothing.
    let begun = emissions(emission.gesture, ["began"]).last { $0.index <= emission.index }
    guard let earlier = before?.numbers[name], let begun, begun.index <= start else { return value }
    switch name {
    case "scale": return value / earlier
    case "rotation_rad", "total_dx", "total_dy": return value - earlier
    default: return value
    }
  }

  private mutating func check(_ invariant: PeerCase.Invariant) {
    let all = emissions(invariant.gesture)
    let series = invariant.value.map { name in all.compactMap { $0.numbers[name] } } ?? []
    switch invariant.type {
    case "max_abs":
      if let limit = invariant.limit, series.allSatisfy({ abs($0) <= limit }) { return }
    case "max_deviation":
      if let limit = invariant.limit, let from = invariant.from, series.allSatisfy({ abs($0 - from) <= limit }) {
        return
      }
    case "monotonic":
      let pairs = zip(series, series.dropFirst())
      if invariant.direction == "increasing", pairs.allSatisfy({ $0 <= $1 }) { return }
      if invariant.direction == "decreasing", pairs.allSatisfy({ $0 >= $1 }) { return }
    case "finite":
      if all.allSatisfy({ $0.numbers.values.allSatisfy(\.isFinite) }) { return }
    case "count":
      if emissions(invariant.gesture, invariant.state.map { [$0] }).count == invariant.count { return }
    case "no_change":
      if let events = invariant.events, events.count == 2, let names = invariant.values,
        names.allSatisfy({ isUnchanged($0, all, events[0]...events[1]) })
      {
        return
      }
    default: return complain("an invariant of an unknown type, \(invariant.type)")
    }
    complain("\(invariant.gesture): \(invariant.type) of \(invariant.value ?? "all") does not hold")
  }

  private func isUnchanged(_ name: String, _ all: [PeerRun.Emission], _ events: ClosedRange<Int>) -> Bool {
    let within = all.filter { events.contains($0.index) }.compactMap { $0.numbers[name] }
    let isStep = name == "dx" || name == "dy" || name.hasSuffix("_step")
    let rest = name == "scale_step" ? 1 : 0
    let before = isStep ? Double(rest) : all.last { $0.index < events.lowerBound }?.numbers[name]
    return within.allSatisfy { value in abs(value - (before ?? within[0])) <= 1e-9 }
  }
}
