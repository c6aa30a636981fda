public import Bridge
internal import Gestures
public import InputModel
public import Traces

/// What the fingers and buttons of a recorded device did, and what it meant: for each touch which gestures began, when
/// and with which values, and by which threshold the others did not; for each press whether it was short or a hold, and
/// by how much.
///
/// The recognizers are the real ones, fed as a live device feeds them; this only watches.
public struct Explanation: Sendable {
  /// In the order in which they began.
  public private(set) var stories: [Story] = []
  /// What times count from.
  public let start: Timestamp

  private let map: ZoneMap
  private var zones: [ZoneExplainer]
  private var buttons: [ButtonExplainer]

  /// - Parameter start: what times count from, for all devices of a trace alike
  public init(_ device: Trace.Device, expecting expectations: Expectations, start: Timestamp) {
    self.start = start
    map = expectations.map
    zones = expectations.zones.map { ZoneExplainer($0, start: start) }
    buttons = expectations.buttons.map { ButtonExplainer($0) }
    device.forEachFrame(calibration: expectations.calibration) { consume($0) }
    for zone in zones.indices { zones[zone].finish() }
    for button in buttons.indices { buttons[button].finish() }
    let all = stories + zones.flatMap(\.stories) + buttons.flatMap(\.stories)
    stories = all.enumerated().sorted { ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset) }.map(\.element)
    for place in stories.indices { stories[place].sortRemarks() }
  }

  private mutating func consume(_ frame: Frame) {
    for transition in frame.transitions {
      for button in buttons.indices { buttons[button].consume(transition, at: frame.time) }
    }
    for contact in frame.contacts {
      let chain = contact.phase == .began ? Array(map.chain(from: map.topmost(at: contact.position))) : []
      for button in buttons.indices {
        buttons[button].consume(contact, at: frame.time) { chain.contains(.zone($0)) }
      }
      if contact.phase == .began, !isExpected(on: chain) {
        var story = Story(title: "nowhere", begin: frame.time, end: frame.time)
        story.remark(
          "finger \(contact.id.rawValue)", "landed at \(Wording.point(contact.position)), where nothing counts",
          at: frame.time)
        stories.append(story)
      }
    }
    for zone in zones.indices {
      let place = zones[zone].zone.place
      let own = frame.contacts.filter {
        $0.phase != .began || map.chain(from: map.topmost(at: $0.position)).contains(place)
      }
      zones[zone].consume(own, at: frame.time)
    }
  }

  private func isExpected(on chain: [ZoneMap.Place]) -> Bool {
    chain.contains { place in
      zones.contains { $0.zone.place == place }
        || buttons.contains { explained in
          explained.button.triggers.contains { trigger in
            if case .zone(let own, _, _) = trigger { place == .zone(own) } else { false }
          }
        }
    }
  }
}

extension Story {
  /// By time; what is told of the whole comes last.
  fileprivate mutating func sortRemarks() {
    let order = remarks.indices.sorted { a, b in
      switch (remarks[a].time, remarks[b].time) {
      case (let x?, let y?): (x, a) < (y, b)
      case (nil, nil): a < b
      case (let x, _): x != nil
      }
    }
    remarks = order.map { remarks[$0] }
  }
}

// MARK: - For people and for programs

extension Explanation {
  /// A paragraph a touch or press.
  public var text: String { stories.map(text).joined(separator: "\n") }

  /// A record a remark.
  public var records: [[EventField]] {
    stories.enumerated().flatMap { number, story in
      story.remarks.map { remark in
        [
          EventField("story", .number(Int64(number + 1))), EventField("title", .text(story.title)),
          EventField("begin", .seconds(story.begin - start)), EventField("end", .seconds(story.end - start)),
        ] + (remark.time.map { [EventField("at", .seconds($0 - start))] } ?? [])
          + [EventField("subject", .text(remark.subject)), EventField("text", .text(remark.text))]
      }
    }
  }

  private func text(_ story: Story) -> String {
    let times = "\(Wording.clock(story.begin - start)) to \(Wording.seconds(story.end - start))"
    let head = "\(story.title): \(times)" + (story.summary.isEmpty ? "" : ", \(story.summary)") + "\n"
    return story.remarks.reduce(head) { text, remark in
      let clock = remark.time.map { Wording.clock($0 - start) } ?? ""
      let padding = String(repeating: " ", count: max(0, 9 - clock.utf8.count))
      return text + "\(padding)\(clock)  \(remark.subject): \(remark.text)\n"
    }
  }
}
