internal import Bridge
internal import Gestures
internal import YAML

extension SettingsReader {
  /// A zone of its own, under `zones:`.
  func zone(_ item: Section<ZoneSettings>.Item) {
    var draft = ZoneTable.Draft(name: item.name, mark: item.mark, deviceMark: item.mark)
    if var reader = MappingReader(item.node, "a zone", at: item.mark, log) {
      draft.device = reader.require("device", devices.reference)
      draft.deviceMark = reader.mark(of: "device")
      readShape(&reader, into: &draft)
    }
    zones.add(draft)
  }

  /// Which zone a trigger, a transform or a gesture is on: `device:` and `zone:`, all of the glass where that is missing.
  ///
  /// - Parameter shape: the name of the zone and where it stands, where `zone:` may be a shape
  func zone(of reader: inout MappingReader, shape: (name: String, mark: YAMLMark)?) -> ZoneTable.Use? {
    _ = reader.node("device")
    if let node = reader.node("zone") {
      if let shape, node.isShape {
        let device = reader.require("device", devices.reference)
        return self.shape(node, shape, on: device, at: reader.mark(of: "device"))
      }
      guard let name = Form.text("the name of a zone").read(node, log) else { return nil }
      if name != ZoneTable.whole { return .named(name, node.mark, on: reader.read("device", devices.reference)) }
    }
    return reader.require("device", devices.reference).map { zones.addWhole(of: $0, at: reader.mark(of: "device")) }
  }

  /// A zone that is written as the shape of a control.
  private func shape(
    _ node: YAMLNode, _ shape: (name: String, mark: YAMLMark), on device: Reference<DeviceSettings>?,
    at deviceMark: YAMLMark
  ) -> ZoneTable.Use {
    var draft = ZoneTable.Draft(name: shape.name, mark: shape.mark, device: device, deviceMark: deviceMark)
    if var reader = MappingReader(node, "a zone", log) { readShape(&reader, into: &draft) }
    return zones.add(draft)
  }

  private func readShape(_ reader: inout MappingReader, into draft: inout ZoneTable.Draft) {
    if let name = reader.read("inside", .text()) { draft.parent = (name, reader.mark(of: "inside")) }
    draft.blocks = reader.read("block", .flag) ?? false
    draft.outline = outline(&reader)
    draft.recognition = recognition(&reader, over: draft.device.map { zones.defaults[$0.position] } ?? Recognition())
    reader.finish()
  }

  private func outline(_ reader: inout MappingReader) -> ZoneOutline {
    let rectangle = ["x", "y", "width", "height"]
    let circle = ["center", "radius"]
    let expected = "x, y, width and height, or center and radius"
    switch (rectangle.contains(where: reader.has), circle.contains(where: reader.has)) {
    case (true, false): return self.rectangle(&reader) ?? .whole
    case (false, true): return self.circle(&reader) ?? .whole
    case (true, true): log.error("a zone is a rectangle or a circle, not both (expected \(expected))", at: reader.mark)
    case (false, false): log.error("a zone has no shape (expected \(expected))", at: reader.mark)
    }
    for key in rectangle + circle { _ = reader.node(key) }
    return .whole
  }

  private func rectangle(_ reader: inout MappingReader) -> ZoneOutline? {
    let x = reader.require("x", .length)
    let y = reader.require("y", .length)
    let width = reader.require("width", .positiveLength)
    let height = reader.require("height", .positiveLength)
    guard let x, let y, let width, let height else { return nil }
    checkEnd(x, width, "width", reader)
    checkEnd(y, height, "height", reader)
    return .rectangle(x: x, y: y, width: width, height: height)
  }

  private func checkEnd(_ start: Length, _ length: Length, _ key: String, _ reader: MappingReader) {
    // Parts of a hundred that do not add up exactly (33.3 + 66.7) are not meant to be wrong.
    guard case .fraction(let start) = start, case .fraction(let length) = length, start + length > 1.000_001 else {
      return
    }
    log.error("the zone reaches beyond the glass (expected a smaller \(key))", at: reader.mark(of: key))
  }

  private func circle(_ reader: inout MappingReader) -> ZoneOutline? {
    let expected = "two lengths such as [50%, 80%]"
    let pair = Form.list(of: .length, expected).refusing { $0.count == 2 ? nil : "found \($0.count) of them" }
    let center = reader.require("center", pair)
    guard let radius = reader.require("radius", .positiveLength), let center else { return nil }
    return .circle(x: center[0], y: center[1], radius: radius)
  }
}

extension YAMLNode {
  /// It is not a name, which only a scalar can be.
  var isShape: Bool { if case .scalar = content { false } else { true } }
}
