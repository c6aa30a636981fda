internal import Controls
internal import Gestures
internal import InputModel
internal import Takes

// What devices make of the core: keys, switches and fingers become what triggers do.
extension BridgeState {
  mutating func consume(_ arrival: Arrival, at time: Timestamp) {
    let session = DeviceSession(arrival, settings: settings)
    sessions.append(session)
    counters[session.device.position].noteArrival()
    publish(.deviceAdded(session.presence), at: time)
    noteUse(of: session.device, at: time)
    for code in session.codes where arrival.state.down.contains(code.code) != code.isInverted {
      let control = control(code.binding.control)
      publish(
        .pressIgnored(control: control.name, trigger: control.label(code.binding.trigger), reason: .downAtOpen),
        at: time)
    }
  }

  mutating func deviceLeft(_ device: DeviceID, at time: Timestamp) {
    guard let index = sessions.firstIndex(where: { $0.id == device }) else { return }
    counters[sessions[index].device.position].noteDeparture()
    removeSession(index, at: time)
  }

  mutating func removeSession(_ index: Int, at time: Timestamp) {
    cancelGestures(ofSession: index, at: time)
    let session = sessions.remove(at: index)
    publish(.deviceRemoved(session.presence), at: time)
    // The kernel's own releases are lost with the descriptor: what was down is ended by us.
    for code in session.codes where code.isPressed { feed(.cancelled(.deviceLost), to: code.binding, at: time) }
    for zone in session.zones where zone.owner != nil { feed(.cancelled(.deviceLost), to: zone.binding, at: time) }
    noteUse(of: session.device, at: time)
  }

  mutating func consumeFrame(ofSession index: Int, at time: Timestamp) {
    // Why what is up now was not let go by a person.
    let loss: StopReason? =
      sessions[index].assembler.frame.isResync
      ? .resync : sessions[index].assembler.frame.isWithdrawal ? .deviceLost : nil
    if loss == .resync {
      counters[sessions[index].device.position].noteDrop()
      publish(
        .anomaly(device: sessions[index].presence.device, message: "the kernel dropped events; state read back"),
        at: time)
    }
    for position in sessions[index].assembler.frame.transitions.indices {
      let transition = sessions[index].assembler.frame.transitions[position]
      for code in sessions[index].codes.indices where sessions[index].codes[code].code == transition.code {
        consume(transition, ofCode: code, ofSession: index, loss: loss, at: time)
      }
    }
    for ghost in sessions[index].assembler.frame.ghosts {
      publish(
        .anomaly(
          device: sessions[index].presence.device,
          message: "contact \(ghost.rawValue) has not moved for \(Int(FrameAssembler.ghostAge.seconds)) s; ignored"),
        at: time)
    }
    for position in sessions[index].assembler.frame.contacts.indices {
      let contact = sessions[index].assembler.frame.contacts[position]
      for zone in sessions[index].zones.indices {
        consume(contact, inZone: zone, ofSession: index, loss: loss, at: time)
      }
    }
    recognize(ofSession: index, at: time)
    noteUse(of: sessions[index].device, at: time)
  }

  private mutating func consume(
    _ transition: KeyTransition, ofCode code: Int, ofSession index: Int, loss: StopReason?, at time: Timestamp
  ) {
    let state = sessions[index].codes[code]
    let isDown = transition.isDown != state.isInverted
    guard !isPressed(state.binding, elsewhereThan: index) else {
      if isDown { ignoreAsNotOwner(state.binding, at: time) }
      return
    }
    sessions[index].codes[code].isPressed = isDown
    let input: PressTracker.Input = isDown ? .down : loss.map { .cancelled($0) } ?? .up(inside: true)
    feed(input, to: state.binding, at: time)
  }

  /// Another device of the same binding (`all: true`) holds the trigger down.
  private func isPressed(_ binding: TriggerBinding, elsewhereThan index: Int) -> Bool {
    sessions.indices.contains { $0 != index && sessions[$0].presses(binding) }
  }

  private mutating func ignoreAsNotOwner(_ binding: TriggerBinding, at time: Timestamp) {
    let control = control(binding.control)
    publish(
      .pressIgnored(control: control.name, trigger: control.label(binding.trigger), reason: .notOwner), at: time)
  }

  private mutating func consume(
    _ contact: Contact, inZone zone: Int, ofSession index: Int, loss: StopReason?, at time: Timestamp
  ) {
    let state = sessions[index].zones[zone]
    guard contact.phase == .began || state.owner == contact.id else { return }
    switch contact.phase {
    case .began:
      // The first finger owns the press; a flat thumb beside it changes nothing.
      guard state.owner == nil, sessions[index].map.owns(contact.position, .zone(state.zone)) else { return }
      guard !isPressed(state.binding, elsewhereThan: index) else {
        ignoreAsNotOwner(state.binding, at: time)
        return
      }
      sessions[index].zones[zone].owner = contact.id
      sessions[index].zones[zone].landing = contact.position
      feed(.down, to: state.binding, at: time)
    case .moved:
      let isBeyondSlop = contact.position.distance(to: state.landing) > state.slop
      let isInside = state.shape.contains(contact.position)
      feed(.moved(beyondSlop: isBeyondSlop, inside: isInside), to: state.binding, at: time)
    case .stationary: break
    case .ended:
      sessions[index].zones[zone].owner = nil
      let isInside = state.shape.contains(contact.position)
      feed(loss.map { .cancelled($0) } ?? .up(inside: isInside), to: state.binding, at: time)
    case .cancelled:
      sessions[index].zones[zone].owner = nil
      feed(.cancelled(loss ?? .released), to: state.binding, at: time)
    }
  }

  /// Ends what is held only by a release that never came.
  mutating func compare(_ state: DeviceState, with device: DeviceID, at time: Timestamp) {
    guard let index = sessions.firstIndex(where: { $0.id == device }) else { return }
    let session = sessions[index]
    for (position, code) in session.codes.enumerated() where code.isPressed && isHolding(code.binding) {
      guard state.down.contains(code.code) == code.isInverted else { continue }
      sessions[index].codes[position].isPressed = false
      lostRelease(of: code.binding, on: session, at: time)
      // The assembler missed it too; without this the next press would be no change.
      _ = sessions[index].assembler.consume(RawEvent(time, code.code, code.isInverted ? 1 : 0))
      _ = sessions[index].assembler.consume(.report(time))
    }
    for zone in session.zones where isHolding(zone.binding) {
      guard let owner = zone.owner, !session.shows(owner, in: state) else { continue }
      // Whatever else it presses is not let go by anybody either.
      for (position, pressed) in session.zones.enumerated() where pressed.owner == owner {
        sessions[index].zones[position].owner = nil
        lostRelease(of: pressed.binding, on: session, at: time)
      }
      sessions[index].assembler.forget(owner)
      forget(owner, ofSession: index, at: time)
    }
    noteUse(of: session.device, at: time)
  }

  /// Tells the assembler which fingers hold a take.
  mutating func noteHolding(ofSession index: Int) {
    for position in sessions[index].zones.indices {
      let zone = sessions[index].zones[position]
      let isHolding = zone.owner != nil && isHolding(zone.binding)
      guard isHolding != zone.isHolding else { continue }
      sessions[index].zones[position].isHolding = isHolding
      if let owner = zone.owner { sessions[index].assembler.setHeld(owner, isHolding) }
    }
  }

  /// A take goes on because this trigger is down.
  private func isHolding(_ binding: TriggerBinding) -> Bool {
    controls[binding.control].holdingTrigger == binding.trigger
  }

  private mutating func lostRelease(of binding: TriggerBinding, on session: DeviceSession, at time: Timestamp) {
    let label = control(binding.control).label(binding.trigger)
    publish(.anomaly(device: session.presence.device, message: "the release of \(label) was lost"), at: time)
    feed(.cancelled(.lostRelease), to: binding, at: time)
  }
}
