import InputModel
import Testing

@Suite struct DeviceClassTests {
  private static let axis = AxisInfo(minimum: 0, maximum: 100)
  private static let position: [EventCode] = [.x, .y]
  private static let multitouch: [EventCode] = [.mtSlot, .mtTrackingID, .mtPositionX, .mtPositionY]
  private static let relative = [EventCode(.rel, 0), EventCode(.rel, 1)]
  private static let keyboard = (1...60).map { EventCode.key($0) }
  /// Every axis there is: no multitouch.
  private static let allAxes = (0...0x3d).map { EventCode.abs($0) }

  private static func device(_ codes: [EventCode], _ properties: Set<InputProperty> = []) -> DeviceDescription {
    let axes = codes.filter { $0.type == .abs }.map { ($0, axis) }
    return DeviceDescription(
      name: "", properties: properties, codes: Set(codes), axes: Dictionary(uniqueKeysWithValues: axes))
  }

  @Test(
    "the class of a device by what it can send",
    arguments: [
      ("direct multitouch without BTN_TOUCH", DeviceClass.touchscreen, device(multitouch, [.direct])),
      ("multitouch with BTN_TOUCH, property unset", .touchscreen, device(multitouch + [.btnTouch])),
      ("single touch", .touchscreen, device(position + [.btnTouch])),
      ("multitouch that also has a left button", .touchscreen, device(multitouch + position + [.btnTouch, .btnMouse])),
      ("anonymous multitouch", .touchscreen, device([.mtPositionX, .mtPositionY], [.direct])),
      ("touchpad", .touchpad, device(multitouch + position + [.btnTouch, .toolFinger], [.pointer])),
      ("a finger on glass", .touchscreen, device(multitouch + [.btnTouch, .toolFinger], [.direct])),
      ("pen display", .pen, device(position + [.btnTouch, .toolPen], [.direct])),
      ("tablet", .pen, device(position + [.btnTouch, .btnStylus])),
      ("mouse", .mouse, device(relative + [.btnMouse])),
      ("mouse with slots", .mouse, device(relative + multitouch + [.btnMouse])),
      ("absolute mouse", .mouse, device(position + [.btnMouse])),
      ("touchscreen that poses as a mouse", .mouse, device(position + [.btnMouse], [.direct])),
      ("keyboard", .keyboard, device(keyboard)),
      ("keyboard with a pointer", .keyboard, device(keyboard + relative + [.btnMouse])),
      ("keyboard that declares every axis", .keyboard, device(keyboard + allAxes + [.btnTouch])),
      ("fake multitouch", .buttons, device(Array(allAxes.dropFirst(2)) + [.key(30)], [.direct])),
      ("record key", .buttons, device([.keyRecord])),
      ("game pad", .buttons, device(position + [.key(0x130)])),
      ("keys and a switch", .buttons, device([.key(30), .sw(0)])),
      ("lid", .switch, device([.sw(0)])),
      ("accelerometer", .other, device(position)),
      ("nothing", .other, device([])),
    ])
  func classes(_ name: String, _ expected: DeviceClass, _ device: DeviceDescription) {
    #expect(DeviceClass(describing: device) == expected)
  }

  @Test("how a device is touched")
  func touch() {
    var slots = Self.device(Self.multitouch + Self.position + [.btnTouch])
    #expect(TouchProtocol(describing: slots) == .slots(count: 101))
    slots.axes[.mtSlot] = AxisInfo(minimum: 0, maximum: .max)
    #expect(TouchProtocol(describing: slots) == .slots(count: 1_024))
    #expect(
      TouchProtocol(describing: Self.device(Self.allAxes + [.btnTouch])) == .single(key: .btnTouch), "fake multitouch")
    let anonymous = Self.device([.mtPositionX, .mtPositionY, .x, .y, .btnTouch])
    #expect(TouchProtocol(describing: anonymous) == .anonymous)
    #expect(TouchProtocol(describing: Self.device(Self.position + [.btnMouse])) == .single(key: .btnMouse))
    #expect(TouchProtocol(describing: Self.device(Self.keyboard)) == nil)
    #expect(Calibration(describing: Self.device(Self.keyboard)) == nil)
  }
}
