internal import InputModel

/// Reports of a panel of protocol B, as the kernel makes them: values that did not change are left out, and the oldest
/// finger is the pointer.
struct ScriptReport {
  private(set) var events: [RawEvent] = []

  private struct Slot {
    var finger: Int?
    var x: Int32 = -1
    var y: Int32 = -1
  }

  private var slots: [Slot]
  private var currentSlot = 0
  private var pointer: (x: Int32, y: Int32) = (-1, -1)
  private var isTouched = false
  /// Of the report that is being made; stamped when it is finished.
  private var frame: [(EventCode, Int32)] = []

  init(_ panel: ScriptPanel) { slots = Array(repeating: Slot(), count: panel.fingers) }

  /// Puts a finger down, moves it, or lifts it; false when there is no slot for it.
  mutating func touch(_ finger: Int, at position: Point?) -> Bool {
    let isDown = slots.contains { $0.finger == finger }
    guard let slot = slots.firstIndex(where: { $0.finger == (isDown ? finger : nil) }) else { return false }
    guard let position else {
      slots[slot].finger = nil
      report(slot, .mtTrackingID, -1)
      return true
    }
    if !isDown {
      slots[slot].finger = finger
      report(slot, .mtTrackingID, Int32(finger))
    }
    let (x, y) = (position.x.units, position.y.units)
    if x != slots[slot].x { report(slot, .mtPositionX, x) }
    if y != slots[slot].y { report(slot, .mtPositionY, y) }
    (slots[slot].x, slots[slot].y) = (x, y)
    return true
  }

  mutating func finish(at time: Timestamp) {
    let oldest = slots.filter { $0.finger != nil }.min { ($0.finger ?? 0) < ($1.finger ?? 0) }
    if isTouched != (oldest != nil) {
      isTouched.toggle()
      frame.append((.btnTouch, isTouched ? 1 : 0))
    }
    if let oldest {
      if oldest.x != pointer.x { frame.append((.x, oldest.x)) }
      if oldest.y != pointer.y { frame.append((.y, oldest.y)) }
      pointer = (oldest.x, oldest.y)
    }
    guard !frame.isEmpty else { return }
    events += frame.map { RawEvent(time, $0.0, $0.1) }
    events.append(.report(time))
    frame.removeAll(keepingCapacity: true)
  }

  private mutating func report(_ slot: Int, _ code: EventCode, _ value: Int32) {
    if slot != currentSlot { frame.append((.mtSlot, Int32(slot))) }
    currentSlot = slot
    frame.append((code, value))
  }
}

extension Millimeters {
  fileprivate var units: Int32 { Int32((self * Double(ScriptPanel.unitsPerMillimeter)).rounded()) }
}

extension ScriptPanel {
  var description: DeviceDescription {
    func axis(_ side: Millimeters) -> AxisInfo {
      AxisInfo(minimum: 0, maximum: side.units, resolution: Self.unitsPerMillimeter)
    }
    var description = DeviceDescription(name: "gesture script", properties: [.direct], codes: [.btnTouch])
    description.axes = [
      .x: axis(size.width), .y: axis(size.height), .mtPositionX: axis(size.width), .mtPositionY: axis(size.height),
      .mtSlot: AxisInfo(minimum: 0, maximum: Int32(fingers - 1)),
      .mtTrackingID: AxisInfo(minimum: 0, maximum: 65_535),
    ]
    description.codes.formUnion(description.axes.keys)
    return description
  }
}
