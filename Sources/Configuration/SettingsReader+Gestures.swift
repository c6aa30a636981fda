internal import Bridge
internal import Gestures
internal import InputModel
internal import YAML

extension SettingsReader {
  /// The entries of `gestures:`, not yet read.
  static func gestures(in file: inout MappingReader, _ log: DiagnosticLog) -> [YAMLNode] {
    guard let node = file.node("gestures"), !node.isEmpty else { return [] }
    let expected = "a list such as [{ device: glass, gesture: swipe-left, run: [next-page] }]"
    return Form.list(of: Form(expected) { node, _ in node }, expected, mayBeEmpty: true).read(node, log) ?? []
  }

  /// Nil, and in the log, when it is not even known what it is.
  func gesture(_ node: YAMLNode) -> GestureDraft? {
    guard var reader = MappingReader(node, "a gesture", log) else { return nil }
    defer { reader.finish() }
    switch (reader.has("gesture"), reader.has("idle")) {
    case (true, false):
      let use = zone(of: &reader, shape: nil)
      let pattern = pattern(&reader)
      let phases = phases(of: pattern, &reader)
      guard let command = command(&reader), let use, let pattern else { return nil }
      return .gesture(use, pattern, phases, command)
    case (false, true):
      let device = reader.read("device", devices.reference).map {
        GestureDraft.Device(reference: $0, mark: reader.mark(of: "device"), whole: zones.addWhole(of: $0, at: nil))
      }
      let after = reader.read("idle", .positiveDuration)
      guard let command = command(&reader), let after else { return nil }
      return .idle(device, after: after, command)
    case (true, true), (false, false):
      for key in ["device", "zone", "gesture", "idle", "fingers", "on", "run", "concurrency", "every"] {
        _ = reader.node(key)
      }
      log.error(
        "an entry is one thing (expected gesture: \(alternatives(GestureSettings.Pattern.words.map(\.name))),"
          + " or idle: 60s)", at: reader.mark)
      return nil
    }
  }

  /// Puts an entry into the settings, once the zones are arranged.
  func add(_ draft: GestureDraft, to settings: inout Settings) {
    switch draft {
    case .gesture(let use, let pattern, let phases, let command):
      guard let reference = zones.reference(to: use) else { return }
      let zone = settings.zones[reference]
      let device = settings.devices.isEmpty ? "" : settings.devices[zone.device].name
      let place = zone.name == ZoneTable.whole ? device : "\(device):\(zone.name)"
      settings.gestures.append(
        GestureSettings(
          label: "\(place):\(pattern.name)", zone: reference, pattern: pattern, phases: phases, run: command))
    case .idle(let device, let after, let command):
      if let device { check(device, settings) }
      let label = device.map { "\(settings.devices[$0.reference].name):idle" } ?? "idle"
      settings.idle.append(IdleSettings(label: label, device: device?.reference, after: after, run: command))
    }
  }

  /// Only what is bound on a device is read: of nothing no use can be seen.
  private func check(_ device: GestureDraft.Device, _ settings: Settings) {
    _ = zones.reference(to: device.whole)
    let written = settings.devices[device.reference]
    guard let kind = written.kind ?? written.match.kind, kind != .touchscreen else { return }
    let isBound = settings.controls.flatMap(\.triggers).contains { trigger in
      if case .code(device.reference, _, _) = trigger.source { true } else { false }
    }
    guard !isBound else { return }
    log.error(
      "nothing of \(quoted(written.name)) is bound, so that its use is not seen (expected a touchscreen, or a control"
        + " on one of its keys)", at: device.mark)
  }

  private func pattern(_ reader: inout MappingReader) -> GestureSettings.Pattern? {
    var pattern = reader.read("gesture", .word(GestureSettings.Pattern.words.map { ($0.name, $0.pattern) }))
    let count: Form<Int> =
      switch pattern?.kind {
      case .tap, .doubleTap, .longPress: .count(in: 1...1, "1: more than one finger is no \(pattern?.name ?? "")")
      case .pinch, .rotation: .count(in: 2...5, "a number from 2 to 5")
      case .pan, .swipe, nil: .count(in: 1...5, "a number from 1 to 5")
      }
    pattern?.fingers = reader.read("fingers", count)
    return pattern
  }

  private func phases(
    of pattern: GestureSettings.Pattern?, _ reader: inout MappingReader
  ) -> Set<GestureEvent.Phase> {
    let written = reader.read("on", .phases)
    switch pattern?.kind {
    case .tap, .doubleTap, .swipe:
      if let written, written != [.ended] {
        log.error("a \(pattern?.name ?? "") has no beginning: it is only ever ended", at: reader.mark(of: "on"))
      }
      return [.ended]
    case .longPress: return written ?? [.began]
    case .pan, .pinch, .rotation, nil: return written ?? [.ended]
    }
  }

  private func command(_ reader: inout MappingReader) -> CommandSettings? {
    let run = reader.require("run", .command())
    let policy = reader.read("concurrency", .policy) ?? .single
    let interval = reader.read("every", .duration) ?? .zero
    warnOfPlaceholders(in: run, reader)
    return run.map { CommandSettings($0, policy: policy, interval: interval) }
  }
}

extension Form<Set<GestureEvent.Phase>> {
  /// One or several of the words of a gesture's life.
  static var phases: Form {
    let word = Form<GestureEvent.Phase>
      .word([("began", .began), ("changed", .changed), ("ended", .ended), ("cancelled", .cancelled)])
    let list = Form<[GestureEvent.Phase]>.list(of: word, "\(word.expected), or a list of them")
    return Form(list.expected) { node, log in
      node.isShape ? list.read(node, log).map { Set($0) } : word.read(node, log).map { [$0] }
    }
  }
}

extension Form<CommandSettings.Policy> {
  static var policy: Form {
    Form("single, restart, or parallel and a number from 1 to 32") { text throws(Mistake) in
      switch text {
      case "single": return .single
      case "restart": return .restart
      default:
        let words = text.split(separator: " ")
        guard words.count == 2, words[0] == "parallel" else {
          throw Mistake("found \(quoted(text))\(suggestion(for: text, among: ["single", "restart"]))")
        }
        guard let limit = Int(words[1]), (1...32).contains(limit) else { throw .found(text) }
        return .parallel(limit)
      }
    }
  }
}
