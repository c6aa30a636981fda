import InputModel

/// Devices of the tests. Every surface has 0...100 units on a side of 100 mm, so that units are millimetres.
enum Panels {
  static let axis = AxisInfo(minimum: 0, maximum: 100)

  static func multitouch(slots: Int32) -> DeviceDescription {
    var description = DeviceDescription(name: "multitouch", properties: [.direct], codes: [.btnTouch])
    description.axes = [
      .mtSlot: AxisInfo(minimum: 0, maximum: slots - 1), .mtTrackingID: AxisInfo(minimum: 0, maximum: 65_535),
      .mtToolType: AxisInfo(minimum: 0, maximum: 15), .mtPositionX: axis, .mtPositionY: axis, .x: axis, .y: axis,
    ]
    description.codes.formUnion(description.axes.keys)
    return description
  }

  static func single(key: EventCode) -> DeviceDescription {
    DeviceDescription(name: "single", codes: [key, .x, .y], axes: [.x: axis, .y: axis])
  }

  static let buttons = DeviceDescription(name: "buttons", codes: [.key(30), .key(31), .sw(2)])

  static func calibration(of description: DeviceDescription) -> Calibration? {
    Calibration(describing: description, size: Size(width: 100, height: 100))
  }
}

/// Reproducible randomness.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64
  init(seed: Int) { state = UInt64(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
