internal import Gestures
internal import InputModel

/// A zone of a device on which gestures count: its recognizers, and whom they move.
struct GestureZone {
  var zone: Reference<ZoneSettings>
  /// Its place in the map of the surface.
  var place: Int
  var recognizers: ZoneRecognizers
  /// When the first of the fingers landed that are on it, or were last.
  var touchedAt = Timestamp.zero
  /// What its gestures run.
  var bindings: [GestureBinding]
  /// The controls whose content its gestures carry.
  var transforms: [Int]

  /// Nil for a zone on which no gesture counts.
  init?(_ zone: Reference<ZoneSettings>, place: Int, in settings: Settings) {
    guard let recognition = settings.recognition(on: zone) else { return nil }
    bindings = settings.gestures.references.filter { settings.gestures[$0].zone == zone }
      .map { GestureBinding($0, settings.gestures[$0].pattern) }
    transforms = settings.controls.indices.filter { settings.controls[$0].transforms(zone) }
    self.zone = zone
    self.place = place
    recognizers = ZoneRecognizers(recognition)
  }
}

extension ControlSettings {
  /// Whether it is a transform that the fingers on a zone move.
  func transforms(_ zone: Reference<ZoneSettings>) -> Bool {
    if case .transform = kind { return triggers.contains { $0.source == .zone(zone) } }
    return false
  }

  /// Whether it is a button that is pressed on a zone.
  public func isPressed(on zone: Reference<ZoneSettings>) -> Bool {
    if case .transform = kind { return false }
    return triggers.contains { $0.source == .zone(zone) }
  }
}
