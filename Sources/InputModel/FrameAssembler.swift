/// Makes frames of the raw events of one device: what its keys did, and, with a calibration, its contacts.
///
/// It acts at SYN_REPORT only. A frame shows net contacts: one that came and went
/// between two reports was never on the surface, a new tracking id in a live slot is a lift and a landing.
///
/// What is down at the start is known, and is not a press: a key's release is a transition like any other, so that
/// whoever was told of the state can forget it, and the key's next press is the first one; a contact stays unseen until
/// a fresh tracking id.
///
/// After dropped events (`synDropped`) the next report is a resync: its transitions are the difference to the last
/// frame, whatever of the interrupted frame was still seen. A contact that is still there has moved; one that lifted or
/// was replaced is cancelled, not ended: nobody knows where.
/// A contact that came during the loss is not shown, since where it landed is not known.
///
/// A contact that has not changed for `ghostAge` is a ghost: it is cancelled, and dead until a fresh tracking id, unless
/// it is held. Time is an input: `advance(to:)` comes before an event of that time is consumed.
///
/// A report of value 1 is the kernel's own: `input_dev_release_keys` before a device is unregistered or put to sleep.
/// It also closes a frame that is too long so, and then the releases in it are taken for a withdrawal.
public struct FrameAssembler {
  /// The last frame. Read in place: its storage is used again by the next one.
  public private(set) var frame = Frame()
  /// When the next contact is a ghost: `advance(to:)` is due then.
  public private(set) var deadline: Timestamp?

  /// How long a contact may stay where it is: a finger trembles, dirt, water and slots that never end do not.
  public static let ghostAge = Interval.seconds(60)

  private let surface: Surface?
  private var slots: [ContactSlot]
  /// The place in `slots` that events go to; nil after a slot number that the panel does not have.
  private var currentSlot: Int?
  private var nextSingleID: Int32 = 0

  private var keys: KeyStates
  private var reportedKeys: KeyStates
  private var transitions: [KeyTransition] = []
  private var latestTime = Timestamp.zero
  private var isResync = false

  private struct Surface {
    var calibration: Calibration
    var touch: TouchProtocol

    var hasSlots: Bool { touch.slotCount != nil }
  }

  /// - Parameters:
  ///   - calibration: makes the device a surface; without one it only has keys and switches
  ///   - state: what is so at the start; slots that it does not tell are empty
  public init(description: DeviceDescription, calibration: Calibration?, state: DeviceState) {
    keys = KeyStates(state.down)
    reportedKeys = keys
    guard let calibration, let touch = TouchProtocol(describing: description) else {
      surface = nil
      slots = []
      return
    }
    surface = Surface(calibration: calibration, touch: touch)
    switch touch {
    case .slots, .anonymous:
      let count = touch.slotCount ?? 0
      slots = state.slots.prefix(count).map {
        ContactSlot(tracking: $0.trackingID, x: $0.x, y: $0.y, toolType: $0.toolType)
      }
      slots.append(contentsOf: repeatElement(ContactSlot(), count: count - slots.count))
      currentSlot = slots.indices.contains(state.currentSlot) ? state.currentSlot : nil
    case .single(let key):
      let isTouched = state.down.contains(key)
      slots = [ContactSlot(tracking: isTouched ? 0 : -1, x: state.x, y: state.y)]
      nextSingleID = isTouched ? 1 : 0
      currentSlot = 0
    }
  }

  /// True when the event was a report that made a frame: something changed, or it was a resync.
  public mutating func consume(_ event: RawEvent) -> Bool {
    latestTime = max(latestTime, event.time)
    switch event.code.type {
    case .key, .sw: consumeKey(event)
    case .abs: consumeAxis(event)
    case .syn where event.code == .synReport: return report(isWithdrawal: event.value == 1)
    case .syn where event.code == .synDropped:
      transitions.removeAll(keepingCapacity: true)
      isResync = true
    default: break
    }
    return false
  }

  /// Takes every contact back, because the device is gone or its events are no longer ours; true when there was one.
  /// Keys and switches stay as they are.
  public mutating func cancelAll(at time: Timestamp) -> Bool {
    latestTime = max(latestTime, time)
    beginFrame()
    for index in slots.indices {
      if let contact = slots[index].kill() { frame.contacts.append(contact) }
    }
    frame.contacts.sort(by: Contact.precedes)
    deadline = nil
    return !frame.contacts.isEmpty
  }

  /// Drops a contact whose end was missed, also from the last frame, without a new one; the others stay.
  public mutating func forget(_ contact: ContactID) {
    frame.contacts.removeAll { $0.id == contact }
    for index in slots.indices where slots[index].forget(contact) {
      // Its key was let go as well, or the next touch would be no change.
      if case .single(let key) = surface?.touch {
        _ = keys.update(key, isDown: false)
        _ = reportedKeys.update(key, isDown: false)
      }
    }
    findDeadline()
  }

  /// Cancels what is a ghost at the next deadline; true when that, up to `time`, made a frame. Call it until it is false.
  ///
  /// What an unfinished frame has told waits for its report.
  public mutating func advance(to time: Timestamp) -> Bool {
    guard let due = deadline, due <= time else { return false }
    latestTime = max(latestTime, due)
    beginFrame()
    for index in slots.indices {
      guard var contact = slots[index].shown else { continue }
      if let ghostTime = slots[index].ghostTime, ghostTime <= due, let ghost = slots[index].kill() {
        contact = ghost
        frame.ghosts.append(ghost.id)
      }
      frame.contacts.append(contact)
    }
    frame.contacts.sort(by: Contact.precedes)
    findDeadline()
    return true
  }

  /// A contact that is held is no ghost, however still it is: it holds a running take. When that ends, and the contact
  /// has not changed for so long, it is one at once.
  public mutating func setHeld(_ contact: ContactID, _ isHeld: Bool) {
    for index in slots.indices { slots[index].setHeld(contact, isHeld) }
    findDeadline()
  }

  private mutating func findDeadline() {
    deadline = nil
    for slot in slots { deadline = earliest(deadline, slot.ghostTime) }
  }

  private mutating func consumeKey(_ event: RawEvent) {
    // Auto-repeat (2) of a key tells nothing new.
    guard event.value == 0 || event.value == 1 else { return }
    let isDown = event.value == 1
    guard keys.update(event.code, isDown: isDown) else { return }
    if !isResync { transitions.append(KeyTransition(event.code, isDown: isDown)) }
    if case .single(event.code) = surface?.touch {
      slots[0].setTracking(isDown ? nextSingleID : -1)
      nextSingleID = isDown ? (nextSingleID &+ 1) & .max : nextSingleID
    }
  }

  private mutating func consumeAxis(_ event: RawEvent) {
    guard let surface else { return }
    if surface.hasSlots && event.code == .mtSlot {
      currentSlot = slots.indices.contains(Int(event.value)) ? Int(event.value) : nil
      return
    }
    guard let slot = currentSlot else { return }
    switch event.code {
    case surface.touch.axes.x: slots[slot].setX(event.value)
    case surface.touch.axes.y: slots[slot].setY(event.value)
    case .mtTrackingID where surface.hasSlots: slots[slot].setTracking(event.value)
    case .mtToolType where surface.hasSlots: slots[slot].setToolType(event.value)
    default: break
    }
  }

  private mutating func report(isWithdrawal: Bool) -> Bool {
    if isResync {
      keys.forEachChange(since: reportedKeys) { code, isDown in
        transitions.append(KeyTransition(code, isDown: isDown, cause: .resync))
      }
    }
    beginFrame()
    frame.isResync = isResync
    frame.isWithdrawal = isWithdrawal
    swap(&frame.transitions, &transitions)
    reportedKeys = keys
    if let surface { gatherContacts(surface.calibration) }
    isResync = false
    return frame.isResync || !frame.transitions.isEmpty || frame.contacts.contains { $0.phase != .stationary }
  }

  /// Clears the storage of the last frame for the next one.
  private mutating func beginFrame() {
    frame.time = latestTime
    frame.isResync = false
    frame.isWithdrawal = false
    frame.transitions.removeAll(keepingCapacity: true)
    frame.contacts.removeAll(keepingCapacity: true)
    frame.ghosts.removeAll(keepingCapacity: true)
  }

  private mutating func gatherContacts(_ calibration: Calibration) {
    for index in slots.indices {
      if let contact = slots[index].settle(at: latestTime, isResync: isResync, calibration: calibration) {
        frame.contacts.append(contact)
      }
    }
    for index in slots.indices {
      guard let contact = slots[index].land(at: latestTime, isResync: isResync, calibration: calibration)
      else { continue }
      // Firmware that gives one id to two fingers: the second can not be told from the first.
      if frame.contacts.contains(where: { $0.id == contact.id && $0.phase.isActive }) {
        _ = slots[index].kill()
      } else {
        frame.contacts.append(contact)
      }
    }
    // In place, and without memory of its own up to 64 contacts.
    frame.contacts.sort(by: Contact.precedes)
    findDeadline()
  }
}
