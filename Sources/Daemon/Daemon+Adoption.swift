import Bridge
import EventLoop
import Glibc
import InputModel
import Supervision
import Takes

// Takes of earlier runs: found, taken over, or told of.
extension Daemon {
  /// So many files that lie about are told of by name.
  private static let mostNamed = 10

  /// Looks for what earlier runs have left. Those takes whose daemon alone is gone are handed to the core, which ends
  /// them as any other; of what a power cut left a person is told, at each start until it is gone.
  func findTakes() {
    let findings = journal.find()
    if let first = findings.nonsense.first {
      let more = findings.nonsense.count > 1 ? " (and \(findings.nonsense.count - 1) more)" : ""
      log(.warning, "the journal of takes has something that is left alone: \(first)\(more)")
    }
    var accounted = findings.others
    for entry in findings.interrupted {
      if let file = entry.reservation?.file { accounted.insert(file) }
      take(up: entry)
    }
    for entry in findings.lost {
      if let file = entry.reservation?.file { accounted.insert(file) }
      mourn(entry)
    }
    let directories = findings.isIncomplete ? [] : Set(state.settings.recorders.compactMap(\.directory)).sorted()
    tell(ofLeftovers: directories.flatMap { storage.leftovers(in: $0, accounted: accounted) })
    if let warning = journal.takeWarning() { log(.warning, warning) }
  }

  private func take(up entry: JournalEntry) {
    let isRunning = group(of: entry) != nil
    let size = entry.reservation.flatMap { TakeStorage.size(of: $0.file) }
    // The press came to nothing, or the file is where it belongs already; or there is nothing to be finished.
    let hasNothing = size == nil && (entry.leader == nil || entry.isFinishing || entry.reservation == nil)
    if !isRunning, hasNothing || (size == 0 && entry.leader == nil) {
      if let reservation = entry.reservation { storage.release(reservation) }
      return journal.remove(entry.mark)
    }
    found[entry.mark.text] = entry
    log(
      .notice,
      "recorder '\(entry.recorder)': a take of an earlier run is "
        + (isRunning ? "still being recorded; it is stopped" : "not finished; it is finished now")
        + (entry.reservation.map { ": \($0.file)" } ?? ""))
    reports.append(
      .takeFound(
        FoundTake(
          entry: entry.mark.text, control: entry.control, trigger: entry.trigger, recorder: entry.settings,
          file: entry.reservation?.file, isRunning: isRunning)))
  }

  /// The processes of an entry; nil when there are none.
  private func group(of entry: JournalEntry) -> MarkedGroup? {
    var group = MarkedGroup(adopting: entry.leader, mark: entry.mark.text, since: entry.mark.daemon.startTime)
    // At the start, before there is a device to answer. `look` is not unclear more than ten times in a row.
    while true {
      switch group.look() {
      case .present: return group
      case .unclear: usleep(10_000)
      case .gone: return nil
      }
    }
  }

  func adopt(_ take: TakeID, entry name: String) {
    guard let entry = found.removeValue(forKey: name) else {
      reports.append(.take(take, .groupGone))
      return
    }
    let plan = TakePlan(take: take, recorder: entry.settings, control: entry.control, trigger: entry.trigger)
    let recorder = Recorder(plan, mark: entry.mark, reservation: entry.reservation)
    recorders[take] = recorder
    recorder.processes = group(of: entry)
    guard recorder.processes != nil else {
      reports.append(.take(take, .groupGone))
      return
    }
    // Follows them; who has ended since is told of soon.
    recorder.lookAgainAt = EventLoop.now
  }

  /// A take that the power cut has ended.
  private func mourn(_ entry: JournalEntry) {
    guard let reservation = entry.reservation, let size = TakeStorage.size(of: reservation.file), size > 0 else {
      if let reservation = entry.reservation { storage.release(reservation) }
      return journal.remove(entry.mark)
    }
    tell(
      .warning, control: entry.control,
      "recorder '\(entry.recorder)': the machine went down during a take, which is unfinished: "
        + Self.remedy(for: reservation.file, in: reservation.directory))
  }

  private func tell(ofLeftovers files: [TakeStorage.Leftover]) {
    for leftover in files.prefix(Self.mostNamed) {
      tell(
        .warning,
        "a take was left unfinished by an earlier run: " + Self.remedy(for: leftover.file, in: leftover.directory))
    }
    guard files.count > Self.mostNamed, let next = files.dropFirst(Self.mostNamed).first else { return }
    tell(
      .warning,
      "\(files.count - Self.mostNamed) more files were left unfinished, in \(TakeStorage.partial(next.directory)) too")
  }

  /// What to do with an unfinished file.
  private static func remedy(for file: String, in directory: String) -> String {
    "\(file); see whether it plays (for a WAV file, first: evbridge repair \(shellWord(file))), then move it: "
      + "mv -n \(shellWord(file)) \(shellWord(directory + "/"))"
  }
}
