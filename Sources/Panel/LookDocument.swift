internal import Bridge

/// What the page is told beside events: how controls look, and the token that lets it ask for something.
public struct LookDocument: Hashable, Sendable {
  public var settings: PanelSettings
  public var token: PageToken

  public init(_ settings: PanelSettings, token: PageToken) {
    self.settings = settings
    self.token = token
  }

  /// As JSON.
  public var json: String {
    let controls = settings.controls.map { named in
      EventField(named.control, .object(named.look.fields(contentName: named.control)))
    }
    let look: [EventField] = [
      EventField("all", .object(settings.look.fields(contentName: nil))), EventField("controls", .object(controls)),
    ]
    return JSONObject([EventField("look", .object(look)), EventField("token", .text(token.text))]).text
  }

  /// The page with it: the one place that is marked in `template` is replaced.
  ///
  /// Within a script element nothing but `</script` and `<!--` means anything; no `<` is left in the JSON.
  public func page(_ template: [UInt8]) -> [UInt8] {
    let mark = Array("%LOOK%".utf8)
    guard let place = template.indices.first(where: { template[$0...].starts(with: mark) }) else { return template }
    var page = Array(template[..<place])
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") { page += Array("\\u003c".utf8) } else { page.append(byte) }
    }
    return page + template[(place + mark.count)...]
  }
}

extension Look {
  /// - Parameter contentName: of the control, as the path of its image has it; nil where it has none
  fileprivate func fields(contentName: String?) -> [EventField] {
    var fields: [EventField] = []
    func add(_ name: String, _ value: EventField.Value?) {
      if let value { fields.append(EventField(name, value)) }
    }
    add("label", label.map { .text($0) })
    add(
      "colors",
      colors.isEmpty
        ? nil
        : .object(
          Part.allCases.compactMap { part in
            colors[part].map { EventField(part.rawValue, .text($0)) }
          }))
    add("font", font.map { .text($0) })
    add("ringWidth", ringWidth.map { .decimal($0) })
    add("ringMargin", ringMargin.map { .decimal($0) })
    add("strokeMode", strokeMode.map { .object($0.fields) })
    add("touchedAlpha", touchedAlpha.map { .alpha($0) })
    add("icons", Self.object(icons))
    add("strokes", Self.object(strokes))
    add("animated", isAnimated.map { .flag($0) })
    add("content", content.map { .object($0.fields(name: contentName)) })
    return fields
  }

  private static func object(_ texts: [State: String]) -> EventField.Value? {
    guard !texts.isEmpty else { return nil }
    return .object(State.allCases.compactMap { state in texts[state].map { EventField(state.rawValue, .text($0)) } })
  }
}

extension Look.StrokeMode {
  fileprivate var fields: [EventField] {
    switch self {
    case .fill: [EventField("mode", .text("fill"))]
    case .border(let width): [EventField("mode", .text("border")), EventField("width", .decimal(width))]
    case .dashed(let width): [EventField("mode", .text("dashed")), EventField("width", .decimal(width))]
    }
  }
}

extension Look.Content {
  fileprivate func fields(name: String?) -> [EventField] {
    switch self {
    case .image(_, let text):
      [EventField("image", .text(Route.contentPrefix + (name ?? "")))]
        + (text.map { [EventField("text", .text($0))] } ?? [])
    case .text(let text): [EventField("text", .text(text))]
    case .fragment(let selector): [EventField("fragment", .text(selector))]
    }
  }
}
