internal import Bridge
internal import InputModel
internal import YAML

extension SettingsReader {
  /// What a control is operated with: `trigger:`, or `triggers:` with a list.
  func triggers(of control: Section<ControlSettings>.Item, _ reader: inout MappingReader) -> [ControlDraft.Trigger] {
    let one = reader.node("trigger")
    let many = reader.node("triggers")
    let expected = "trigger: { device: …, key: … }, or triggers: with a list of them"
    var nodes: [YAMLNode] = []
    switch (one, many) {
    case (let node?, nil): nodes = [node]
    case (nil, let list?):
      nodes = Form.list(of: Form(expected) { node, _ in node }, expected).read(list, log) ?? []
    case (_?, let list?): log.error("trigger and triggers at once (expected one of them)", at: list.mark)
    case (nil, nil): log.error("a control has no trigger (expected \(expected))", at: reader.mark)
    }
    var triggers: [ControlDraft.Trigger] = []
    var shapes = 0
    for node in nodes {
      guard let source = source(node, of: control, &shapes) else { continue }
      triggers.append(ControlDraft.Trigger(source: source, mark: node.mark))
    }
    return triggers
  }

  private func source(
    _ node: YAMLNode, of control: Section<ControlSettings>.Item, _ shapes: inout Int
  ) -> ControlDraft.Trigger.Source? {
    guard var reader = MappingReader(node, "a trigger", log) else { return nil }
    _ = reader.read("device", devices.reference)
    let key = reader.read("key", .key)
    let `switch` = reader.read("switch", .switch)
    let zone = reader.node("zone")
    let isInverted = reader.read("invert", .flag) ?? false
    reader.finish()
    guard ["key", "switch", "zone"].filter(reader.has).count == 1 else {
      log.error("a trigger is one thing (expected one of key, switch and zone)", at: node.mark)
      return nil
    }
    if let zone {
      reader.refuse("invert", "has no meaning for a zone")
      if zone.isShape { shapes += 1 }
      let name = shapes > 1 ? "\(control.name)-\(shapes)" : control.name
      return self.zone(of: &reader, shape: (name, control.mark)).map { .zone($0) }
    }
    guard let device = reader.require("device", devices.reference), let code = key ?? `switch` else { return nil }
    // The name as it is written: a code may have more than one.
    let name = reader.read(key == nil ? "switch" : "key", .text()) ?? ""
    return .code(device, code, name: name, inverted: isInverted)
  }
}
