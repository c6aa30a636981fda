import Controls
import InputModel
import Takes
import Testing

/// A world that answers a button's orders, and knows what is really recorded.
private struct World {
  enum Take { case none, prepared, starting, recording, suspending, suspended, resuming, stopping }

  var take = Take.none
  /// It was told the opposite of what it is still doing: a record button may be faster than its recorder.
  private var isTurning = false
  /// What the button must never have done.
  var problems: [String] = []

  mutating func obey(_ order: ControlAction.TakeOrder) {
    let before = take
    if case (.suspend, .resuming) = (order, take) { isTurning = true }
    if case (.suspend, .suspending) = (order, take) { isTurning = false }
    if case (.resume, .suspending) = (order, take) { isTurning = true }
    if case (.resume, .resuming) = (order, take) { isTurning = false }
    switch (order, take) {
    case (.prepare, .none): take = .prepared
    case (.abandon, .prepared): take = .none
    case (.start, .prepared): take = .starting
    case (.suspend, .recording): take = .suspending
    case (.resume, .suspended): take = .resuming
    case (.resume, .suspending), (.resume, .resuming), (.suspend, .suspending), (.suspend, .resuming): break
    case (.stop, .starting), (.stop, .recording), (.stop, .suspending), (.stop, .suspended), (.stop, .resuming):
      take = .stopping
      isTurning = false
    default: problems.append("\(order) while \(before)")
    }
  }

  /// Something that may become of the take now.
  enum Answer { case ready, suspended, stopping, ended(failed: Bool) }

  mutating func answer(using random: inout Random) -> Answer? {
    let dies = random.below(6) == 0
    switch take {
    case .none: return nil
    case .prepared:
      guard dies else { return nil }
      take = .none
      return .ended(failed: true)
    case .stopping:
      // What was told to stop before it was ready gets ready first.
      if random.below(3) == 0 { return .ready }
      take = .none
      return .ended(failed: dies)
    case _ where dies:
      take = .stopping
      isTurning = false
      return .stopping
    case .starting, .resuming:
      take = isTurning ? .suspending : .recording
      isTurning = false
      return .ready
    case .suspending:
      take = isTurning ? .resuming : .suspended
      isTurning = false
      return .suspended
    case .recording, .suspended: return nil
    }
  }
}

/// Steele, Lea and Flood's SplitMix64.
private struct Random {
  var state: UInt64

  mutating func below(_ limit: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return (z ^ (z >> 31)) % limit
  }
}

@Suite("Rings never lie") struct RingPropertyTests {
  private static let requests: [ControlRequest] = [
    .start, .stop, .toggle, .suspend, .resume, .complete, .reset, .enable, .disable, .setProgress(30), .setError(true),
  ]
  private static let presses: [PressTracker.Input] = [
    .down, .down, .up(inside: true), .up(inside: true), .up(inside: false), .cancelled(.deviceLost),
  ]

  @Test("a record button's ring is in progress only while its take really records", arguments: 0..<60 as Range<UInt64>)
  func recordButton(_ seed: UInt64) {
    var random = Random(state: seed)
    let modes = RecordButton.Mode.allCases
    let settings = RecordButton.Settings(
      mode: modes[Int(random.below(3))], maximum: random.below(2) == 0 ? .seconds(4) : nil,
      onShort: random.below(2) == 0 ? .extend : .discard, onRelease: random.below(2) == 0 ? .stop : .suspend,
      debounce: [.milliseconds(20), .zero])
    var button = RecordButton(settings: settings)
    var world = World()
    var time = Timestamp.zero
    var started = 0
    func obey(_ actions: [ControlAction]) {
      for case .take(let order) in actions.map(\.kind) {
        world.obey(order)
        if order == .start { started += 1 }
      }
    }
    for _ in 0..<2000 {
      time = time + .milliseconds(Int64(random.below(700)))
      while let due = button.deadline, due <= time { obey(button.advance(to: due)) }
      switch random.below(3) {
      case 0:
        let trigger = Int(random.below(2))
        obey(button.consume(.trigger(trigger, Self.presses[Int(random.below(6))]), at: time))
      case 1:
        let request = Self.requests[Int(random.below(UInt64(Self.requests.count)))]
        let refusal = button.refusal(of: request)
        let actions = button.consume(.request(request), at: time)
        #expect(refusal == nil || actions.isEmpty, "\(request): \(refusal ?? "")")
        obey(actions)
      default:
        guard let answer = world.answer(using: &random) else { break }
        let input: RecordButton.Input =
          switch answer {
          case .ready: .takeReady
          case .suspended: .takeSuspended
          case .stopping: .takeStopping
          case .ended(let failed): .takeEnded(failed: failed)
          }
        obey(button.consume(input, at: time))
      }
      if button.ring.state == .inProgress, ![.recording, .suspending].contains(world.take) {
        world.problems.append("in progress while \(world.take)")
      }
      if world.take == .recording, button.ring.state != .inProgress {
        world.problems.append("\(button.ring.state) while it records")
      }
      if let due = button.deadline, due < time { world.problems.append("a deadline in the past") }
    }
    #expect(Array(world.problems.prefix(3)) == [])
    #expect(started > 20)
  }

  @Test("a progress button's states are those of its take", arguments: 0..<60 as Range<UInt64>)
  func progressButton(_ seed: UInt64) {
    var random = Random(state: seed)
    let settings = ProgressButton.Settings(
      progress: .elapsed, maximum: random.below(2) == 0 ? .seconds(4) : nil, hasRecorder: true,
      greets: random.below(2) == 0, debounce: [.milliseconds(20), .zero])
    var button = ProgressButton(settings: settings)
    var world = World()
    var time = Timestamp.zero
    var started = 0
    func obey(_ actions: [ControlAction]) {
      for case .take(let order) in actions.map(\.kind) {
        world.obey(order)
        if order == .start { started += 1 }
      }
    }
    for _ in 0..<2000 {
      time = time + .milliseconds(Int64(random.below(700)))
      while let due = button.deadline, due <= time { obey(button.advance(to: due)) }
      switch random.below(3) {
      case 0:
        let trigger = Int(random.below(2))
        obey(button.consume(.trigger(trigger, Self.presses[Int(random.below(6))]), at: time))
      case 1:
        let request = Self.requests[Int(random.below(UInt64(Self.requests.count)))]
        let refusal = button.refusal(of: request)
        let actions = button.consume(.request(request), at: time)
        #expect(refusal == nil || actions.isEmpty, "\(request): \(refusal ?? "")")
        obey(actions)
      default:
        guard let answer = world.answer(using: &random) else { break }
        let input: ProgressButton.Input =
          switch answer {
          case .ready: .takeReady
          case .suspended: .takeSuspended
          case .stopping: .takeStopping
          case .ended(let failed): .takeEnded(failed: failed)
          }
        obey(button.consume(input, at: time))
      }
      let fits: Bool =
        switch world.take {
        case .recording, .suspending: button.ring.state == .inProgress
        case .suspended, .resuming: button.ring.state == .suspended
        case .starting, .prepared: button.ring.state == .default
        case .stopping: button.ring.state == .default || button.ring.state == .suspended
        case .none: button.ring.state == .default || button.ring.state == .completed
        }
      if !fits { world.problems.append("\(button.ring.state) while \(world.take)") }
      if let due = button.deadline, due < time { world.problems.append("a deadline in the past") }
    }
    #expect(Array(world.problems.prefix(3)) == [])
    #expect(started > 20)
  }
}
