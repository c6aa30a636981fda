internal import Bridge
internal import EventNames
internal import InputModel
internal import YAML

extension SettingsReader {
  private static let outputKinds = "leds, notify, lines, beep, rumble or run"

  func output(_ item: Section<OutputSettings>.Item) -> OutputSettings {
    var settings = OutputSettings(name: item.name, kind: .notification)
    guard var reader = MappingReader(item.node, "a feedback", at: item.mark, log) else { return settings }
    let kinds: [(key: String, read: (inout MappingReader) -> OutputSettings.Kind?)] = [
      ("leds", lights), ("notify", notification), ("lines", lines), ("beep", beep), ("rumble", rumble),
      ("run", command),
    ]
    for (key, _) in kinds { _ = reader.node(key) }
    let chosen = kinds.filter { reader.has($0.key) }
    if chosen.count == 1 { settings.kind = chosen[0].read(&reader) ?? settings.kind }
    // What belongs to another kind is refused, with where it belongs, and is not unknown.
    for (key, owner, kinds) in Self.options where !kinds.contains(where: reader.has) {
      reader.refuse(key, "belongs to \(owner)")
    }
    if chosen.count > 1 { log.error("a feedback is one thing (expected \(Self.outputKinds))", at: item.mark) }
    // A misspelt key is said below, and is enough.
    if chosen.isEmpty, !reader.hasUnknownKeys {
      log.error("a feedback does nothing (expected one of \(Self.outputKinds))", at: item.mark)
    }
    reader.finish()
    return settings
  }

  private static let options: [(key: String, owner: String, kinds: [String])] = [
    ("idle", "leds", ["leds"]), ("format", "lines", ["lines"]),
    ("while-recording", "beep and rumble", ["beep", "rumble"]),
    ("events", "run and lines: all others show the state of their control", ["run", "lines"]),
  ]

  // MARK: Kinds

  private func lights(_ reader: inout MappingReader) -> OutputSettings.Kind? {
    let expected = "a list of names under /sys/class/leds such as [ACT]"
    let lights = reader.read("leds", .list(of: light, expected))
    let idle = reader.read("idle", .word(of: LightSettings.Idle.self)) ?? .off
    guard let lights else { return nil }
    let own = lights.compactMap(\.own)
    return .light(LightSettings(names: lights.compactMap(\.name), deviceLights: own, idle: idle))
  }

  /// A light of the system by its name, or one of a device.
  private var light: Form<(name: String?, own: LightSettings.DeviceLight?)> {
    Form(Form<String>.light.expected) { [self] node, log in
      guard node.isShape else { return Form<String>.light.read(node, log).map { ($0, nil) } }
      guard var reader = MappingReader(node, "a light", log) else { return nil }
      let device = reader.require("device", devices.reference)
      let code = reader.require("led", .led)
      reader.finish()
      guard let device, let code else { return nil }
      return (nil, LightSettings.DeviceLight(device: device, code: code))
    }
  }

  private func notification(_ reader: inout MappingReader) -> OutputSettings.Kind? {
    let isWanted = Form<Bool>.flag.refusing { $0 ? nil : "a feedback that is not wanted is left out" }
    return reader.read("notify", isWanted).map { _ in .notification }
  }

  private func beep(_ reader: inout MappingReader) -> OutputSettings.Kind? {
    let whileRecording = reader.read("while-recording", .flag) ?? false
    return reader.read("beep", devices.reference).map { .beep($0, whileRecording: whileRecording) }
  }

  private func rumble(_ reader: inout MappingReader) -> OutputSettings.Kind? {
    let whileRecording = reader.read("while-recording", .flag) ?? false
    return reader.read("rumble", devices.reference).map { .rumble($0, whileRecording: whileRecording) }
  }

  private func command(_ reader: inout MappingReader) -> OutputSettings.Kind? {
    let command = reader.read("run", .command())
    let types = reader.read("events", .eventTypes)
    return command.map { .command($0, types: types ?? []) }
  }

  private func lines(_ reader: inout MappingReader) -> OutputSettings.Kind? {
    let command = reader.read("lines", .command("a program that reads lines, as a list such as [wob]"))
    let types = reader.read("events", .eventTypes)
    var texts: [String: LineTemplate]?
    if let node = reader.node("format"), node.isShape {
      reader.refuse("events", "has no meaning beside a format for each event")
      texts = self.texts(node)
    } else {
      texts = reader.has("format") ? nil : Self.texts("{json}", for: types)
      if let node = reader.node("format") {
        texts = Form<[String: LineTemplate]>.format(for: types).read(node, log)
      }
    }
    guard let command, let texts else { return nil }
    return .lines(LineSettings(command: command, texts: texts))
  }

  /// A text for each event.
  private func texts(_ node: YAMLNode) -> [String: LineTemplate]? {
    guard var reader = MappingReader(node, "a format", log) else { return nil }
    var texts: [String: LineTemplate] = [:]
    for type in Event.types { texts[type] = reader.read(type, .template(for: type)) }
    reader.finish()
    if texts.isEmpty, !log.hasErrors {
      log.error("a format has no event (expected a mapping such as { take.completed: \"{filename}\" })", at: node.mark)
    }
    return texts.isEmpty ? nil : texts
  }

  fileprivate static func texts(_ text: String, for types: [String]?) -> [String: LineTemplate]? {
    var texts: [String: LineTemplate] = [:]
    for type in types ?? Event.types {
      if let template = try? LineTemplate(text, for: type) { texts[type] = template }
    }
    return texts
  }
}

extension Form<[String]> {
  fileprivate static var eventTypes: Form {
    list(of: .oneOf(Event.types), "a list of events such as [take.completed]")
  }
}

extension Form<LineTemplate> {
  fileprivate static func template(for type: String) -> Form {
    Form("a text such as \"{control}\"") { text throws(Mistake) in
      do throws(LineTemplate.Mistake) {
        return try LineTemplate(text, for: type)
      } catch {
        throw Mistake(error, in: type)
      }
    }
  }
}

extension Form<[String: LineTemplate]> {
  /// One text for several events: those that are wanted, or all that have what it names.
  fileprivate static func format(for types: [String]?) -> Form {
    Form("a text such as \"{percent}\", or a mapping of events to texts") { text throws(Mistake) in
      do throws(LineTemplate.Mistake) {
        for type in types ?? [] { _ = try LineTemplate(text, for: type) }
      } catch {
        throw Mistake(error, in: types?.count == 1 ? types?.first : nil)
      }
      let texts = SettingsReader.texts(text, for: types) ?? [:]
      guard texts.isEmpty else { return texts }
      do throws(LineTemplate.Mistake) {
        _ = try LineTemplate(text, for: "take.completed")
      } catch {
        throw Mistake(error, in: nil)
      }
      return texts
    }
  }
}

extension Mistake {
  fileprivate init(_ mistake: LineTemplate.Mistake, in type: String?) {
    switch mistake {
    case .unclosedBrace: self.init("a { is not closed: for the character itself write {{")
    case .unknown(let name):
      let names = type.map(LineTemplate.names) ?? LineTemplate.allNames
      let braced = quoted("{\(name)}")
      if names.contains(name) {
        self.init("\(braced) is not in all these events: write a format for each")
      } else {
        self.init("there is no \(braced) in \(type ?? "any event")\(suggestion(for: name, among: names))")
      }
    }
  }
}

extension Form<EventCode> {
  /// A light of an input device.
  fileprivate static var led: Form {
    Form("the name of a light such as LED_MISC") { text throws(Mistake) in
      if let code = EventNames.code(named: text), code.type == .led { return code }
      throw Mistake("unknown light \(quoted(text))\(suggestion(for: text, among: EventNames.all(of: .led)))")
    }
  }
}
