/// One slot of a panel: what its axes say, and the contact that frames have shown in it.
///
/// A single-touch panel is one slot whose tracking ids are made up.
struct ContactSlot {
  /// What the person's finger is to those who read the frames.
  private enum Occupant {
    case none
    case live(ContactID, Point)
    /// Cancelled, or never shown: nothing comes of it until a fresh id.
    case dead(ContactID)
  }

  /// `MT_TOOL_PALM`. Any other tool (a finger, a pen) touches.
  private static let palm: Int32 = 2

  private var occupant = Occupant.none
  /// The id in the slot now; nil without a contact.
  private var tracking: ContactID?
  /// Kept between two contacts: the kernel leaves out values that did not change. Nil as long as none came.
  private var x: Int32?
  private var y: Int32?
  private var toolType: Int32 = 0
  /// The contact that frames show was called a palm, whatever came after.
  private var wasPalm = false
  /// When the contact that frames show landed or last moved.
  private var lastChange = Timestamp.zero
  /// Somebody needs the contact, however still it is.
  private var isHeld = false

  /// A contact that is there already is known and dead: where it landed is not known.
  ///
  /// - Parameters:
  ///   - x, y: nil when they are not known
  init(tracking: Int32 = -1, x: Int32? = nil, y: Int32? = nil, toolType: Int32 = 0) {
    self.x = x
    self.y = y
    self.toolType = toolType
    setTracking(tracking)
    occupant = self.tracking.map { .dead($0) } ?? .none
  }

  mutating func setTracking(_ id: Int32) { tracking = id >= 0 ? ContactID(rawValue: id) : nil }

  mutating func setX(_ value: Int32) { x = value }

  mutating func setY(_ value: Int32) { y = value }

  mutating func setToolType(_ value: Int32) {
    toolType = value
    if case .live(let id, _) = occupant, tracking == id, value == ContactSlot.palm { wasPalm = true }
  }

  /// The contact that the last frame showed, as this one does: it stays, or it leaves. Nil without one.
  mutating func settle(at time: Timestamp, isResync: Bool, calibration: Calibration) -> Contact? {
    defer { wasPalm = false }
    guard case .live(let id, let last) = occupant else { return nil }
    let position = position(by: calibration) ?? last
    // The same id after a loss is the same finger, wherever it has moved: a take that it holds goes on.
    if tracking == id && !wasPalm {
      occupant = .live(id, position)
      if position != last { lastChange = time }
      return Contact(id: id, phase: position == last ? .stationary : .moved, position: position)
    }
    occupant = tracking == id ? .dead(id) : .none
    return Contact(id: id, phase: isResync || wasPalm ? .cancelled : .ended, position: last)
  }

  /// A contact that is new in this slot and touches; nil without one, and as long as its position is not known.
  mutating func land(at time: Timestamp, isResync: Bool, calibration: Calibration) -> Contact? {
    guard let tracking else {
      occupant = .none
      return nil
    }
    switch occupant {
    case .live: return nil
    case .dead(tracking): return nil
    case .dead, .none: break
    }
    // After a loss nobody knows where it landed.
    if isResync || toolType == ContactSlot.palm {
      occupant = .dead(tracking)
      return nil
    }
    occupant = .none
    guard let position = position(by: calibration) else { return nil }
    occupant = .live(tracking, position)
    lastChange = time
    isHeld = false
    return Contact(id: tracking, phase: .began, position: position)
  }

  /// The contact that the last frame showed, as it was there.
  var shown: Contact? {
    guard case .live(let id, let position) = occupant else { return nil }
    return Contact(id: id, phase: .stationary, position: position)
  }

  /// When the contact that frames show is a ghost; nil without one, and while it is held.
  var ghostTime: Timestamp? {
    guard !isHeld, case .live = occupant else { return nil }
    return lastChange + FrameAssembler.ghostAge
  }

  mutating func setHeld(_ contact: ContactID, _ held: Bool) {
    if case .live(contact, _) = occupant { isHeld = held }
  }

  /// Drops a live contact whose end was missed; true when it was in this slot.
  mutating func forget(_ contact: ContactID) -> Bool {
    guard case .live(contact, _) = occupant else { return false }
    occupant = .none
    if tracking == contact { tracking = nil }
    return true
  }

  /// Takes back what `land` has shown, or what is live, until a fresh id.
  mutating func kill() -> Contact? {
    guard case .live(let id, let position) = occupant else { return nil }
    occupant = tracking == id ? .dead(id) : .none
    return Contact(id: id, phase: .cancelled, position: position)
  }

  /// Drivers report both coordinates of a contact at once, and the kernel leaves out the one that did not change: in a
  /// slot where only one ever came the other is as the kernel made it, 0.
  private func position(by calibration: Calibration) -> Point? {
    x == nil && y == nil ? nil : calibration.point(x: x ?? 0, y: y ?? 0)
  }
}
