public import Bridge
import Controls
public import InputModel
import Takes

/// What a light shows: the first of error, recording, suspended, hint or completed (the later one), press, idle that
/// holds for any control that the light is for. docs/EVENTS.md has the whole language.
///
/// Every event is consumed at its own time; `deadline` is when `level` changes next without one.
public struct LightPattern: Hashable, Sendable {
  /// How often a fading light is set anew: a fade of 400 ms in 40 steps looks smooth.
  public static let fadeStep = Interval.milliseconds(10)

  private let idle: LightSettings.Idle
  /// The light has levels between off and on, so that a fade is worth waking up for.
  public var isGraded: Bool
  private var now = Timestamp.zero
  /// Of each control that is pressed or still fading.
  private var presses: [Press] = []
  /// Of each control that has a take, or a ring that is in progress without one.
  private var takes: [Take] = []
  /// Who tells by its takes what its ring only repeats.
  private var recordingControls: Set<String> = []
  private var rings: [String: ProgressRing.Reading] = [:]
  /// A hint or a completed take.
  private var notice: Run?
  private var error: Run?

  /// - Parameters:
  ///   - idle: what is shown while nothing happens
  ///   - isGraded: as the property
  public init(idle: LightSettings.Idle, isGraded: Bool) {
    self.idle = idle
    self.isGraded = isGraded
  }

  /// The brightness now, 0…1.
  public var level: Double { shown.level }

  /// When the brightness changes next; nil while it stays.
  public var deadline: Timestamp? { shown.until }

  /// Takes an event of a control that the light is for, and the time with it.
  public mutating func consume(_ event: Event) {
    advance(to: event.time)
    if case .takeStarting(let take) = event.kind { recordingControls.insert(take.control) }
    if case .takeRecording(let take) = event.kind { recordingControls.insert(take.control) }
    switch event.kind {
    case .fade(let control, let segment):
      presses.removeAll { $0.control == control }
      presses.append(Press(control: control, segment: segment, began: event.time))
    case .tooltipShown(let control, _, _):
      notice = Run(.hint, of: control, at: event.time)
    case .takeRecording(let take):
      setTake(Take(control: take.control, suspended: nil))
      if error?.control == take.control { error = nil }
    case .takeSuspended(let take):
      setTake(Take(control: take.control, suspended: Run(.suspended, of: take.control, at: event.time)))
    case .takeStopping(let take, _):
      takes.removeAll { $0.control == take.control }
    case .takeCompleted(let take, let result):
      takes.removeAll { $0.control == take.control }
      if result.isFailure {
        error = Run(.error, of: take.control, at: event.time)
      } else if !result.wasDiscarded {
        notice = Run(.completed, of: take.control, at: event.time)
      }
    case .takeFailed(let take, _, _):
      takes.removeAll { $0.control == take.control }
      error = Run(.error, of: take.control, at: event.time)
    case .commandFailed(let control, _):
      error = Run(.error, of: control, at: event.time)
    case .progress(let control, let ring): follow(ring, of: control, at: event.time)
    case .deviceAdded, .deviceRemoved, .pressDown, .pressUp, .pressIgnored, .tap, .tooltipHidden, .controlState,
      .gesture, .transform, .takeStarting, .commandFinished, .anomaly:
      break
    }
  }

  /// Moves the time on; an earlier one changes nothing.
  public mutating func advance(to time: Timestamp) {
    now = max(now, time)
    presses.removeAll { $0.isOver(at: now) }
    if notice?.stage(at: now) == nil { notice = nil }
    if error?.stage(at: now) == nil { error = nil }
  }

  /// The ring of a control that has no takes says what its state is. An error is everybody's, and is told once: of a
  /// take that has failed it has been.
  private mutating func follow(_ ring: ProgressRing.Reading, of control: String, at time: Timestamp) {
    let before = rings.updateValue(ring, forKey: control)
    if ring.hasError, before?.hasError != true, error?.control != control {
      error = Run(.error, of: control, at: time)
    }
    guard !recordingControls.contains(control), ring.state != before?.state ?? .default else { return }
    takes.removeAll { $0.control == control }
    switch ring.state {
    case .default: break
    case .inProgress: setTake(Take(control: control, suspended: nil))
    case .suspended: setTake(Take(control: control, suspended: Run(.suspended, of: control, at: time)))
    case .completed: notice = Run(.completed, of: control, at: time)
    }
  }

  private mutating func setTake(_ take: Take) {
    takes.removeAll { $0.control == take.control }
    takes.append(take)
  }

  private var shown: (level: Double, until: Timestamp?) {
    if let error = error?.stage(at: now) { return error }
    if takes.contains(where: { $0.suspended == nil }) { return (1, nil) }
    if let suspended = takes.first?.suspended?.stage(at: now) { return suspended }
    if let notice = notice?.stage(at: now) { return notice }
    return pressed
  }

  /// The press look; where several controls are pressed, that of the deepest.
  private var pressed: (level: Double, until: Timestamp?) {
    if presses.isEmpty, idle == .alive {
      let stage = Blink.alive.stage(after: now - .zero)
      return (stage?.isLit == true ? 1 : 0, stage.map { .zero + $0.end })
    }
    let fade = presses.map { isGraded ? $0.value(at: now) : $0.segment.to }.min() ?? 1
    let level = idle == .on ? fade : (1 - fade) / (1 - PressFade.pressedValue)
    // A light that is not graded changes at the release itself; but then it is idle again when the fade is over.
    let until: Timestamp? =
      if isGraded {
        presses.compactMap { $0.nextStep(after: now) }.min()
      } else {
        idle == .alive ? presses.compactMap(\.end).min() : nil
      }
    return (level, until)
  }
}

/// A control's press look.
private struct Press: Hashable {
  var control: String
  var segment: PressFade.Segment
  var began: Timestamp

  func value(at time: Timestamp) -> Double { segment.value(after: time - began) }

  /// When nothing is left to show; nil for one that is down.
  var end: Timestamp? { segment.to >= 1 ? began + segment.duration : nil }

  /// Nothing is left to show.
  func isOver(at time: Timestamp) -> Bool { segment.to >= 1 && time - began >= segment.duration }

  /// When the fade is set anew; nil while it stays where it is.
  func nextStep(after time: Timestamp) -> Timestamp? {
    let elapsed = time - began
    guard elapsed < segment.duration else { return nil }
    let step = LightPattern.fadeStep
    let steps = elapsed.microseconds / step.microseconds + 1
    return began + min(Interval(microseconds: steps * step.microseconds), segment.duration)
  }
}

/// A control's take: recording, or suspended with the blinking for it.
private struct Take: Hashable {
  var control: String
  var suspended: Run?
}

/// A blink that has begun.
private struct Run: Hashable {
  var blink: Blink
  var control: String
  var began: Timestamp

  init(_ blink: Blink, of control: String, at began: Timestamp) {
    self.blink = blink
    self.control = control
    self.began = began
  }

  /// What it shows and until when; nil once it is over.
  func stage(at time: Timestamp) -> (level: Double, until: Timestamp?)? {
    guard let stage = blink.stage(after: time - began) else { return nil }
    return (stage.isLit ? 1 : 0, began + stage.end)
  }
}
