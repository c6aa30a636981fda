internal import InputModel

// What a frame means, once it is known which fingers are down and where: pans, pinches, rotations and swipes.
extension ZoneRecognizers {
  /// What must be exceeded before a motion begins.
  struct Slops {
    var pan: Millimeters
    var pinch: Millimeters
    var rotation: (angle: Radians, arc: Millimeters)
  }

  /// A frame as those who report it need it.
  private struct Look {
    var step: FrameStep
    var slops: Slops
    var begins: GestureSet
    var changes: Changes
    var lastFocus: Point
    var time: Timestamp
  }

  /// Lets everybody look at the frame, and tells what has come of it.
  mutating func judge(_ changes: Changes, at time: Timestamp, into events: inout [GestureEvent]) {
    let slops = slops
    let lastFocus = focus
    let step = contacts.takeStep(smallestSpan: thresholds.smallestSpan)
    focus = contacts.centroid ?? focus
    if let finger = press.finger, let position = contacts.position(of: finger.id) {
      press.move(to: position, slop: thresholds.pressSlop)
    }
    let panStep = pan.move(step)
    pinch.move(step)
    rotation.move(step)
    // A frame in which a finger only lands or lifts says nothing of how fast the others are.
    if changes.hasMoved || changes.hasLanded && step.contacts == 0 {
      pan.sample(at: time)
      if settings.gestures.contains(.swipe) { swipe.move(in: &contacts, at: time) }
    }

    let begins = arena.winners(of: settings.gestures, possible: possible) { kind in
      switch kind {
      case .pan: pan.excess(over: slops.pan)
      case .pinch: pinch.excess(over: slops.pinch)
      case .rotation: rotation.excess(over: slops.rotation)
      case .tap, .doubleTap, .longPress, .swipe: nil
      }
    }
    if !begins.isEmpty {
      press.breakOff()
      arena.report(begins)
    }
    judgePress(at: time, into: &events)
    if !changes.isEmpty || !begins.isEmpty {
      let look = Look(
        step: step, slops: slops, begins: begins, changes: changes, lastFocus: lastFocus, time: time)
      tellLongPress(changes, at: time, into: &events)
      tellPan(panStep, look, into: &events)
      tellPinch(look, into: &events)
      tellRotation(look, into: &events)
    }
    if !begins.isEmpty {
      pan.forgetSlop()
      pinch.forgetSlop()
    }
    if contacts.count < 2 {
      pinch.reset()
      rotation.reset()
    }
    if contacts.count == 0 { endTouch(at: time, into: &events) }
  }

  /// What can still come of this touch, or of a pair that it may be part of.
  var possible: GestureSet {
    var possible: GestureSet = []
    if press.finger != nil { possible.insert(.tap) }
    if longPressDeadline != nil { possible.insert(.longPress) }
    if doubleTap.isOpen { possible.insert(.doubleTap) }
    if contacts.count > 0 { possible.formUnion([.pan, .swipe]) }
    if contacts.count > 1 { possible.formUnion([.pinch, .rotation]) }
    return possible
  }

  /// Before anything has begun each motion has a slop of its own.
  var slops: Slops {
    let isMoving = pan.translation != nil || pinch.scale != nil || rotation.angle != nil
    let angle = pinch.scale == nil ? thresholds.rotationSlop : thresholds.rotationSlopInPinch
    return isMoving
      ? Slops(pan: 0, pinch: 0, rotation: (angle, 0))
      : Slops(pan: panSlop, pinch: thresholds.pinchSlop, rotation: (angle, thresholds.rotationArcSlop))
  }

  private mutating func tellPan(_ panStep: Vector, _ look: Look, into events: inout [GestureEvent]) {
    let begins = look.begins.contains(.pan)
    let step = begins ? pan.begin(slop: look.slops.pan) : panStep
    guard let translation = pan.translation else { return }
    var (phase, velocity) = (begins ? GestureEvent.Phase.began : .changed, Vector.zero)
    if contacts.count == 0 {
      phase = look.changes.ending
      if phase == .ended { velocity = pan.velocity(at: look.time, by: thresholds) }
    }
    events.append(
      GestureEvent(
        .pan(translation: translation, step: step, velocity: velocity), phase, at: look.time, contacts: contacts.count,
        focus: focus, pivot: look.step.contacts > 0 ? look.step.pivot : focus))
  }

  private mutating func tellPinch(_ look: Look, into events: inout [GestureEvent]) {
    let begins = look.begins.contains(.pinch)
    let first = begins ? pinch.begin(slop: look.slops.pinch) : nil
    guard let scale = pinch.scale else { return }
    tellFingers(.pinch(scale: scale, step: first ?? look.step.scale), begins: begins, look, into: &events)
  }

  private mutating func tellRotation(_ look: Look, into events: inout [GestureEvent]) {
    let begins = look.begins.contains(.rotation)
    let first = begins ? rotation.begin(slop: look.slops.rotation) : nil
    guard let angle = rotation.angle else { return }
    tellFingers(.rotation(angle: angle, step: first ?? look.step.rotation), begins: begins, look, into: &events)
  }

  /// What only several fingers can do: it ends when fewer than two are left, where they were last.
  private func tellFingers(
    _ values: GestureEvent.Values, begins: Bool, _ look: Look, into events: inout [GestureEvent]
  ) {
    let ends = contacts.count < 2
    events.append(
      GestureEvent(
        values, ends ? look.changes.ending : begins ? .began : .changed, at: look.time, contacts: contacts.count,
        focus: ends ? look.lastFocus : focus,
        pivot: ends ? look.lastFocus : look.step.contacts > 0 ? look.step.pivot : focus))
  }

  private mutating func endTouch(at time: Timestamp, into events: inout [GestureEvent]) {
    swipeFailure = nil
    if arena.permits(.swipe, possible: possible) {
      switch swipe.judge(at: time, by: thresholds) {
      case .success(let outcome):
        events.append(
          GestureEvent(
            .swipe(outcome.direction, velocity: outcome.velocity), .ended, at: time, contacts: outcome.fingers,
            focus: focus))
      case .failure(let failure): swipeFailure = failure
      }
    }
    arena.reset()
    press.reset()
    longPress.reset()
    pan.reset()
    swipe.reset()
  }
}
