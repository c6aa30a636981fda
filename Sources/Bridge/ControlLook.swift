internal import Controls
internal import InputModel

/// What was told of a control last. Who comes later is told the same, as it is by then.
struct ControlLook: Hashable {
  private(set) var isEnabled: Bool
  private(set) var isSelected = false
  /// The trigger that is down.
  private(set) var pressed: String?
  /// What the visible tooltip says.
  private(set) var tooltip: String?
  private var fade = PressFade.Segment(from: 1, to: 1, duration: .zero)
  private var fadedAt = Timestamp.zero
  private var ring = ProgressRing.Reading(state: .default, from: 0, to: 0, duration: .zero, hasError: false)
  private var ringAt = Timestamp.zero
  /// Of a transform's content; nil for other controls.
  private(set) var placement: TransformControl.Placement?

  init(isEnabled: Bool, placement: TransformControl.Placement?) {
    self.isEnabled = isEnabled
    self.placement = placement
  }

  mutating func note(_ kind: Event.Kind, at time: Timestamp) {
    switch kind {
    case .pressDown(_, let trigger): pressed = trigger
    case .pressUp: pressed = nil
    case .tooltipShown(_, _, let text): tooltip = text
    case .tooltipHidden: tooltip = nil
    case .fade(_, let segment): (fade, fadedAt) = (segment, time)
    case .controlState(_, let isEnabled, let isSelected): (self.isEnabled, self.isSelected) = (isEnabled, isSelected)
    case .progress(_, let reading): (ring, ringAt) = (reading, time)
    case .transform(_, _, let placement, _): self.placement = placement
    default: break
    }
  }

  /// What is left of the fade.
  func fade(at time: Timestamp) -> PressFade.Segment {
    let elapsed = time - fadedAt
    return PressFade.Segment(
      from: fade.value(after: elapsed), to: fade.to, duration: max(.zero, fade.duration - elapsed))
  }

  /// What is left of the ring's stretch.
  func ring(at time: Timestamp) -> ProgressRing.Reading {
    let elapsed = time - ringAt
    // A line from one value to another in a time, as a fade is.
    let line = PressFade.Segment(from: ring.from, to: ring.to, duration: ring.duration)
    return ProgressRing.Reading(
      state: ring.state, from: line.value(after: elapsed), to: ring.to,
      duration: max(.zero, ring.duration - elapsed), hasError: ring.hasError)
  }
}
