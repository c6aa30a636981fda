internal import Bridge
internal import Controls
internal import InputModel
internal import YAML

/// A control as it was written, while zones that it names may still come.
struct ControlDraft {
  struct Trigger {
    enum Source {
      case code(Reference<DeviceSettings>, EventCode, name: String, inverted: Bool)
      case zone(ZoneTable.Use)
    }

    var source: Source
    var mark: YAMLMark

    /// How long a release must last to count, where the file does not say: glass does not bounce.
    var debounce: Interval {
      switch source {
      case .code: RecordButton.Settings.keyDebounce
      case .zone: .zero
      }
    }
  }

  var name: String
  var triggers: [Trigger]
  var kind: ControlSettings.Kind
  var isEnabled: Bool
  var outputs: [Reference<OutputSettings>]?
}
