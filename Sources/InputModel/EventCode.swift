/// An evdev event type (`EV_*`). A struct, not an enum: a type that this page does not name survives.
public struct EventType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let syn = EventType(rawValue: 0x00)
  public static let key = EventType(rawValue: 0x01)
  public static let rel = EventType(rawValue: 0x02)
  public static let abs = EventType(rawValue: 0x03)
  public static let msc = EventType(rawValue: 0x04)
  public static let sw = EventType(rawValue: 0x05)
  public static let led = EventType(rawValue: 0x11)
  public static let snd = EventType(rawValue: 0x12)
  public static let rep = EventType(rawValue: 0x14)
  public static let ff = EventType(rawValue: 0x15)
}

/// A code together with its type, so that "an axis used as a key" has no spelling.
public struct EventCode: Hashable, Sendable {
  public var type: EventType
  public var code: UInt16

  public init(_ type: EventType, _ code: UInt16) {
    self.type = type
    self.code = code
  }

  public static func key(_ code: UInt16) -> EventCode { EventCode(.key, code) }
  public static func abs(_ code: UInt16) -> EventCode { EventCode(.abs, code) }
  public static func sw(_ code: UInt16) -> EventCode { EventCode(.sw, code) }

  /// One of `ABS_MT_*`, the slot included.
  public var isMultitouch: Bool { type == .abs && (EventCode.mtSlot.code...EventCode.mtLast.code).contains(code) }
}

/// The codes that the program itself has to know; the names of all others come from libevdev's tables.
extension EventCode {
  public static let synReport = EventCode(.syn, 0)
  public static let synMTReport = EventCode(.syn, 2)
  public static let synDropped = EventCode(.syn, 3)

  public static let x = EventCode.abs(0x00)
  public static let y = EventCode.abs(0x01)
  public static let pressure = EventCode.abs(0x18)
  public static let mtSlot = EventCode.abs(0x2f)
  public static let mtTouchMajor = EventCode.abs(0x30)
  public static let mtPositionX = EventCode.abs(0x35)
  public static let mtPositionY = EventCode.abs(0x36)
  public static let mtToolType = EventCode.abs(0x37)
  public static let mtTrackingID = EventCode.abs(0x39)
  /// The last `ABS_MT_*` code; every code from `mtSlot` to here belongs to a slot.
  public static let mtLast = EventCode.abs(0x3d)

  public static let btnMouse = EventCode.key(0x110)
  public static let toolPen = EventCode.key(0x140)
  public static let toolFinger = EventCode.key(0x145)
  public static let btnTouch = EventCode.key(0x14a)
  public static let btnStylus = EventCode.key(0x14b)

  public static let keyRecord = EventCode.key(167)

  public static let bell = EventCode(.snd, 0x01)
  public static let tone = EventCode(.snd, 0x02)
  public static let rumble = EventCode(.ff, 0x50)
}

/// An input property of a device (`INPUT_PROP_*`).
public struct InputProperty: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let pointer = InputProperty(rawValue: 0)
  public static let direct = InputProperty(rawValue: 1)
}

/// One `struct input_event`.
///
/// After a `synDropped` the events up to the next `synReport` are not a frame of the device but what reading its state
/// back has shown, whether it has changed or not.
public struct RawEvent: Hashable, Sendable {
  public var time: Timestamp
  public var code: EventCode
  public var value: Int32

  public init(_ time: Timestamp, _ code: EventCode, _ value: Int32) {
    self.time = time
    self.code = code
    self.value = value
  }

  public static func report(_ time: Timestamp) -> RawEvent { RawEvent(time, .synReport, 0) }
}
