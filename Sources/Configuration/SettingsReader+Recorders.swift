internal import Bridge
internal import InputModel
internal import Takes
internal import YAML

extension SettingsReader {
  /// What is written wins over the preset.
  func recorder(_ item: Section<RecorderSettings>.Item) -> RecorderSettings {
    var settings = RecorderSettings(name: item.name, command: [])
    guard var reader = MappingReader(item.node, "a recorder", at: item.mark, log) else { return settings }
    settings.preset = reader.read("use", .word(of: RecorderPreset.self))
    readCommand(&settings, &reader)
    settings.directory = reader.read("directory", .directory(home: home))
    reader.update(&settings.naming, "name", .naming)
    settings.readiness = readiness(of: settings, &reader)
    reader.update(&settings.readyTimeout, "ready-timeout", .positiveDuration)
    settings.ladder = ladder(settings.preset, &reader)
    settings.before = reader.read("before", .command("a list such as [aplay, -q, hello.wav]"))
    settings.verify = reader.read("verify", .command(#"a list such as [ffprobe, -v, error, "{file}"]"#))
    settings.suspension = suspension(&reader) ?? settings.suspension
    let usual = settings.directory == nil ? nil : settings.preset?.stalledAfter
    settings.stalledAfter = reader.read("stalled-after", .stall) ?? usual
    settings.freeSpace = freeSpace(&reader)
    settings.retries =
      reader.read("retries", .count(in: 0...10, "a number from 0 to 10")) ?? settings.preset?.retries ?? 0
    settings.percentPattern = reader.read("percent", .percentPattern)
    reader.finish()
    check(settings, reader)
    lint(settings, reader)
    return settings
  }

  private func readCommand(_ settings: inout RecorderSettings, _ reader: inout MappingReader) {
    settings.usesShell = reader.read("shell", .flag) ?? false
    if settings.usesShell {
      settings.command = reader.require("command", .text("one text, as shell is true")).map { [$0] } ?? []
      return
    }
    let expected = #"a list such as [arecord, -q, "{file}"], or one text with shell: true"#
    guard reader.has("use"), !reader.has("command") else {
      settings.command = reader.require("command", .command(expected)) ?? []
      return
    }
    _ = reader.node("command")
    // A misspelt preset is enough.
    guard let preset = settings.preset else { return }
    guard let command = preset.command else {
      log.error(
        "what \(preset.rawValue) shall record can not be guessed (expected command: [\(preset.programs[0]), …, \"{file}\"])",
        at: reader.mark(of: "use"))
      return
    }
    settings.command = command
    settings.naming.pattern += preset.fileExtension ?? ""
  }

  private func readiness(of settings: RecorderSettings, _ reader: inout MappingReader) -> Readiness {
    let written = reader.read("ready", .readiness)
    guard let preset = settings.preset, !reader.has("ready") else { return written ?? settings.readiness }
    let usual = preset.readiness(of: settings)
    if usual == .fileGrows && settings.directory == nil { return settings.readiness }
    guard case .outputMatches = usual, RecorderCommand(settings).isSilent else { return usual }
    log.warning(
      "\(preset.rawValue) is told to be quiet, so it counts as ready \(settings.readiness.sentence) whether it records or"
        + " not (expected a command \(preset == .ffmpeg ? "with -stats" : "without -q"))",
      at: reader.mark(of: "command"))
    return settings.readiness
  }

  private func ladder(_ preset: RecorderPreset?, _ recorder: inout MappingReader) -> StopLadder {
    let usual = preset?.stopSignals.first ?? .interrupt
    guard let node = recorder.node("stop"), var reader = MappingReader(node, "a stop", meant: "signal", log)
    else { return StopLadder(signal: usual) }
    let signal = reader.read("signal", .stopSignal) ?? usual
    let grace = reader.read("grace", .positiveDuration) ?? .seconds(5)
    reader.finish()
    return StopLadder(signal: signal, grace: grace)
  }

  private func suspension(_ recorder: inout MappingReader) -> Suspension? {
    guard let node = recorder.node("suspend"), var reader = MappingReader(node, "a suspend", meant: "signal", log)
    else { return nil }
    defer { reader.finish() }
    let signal = reader.read("signal", .suspendSignal)
    let command = reader.read("run", .command("a list such as [obs-cmd, recording, pause]"))
    switch (reader.has("signal"), reader.has("run")) {
    case (true, false):
      let resume = reader.read("resume", .resumeSignal)
      return signal.map { .signal(suspend: $0, resume: resume ?? ($0 == .stop ? .resume : $0)) }
    case (false, true):
      let resume = reader.require("resume", .command("a list such as [obs-cmd, recording, resume]"))
      return command.flatMap { command in resume.map { .commands(suspend: command, resume: $0) } }
    case (let both, _):
      _ = reader.node("resume")
      guard both || !reader.hasUnknownKeys else { return nil }
      log.error(
        "a suspend \(both ? "is one thing" : "does nothing") (expected { signal: STOP }, or"
          + " { run: [program, …], resume: [program, …] })",
        at: node.mark)
      return nil
    }
  }

  private func freeSpace(_ recorder: inout MappingReader) -> FreeSpace {
    var limits = FreeSpace()
    guard let node = recorder.node("free"), var reader = MappingReader(node, "a free", meant: "stop", log)
    else { return limits }
    reader.update(&limits.stop, "stop", .byteCount)
    // One limit that is written moves the other along.
    if reader.has("stop") { limits.warn = max(limits.warn, limits.stop) }
    reader.update(&limits.warn, "warn", .byteCount)
    reader.finish()
    if limits.warn > 0, limits.warn < limits.stop {
      log.error(
        "a warning below \(byteCount(limits.warn)) comes too late, as takes stop below \(byteCount(limits.stop))"
          + " (expected warn to be larger than stop)",
        at: reader.mark(of: reader.has("warn") ? "warn" : "stop"))
    }
    return limits
  }
}
