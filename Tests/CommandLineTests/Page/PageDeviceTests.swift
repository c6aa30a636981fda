import Evdev
import InputModel
import Testing

/// The whole way from the kernel to the picture: fingers on a touchscreen of uinput in place of a trace. What the page
/// draws in each frame is settled in `PageTests`.
@Suite(
  "The page and a real touchscreen", .serialized, .ownThread, .needs("chromedriver"),
  .enabled("needs a writable /dev/uinput") { UInputDevice.isAvailable }, .chromium)
struct PageDeviceTests {
  private static let glass = DeviceDescription(
    name: "evbridge page test glass", properties: [.direct],
    codes: [.btnTouch, .x, .y, .mtSlot, .mtTrackingID, .mtPositionX, .mtPositionY],
    axes: [
      .x: AxisInfo(minimum: 0, maximum: 3_440, resolution: 10),
      .y: AxisInfo(minimum: 0, maximum: 1_940, resolution: 10),
      .mtSlot: AxisInfo(minimum: 0, maximum: 4), .mtTrackingID: AxisInfo(minimum: 0, maximum: 65_535),
      .mtPositionX: AxisInfo(minimum: 0, maximum: 3_440, resolution: 10),
      .mtPositionY: AxisInfo(minimum: 0, maximum: 1_940, resolution: 10),
    ])

  /// One frame of the device. A finger lands with its id, moves without one, and lifts where there is no place.
  private static func show(
    _ fingers: [(slot: Int32, id: Int32?, place: (x: Double, y: Double)?)], on device: borrowing UInputDevice
  ) throws {
    for finger in fingers {
      try device.write(.mtSlot, finger.slot)
      guard let place = finger.place else {
        try device.write(.mtTrackingID, -1)
        continue
      }
      if let id = finger.id { try device.write(.mtTrackingID, id) }
      try device.write(.mtPositionX, Int32(place.x * 34.4))
      try device.write(.mtPositionY, Int32(place.y * 19.4))
    }
    try device.report()
  }

  @Test("a tap shows the hint, a hold fills the ring, and two fingers take the sticker along") func fingers() throws {
    let glass = try UInputDevice(Self.glass)
    let kiosk = try Kiosk(on: Self.glass.name)
    try kiosk.tab.wait(until: "evbridge.running")
    let record = (x: 15.0, y: 75.0)
    try Self.show([(0, 1, record)], on: glass)
    try Self.show([(0, nil, nil)], on: glass)
    try kiosk.tab.wait(until: "seen.told('press.down', 'tooltip.shown')")
    try Self.show([(0, 2, record)], on: glass)
    try kiosk.tab.wait(until: "evbridge.controls.get('record').node.classList.contains('selected')")
    try Self.show([(0, nil, nil)], on: glass)
    // Both go right by a tenth of the glass, and apart.
    for step in 0...20 {
      let way = Double(step) / 2
      try Self.show(
        [
          (1, step == 0 ? 3 : nil, (x: 35 + way / 2, y: 30)), (2, step == 0 ? 4 : nil, (x: 55 + way * 1.5, y: 30)),
        ], on: glass)
    }
    try kiosk.tab.wait(until: "seen.events.filter(({ event }) => event.type === 'transform').length > 5")
    try Self.show([(1, nil, nil), (2, nil, nil)], on: glass)
    try kiosk.tab.wait(
      until: "seen.told('tooltip.hidden') && seen.told('take.completed')"
        + " && seen.events.some(({ event }) => event.gesture === 'pan' && event.phase === 'ended')")

    let seen = try kiosk.tab.record()
    let shown = try #require(seen.places(of: "tooltip.shown", "record").first)
    let hint = seen.frames(of: "record", after: shown) { $0.type == "tooltip.shown" }
    #expect(hint.contains { $0.bubble ?? 0 > 0.5 && $0.text == "Tap and Hold" })
    let moves = seen.places(of: "transform", "photo")
    let last = try #require(moves.last)
    let expected = try PageTests.Sticker.pixels(seen.events[last], kiosk)
    #expect(expected[0] > 1.2 && expected[4] != 0)
    let drawn = try #require(seen.frames(of: "photo", after: last) { _ in false }.last)
    #expect(PageTests.Sticker.distance(drawn.matrix, expected) < 1e-3)
    try kiosk.tab.picture("touchscreen")
    try kiosk.end()
  }
}
