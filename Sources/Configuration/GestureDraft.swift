internal import Bridge
internal import Gestures
internal import InputModel

/// An entry of `gestures:` as it was written, while zones that it names may still come.
enum GestureDraft {
  case gesture(ZoneTable.Use, GestureSettings.Pattern, Set<GestureEvent.Phase>, CommandSettings)
  case idle(Reference<DeviceSettings>?, after: Interval, CommandSettings)
}
