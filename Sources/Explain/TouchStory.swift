internal import Gestures
internal import InputModel

/// A touch of a zone, from the first landing until all fingers are up: what it has become, and what stood against the
/// rest.
struct TouchStory {
  /// How the one finger of a press stopped being one.
  enum PressEnd {
    case lifted(after: Interval)
    case together(Int)
    case joined(at: Timestamp)
    case moved(Millimeters, at: Timestamp)
    case takenBack(at: Timestamp)
    case lost(to: GestureKind, at: Timestamp)
  }

  let recognition: ZoneRecognizers.Settings
  var story: Story
  /// What times count from.
  private let start: Timestamp
  private var fingers = 0
  private var down: [ContactID: Point] = [:]
  private var most = 0
  private(set) var pressEnd: PressEnd?
  private var first: ContactID?
  private(set) var landing = Point(x: 0, y: 0)
  /// What was told of it, and when first.
  private(set) var told: [(kind: GestureKind, time: Timestamp)] = []
  private var best = MotionMeasures()
  /// Two fingers were too near each other to tell a pinch or a rotation.
  private var wasTooNear = false
  var swipeFailure: SwipeFailure?

  init(_ recognition: ZoneRecognizers.Settings, title: String, at time: Timestamp, start: Timestamp) {
    self.recognition = recognition
    self.start = start
    story = Story(title: title, begin: time, end: time)
  }

  private var thresholds: Thresholds { recognition.thresholds }

  var isOver: Bool { down.isEmpty }

  func wasTold(_ kind: GestureKind) -> Bool { told.contains { $0.kind == kind } }

  // MARK: What happens

  mutating func land(_ contacts: [Contact], at time: Timestamp) {
    for contact in contacts {
      story.remark("finger \(contact.id.rawValue)", "landed at \(Wording.point(contact.position))", at: time)
      down[contact.id] = contact.position
    }
    if fingers == 0 {
      (first, landing) = (contacts[0].id, contacts[0].position)
      if contacts.count > 1 { pressEnd = .together(contacts.count) }
    } else {
      pressEnd = pressEnd ?? .joined(at: time)
    }
    fingers += contacts.count
    most = max(most, down.count)
  }

  /// A contact that was here before.
  mutating func follow(_ contact: Contact, at time: Timestamp) {
    let finger = "finger \(contact.id.rawValue)"
    switch contact.phase {
    case .ended:
      guard down.removeValue(forKey: contact.id) != nil else { return }
      story.remark(finger, "lifted", at: time)
      pressEnd = pressEnd ?? .lifted(after: time - story.begin)
    case .cancelled, .began:
      guard down.removeValue(forKey: contact.id) != nil else { return }
      story.remark(finger, "taken back: a palm, a ghost, or lost events", at: time)
      pressEnd = pressEnd ?? .takenBack(at: time)
    case .moved:
      guard down[contact.id] != nil else { return }
      down[contact.id] = contact.position
    case .stationary: break
    }
    story.end = time
  }

  /// Whether the one finger is still in place; after all that the frame tells of it.
  mutating func judgePress(at time: Timestamp) {
    guard let first, let distance = down[first]?.distance(to: landing) else { return }
    switch pressEnd {
    case nil where distance > thresholds.pressSlop: pressEnd = .moved(distance, at: time)
    case .moved(let furthest, let time): pressEnd = .moved(max(furthest, distance), at: time)
    default: break
    }
  }

  mutating func note(_ gesture: GestureEvent) {
    if !wasTold(gesture.kind) {
      told.append((gesture.kind, gesture.time))
      let takesPress: GestureSet = [.motions, .longPress]
      if takesPress.contains(GestureSet(gesture.kind)) {
        pressEnd = pressEnd ?? .lost(to: gesture.kind, at: gesture.time)
      }
    }
    guard gesture.phase != .changed else { return }
    story.remark(gesture.kind.words, gesture.words, at: gesture.time)
  }

  mutating func measure(_ measures: MotionMeasures) {
    wasTooNear = wasTooNear || down.count > 1 && measures.pinch == nil && !wasTold(.pinch)
    best.pan = TouchStory.further(best.pan, measures.pan)
    best.pinch = TouchStory.further(best.pinch, measures.pinch)
    best.rotation = TouchStory.further(best.rotation, measures.rotation)
  }

  private static func further(
    _ a: MotionMeasures.Measure?, _ b: MotionMeasures.Measure?
  ) -> MotionMeasures.Measure? {
    guard let a, let b else { return a ?? b }
    return b.reached / b.needed > a.reached / a.needed ? b : a
  }

  // MARK: What did not

  /// Adds why the other gestures were none.
  ///
  /// - Parameter pair: why it was not part of a double tap
  func told(pair: String) -> Story {
    var story = story
    story.summary = Wording.fingers(fingers) + (most < fingers ? ", at most \(most) at once" : "")
    let pairGestures: GestureSet = [.tap, .doubleTap]
    var reasons: [(kinds: [GestureKind], text: String)] = []
    for kind in GestureKind.allCases where recognition.gestures.contains(GestureSet(kind)) && !wasTold(kind) {
      let text = mayBePair && pairGestures.contains(GestureSet(kind)) ? pair : reason(against: kind)
      if let same = reasons.firstIndex(where: { $0.text == text }) {
        reasons[same].kinds.append(kind)
      } else {
        reasons.append(([kind], text))
      }
    }
    for reason in reasons { story.remark(reason.kinds.map(\.words).joined(separator: ", "), reason.text) }
    return story
  }

  /// It may be the first half of a double tap.
  var mayBePair: Bool {
    guard case .lifted(let length) = pressEnd, recognition.gestures.contains(.doubleTap) else { return false }
    return length <= thresholds.longestTap ?? length && !wasTold(.doubleTap)
  }

  func reason(against kind: GestureKind) -> String {
    switch kind {
    case .tap, .doubleTap, .longPress: pressReason(kind)
    case .pan: reason(best.pan, rivals: kind) { "moved \($0) mm of \($1) mm" }
    case .pinch: reason(best.pinch, rivals: kind) { "the fingers' mean distance changed by \($0) mm of \($1) mm" }
    case .rotation:
      reason(best.rotation.map(TouchStory.inDegrees), rivals: kind) { "turned \($0) deg of \($1) deg" }
    case .swipe: swipeFailure.map { $0.words(thresholds) } ?? rivalReason(kind)
    }
  }

  var pressWords: String { pressReason(.doubleTap) }

  private func pressReason(_ kind: GestureKind) -> String {
    switch pressEnd {
    case .together(let count): return "\(Wording.fingers(count)) landed at once"
    case .joined(let time): return "a second finger landed at \(clock(time))"
    case .moved(let distance, let time):
      let (moved, slop) = Wording.pair(distance, thresholds.pressSlop)
      return "moved \(moved) mm, over \(slop) mm from \(clock(time)) on"
    case .takenBack(let time): return "its finger was taken back at \(clock(time))"
    case .lost(let kind, let time): return "the \(kind.words) began at \(clock(time))"
    case .lifted(let length) where kind == .longPress:
      return "lifted after \(Wording.seconds(length)) of \(Wording.seconds(thresholds.longPress))"
    case .lifted(let length):
      if let longest = thresholds.longestTap, length > longest {
        return "lasted \(Wording.seconds(length)), longer than \(Wording.seconds(longest))"
      }
      return rivalReason(kind)
    case nil: return "its finger never lifted"
    }
  }

  private func reason(
    _ measure: MotionMeasures.Measure?, rivals kind: GestureKind, _ words: (String, String) -> String
  ) -> String {
    guard let measure else { return kind == .pan ? rivalReason(kind) : "there was one finger" }
    if kind != .pan, wasTooNear, measure.reached <= measure.needed {
      return "the fingers were nearer to each other than \(Wording.number(thresholds.smallestSpan, decimals: 1)) mm"
    }
    let (reached, needed) = Wording.pair(measure.reached, measure.needed)
    return words(reached, needed) + (measure.reached > measure.needed ? ", but \(rivalReason(kind))" : "")
  }

  /// What kept out a gesture that nothing else was against.
  private func rivalReason(_ kind: GestureKind) -> String {
    if let rival = told.first(where: { $0.kind != kind }) { return "the \(rival.kind.words) came first" }
    let awaited = GestureKind.allCases.filter { recognition.failures[kind].contains(GestureSet($0)) }
    return awaited.isEmpty
      ? "it came to nothing" : "it waits for \(awaited.map(\.words).joined(separator: ", ")) to fail"
  }

  private func clock(_ time: Timestamp) -> String { Wording.clock(time - start) }

  private static func inDegrees(_ measure: MotionMeasures.Measure) -> MotionMeasures.Measure {
    MotionMeasures.Measure(reached: Wording.degrees(measure.reached), needed: Wording.degrees(measure.needed))
  }
}
