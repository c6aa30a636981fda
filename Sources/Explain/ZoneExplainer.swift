internal import Gestures
internal import InputModel

/// Follows the recognizers of one zone, and tells of each touch what it has become and why nothing else.
struct ZoneExplainer {
  let zone: Expectations.Zone
  private let start: Timestamp
  private var recognizers: ZoneRecognizers
  private var events: [GestureEvent] = []
  private var touch: TouchStory?
  /// The last touch, while it may be the first half of a double tap.
  private var pending: TouchStory?
  private(set) var stories: [Story] = []

  init(_ zone: Expectations.Zone, start: Timestamp) {
    self.zone = zone
    self.start = start
    recognizers = ZoneRecognizers(zone.recognition)
  }

  /// - Parameter contacts: of a frame; those that have landed elsewhere left out
  mutating func consume(_ contacts: [Contact], at time: Timestamp) {
    advance(to: time)
    let landed = contacts.filter { $0.phase == .began }
    for contact in contacts { touch?.follow(contact, at: time) }
    let isReplaced = touch?.isOver == true
    if !isReplaced { land(landed, at: time) }
    touch?.judgePress(at: time)
    recognizers.consume(contacts, at: time, into: &events)
    note()
    touch?.measure(recognizers.measures)
    if touch?.isOver == true { close() }
    if isReplaced { land(landed, at: time) }
  }

  mutating func advance(to time: Timestamp) {
    recognizers.advance(to: time, into: &events)
    note()
  }

  /// Nothing more happens: lets time pass.
  mutating func finish() {
    while let deadline = recognizers.deadline { advance(to: deadline) }
    if touch != nil { close() }
    settlePair()
  }

  private mutating func land(_ contacts: [Contact], at time: Timestamp) {
    guard !contacts.isEmpty else { return }
    if touch == nil {
      if let pending, time - pending.story.end > zone.recognition.thresholds.pairWindow { settlePair() }
      touch = TouchStory(zone.recognition, title: zone.name, at: time, start: start)
    }
    touch?.land(contacts, at: time)
  }

  private mutating func note() {
    for event in events {
      switch event.kind {
      case .tap where pending != nil:
        pending?.note(event)
        settlePair()
      case .doubleTap:
        touch?.note(event)
        settlePair()
      default: touch?.note(event)
      }
    }
    events.removeAll(keepingCapacity: true)
  }

  private mutating func close() {
    guard var closed = touch else { return }
    touch = nil
    closed.swipeFailure = recognizers.swipeFailure
    settlePair()
    if closed.mayBePair, !closed.wasTold(.tap) {
      pending = closed
    } else {
      stories.append(closed.told(pair: closed.reason(against: .doubleTap)))
    }
  }

  /// It is known what the touch before has to do with a double tap.
  private mutating func settlePair() {
    guard let first = pending else { return }
    pending = nil
    stories.append(first.told(pair: pairReason(first)))
  }

  private func pairReason(_ first: TouchStory) -> String {
    let thresholds = zone.recognition.thresholds
    guard let touch, touch.story.begin - first.story.end <= thresholds.pairWindow else {
      return "no second tap within \(Wording.seconds(thresholds.pairWindow))"
    }
    let gap = touch.story.begin - first.story.end
    if touch.wasTold(.doubleTap) {
      return "the first half of the double tap of \(Wording.clock(touch.story.end - start))"
    }
    if gap < thresholds.pairMinimum {
      return
        "the next finger landed after \(Wording.seconds(gap)), sooner than \(Wording.seconds(thresholds.pairMinimum))"
    }
    let distance = touch.landing.distance(to: first.landing)
    if distance > thresholds.pairDistance {
      let (away, limit) = Wording.pair(distance, thresholds.pairDistance)
      return "the next finger landed \(away) mm away, more than \(limit) mm"
    }
    return "the next touch was no tap: \(touch.pressWords)"
  }
}
