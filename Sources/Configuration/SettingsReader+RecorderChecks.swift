internal import Bridge
internal import InputModel
internal import Takes
internal import YAML

extension SettingsReader {
  /// What does not go together.
  func check(_ settings: RecorderSettings, _ reader: MappingReader) {
    if case .after(let wait) = settings.readiness, wait > settings.readyTimeout {
      log.error(
        "the recorder is ready after \(written(wait)), but fails after \(written(settings.readyTimeout))"
          + " (expected a longer ready-timeout)",
        at: reader.mark(of: reader.has("ready") ? "ready" : "ready-timeout"))
    }
    guard !settings.command.isEmpty else { return }
    checkFile(settings, reader)
    let command = settings.command
    let place = reader.mark(of: "command")
    let usesFile = command.contains { mentions("{file}", in: $0) }
    if usesFile && !reader.has("directory") {
      let what = reader.has("command") ? "a command with {file}" : "a recorder that writes files"
      log.error("\(what) needs a directory (expected directory: ~/takes, for example)", at: place)
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
  }

  /// What is said of a file where there is none, and commands that do not know theirs.
  private func checkFile(_ settings: RecorderSettings, _ reader: MappingReader) {
    if !reader.has("directory") {
      for key in ["name", "verify", "stalled-after", "free"] { reader.warnOfUseless(key, "without a directory") }
      if settings.readiness == .fileGrows {
        log.error(
          "a file that grows needs a directory (expected directory: ~/takes, for example)", at: reader.mark(of: "ready")
        )
      }
    }
    if let verify = settings.verify {
      let place = reader.mark(of: "verify")
      let isMisspelt = warnOfMisspelt("{file}", in: verify, at: place)
      if !isMisspelt && !verify.contains(where: { mentions("{file}", in: $0) || mentions("EVBRIDGE_FILE", in: $0) }) {
        log.warning("verify has neither {file} nor $EVBRIDGE_FILE: it does not know what to look at", at: place)
      }
    }
    if let before = settings.before, before.contains(where: { mentions("{file}", in: $0) }) {
      log.warning("there is no file yet when the command before the recorder runs", at: reader.mark(of: "before"))
    }
  }

  /// What is known to lose recordings.
  func lint(_ settings: RecorderSettings, _ reader: MappingReader) {
    guard !settings.command.isEmpty else { return }
    let command = RecorderCommand(settings)
    let place = reader.mark(of: "command")
    for wrapper in command.wrappers {
      if let complaint = complaint(about: wrapper, settings) { log.warning(complaint, at: place) }
    }
    if settings.usesShell, let script = settings.command.first,
      let surviving = survivingPipeline(script, settings.ladder)
    {
      log.warning(
        "the stop signal goes to all of a pipeline, and its readers end first, which loses the end of the take:"
          + " write \(surviving)",
        at: place)
    }
    if let preset = command.preset { lint(command, preset, settings.ladder, reader) }
    warnOfOtherProgram(command, settings, reader)
  }

  private func complaint(about wrapper: RecorderCommand.Wrapper, _ settings: RecorderSettings) -> String? {
    switch wrapper {
    case .privilege(let name):
      "\(name) may keep the stop signal from the recorder: give the daemon's user the right instead, by a group or a"
        + " udev rule"
    case .shell(let name) where !settings.usesShell:
      "\(name) stands between the daemon and the recorder, and its exit code says nothing of the recorder: write the"
        + " recorder's own program and arguments, or one text with shell: true"
    case .timeout:
      "timeout ends the recorder in its own way, which may spoil the file: use maximum of the control instead"
    case .session: "setsid takes the recorder out of the process group that gets the stop signal: leave it out"
    case .shell, .harmless: nil
    }
  }

  private func lint(
    _ command: RecorderCommand, _ preset: RecorderPreset, _ ladder: StopLadder, _ reader: MappingReader
  ) {
    let place = reader.mark(of: "command")
    let signal = ladder.steps[0].signal
    if !preset.stopSignals.contains(signal) {
      log.warning(
        "\(signal.name) ends \(preset.rawValue) before its file is whole (expected"
          + " \(alternatives(preset.stopSignals.map(\.name))))",
        at: reader.mark(of: reader.has("stop") ? "stop" : "command"))
    }
    switch preset {
    case .gstLaunch where !command.has("e", "--eos-on-shutdown"):
      log.warning(
        "gst-launch without -e does not finish its file, and no player can read an mp4 of it (expected"
          + " \(command.program ?? "gst-launch-1.0") -e)",
        at: place)
    case .rpicamVid where !hasNoTimeLimit(command):
      log.warning(
        "\(command.program ?? "rpicam-vid") ends by itself, after 5 s where no time is given (expected -t 0)", at: place
      )
    default: break
    }
  }

  private func hasNoTimeLimit(_ command: RecorderCommand) -> Bool {
    command.arguments.contains("-t0") || ["0", "0s", "0ms"].contains(command.value(of: ["-t", "--timeout"]))
  }

  private func warnOfOtherProgram(
    _ command: RecorderCommand, _ settings: RecorderSettings, _ reader: MappingReader
  ) {
    guard let preset = settings.preset, command.preset != preset, reader.has("command") else { return }
    // In a script it may stand anywhere.
    if settings.usesShell, command.arguments.contains(where: { RecorderPreset(program: $0) == preset }) { return }
    let program = quoted(command.program ?? "")
    let advice =
      command.preset.map { "(expected use: \($0.rawValue))" }
      ?? "(expected a command that starts \(preset.programs[0]), or no use)"
    log.warning(
      "the command starts \(program), of which \(preset.rawValue)'s signals, output and exit codes say nothing \(advice)",
      at: reader.mark(of: "use"))
  }

  /// A warning for what is nearly a placeholder, and stays as it is written; whether there is one.
  func warnOfMisspelt(_ placeholder: String, in command: [String], at mark: YAMLMark) -> Bool {
    let misspelt = command.flatMap(braced).filter { $0 != placeholder && closest(to: $0, among: [placeholder]) != nil }
    for word in misspelt {
      log.warning("\(quoted(word)) stays as it is, did you mean \(quoted(placeholder))?", at: mark)
    }
    return !misspelt.isEmpty
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
