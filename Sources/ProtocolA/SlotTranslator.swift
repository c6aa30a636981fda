public import InputModel

/// Tells the anonymous contacts of multitouch protocol A apart: raw events in, raw events of protocol B out.
///
/// It is a step between what reads the events, of a device or of a trace, and what makes frames of them. What is not
/// multitouch passes as it is; contacts come before the report of their frame, in slots and with tracking ids.
///
/// After dropped events nobody can say which contact is which: all that were there are lifted in the resync, which
/// cancels them, and what touches in the next frame lands anew.
public struct SlotTranslator: ~Copyable {
  /// Contacts of one frame beyond `maximumContacts`, which were left out, counted from the start.
  public private(set) var surplusContacts = 0

  /// One more in a frame makes libmtdev loop for ever.
  public static let maximumContacts = 31

  /// What makes a contact; all others of its axes are of no use here.
  private static let carried = [EventCode.mtPositionX, .mtPositionY, .mtToolType, .mtTrackingID]

  /// Matches contacts that have no ids. It never gets ids: it looks for the slot of a new one without end while the
  /// contacts of the frame before fill the others.
  private var device: MTDevice
  private let axes: [EventCode: AxisInfo]
  /// The device gives ids, as its description says, until a contact has none.
  private var isIdentified: Bool
  private var identified = IdentifiedContacts()
  /// The contact that the frame is telling, by `carried`.
  private var contact = InlineArray<4, Int32?>(repeating: nil)
  /// The contact is near and does not touch, as its `ABS_MT_TOUCH_MAJOR` of 0 says: some devices tell a lift so.
  private var isHovering = false
  /// Contacts of the frame up to now.
  private var contacts = 0
  /// The frame has told which contacts there are, perhaps none.
  private var isComplete = false
  private var isLost = false
  private var time = Timestamp.zero
  /// A bit for each slot with a contact, as the events out say.
  private var occupied: UInt64 = 0
  private var currentSlot = 0

  /// Nil for a device that is not of protocol A.
  public init?(describing description: DeviceDescription) {
    guard case .anonymous? = TouchProtocol(describing: description) else { return nil }
    axes = description.axes.filter { Self.carried.contains($0.key) }
    device = MTDevice(axes: axes.filter { $0.key != .mtTrackingID })
    isIdentified = axes[.mtTrackingID] != nil
  }

  /// Appends what the event comes to.
  public mutating func consume(_ event: RawEvent, into events: inout [RawEvent]) {
    time = max(time, event.time)
    switch event.code {
    case .synMTReport: finishContact()
    case .synReport:
      finishFrame(into: &events)
      events.append(event)
    case .synDropped:
      events.append(event)
      lose(into: &events)
    case _ where event.code.isMultitouch:
      if event.code == .mtTouchMajor { isHovering = event.value == 0 }
      guard let place = Self.carried.firstIndex(of: event.code), axes[event.code] != nil else { return }
      contact[place] = event.value
    default:
      // The contact that lifts last may be told by these alone.
      if event.code == .btnTouch || event.code == .pressure, event.value == 0 { isComplete = true }
      events.append(event)
    }
  }

  private mutating func finishContact() {
    isComplete = true
    if !isLost && !isHovering && (contact[0] != nil || contact[1] != nil) { putContact() }
    forgetContact()
  }

  private mutating func putContact() {
    guard contacts < Self.maximumContacts else {
      surplusContacts += 1
      return
    }
    contacts += 1
    if isIdentified {
      if let id = contact[3], id >= 0 {
        identified.put(IdentifiedContacts.Contact(id: id, x: contact[0], y: contact[1], toolType: contact[2]))
      } else {
        // It does not keep its word: this frame is lost, and what touches in the next one lands.
        isIdentified = false
        isLost = true
      }
      return
    }
    for place in 0..<3 {
      if let value = contact[place] { device.put(Self.carried[place], value) }
    }
    device.put(.synMTReport, 0)
  }

  private mutating func forgetContact() {
    contact = InlineArray(repeating: nil)
    isHovering = false
  }

  private mutating func finishFrame(into events: inout [RawEvent]) {
    if isIdentified {
      if isComplete && !isLost { identified.finishFrame(at: time, into: &events) }
    } else if isLost {
      identified.lose(at: time, into: &events)
    } else if isComplete {
      // One without position says that there is none.
      if contacts == 0 { device.put(.synMTReport, 0) }
      device.put(.synReport, 0)
      while let (code, value) = device.next() {
        guard code != .synReport else { continue }
        follow(code, value)
        events.append(RawEvent(time, code, value))
      }
    }
    forgetContact()
    contacts = 0
    isComplete = false
    isLost = false
  }

  private mutating func follow(_ code: EventCode, _ value: Int32) {
    if code == .mtSlot { currentSlot = Int(value) }
    guard code == .mtTrackingID else { return }
    let bit: UInt64 = 1 << currentSlot
    occupied = value >= 0 ? occupied | bit : occupied & ~bit
  }

  private mutating func lose(into events: inout [RawEvent]) {
    for slot in 0..<Int32(UInt64.bitWidth) where occupied & (1 << slot) != 0 {
      events.append(RawEvent(time, .mtSlot, slot))
      events.append(RawEvent(time, .mtTrackingID, -1))
    }
    occupied = 0
    identified.lose(at: time, into: &events)
    device = MTDevice(axes: axes.filter { $0.key != .mtTrackingID })
    contacts = 0
    isLost = true
  }
}
