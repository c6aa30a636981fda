public import Gestures
public import InputModel

// What the configuration makes of a touchscreen.
extension Settings {
  /// How a touchscreen's units become millimetres; nil for a device that is none.
  ///
  /// - Parameter matrix: udev's; the configuration's wins
  public func calibration(
    of device: Reference<DeviceSettings>, kind: DeviceClass, describing description: DeviceDescription,
    matrix: CalibrationMatrix? = nil
  ) -> Calibration? {
    guard kind == .touchscreen else { return nil }
    let device = devices[device]
    return Calibration(
      describing: description, matrix: device.matrix ?? matrix, rotation: device.rotation, size: device.size,
      outputAspect: device.outputAspect)
  }

  /// The zones of a device in their order, and the same as they lie on a surface.
  public func zones(
    of device: Reference<DeviceSettings>, on size: Size
  ) -> (zones: [Reference<ZoneSettings>], places: [ZoneMap.Zone]) {
    let own = zones.references.filter { zones[$0].device == device }
    let places = own.map { reference in
      let zone = zones[reference]
      return ZoneMap.Zone(
        zone.outline.resolved(on: size), parent: zone.parent.flatMap { own.firstIndex(of: $0) }, blocks: zone.blocks)
    }
    return (own, places)
  }

  /// What is recognized on a zone; nil where no gesture counts.
  public func recognition(on zone: Reference<ZoneSettings>) -> ZoneRecognizers.Settings? {
    let bindings = gestures.filter { $0.zone == zone }
    let isCarried = controls.contains { $0.transforms(zone) }
    guard !bindings.isEmpty || isCarried else { return nil }
    var wanted: GestureSet = isCarried ? .motions : []
    for binding in bindings { wanted.formUnion(GestureSet(binding.pattern.kind)) }
    var recognition = ZoneRecognizers.Settings(wanted)
    recognition.thresholds = zones[zone].thresholds
    recognition.isSimultaneous = zones[zone].isSimultaneous
    recognition.hasPress = controls.contains { $0.isPressed(on: zone) }
    return recognition
  }
}
