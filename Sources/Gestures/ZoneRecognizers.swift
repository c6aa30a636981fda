public import InputModel

/// Everything that understands the fingers of one zone: feed it their contacts frame by frame, get gestures.
///
/// A value. A touch lasts from the first landing until all fingers are up. Per frame nothing is allocated, as long as the
/// caller keeps the capacity of `events`, and the cost does not depend on how long a touch lasts.
public struct ZoneRecognizers: Sendable {
  public struct Settings: Hashable, Sendable {
    /// The gestures that somebody wants to know of. What nobody wants excludes nothing.
    public var gestures: GestureSet
    public var thresholds = Thresholds()
    /// Whether pan, pinch and rotation run together; else the first one has the touch.
    public var isSimultaneous = true
    public var failures = FailureTable.standard
    public var panAxis = PanAxis.both
    /// Whether a record button or another control takes presses on the zone, beside the gestures.
    public var hasPress = false

    public init(_ gestures: GestureSet) { self.gestures = gestures }
  }

  /// The most fingers that are followed; no two hands have more, and a palm is a few.
  public static let contactCapacity = ZoneContacts.capacity

  public let settings: Settings
  /// Whether the last frame had a finger that is ignored, because there were too many.
  public private(set) var hasSurplus = false
  /// Why the last touch was no swipe; nil when it was one, or when something else had it.
  public internal(set) var swipeFailure: SwipeFailure?

  /// When the touch began that goes on, or was last.
  public private(set) var touchBegan = Timestamp.zero

  var thresholds: Thresholds { settings.thresholds }
  let panSlop: Millimeters

  var contacts = ZoneContacts()
  var arena: Arena
  var press = SolePress()
  var tap = Tap()
  var doubleTap = DoubleTap()
  var longPress = LongPress()
  var pan: Pan
  var pinch = Pinch()
  var rotation = Rotation()
  var swipe = Swipe()
  /// The centroid of the fingers; kept when there is none.
  var focus = Point(x: 0, y: 0)

  public init(_ settings: Settings) {
    self.settings = settings
    let hasPress = settings.hasPress || !settings.gestures.isDisjoint(with: .presses)
    panSlop = settings.thresholds.panSlop(besidePress: hasPress)
    arena = Arena(
      enabled: settings.gestures, failures: settings.failures, isSimultaneous: settings.isSimultaneous)
    pan = Pan(axis: settings.panAxis)
  }

  /// When `advance(to:into:)` has something to say.
  public var deadline: Timestamp? { earliest(longPressDeadline, heldTapDeadline) }

  /// Takes the contacts of a frame that belong to this zone. Those that have not landed here are ignored, and so is
  /// where a finger is said to lift: it has moved before or not at all.
  ///
  /// - Parameters:
  ///   - frame: in any order. One that began while its id is down is a new one, and the old one is taken back.
  ///   - time: not before any earlier one; whatever is due by then is told first
  ///   - events: gets what comes of it, in order
  public mutating func consume(_ frame: [Contact], at time: Timestamp, into events: inout [GestureEvent]) {
    advance(to: time, into: &events)
    hasSurplus = false
    var changes = takeDepartures(frame, at: time)
    changes.hasMoved = takeMoves(frame)
    // A finger that takes the place of the last one begins a new touch.
    if changes.departures > 0, contacts.count == 0 {
      judge(changes, at: time, into: &events)
      changes = Changes()
    }
    changes.hasLanded = takeLandings(frame, at: time)
    if contacts.count > 0 { judge(changes, at: time, into: &events) }
  }

  /// Tells what time alone has brought about up to and including `time`.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent]) {
    if let deadline = longPressDeadline, deadline <= time { holdPress(at: deadline, into: &events) }
    if let deadline = heldTapDeadline, deadline <= time {
      doubleTap.giveUp()
      tellHeldTap(at: deadline, into: &events)
    }
  }

  /// Takes everything back, because the device is gone or its events are no longer ours. The fingers are dead until they
  /// land anew.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent]) {
    advance(to: time, into: &events)
    tap.drop()
    doubleTap.giveUp()
    guard contacts.count > 0 else { return }
    let changes = Changes(cancelled: contacts.count, owner: longPress.owner == nil ? nil : .cancelled)
    contacts.removeAll()
    press.breakOff()
    swipe.reset()
    judge(changes, at: time, into: &events)
  }

  // MARK: Contacts

  /// What the fingers have done in a frame.
  struct Changes {
    var lifted = 0
    var cancelled = 0
    /// How the finger of a long press has left, if it has.
    var owner: GestureEvent.Phase?
    var hasMoved = false
    var hasLanded = false

    var departures: Int { lifted + cancelled }
    /// There is something to tell.
    var isEmpty: Bool { departures == 0 && !hasMoved && !hasLanded }
    /// The end of a gesture that ends with the departures.
    var ending: GestureEvent.Phase { lifted > 0 ? .ended : .cancelled }
  }

  private mutating func takeDepartures(_ frame: [Contact], at time: Timestamp) -> Changes {
    var changes = Changes()
    for contact in frame {
      switch contact.phase {
      case .ended:
        guard contacts.remove(contact.id) else { continue }
        changes.lifted += 1
        if longPress.owner == contact.id { changes.owner = .ended }
        press.lift(contact.id)
        swipe.lift(contact.id, at: time, by: thresholds)
      // One that lands twice: the firmware's mistake, or what lies between is lost.
      case .cancelled, .began:
        guard contacts.remove(contact.id) else { continue }
        changes.cancelled += 1
        if longPress.owner == contact.id { changes.owner = .cancelled }
        press.breakOff()
        swipe.cancel(contact.id)
      case .moved, .stationary: break
      }
    }
    return changes
  }

  private mutating func takeMoves(_ frame: [Contact]) -> Bool {
    var hasMoved = false
    for contact in frame where contact.phase == .moved {
      if contacts.move(contact.id, to: contact.position) { hasMoved = true }
    }
    return hasMoved
  }

  private mutating func takeLandings(_ frame: [Contact], at time: Timestamp) -> Bool {
    var hasLanded = false
    for contact in frame where contact.phase == .began {
      guard contacts.land(contact.id, at: contact.position) else {
        hasSurplus = true
        continue
      }
      hasLanded = true
      if contacts.count == 1 { touchBegan = time }
      press.land(contact.id, at: contact.position, time: time)
      if settings.gestures.contains(.swipe) { swipe.land(contact.id, at: contact.position, time: time) }
    }
    return hasLanded
  }
}
