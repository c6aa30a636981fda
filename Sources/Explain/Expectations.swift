public import Bridge
internal import Controls
internal import Gestures
public import InputModel

/// What counts on a device.
public struct Expectations: Sendable {
  struct Zone {
    var name: String
    var place: ZoneMap.Place
    var recognition: ZoneRecognizers.Settings
  }

  struct Button {
    enum Trigger {
      case code(EventCode, isInverted: Bool)
      /// By its place in the map; how far a finger may move and still press long.
      case zone(Int, ZoneShape, slop: Millimeters)
    }

    var name: String
    var triggers: [Trigger]
    /// Nil where being held means nothing.
    var hold: Interval?
    var ignoreShorterThan = Interval.zero
    var debounce: [Interval]

    /// A record button as it is without any setting.
    init(_ name: String, _ triggers: [Trigger], _ settings: RecordButton.Settings = RecordButton.Settings()) {
      self.name = name
      self.triggers = triggers
      hold = settings.mode == .toggle ? nil : settings.hold
      ignoreShorterThan = settings.ignoreShorterThan
      debounce = settings.debounce
    }
  }

  var calibration: Calibration?
  var map = ZoneMap([])
  var zones: [Zone] = []
  var buttons: [Button] = []

  /// Without a configuration: every gesture on the whole surface, and every key a record button, all with the default
  /// thresholds. Whatever is touched is taken for a touchscreen.
  public init(describing description: DeviceDescription) {
    calibration = Calibration(describing: description)
    if calibration != nil {
      zones = [Zone(name: "whole", place: .whole, recognition: ZoneRecognizers.Settings(.all))]
    }
    buttons = description.codes.filter(description.isButton).sorted {
      ($0.type.rawValue, $0.code) < ($1.type.rawValue, $1.code)
    }
    .map { Button(Wording.name($0), [.code($0, isInverted: false)]) }
  }

  /// What a configuration has on one of its devices.
  public init(
    _ settings: Settings, device: Reference<DeviceSettings>, describing description: DeviceDescription
  ) {
    let kind = settings.devices[device].kind ?? DeviceClass(describing: description)
    calibration = settings.calibration(of: device, kind: kind, describing: description)
    var own: [Reference<ZoneSettings>] = []
    var places: [ZoneMap.Zone] = []
    if let calibration { (own, places) = settings.zones(of: device, on: calibration.surface.size) }
    map = ZoneMap(places)
    zones = own.enumerated().compactMap { place, zone in
      settings.recognition(on: zone).map {
        Zone(name: settings.zones[zone].name, place: .zone(place), recognition: $0)
      }
    }
    for control in settings.controls {
      let triggers: [Button.Trigger] = control.triggers.compactMap { trigger in
        switch trigger.source {
        case .code(device, let code, let inverted): return .code(code, isInverted: inverted)
        case .zone(let zone):
          let slop = settings.zones[zone].thresholds.pressSlop
          return own.firstIndex(of: zone).map { .zone($0, places[$0].shape, slop: slop) }
        case .code: return nil
        }
      }
      guard !triggers.isEmpty else { continue }
      switch control.kind {
      case .recordButton(let record): buttons.append(Button(control.name, triggers, record.button))
      case .commandButton(let command):
        var button = Button(control.name, triggers)
        button.hold = command.button.hold
        button.debounce = command.button.debounce
        buttons.append(button)
      case .progressButton(let progress):
        var button = Button(control.name, triggers)
        button.hold = nil
        button.debounce = progress.button.debounce
        buttons.append(button)
      case .transform: break
      }
    }
  }
}
