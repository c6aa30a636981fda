internal import Bridge
internal import Controls
internal import InputModel
internal import Takes
internal import YAML

extension SettingsReader {
  private enum ControlType: String, CaseIterable {
    case recordButton = "record-button"
    case progressButton = "progress-button"
    case commandButton = "command-button"
    case transform
  }

  /// Nil, and in the log, when not even its type is known.
  func control(_ item: Section<ControlSettings>.Item) -> ControlDraft? {
    guard var reader = MappingReader(item.node, "a control", at: item.mark, log) else { return nil }
    let type = reader.require("type", .word(of: ControlType.self)) ?? meant(by: reader.node("type"))
    let triggers = type == .transform ? surface(of: item, &reader) : triggers(of: item, &reader)
    let isEnabled = reader.read("enabled", .flag) ?? true
    let outputs = reader.read(
      "feedback", .list(of: outputs.reference, "a list of names under feedback", mayBeEmpty: true))
    if !reader.has("feedback") { self.outputs.useAll() }
    let debounce = type == .transform ? nil : reader.read("debounce", .debounce)
    let debounces = triggers.map { debounce ?? $0.debounce }
    guard let type else { return nil }
    let kind: ControlSettings.Kind =
      switch type {
      case .recordButton: .recordButton(recordButton(&reader, debounces))
      case .progressButton: .progressButton(progressButton(&reader, debounces))
      case .commandButton: .commandButton(commandButton(&reader, debounces))
      case .transform: .transform(transform(&reader))
      }
    reader.finish()
    return ControlDraft(name: item.name, triggers: triggers, kind: kind, isEnabled: isEnabled, outputs: outputs)
  }

  /// The one trigger of a transform: the zone that its fingers are on.
  private func surface(
    of item: Section<ControlSettings>.Item, _ reader: inout MappingReader
  ) -> [ControlDraft.Trigger] {
    let use = zone(of: &reader, shape: (item.name, item.mark))
    return use.map { [ControlDraft.Trigger(source: .zone($0), mark: reader.mark(of: "zone"))] } ?? []
  }

  private func transform(_ reader: inout MappingReader) -> TransformControl.Settings {
    let target = reader.read("target", .text())
    var limits = TransformControl.Settings.widestLimits
    if let node = reader.node("scale"), var scale = MappingReader(node, "a scale", log) {
      let (low, high) = (limits.lowerBound, limits.upperBound)
      // The content begins at 1.
      let minimum = scale.read("minimum", .number(in: low...1, "a number from 0.001 to 1")) ?? low
      let maximum = scale.read("maximum", .number(in: 1...high, "a number from 1 to 1000000")) ?? high
      limits = minimum...maximum
      scale.finish()
    }
    return TransformControl.Settings(target: target, scaleLimits: limits)
  }

  /// The type that a misspelt one was probably meant to be, so that the other mistakes are told at once too.
  private func meant(by node: YAMLNode?) -> ControlType? {
    guard case .scalar(let text, _)? = node?.content else { return nil }
    return closest(to: text, among: ControlType.allCases.map(\.rawValue)).flatMap { ControlType(rawValue: $0) }
  }

  private func recordButton(_ reader: inout MappingReader, _ debounce: [Interval]) -> RecordButtonSettings {
    var button = RecordButton.Settings(debounce: debounce)
    button.mode = reader.read("mode", .word(of: RecordButton.Mode.self)) ?? button.mode
    button.hold = reader.read("hold", .duration) ?? button.hold
    button.minimum = reader.read("minimum", .duration) ?? button.minimum
    button.maximum = reader.read("maximum", .limit) ?? RecordButton.Settings.defaultMaximum(for: button.mode)
    button.tail = reader.read("tail", .duration) ?? button.tail
    button.onShort = reader.read("on-short", .word(of: RecordButton.ShortTake.self)) ?? button.onShort
    button.onRelease = reader.read("on-release", .word(of: RecordButton.ReleaseAction.self)) ?? button.onRelease
    button.ignoreShorterThan = reader.read("ignore-shorter-than", .duration) ?? button.ignoreShorterThan
    button.progress = reader.read("progress", .word([("elapsed", .elapsed), ("output", .output)])) ?? button.progress
    let recorder = reader.require("recorder", recorders.reference) ?? Reference(0)
    var settings = RecordButtonSettings(button: button, recorder: recorder)
    if let node = reader.node("tooltip"), var tooltip = MappingReader(node, "a tooltip", meant: "text", log) {
      settings.tooltipText = tooltip.read("text", .text()) ?? settings.tooltipText
      settings.busyText = tooltip.read("busy", .text()) ?? settings.busyText
      settings.button.showsTooltip = tooltip.read("show", .word([("always", true), ("never", false)])) ?? true
      tooltip.finish()
    }
    check(button, reader)
    return settings
  }

  private func check(_ button: RecordButton.Settings, _ reader: MappingReader) {
    if button.progress == .elapsed, button.maximum == nil, reader.has("progress") {
      log.error(Self.elapsedWithoutMaximum, at: reader.mark(of: "progress"))
    }
    if let maximum = button.maximum, button.minimum > maximum {
      log.error(
        "the minimum of \(written(button.minimum)) is longer than the maximum of \(written(maximum))",
        at: reader.mark(of: reader.has("minimum") ? "minimum" : "maximum"))
    }
    switch button.mode {
    case .toggle:
      for key in ["hold", "on-short", "on-release"] { reader.warnOfUseless(key, "in mode toggle") }
    case .hold, .hybrid:
      guard button.ignoreShorterThan > button.hold else { return }
      log.error(
        "presses of less than \(written(button.ignoreShorterThan)) are ignored, but recording starts after"
          + " \(written(button.hold)) (expected less than hold)",
        at: reader.mark(of: "ignore-shorter-than"))
    }
  }

  private func commandButton(_ reader: inout MappingReader, _ debounce: [Interval]) -> CommandButtonSettings {
    var button = CommandButton.Settings(debounce: debounce)
    button.occasion = reader.read("on", .word(of: CommandButton.Occasion.self)) ?? button.occasion
    button.hold = reader.read("hold", .duration) ?? button.hold
    return CommandButtonSettings(button: button, action: action(&reader) ?? .run([]))
  }

  private func action(_ reader: inout MappingReader) -> CommandButtonSettings.Action? {
    let run = reader.read("run", .command())
    let signal = reader.read("signal", .anySignal)
    let recorder = reader.read("recorder", recorders.reference)
    let complaint: String
    switch (reader.has("run"), reader.has("signal"), reader.has("recorder")) {
    case (true, false, false):
      warnOfPlaceholders(in: run, reader)
      return run.map { .run($0) }
    case (false, true, true):
      guard let signal, let recorder else { return nil }
      return .signal(signal, recorder)
    case (true, _, _): complaint = "has more than one action"
    case (false, true, false): complaint = "has a signal, but no recorder that it goes to"
    case (false, false, true): complaint = "has a recorder, but no signal for it"
    case (false, false, false): complaint = "has no action"
    }
    log.error(
      "a command-button \(complaint) (expected run: [program, …], or signal and recorder)", at: reader.mark)
    return nil
  }

  /// What only a recorder's command knows, and what is nearly a placeholder.
  func warnOfPlaceholders(in run: [String]?, _ reader: MappingReader) {
    guard let run else { return }
    let place = reader.mark(of: "run")
    if run.contains(where: { mentions("{file}", in: $0) }) {
      log.warning("{file} means nothing here: {last-file} is the file of the last take", at: place)
    }
    _ = warnOfMisspelt("{last-file}", in: run, at: place)
  }
}
