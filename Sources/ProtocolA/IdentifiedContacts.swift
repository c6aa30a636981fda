internal import InputModel

/// The slots of contacts whose device tells them apart: nothing has to be matched, an id keeps its slot while it is told.
struct IdentifiedContacts {
  /// What one frame tells of a contact.
  struct Contact {
    var id: Int32
    var x: Int32?
    var y: Int32?
    var toolType: Int32?
  }

  /// The id in each slot.
  private var slots: [Int32?] = []
  private var contacts: [Contact] = []

  /// Takes a contact of the frame; a second one of the same id is the firmware's mistake.
  mutating func put(_ contact: Contact) {
    if !contacts.contains(where: { $0.id == contact.id }) { contacts.append(contact) }
  }

  /// Appends what the frame has changed.
  mutating func finishFrame(at time: Timestamp, into events: inout [RawEvent]) {
    for slot in slots.indices {
      guard let id = slots[slot], !contacts.contains(where: { $0.id == id }) else { continue }
      slots[slot] = nil
      events.append(RawEvent(time, .mtSlot, Int32(slot)))
      events.append(RawEvent(time, .mtTrackingID, -1))
    }
    for contact in contacts {
      let known = slots.firstIndex(of: contact.id)
      let slot = known ?? freeSlot()
      slots[slot] = contact.id
      events.append(RawEvent(time, .mtSlot, Int32(slot)))
      if known == nil { events.append(RawEvent(time, .mtTrackingID, contact.id)) }
      if let x = contact.x { events.append(RawEvent(time, .mtPositionX, x)) }
      if let y = contact.y { events.append(RawEvent(time, .mtPositionY, y)) }
      if let toolType = contact.toolType { events.append(RawEvent(time, .mtToolType, toolType)) }
    }
    contacts.removeAll(keepingCapacity: true)
  }

  /// Lifts all that were there, and forgets the frame.
  mutating func lose(at time: Timestamp, into events: inout [RawEvent]) {
    contacts.removeAll(keepingCapacity: true)
    finishFrame(at: time, into: &events)
  }

  private mutating func freeSlot() -> Int {
    if let free = slots.firstIndex(of: nil) { return free }
    slots.append(nil)
    return slots.count - 1
  }
}
