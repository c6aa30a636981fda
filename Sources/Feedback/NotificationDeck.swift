public import Bridge
import Controls
public import InputModel

/// One card a control, always the newest: which card is to be sent when.
///
/// All together are sent no more often than four times a second, and only what looks different; a take that runs is sent
/// again now and then, since its card is made to go away by itself should nobody be left to take it back. Without a take
/// nothing wakes anybody up.
public struct NotificationDeck: Hashable, Sendable {
  /// Between two cards.
  public static let pause = Interval.milliseconds(250)
  /// How long a card of a take that runs is shown without being sent again.
  static let runningExpiry = Interval.seconds(15)
  private static let refresh = Interval.seconds(10)
  /// How long nothing is sent after the service did not answer.
  public static let patience = Interval.seconds(5)

  private enum Stage: Hashable {
    case recording
    case suspended
    case closing
    /// Nothing runs; the card stays as it is.
    case still(NotificationCard)
  }

  private struct Slot: Hashable {
    var stage: Stage
    /// Since when a newer card waits to be sent.
    var waitingSince: Timestamp?
    var sent: NotificationCard?
    var sentAt: Timestamp?

    var isRunning: Bool { if case .still = stage { false } else { true } }
    /// When it is sent again although it has not changed.
    var refreshAt: Timestamp? { isRunning ? sentAt.map { $0 + NotificationDeck.refresh } : nil }
  }

  private var slots: [String: Slot] = [:]
  private var steps = ProgressSteps(pause: NotificationDeck.pause)
  private var lastSent: Timestamp?
  private var silentUntil: Timestamp?

  public init() {}

  /// Takes an event of a control that it is for.
  public mutating func consume(_ event: Event) {
    switch event.kind {
    case .tooltipShown(let control, let hint, let text):
      // A take that runs is the greater news.
      if let slot = slots[control], slot.isRunning, slot.stage != .closing { return }
      let text = text.isEmpty && hint == .busy ? "Please wait" : text
      set(.still(.hint(text, of: control, for: Tooltip.duration)), of: control, at: event.time)
    case .takeRecording(let take): set(.recording, of: take.control, at: event.time)
    case .takeSuspended(let take): set(.suspended, of: take.control, at: event.time)
    case .takeStopping(let take, _): set(.closing, of: take.control, at: event.time)
    case .takeCompleted(let take, let result):
      set(.still(.completed(result, of: take.control)), of: take.control, at: event.time)
    case .takeFailed(let take, _, let message):
      set(.still(.failed(message, of: take.control)), of: take.control, at: event.time)
    case .commandFailed(let control, let message):
      set(.still(.failed(message, of: control)), of: control, at: event.time)
    case .progress(let control, let ring):
      guard let slot = slots[control], slot.isRunning, slot.waitingSince != nil || slot.sent != nil else { return }
      steps.consume(ring, of: control, at: event.time)
      wait(control, since: event.time)
    default: break
    }
  }

  /// The next card to be sent now, if any; call until there is none.
  /// - Parameter busy: the controls whose last card has not been answered
  public mutating func next(at time: Timestamp, busy: Set<String>) -> (control: String, card: NotificationCard)? {
    for control in steps.advance(to: time) { wait(control, since: time) }
    for (control, slot) in slots {
      if let due = slot.refreshAt, due <= time { wait(control, since: time) }
    }
    guard lastSent.map({ $0 + Self.pause <= time }) ?? true else { return nil }
    while let control = longestWaiting(besides: busy), var slot = slots[control] {
      let card = card(of: slot, control, at: time)
      slot.waitingSince = nil
      let isDue = card != slot.sent || slot.refreshAt.map { $0 <= time } ?? false
      if isDue { (slot.sent, slot.sentAt, lastSent) = (card, time, time) }
      slots[control] = slot
      if isDue { return (control, card) }
    }
    return nil
  }

  /// What still waits when nothing is sent any more after it: a card must not go on claiming that a take runs.
  /// - Parameter busy: as there
  public mutating func last(at time: Timestamp, busy: Set<String>) -> [(control: String, card: NotificationCard)] {
    var cards: [(control: String, card: NotificationCard)] = []
    while let control = longestWaiting(besides: busy), let slot = slots[control] {
      slots[control]?.waitingSince = nil
      cards.append((control, card(of: slot, control, at: time)))
    }
    return cards
  }

  /// When `next` has something to say next without an event or an answer.
  /// - Parameter busy: as there
  public func deadline(busy: Set<String>) -> Timestamp? {
    var due = steps.deadline
    for (control, slot) in slots where !busy.contains(control) {
      due = earliest(due, slot.refreshAt)
      due = earliest(due, slot.waitingSince)
    }
    guard let due, let lastSent else { return due }
    return max(due, lastSent + Self.pause)
  }

  /// Nothing can be shown now: what waits is dropped, and the next event is tried after a while.
  public mutating func fail(at time: Timestamp) {
    silentUntil = time + Self.patience
    for control in slots.keys { forget(control) }
  }

  /// The person has put the card away: the next event makes a new one, and no step of a ring does.
  public mutating func dismiss(_ control: String) { forget(control) }

  private mutating func forget(_ control: String) {
    slots[control]?.waitingSince = nil
    slots[control]?.sent = nil
    slots[control]?.sentAt = nil
    steps.remove(control)
  }

  private mutating func set(_ stage: Stage, of control: String, at time: Timestamp) {
    var slot = slots[control] ?? Slot(stage: stage)
    slot.stage = stage
    slots[control] = slot
    if !slot.isRunning || stage == .closing { steps.remove(control) }
    guard silentUntil.map({ $0 <= time }) ?? true else { return }
    wait(control, since: time)
  }

  private mutating func wait(_ control: String, since time: Timestamp) {
    if let slot = slots[control], slot.waitingSince == nil { slots[control]?.waitingSince = time }
  }

  private func longestWaiting(besides busy: Set<String>) -> String? {
    slots.filter { !busy.contains($0.key) }.compactMap { control, slot in slot.waitingSince.map { ($0, control) } }
      .min { $0 < $1 }?.1
  }

  private func card(of slot: Slot, _ control: String, at time: Timestamp) -> NotificationCard {
    // A ring that nobody moves says nothing.
    let isKnown = steps.reading(of: control).map { $0.from != $0.to || $0.from > 0 } ?? false
    let percent = isKnown ? steps.percent(of: control, at: time) : nil
    return switch slot.stage {
    case .recording: .running("Recording", of: control, icon: "media-record", percent: percent)
    case .suspended: .running("Suspended", of: control, icon: "media-playback-pause", percent: percent)
    case .closing: .running("Saving", of: control, icon: "document-save", percent: nil)
    case .still(let card): card
    }
  }
}
