import InputModel

/// The devices of the scripts, in the order of the configuration. Every surface has 0…1000 units on a side of 100 mm.
enum ScriptDevice: String, CaseIterable, Sendable {
  case button
  case other
  case hook
  /// A multitouch screen.
  case glass
  /// A screen for one finger that poses as an absolute mouse.
  case pane
  /// A screen of protocol A; its events are translated before they come to the core.
  case film

  /// How many units a millimetre has.
  static let scale = 10.0

  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  var kind: DeviceClass { self == .button || self == .other || self == .hook ? .buttons : .touchscreen }
  var slotCount: Int { self == .glass ? 4 : 0 }

  var description: DeviceDescription {
    let axis = AxisInfo(minimum: 0, maximum: 1000)
    var description = DeviceDescription(name: rawValue)
    switch self {
    case .button, .other: description.codes = [.keyRecord, ScriptKey.play.code]
    case .hook: description.codes = [ScriptKey.hook.code]
    case .glass:
      description.axes = [
        .mtSlot: AxisInfo(minimum: 0, maximum: 3), .mtTrackingID: AxisInfo(minimum: 0, maximum: 65_535),
        .mtToolType: AxisInfo(minimum: 0, maximum: 15), .mtPositionX: axis, .mtPositionY: axis, .x: axis, .y: axis,
      ]
      description.codes = [.btnTouch]
    case .pane:
      description.axes = [.x: axis, .y: axis]
      description.codes = [.btnMouse]
    case .film:
      description.axes = [.mtPositionX: axis, .mtPositionY: axis]
    }
    description.codes.formUnion(description.axes.keys)
    return description
  }
}

/// The keys and switches of the scripts.
enum ScriptKey: String, Sendable {
  case button
  case play
  case other
  case hook

  var device: ScriptDevice {
    switch self {
    case .button, .play: .button
    case .other: .other
    case .hook: .hook
    }
  }

  var code: EventCode {
    switch self {
    case .button, .other: .keyRecord
    case .play: .key(207)
    case .hook: .sw(10)
    }
  }
}

/// How a device really is, whatever its events have told.
struct DeviceTruth {
  struct Finger: Equatable {
    var id: Int32
    var x: Int32
    var y: Int32
    var isPalm = false
  }

  var down: Set<EventCode> = []
  /// By slot.
  var fingers: [Int: Finger] = [:]
  /// The last position of a screen for one finger.
  var x: Int32 = 0
  var y: Int32 = 0

  func state(of device: ScriptDevice) -> DeviceState {
    DeviceState(
      down: down,
      slots: (0..<device.slotCount).map { slot in
        fingers[slot].map {
          SlotState(trackingID: $0.id, x: $0.x, y: $0.y, toolType: $0.isPalm ? 2 : 0)
        } ?? SlotState()
      }, x: device == .pane ? x : nil, y: device == .pane ? y : nil)
  }

  /// What the device sends when it goes from another truth to this one.
  func difference(from old: DeviceTruth) -> [(EventCode, Int32)] {
    var events: [(EventCode, Int32)] = []
    if x != old.x { events.append((.x, x)) }
    if y != old.y { events.append((.y, y)) }
    for slot in Set(fingers.keys).union(old.fingers.keys).sorted() where fingers[slot] != old.fingers[slot] {
      events.append((.mtSlot, Int32(slot)))
      guard let finger = fingers[slot] else {
        events.append((.mtTrackingID, -1))
        continue
      }
      if finger.id != old.fingers[slot]?.id { events.append((.mtTrackingID, finger.id)) }
      events += [(.mtToolType, finger.isPalm ? 2 : 0), (.mtPositionX, finger.x), (.mtPositionY, finger.y)]
    }
    for code in down.symmetricDifference(old.down).sorted(by: { $0.code < $1.code }) {
      events.append((code, down.contains(code) ? 1 : 0))
    }
    return events
  }
}
