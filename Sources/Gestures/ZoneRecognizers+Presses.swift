internal import InputModel

// Taps, double taps and long presses: what the one finger of a touch does in place.
extension ZoneRecognizers {
  var longPressDeadline: Timestamp? {
    settings.gestures.contains(.longPress) ? longPress.deadline(of: press, by: thresholds) : nil
  }

  /// The first moment that is too late for the second press of a pair.
  var heldTapDeadline: Timestamp? {
    tap.held == nil ? nil : doubleTap.lastChance(thresholds).map { $0 + .microseconds(1) }
  }

  /// The long press is judged at its deadline.
  mutating func holdPress(at deadline: Timestamp, into events: inout [GestureEvent]) {
    guard let finger = press.finger else { return }
    guard arena.permits(.longPress, possible: possible) else { return longPress.finish() }
    press.breakOff()
    judgePress(at: deadline, into: &events)
    longPress.begin(with: finger)
    arena.report(.longPress)
    events.append(GestureEvent(.longPress, .began, at: deadline, contacts: contacts.count, focus: finger.position))
  }

  /// Taps, by what the finger has done since this was last asked.
  mutating func judgePress(at time: Timestamp, into events: inout [GestureEvent]) {
    var change = press.takeChange()
    if case .lifted(let finger) = change, let longest = thresholds.longestTap, time - finger.landed > longest {
      change = .broke
    }
    if settings.gestures.contains(.doubleTap) {
      judgePair(doubleTap.consume(change, at: time, by: thresholds), change, at: time, into: &events)
    }
    guard case .lifted(let finger) = change else { return }
    if arena.permits(.tap, possible: possible) {
      arena.report(.tap)
      tell(.tap, at: finger.position, time: time, into: &events)
    } else if doubleTap.isOpen, settings.gestures.contains(.tap) {
      tap.hold(at: finger.position)
    }
  }

  private mutating func judgePair(
    _ outcome: DoubleTap.Outcome, _ change: SolePress.Change, at time: Timestamp, into events: inout [GestureEvent]
  ) {
    switch (outcome, change) {
    case (.recognized, .lifted(let finger)) where arena.permits(.doubleTap, possible: possible):
      tap.drop()
      arena.report(.doubleTap)
      tell(.doubleTap, at: finger.position, time: time, into: &events)
    case (.recognized, _), (.failed, _): tellHeldTap(at: time, into: &events)
    case (.none, _): break
    }
  }

  /// Nothing more can come of the pair that a tap has waited for.
  mutating func tellHeldTap(at time: Timestamp, into events: inout [GestureEvent]) {
    if let point = tap.release() { tell(.tap, at: point, time: time, into: &events) }
  }

  mutating func tellLongPress(_ changes: Changes, at time: Timestamp, into events: inout [GestureEvent]) {
    guard let owner = longPress.owner, let last = longPress.focus else { return }
    let position = contacts.position(of: owner) ?? last
    if changes.owner == nil { longPress.move(to: position) } else { longPress.finish() }
    events.append(
      GestureEvent(
        .longPress, changes.owner ?? .changed, at: time, contacts: contacts.count, focus: position))
  }

  private func tell(
    _ values: GestureEvent.Values, at point: Point, time: Timestamp, into events: inout [GestureEvent]
  ) {
    events.append(GestureEvent(values, .ended, at: time, contacts: 1, focus: point))
  }
}
