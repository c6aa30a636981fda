internal import Bridge
internal import Controls
internal import InputModel
internal import Takes
internal import YAML

// What a control's progress is, and what its recorder has to do with it.
extension SettingsReader {
  static let elapsedWithoutMaximum =
    "elapsed time is measured by the maximum, and there is none (expected maximum: 5min)"

  /// How a recorder writes its progress where the file does not say: `42 %`, `99.5%`.
  static let percentPattern = #"([0-9]+(\.[0-9]+)?) ?%"#

  func progressButton(_ reader: inout MappingReader, _ debounce: [Interval]) -> ProgressButtonSettings {
    var button = ProgressButton.Settings(debounce: debounce)
    let recorder = reader.read("recorder", recorders.reference)
    button.hasRecorder = reader.has("recorder")
    // What records without being held is not forgotten until the disk is full. One that can not be read is no other
    // mistake.
    let hasMaximum = button.hasRecorder || reader.has("maximum")
    let usual = hasMaximum ? RecordButton.Settings.defaultMaximum(for: .toggle) : nil
    button.maximum = reader.read("maximum", .limit) ?? usual
    button.taps = reader.read("taps", .word(of: ProgressButton.TapAction.self)) ?? button.taps
    button.progress =
      reader.read("progress", .word(of: ProgressSource.self)) ?? (button.maximum == nil ? .request : .elapsed)
    var settings = ProgressButtonSettings(button: button, recorder: recorder)
    if let node = reader.node("tooltip"), var tooltip = MappingReader(node, "a tooltip", meant: "busy", log) {
      settings.busyText = tooltip.read("busy", .text()) ?? settings.busyText
      settings.button.showsTooltip = tooltip.read("show", .word([("always", true), ("never", false)])) ?? true
      tooltip.finish()
    }
    check(button, reader)
    return settings
  }

  private func check(_ button: ProgressButton.Settings, _ reader: MappingReader) {
    switch button.progress {
    case .elapsed:
      guard button.maximum == nil, reader.has("progress") else { break }
      log.error(Self.elapsedWithoutMaximum, at: reader.mark(of: "progress"))
    case .output:
      guard !button.hasRecorder else { break }
      log.error(
        "there is no recorder whose output it could be (expected recorder: NAME)", at: reader.mark(of: "progress"))
    case .request: break
    }
    if !button.hasRecorder { reader.warnOfUseless("tooltip", "without a recorder that could be busy") }
  }

  /// Lets controls and recorders know of each other what they need; names are resolved by now.
  func connect(_ settings: inout Settings) {
    for index in settings.controls.indices {
      guard let recorder = settings.controls[index].recorder,
        settings.recorders.indices.contains(recorder.position)
      else { continue }
      let greets = settings.recorders[recorder].before != nil
      let source: ProgressSource
      switch settings.controls[index].kind {
      case .recordButton(var record):
        record.button.greets = greets
        source = record.button.progress
        settings.controls[index].kind = .recordButton(record)
      case .progressButton(var progress):
        progress.button.greets = greets
        source = progress.button.progress
        settings.controls[index].kind = .progressButton(progress)
      case .commandButton, .transform: continue
      }
      if source == .output, settings.recorders[recorder].percentPattern == nil {
        settings.recorders[recorder].percentPattern = Self.percentPattern
      }
    }
  }
}
