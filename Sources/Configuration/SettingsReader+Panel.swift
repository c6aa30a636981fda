internal import Bridge
internal import Panel
internal import YAML

// The section that only the panel uses. Every reader of the file reads it, so that its mistakes are told by `check`.
extension SettingsReader {
  func panel() -> PanelSettings {
    var settings = PanelSettings()
    guard let node = panelNode, !node.isEmpty, var reader = MappingReader(node, "the panel", log) else {
      return settings
    }
    reader.update(&settings.port, "port", .port)
    reader.update(&settings.address, "address", .address)
    if !settings.address.isLoopback {
      log.warning(
        "everybody who reaches \(settings.address.text) can see and use the controls, and nothing is encrypted",
        at: reader.mark(of: "address"))
    }
    let origins = Form<[String]>.list(of: .origin, "a list such as [\"https://kiosk.example\"]", mayBeEmpty: true)
    reader.update(&settings.origins, "origins", origins)
    if let node = reader.node("look") { settings.look = look(node, isCommon: true) }
    if let node = reader.node("controls"), !node.isEmpty { settings.controls = looks(node) }
    reader.finish()
    return settings
  }

  private func looks(_ node: YAMLNode) -> [NamedLook] {
    guard case .mapping(let entries) = node.content else {
      log.error("found \(kind(of: node)) (expected a mapping of names of controls, each with a look)", at: node.mark)
      return []
    }
    let names = controls.items.map(\.name)
    return entries.compactMap { entry in
      let look = look(entry.value, isCommon: false)
      guard names.contains(entry.key) else {
        let good = names.prefix(100).filter(isName)
        let expected = good.isEmpty ? "" : " (expected \(alternatives(good)))"
        log.error(
          "unknown control \(quoted(entry.key))\(suggestion(for: entry.key, among: good))\(expected)",
          at: entry.keyMark)
        return nil
      }
      return NamedLook(entry.key, look)
    }
  }

  private func look(_ node: YAMLNode, isCommon: Bool) -> Look {
    var look = Look()
    guard var reader = MappingReader(node, "a look", log) else { return look }
    if isCommon {
      reader.refuse("label", "is of one control: write it under controls")
      reader.refuse("content", "is of one control: write it under controls")
    } else {
      look.label = reader.read("label", .text())
      look.content = reader.node("content").flatMap(content)
    }
    if let node = reader.node("colors") { look.colors = table(node, "colors", Look.Part.self, .color) }
    look.font = reader.read("font", .text("the name of a font, or a list of them as in CSS"))
    look.ringWidth = reader.read("ring-width", .pixels)
    look.ringMargin = reader.read("ring-margin", .pixels)
    look.strokeMode = reader.read("stroke-mode", .strokeMode)
    look.touchedAlpha = reader.read("touched-alpha", .number(in: 0...1, "a number from 0 to 1"))
    if let node = reader.node("icons") { look.icons = table(node, "icons", Look.State.self, .argument) }
    if let node = reader.node("strokes") { look.strokes = table(node, "strokes", Look.State.self, .color) }
    look.isAnimated = reader.read("animation", .flag)
    reader.finish()
    return look
  }

  private func table<Key: CaseIterable & RawRepresentable<String> & Hashable>(
    _ node: YAMLNode, _ title: String, _: Key.Type, _ form: Form<String>
  ) -> [Key: String] {
    var table: [Key: String] = [:]
    guard var reader = MappingReader(node, title, log) else { return table }
    for key in Key.allCases { table[key] = reader.read(key.rawValue, form) }
    reader.finish()
    return table
  }

  private func content(_ node: YAMLNode) -> Look.Content? {
    guard var reader = MappingReader(node, "a content", meant: "text", log) else { return nil }
    defer { reader.finish() }
    let image = reader.read("image", .image(home: home))
    let text = reader.read("text", .text())
    let fragment = reader.read("fragment", .text("a selector of CSS such as \"#photo\""))
    switch (reader.has("image"), reader.has("fragment"), reader.has("text")) {
    case (true, false, _): return image.map { .image(path: $0, text: text) }
    case (false, true, false): return fragment.map { .fragment($0) }
    case (false, false, true): return text.map { .text($0) }
    case (false, false, false) where reader.hasUnknownKeys: return nil
    default:
      log.error("a content is one thing (expected image: ~/photo.jpg, text: or fragment:)", at: reader.mark)
      return nil
    }
  }
}

extension Form<UInt16> {
  static var port: Form {
    Form("a port from 1 to 65535, such as \(PanelSettings.usualPort)") { text throws(Mistake) in
      guard let port = UInt16(text), port > 0 else { throw .found(text) }
      return port
    }
  }
}

extension Form<PanelAddress> {
  static var address: Form {
    Form("a numeric address such as 127.0.0.1 or \"::1\"") { text throws(Mistake) in
      guard let address = PanelAddress(text) else { throw .found(text) }
      return address
    }
  }
}

extension Form<Look.StrokeMode> {
  static var strokeMode: Form {
    Form("fill, border(4) or dashed(4), the width in pixels") { text throws(Mistake) in
      if text == "fill" { return .fill }
      let word = text.prefix { $0 != "(" }
      let rest = text.dropFirst(word.count)
      guard rest.hasPrefix("("), rest.hasSuffix(")"), let width = Double(rest.dropFirst().dropLast()),
        (0.5...100).contains(width)
      else { throw .found(text) }
      switch word {
      case "border": return .border(width)
      case "dashed": return .dashed(width)
      default: throw .found(text)
      }
    }
  }
}

extension Form<Double> {
  static var pixels: Form { number(in: 0...100, "a number of pixels from 0 to 100") }
}

extension Form<String> {
  static var origin: Form {
    Form("the origin of a page as browsers write it, such as https://kiosk.example") { text throws(Mistake) in
      if let complaint = Origin.complaint(about: text) { throw Mistake("\(quoted(text)) is no origin: \(complaint)") }
      return text
    }
  }

  static func image(home: String?) -> Form {
    let endings = Image.types.map(\.ending)
    return directory(home: home).refusing { path in
      Image(path: path) == nil ? "\(quoted(path)) ends in none of \(joined(endings, "and"))" : nil
    }
  }
}
