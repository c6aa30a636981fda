internal import Bridge
internal import Gestures
internal import InputModel
internal import YAML

/// An entry of `gestures:` as it was written, while zones that it names may still come.
enum GestureDraft {
  /// The device that is idle.
  struct Device {
    var reference: Reference<DeviceSettings>
    var mark: YAMLMark
    /// All of its glass, if it has one, so that touches are read at all.
    var whole: ZoneTable.Use
  }

  case gesture(ZoneTable.Use, GestureSettings.Pattern, Set<GestureEvent.Phase>, CommandSettings)
  case idle(Device?, after: Interval, CommandSettings)
}
