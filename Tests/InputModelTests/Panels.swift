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
