internal import Controls
internal import Gestures
internal import InputModel
internal import Takes

/// Follows one button, and tells of each press what it was and by how much.
struct ButtonExplainer {
  let button: Expectations.Button
  private var tracker: PressTracker
  /// The press that is down, or whose end is not certain yet.
  private var story: Story?
  private var downs = 0
  private var isHeld = false
  private var furthest: Millimeters = 0
  /// The finger that presses a zone, by trigger.
  private var owners: [Int: (id: ContactID, landing: Point)] = [:]
  private(set) var stories: [Story] = []

  init(_ button: Expectations.Button) {
    self.button = button
    tracker = PressTracker(
      hold: button.hold, ignoreShorterThan: button.ignoreShorterThan, debounce: button.debounce)
  }

  mutating func consume(_ transition: KeyTransition, at time: Timestamp) {
    for (trigger, source) in button.triggers.enumerated() {
      guard case .code(transition.code, let isInverted) = source else { continue }
      let isDown = transition.isDown != isInverted
      feed(isDown ? .down : transition.cause == .resync ? .cancelled(.resync) : .up(inside: true), trigger, at: time)
    }
  }

  /// - Parameter owns: whether a landing belongs to a zone, by its place
  mutating func consume(_ contact: Contact, at time: Timestamp, owns: (Int) -> Bool) {
    for (trigger, source) in button.triggers.enumerated() {
      guard case .zone(let place, let shape, let slop) = source else { continue }
      guard let owner = owners[trigger] else {
        if contact.phase == .began, owns(place) {
          owners[trigger] = (contact.id, contact.position)
          feed(.down, trigger, at: time)
        }
        continue
      }
      guard owner.id == contact.id else { continue }
      let isInside = shape.contains(contact.position)
      switch contact.phase {
      case .began, .stationary: break
      case .moved:
        let distance = contact.position.distance(to: owner.landing)
        if !isHeld { furthest = max(furthest, distance) }
        feed(.moved(beyondSlop: distance > slop, inside: isInside), trigger, at: time)
      case .ended:
        owners[trigger] = nil
        feed(.up(inside: isInside), trigger, at: time)
      case .cancelled:
        owners[trigger] = nil
        feed(.cancelled(.released), trigger, at: time)
      }
    }
  }

  mutating func advance(to time: Timestamp) { note(tracker.advance(to: time), at: time) }

  /// Nothing more happens: lets time pass, and closes what is still down.
  mutating func finish() {
    while let deadline = tracker.deadline { advance(to: deadline) }
    guard var story else { return }
    story.remark(button.name, "is still down at the end of the trace")
    stories.append(story)
  }

  private mutating func feed(_ input: PressTracker.Input, _ trigger: Int, at time: Timestamp) {
    advance(to: time)
    if input == .down, tracker.owner == trigger { downs += 1 }
    note(tracker.consume(input, trigger: trigger, at: time), at: time)
  }

  private mutating func note(_ outputs: [PressTracker.Output], at time: Timestamp) {
    for output in outputs {
      switch output {
      case .pressed(_, let begin):
        story = Story(title: button.name, begin: begin, end: begin)
        (downs, isHeld) = (0, false)
      case .held:
        guard let hold = button.hold, let begin = story?.begin else { continue }
        isHeld = true
        story?.remark(button.name, "held for \(Wording.seconds(hold)): a hold", at: begin + hold)
      case .ended(let ending): close(ending)
      case .left: story?.remark(button.name, "left its zone", at: time)
      case .entered: story?.remark(button.name, "came back into its zone", at: time)
      case .ignored: story?.remark(button.name, "another trigger of it was pressed, and ignored", at: time)
      }
    }
  }

  private mutating func close(_ ending: PressTracker.Ending) {
    guard var story else { return }
    story.end = ending.time
    let verb =
      switch ending.reason {
      case nil: "let go"
      // Nobody let go: the surface says that it was no finger.
      case .released: "taken back"
      case let reason?: "ended (\(reason.rawValue))"
      }
    story.remark(button.name, "\(verb) after \(Wording.seconds(ending.held))\(verdict(ending))", at: ending.time)
    if downs > 0 {
      let times = downs == 1 ? "once" : "\(downs) times"
      story.remark(button.name, "bounced \(times): let go for less than \(Wording.seconds(debounce(ending.trigger)))")
    }
    stories.append(story)
    self.story = nil
    furthest = 0
  }

  /// Short or a hold, and by how much.
  private func verdict(_ ending: PressTracker.Ending) -> String {
    guard let hold = button.hold else { return "" }
    // As it is written, so that the numbers add up.
    let held = Interval.milliseconds(ending.held.microseconds / 1_000)
    if isHeld { return ": a hold, by \(Wording.seconds(held - hold))" }
    if ending.isBeyondSlop {
      let (moved, slop) = Wording.pair(furthest, slop(ending.trigger))
      return ": no hold, it had moved \(moved) mm, more than \(slop) mm"
    }
    let place = ending.isInside ? "" : ", and outside of its zone"
    return ": short, by \(Wording.seconds(hold - held))\(place)"
  }

  private func slop(_ trigger: Int) -> Millimeters {
    if case .zone(_, _, let slop) = button.triggers[trigger] { slop } else { 0 }
  }

  private func debounce(_ trigger: Int) -> Interval {
    button.debounce.indices.contains(trigger) ? button.debounce[trigger] : .zero
  }
}
