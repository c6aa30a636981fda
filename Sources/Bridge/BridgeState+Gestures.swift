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
      consumeFingers(inZone: zone, ofSession: index, at: time)
    }
  }

  /// A finger whose end was missed: what it did is taken back.
  mutating func forget(_ contact: ContactID, ofSession index: Int, at time: Timestamp) {
    for zone in sessions[index].gestureZones.indices {
      fingers = [Contact(id: contact, phase: .cancelled, position: Point(x: 0, y: 0))]
      consumeFingers(inZone: zone, ofSession: index, at: time)
    }
  }

  mutating func advanceGestures(ofSession index: Int, to time: Timestamp) {
    for zone in sessions[index].gestureZones.indices {
      sessions[index].gestureZones[zone].recognizers.advance(to: time, into: &gestures)
      report(zone: zone, ofSession: index)
    }
  }

  /// Takes all gestures of a device that leaves back.
  mutating func cancelGestures(ofSession index: Int, at time: Timestamp) {
    for zone in sessions[index].gestureZones.indices {
      sessions[index].gestureZones[zone].recognizers.cancel(at: time, into: &gestures)
      report(zone: zone, ofSession: index)
    }
  }

  private mutating func consumeFingers(inZone zone: Int, ofSession index: Int, at time: Timestamp) {
    sessions[index].gestureZones[zone].recognizers.consume(fingers, at: time, into: &gestures)
    if sessions[index].gestureZones[zone].recognizers.hasSurplus {
      let limit = ZoneRecognizers.contactCapacity
      publish(
        .anomaly(device: sessions[index].presence.device, message: "more than \(limit) fingers on a zone"), at: time)
    }
    report(zone: zone, ofSession: index)
    // Only now: a finger may have landed in the frame in which the touch before ended as a swipe.
    sessions[index].gestureZones[zone].touchedAt = sessions[index].gestureZones[zone].recognizers.touchBegan
  }

  private mutating func report(zone: Int, ofSession index: Int) {
    for position in gestures.indices {
      let gesture = gestures[position]
      let report = GestureReport(
        device: sessions[index].presence.device,
        zone: settings.zones[sessions[index].gestureZones[zone].zone].name, gesture: gesture)
      publish(.gesture(report), at: gesture.time)
      for control in sessions[index].gestureZones[zone].transforms {
        move(control, .gesture(gesture), at: gesture.time)
      }
      var isBound = false
      for binding in sessions[index].gestureZones[zone].bindings.indices
      where sessions[index].gestureZones[zone].bindings[binding].takes(gesture) {
        isBound = true
        run(sessions[index].gestureZones[zone].bindings[binding].gesture, for: report)
      }
      if isBound, gesture.kind == .swipe { revertTransforms(inside: zone, ofSession: index, at: gesture.time) }
    }
    gestures.removeAll(keepingCapacity: true)
  }

  /// The fingers meant the swipe of this zone: what they carried in the zones within goes back to where it was.
  private mutating func revertTransforms(inside outer: Int, ofSession index: Int, at time: Timestamp) {
    let place = sessions[index].gestureZones[outer].place
    let landing = sessions[index].gestureZones[outer].touchedAt
    for zone in sessions[index].gestureZones.indices where zone != outer {
      let inner = ZoneMap.Place.zone(sessions[index].gestureZones[zone].place)
      guard sessions[index].map.chain(from: inner).contains(.zone(place)) else { continue }
      for control in sessions[index].gestureZones[zone].transforms where controls[control].hasMoved(since: landing) {
        move(control, .revert, at: time)
      }
    }
  }

  private mutating func run(_ reference: Reference<GestureSettings>, for report: GestureReport) {
    let binding = settings.gestures[reference]
    guard binding.phases.contains(report.gesture.phase) else { return }
    start(binding.run, owner: .gesture(reference), environment: report.fields, at: report.gesture.time)
  }
}

extension ZoneMap {
  /// Whether a touch that lands at a point belongs to a place.
  func owns(_ landing: Point, _ place: Place) -> Bool { chain(from: topmost(at: landing)).contains(place) }
}
