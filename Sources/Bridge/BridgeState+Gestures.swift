internal import Controls
internal import Gestures
internal import InputModel
internal import Takes

// What fingers on zones mean: gestures, and content that they carry.
extension BridgeState {
  /// Feeds the last frame of a device to every zone on which gestures count.
  mutating func recognize(ofSession index: Int, at time: Timestamp) {
    for zone in sessions[index].gestureZones.indices {
      fingers.removeAll(keepingCapacity: true)
      let place = ZoneMap.Place.zone(sessions[index].gestureZones[zone].place)
      let isWithdrawal = sessions[index].assembler.frame.isWithdrawal
      for var contact in sessions[index].assembler.frame.contacts {
        // Who has not landed here is ignored by the recognizers; what the kernel lifts is taken back.
        if contact.phase == .ended, isWithdrawal { contact.phase = .cancelled }
        if contact.phase != .began || sessions[index].map.owns(contact.position, place) { fingers.append(contact) }
      }
      sessions[index].gestureZones[zone].recognizers.consume(fingers, at: time, into: &gestures)
      if sessions[index].gestureZones[zone].recognizers.hasSurplus {
        let limit = ZoneRecognizers.contactCapacity
        publish(
          .anomaly(device: sessions[index].presence.device, message: "more than \(limit) fingers on a zone"), at: time)
      }
      report(zone: zone, ofSession: index)
    }
  }

  mutating func advanceGestures(ofSession index: Int, to time: Timestamp) {
    for zone in sessions[index].gestureZones.indices {
      sessions[index].gestureZones[zone].recognizers.advance(to: time, into: &gestures)
      report(zone: zone, ofSession: index)
    }
  }

  /// Takes all gestures of a device that left back.
  mutating func cancelGestures(of session: inout DeviceSession, at time: Timestamp) {
    for zone in session.gestureZones.indices {
      session.gestureZones[zone].recognizers.cancel(at: time, into: &gestures)
      report(session.gestureZones[zone], of: session)
    }
  }

  private mutating func report(zone: Int, ofSession index: Int) {
    guard !gestures.isEmpty else { return }
    report(sessions[index].gestureZones[zone], of: sessions[index])
  }

  private mutating func report(_ zone: GestureZone, of session: DeviceSession) {
    for gesture in gestures {
      publish(
        .gesture(
          GestureReport(
            device: session.presence.device, zone: settings.zones[zone.zone].name, gesture: gesture)),
        at: gesture.time)
      for control in zone.transforms { move(control, .gesture(gesture), at: gesture.time) }
      for binding in zone.bindings { consider(binding, gesture) }
      if case .swipe = gesture.values { revertTransforms(inside: zone, of: session, at: gesture.time) }
    }
    gestures.removeAll(keepingCapacity: true)
  }

  /// The fingers meant the swipe of this zone: what they carried in the zones within goes back to where it was.
  private mutating func revertTransforms(inside zone: GestureZone, of session: DeviceSession, at time: Timestamp) {
    for inner in session.gestureZones where inner.place != zone.place {
      guard session.map.chain(from: .zone(inner.place)).contains(.zone(zone.place)) else { continue }
      for control in inner.transforms { move(control, .revert, at: time) }
    }
  }

  private mutating func move(_ index: Int, _ input: TransformControl.Input, at time: Timestamp) {
    guard let placement = controls[index].transform(input) else { return }
    let control = control(index)
    guard case .transform(let transform) = control.kind else { return }
    publish(.transform(control: control.name, target: transform.target ?? control.name, placement), at: time)
  }

  private mutating func consider(_ reference: Reference<GestureSettings>, _ gesture: GestureEvent) {
    let binding = settings.gestures[reference]
    guard binding.pattern.fits(gesture), binding.phases.contains(gesture.phase) else { return }
    let report = GestureReport(
      device: settings.devices[settings.zones[binding.zone].device].name, zone: settings.zones[binding.zone].name,
      gesture: gesture)
    start(binding.run, owner: .gesture(reference), environment: report.fields, at: gesture.time)
  }
}

extension ZoneMap {
  /// Whether a touch that lands at a point belongs to a place.
  func owns(_ landing: Point, _ place: Place) -> Bool { chain(from: topmost(at: landing)).contains(place) }
}
