import Bridge
import EventLoop
import Glibc
import Supervision
import Takes

extension Examination {
  func recorders() -> [Finding] {
    guard let settings else {
      return [
        .note(
          "no recorder is known without a configuration that can be used; 'evbridge check FILE' says what one comes to")
      ]
    }
    let commands =
      settings.controls.flatMap(Inspection.command)
      + (settings.gestures.map { ("gesture '\($0.label)'", $0.run) } + settings.idle.map { ("'\($0.label)'", $0.run) })
      .flatMap { Inspection.program($0.1.arguments[0], of: $0.0) }
    return settings.recorders.flatMap(recorder) + commands + [state(settings)]
  }

  private func recorder(_ recorder: RecorderSettings) -> [Finding] {
    let name = "recorder '\(recorder.name)'"
    var findings = Inspection.recorder(recorder)
    if case .found(let path) = Executable.find(recorder.arguments(file: "")[0]) {
      let program = RecorderCommand(recorder)
      // Behind a shell the recorder is a word of a script.
      if let inner = program.program, recorder.usesShell || !program.wrappers.isEmpty {
        let missing = Inspection.program(inner, of: name)
        findings += missing.isEmpty ? [.ok("\(name): \(path) starts \(inner)")] : missing
      } else {
        findings.append(.ok("\(name): its program is \(path)"))
      }
      findings += sound(program, name)
    }
    guard let directory = recorder.directory, TakeStorage.obstacle(to: directory) == nil else { return findings }
    return findings + storage(recorder, directory, name)
  }

  /// Where its takes go.
  private func storage(_ recorder: RecorderSettings, _ directory: String, _ name: String) -> [Finding] {
    let head = "\(name): \(directory)"
    let free = DiskSpace.free(at: directory)
    var findings: [Finding] = []
    if let refusal = recorder.freeSpace.refusal(free: free) {
      findings.append(.error("\(head): \(refusal)"))
    } else if let warning = recorder.freeSpace.warning(free: free) {
      findings.append(.warning("\(head): \(warning)"))
    } else {
      findings.append(.ok("\(head) can be written\(free.map { ", \(byteCount($0)) free" } ?? "")"))
    }
    if DiskSpace.isMemory(directory) {
      findings.append(
        .warning("\(head) is in memory: takes are gone when the machine is switched off; choose a folder on a disk")
      )
    }
    let partial = TakeStorage.partial(directory)
    if unsafe access(partial, F_OK) == 0, unsafe access(partial, W_OK | X_OK) != 0 {
      findings.append(
        .error("\(head): its .partial can not be written: it may be another user's; give it to \(Environment.userName)")
      )
    }
    // The files of takes that run, or that the next start finishes.
    let journal = TakeJournal(stateDirectory: stateDirectory, owner: .own).entries
    let left = TakeStorage.abandoned(
      in: directory, accounted: Set(journal.compactMap { $0.reservation?.file })
    ).files
    if let first = left.first {
      findings.append(
        .warning(
          "\(head): \(left.count) unfinished file\(left.count == 1 ? "" : "s") of earlier runs in \(partial), such as "
            + "\(first.file); 'evbridge repair' mends a WAV file; then move what is worth it away"))
    }
    let takesDates = recorder.naming.pattern.utf8.split(separator: UInt8(ascii: "{")).contains { part in
      ["date}", "time}"].contains { part.starts(with: $0.utf8) }
    }
    if takesDates, !EventLoop.wallClockIsSynchronised {
      findings.append(
        .warning(
          "\(name): its names have the date or time, and the clock follows no time source, so they also get the "
            + "boot id; run 'timedatectl set-ntp true', or name takes by {n}"))
    }
    return findings
  }

  /// Of one that records by ALSA: whether there is something to record from.
  private func sound(_ program: RecorderCommand, _ name: String) -> [Finding] {
    let isALSA = program.preset == .arecord || program.value(of: ["-f", "-t"]) == "alsa"
    guard isALSA else { return [] }
    let device = program.preset == .arecord ? program.value(of: ["-D", "--device"]) : program.value(of: ["-i"])
    let cards = SoundCards()
    let card = device.flatMap(SoundCards.card)
    if let card, !SoundCards.has(card) {
      return [.error("\(name): there is no sound card '\(card)'; 'arecord -l' lists those that record")]
    }
    guard !cards.recording.isEmpty else {
      let message = "\(name): no sound card records ('arecord -l' shows none): plug in a microphone, or load its driver"
      // What `default` means may need no card.
      return [card == nil ? .warning(message) : .error(message)]
    }
    let closed = cards.recording.filter { unsafe access($0, R_OK | W_OK) != 0 }
    guard closed.count == cards.recording.count else { return [.ok("\(name): a sound card records")] }
    return [
      .error(
        "\(name): no permission to record from \(closed[0]): run 'sudo usermod -aG audio \(Environment.userName)' and log "
          + "in again; in a service, SupplementaryGroups=audio")
    ]
  }

  /// That of the service, for its user who looks by hand.
  private var stateDirectory: String {
    let own = Environment.stateDirectory
    guard geteuid() != 0, unsafe access(own, F_OK) != 0, unsafe access(Self.serviceState, W_OK | X_OK) == 0 else {
      return own
    }
    return Self.serviceState
  }

  /// What `StateDirectory=evbridge` makes.
  private static let serviceState = "/var/lib/evbridge"

  /// The journal of takes, and the counters.
  private func state(_ settings: Settings) -> Finding {
    let folder = stateDirectory
    // What is not there is made, so the first that is there counts.
    var place = folder
    while place != "/", unsafe access(place, F_OK) != 0, errno == ENOENT, let slash = place.lastIndex(of: "/") {
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
    guard unsafe access(place, W_OK | X_OK) == 0 else {
      return .warning(
        "state directory \(folder): \(place) can not be written: \(Environment.sentence(errno)); takes that run in a "
          + "crash are not found by the next start; set XDG_STATE_HOME, or in a service StateDirectory=evbridge")
    }
    let unfinished = TakeJournal(stateDirectory: folder, owner: .own).entries.filter { !$0.owner.isRunning }
    if !unfinished.isEmpty {
      let count = "\(unfinished.count) take\(unfinished.count == 1 ? "" : "s")"
      return .warning("state directory \(folder): \(count) of an earlier run to be finished; the next start does that")
    }
    return DiskSpace.isMemory(place)
      ? .warning("state directory \(folder) is in memory: after a power cut nobody knows of unfinished takes")
      : .ok("state directory \(folder) can be written")
  }
}
