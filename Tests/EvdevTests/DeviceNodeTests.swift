import InputModel
import Testing

@testable import Evdev

@Suite struct DeviceNodeTests {
  @Test(
    "a bitmap of sysfs gives the numbers of its bits",
    arguments: [
      ("", []),
      ("0", []),
      ("1", [0]),
      ("120013", [0, 1, 4, 17, 20]),
      // KEY_RECORD (167) alone, and a key of the lowest word besides.
      ("8000000000 0 0", [167]),
      ("8000000000 0 2", [1, 167]),
      ("ffffffffffffffff 0", Array(64..<128)),
      ("nonsense 1", [0]),
    ] as [(String, [UInt16])])
  func bitmap(text: String, bits: [UInt16]) { #expect(SysfsBitmap(text).bits == bits) }

  @Test("the capability files give the codes, auto-repeat included")
  func capabilities() {
    let files = ["capabilities/ev": "100013", "ev": "100013", "key": "8000000000 0 2", "msc": "10", "sw": "1"]
    #expect(
      DeviceNode.codes { files[$0] ?? "" } == [
        .key(1), .keyRecord, EventCode(.msc, 4), .sw(0), EventCode(.rep, 0), EventCode(.rep, 1),
      ])
    #expect(DeviceNode.codes { _ in "0" }.isEmpty)
  }

  @Test(
    "the most telling of udev's marks gives the kind",
    arguments: [
      (["ID_INPUT", "ID_INPUT_KEY", "ID_INPUT_KEYBOARD"], .keyboard),
      (["ID_INPUT", "ID_INPUT_KEY"], .buttons),
      (["ID_INPUT", "ID_INPUT_KEY", "ID_INPUT_SWITCH"], .buttons),
      (["ID_INPUT", "ID_INPUT_SWITCH"], .switch),
      (["ID_INPUT", "ID_INPUT_KEY", "ID_INPUT_TOUCHSCREEN"], .touchscreen),
      (["ID_INPUT", "ID_INPUT_TABLET", "ID_INPUT_TABLET_PAD"], .pen),
      (["ID_INPUT", "ID_INPUT_MOUSE", "ID_INPUT_POINTINGSTICK"], .mouse),
      (["ID_INPUT", "ID_INPUT_TOUCHPAD", "ID_INPUT_MOUSE"], .touchpad),
      (["ID_INPUT"], .other),
      ([], nil),
    ] as [(Set<String>, DeviceClass?)])
  func kind(marks: Set<String>, kind: DeviceClass?) { #expect(DeviceNode.kind { marks.contains($0) } == kind) }

  @Test("of a touchscreen its slots, its position and its touch are bound, and no key")
  func touchCodes() {
    let touch: Set<EventCode> = [
      .mtSlot, .mtTrackingID, .mtPositionX, .mtPositionY, .mtToolType, .mtLast, .x, .y, .pressure, .btnTouch,
      .toolFinger,
    ]
    let description = DeviceDescription(
      name: "glass", codes: touch.union([.keyRecord, .abs(2), .abs(0x2e), .abs(0x3e)]))
    #expect(Device.touchCodes(of: description) == touch)
    let mouse = DeviceDescription(name: "glass that poses as a mouse", codes: [.x, .y, .btnMouse, .key(0x111)])
    #expect(Device.touchCodes(of: mouse) == [.x, .y, .btnMouse])
  }
}
