internal import Bridge
internal import InputModel
internal import Takes
internal import YAML

extension SettingsReader {
  func recorder(_ item: Section<RecorderSettings>.Item) -> RecorderSettings {
    var settings = RecorderSettings(name: item.name, command: [])
    guard var reader = MappingReader(item.node, "a recorder", at: item.mark, log) else { return settings }
    settings.usesShell = reader.read("shell", .flag) ?? false
    if settings.usesShell {
      settings.command = reader.require("command", .text("one text, as shell is true")).map { [$0] } ?? []
    } else {
      let expected = #"a list such as [arecord, -q, "{file}"], or one text with shell: true"#
      settings.command = reader.require("command", .command(expected)) ?? []
    }
    settings.directory = reader.read("directory", .directory(home: home))
    settings.naming = reader.read("name", .naming) ?? settings.naming
    settings.readiness = reader.read("ready", .readiness) ?? settings.readiness
    settings.readyTimeout = reader.read("ready-timeout", .positiveDuration) ?? settings.readyTimeout
    settings.ladder = ladder(&reader)
    reader.finish()
    check(settings, reader)
    return settings
  }

  private func ladder(_ recorder: inout MappingReader) -> StopLadder {
    guard let node = recorder.node("stop"), var reader = MappingReader(node, "a stop", meant: "signal", log)
    else { return StopLadder() }
    let signal = reader.read("signal", .stopSignal) ?? .interrupt
    let grace = reader.read("grace", .positiveDuration) ?? .seconds(5)
    reader.finish()
    return StopLadder(signal: signal, grace: grace)
  }

  private func check(_ settings: RecorderSettings, _ reader: MappingReader) {
    if case .after(let wait) = settings.readiness, wait > settings.readyTimeout {
      log.error(
        "the recorder is ready after \(written(wait)), but fails after \(written(settings.readyTimeout))"
          + " (expected a longer ready-timeout)",
        at: reader.mark(of: reader.has("ready") ? "ready" : "ready-timeout"))
    }
    guard !settings.command.isEmpty else { return }
    let command = settings.command
    let place = reader.mark(of: "command")
    let usesFile = command.contains { mentions("{file}", in: $0) }
    if usesFile && !reader.has("directory") {
      log.error("a command with {file} needs a directory (expected directory: ~/takes, for example)", at: place)
    }
    let isMisspelt = warnOfMisspelt("{file}", in: command, at: place)
    if usesFile && !settings.naming.hasExtension {
      log.warning(
        "the files have no extension, by which programs such as ffmpeg know their format"
          + #" (expected name: "{date}-{time}-{n}.wav", for example)"#,
        at: reader.has("name") ? reader.mark(of: "name") : place)
    }
    let knowsFile = usesFile || isMisspelt || command.contains { mentions("EVBRIDGE_FILE", in: $0) }
    if !knowsFile && reader.has("directory") {
      log.warning("the command has neither {file} nor $EVBRIDGE_FILE: it does not know where to write", at: place)
    }
    if !reader.has("directory") { reader.warnOfUseless("name", "without a directory") }
    if let wrapper = privilegeWrapper(of: settings) {
      log.warning(
        "\(wrapper) may keep the stop signal from the recorder: give the daemon's user the right instead, by a group"
          + " or a udev rule",
        at: place)
    }
    if settings.usesShell, let script = command.first, let surviving = survivingPipeline(script, settings.ladder) {
      log.warning(
        "the stop signal goes to all of a pipeline, and its readers end first, which loses the end of the take:"
          + " write \(surviving)",
        at: place)
    }
  }

  /// A warning for what is nearly a placeholder, and stays as it is written; whether there is one.
  func warnOfMisspelt(_ placeholder: String, in command: [String], at mark: YAMLMark) -> Bool {
    let misspelt = command.flatMap(braced).filter { $0 != placeholder && closest(to: $0, among: [placeholder]) != nil }
    for word in misspelt {
      log.warning("\(quoted(word)) stays as it is, did you mean \(quoted(placeholder))?", at: mark)
    }
    return !misspelt.isEmpty
  }

  /// The programs that run others with more rights, and do not hand signals on.
  private func privilegeWrapper(of settings: RecorderSettings) -> String? {
    guard let first = settings.command.first else { return nil }
    let program = settings.usesShell ? String(first.split(separator: " ").first ?? "") : first
    let name = String(program.split(separator: "/").last ?? "")
    return ["sudo", "su", "doas"].contains(name) ? name : nil
  }
}

/// Whether a text has a part; by bytes, as `substituting` does.
func mentions(_ part: String, in text: String) -> Bool { substituting("", for: part, in: text) != text }

/// Every `{…}` of a text, with its braces.
private func braced(_ text: String) -> [String] {
  text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
    part.firstIndex(of: "}").map { "{" + part[...$0] }
  }
}

extension Form<[String]> {
  /// A program and its arguments.
  static func command(_ expected: String = "a list such as [aplay, -q, hint.wav]") -> Form {
    let words = list(of: .argument, expected)
    return Form(expected) { node, log in
      guard let command = words.read(node, log) else { return nil }
      switch command.first {
      case "": log.error("the name of the program is empty (expected \(expected))", at: node.mark)
      case let program? where program.hasPrefix("~/"):
        log.error("\(quoted(program)): only a shell knows ~ (expected the whole path)", at: node.mark)
      default: return command
      }
      return nil
    }
  }
}
