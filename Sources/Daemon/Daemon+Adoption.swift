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
    if !findings.isIncomplete { takeUpStrays(accounted: &accounted) }
    let directories = findings.isIncomplete ? [] : Set(state.settings.recorders.compactMap(\.directory)).sorted()
    tell(ofLeftovers: directories.flatMap { storage.leftovers(in: $0, accounted: accounted) })
    if let warning = journal.takeWarning() { log(.warning, warning) }
  }

  private func take(up entry: JournalEntry) {
    var entry = entry
    // Its file had gone, and somebody else has the name: what is there now is not ours to move or to delete.
    if let reservation = entry.reservation, entry.verdict == nil, TakeStorage.isAnothers(reservation, than: entry.mark)
    {
      entry.reservation = nil
    }
    let isRunning = group(of: entry) != nil
    let size = entry.reservation.flatMap { TakeStorage.size(of: $0.file) }
    // The press came to nothing.
    if !isRunning, entry.verdict == nil, entry.leader == nil, size ?? 0 == 0 {
      if let reservation = entry.reservation { storage.release(reservation) }
      return journal.remove(entry.mark)
    }
    report(entry, isRunning: isRunning)
  }

  /// Hands a take of an earlier run to the core.
  func report(_ entry: JournalEntry, isRunning: Bool) {
    let isUnfinished = entry.reservation.map { TakeStorage.isUnfinished($0, of: entry.mark) } ?? false
    var entry = entry
    if isUnfinished { entry.destination = nil }
    let file = entry.file
    found[entry.mark.text] = entry
    let wasFinished = entry.verdict != nil && !isUnfinished
    let mayHaveBeenTold = wasFinished || entry.isKept
    let state =
      isRunning
      ? "still being recorded; it is stopped"
      : wasFinished ? "finished and may not have been told of; it is told of now" : "not finished; it is finished now"
    log(
      .notice,
      "recorder '\(entry.recorder)': a take of an earlier run is \(state)" + (file.map { ": \($0)" } ?? ""))
    reports.append(
      .takeFound(
        FoundTake(
          entry: entry.mark.text, control: entry.control, trigger: entry.trigger, recorder: entry.settings,
          file: file, isRunning: isRunning, verdict: entry.verdict,
          earlierTake: mayHaveBeenTold ? entry.mark.take : nil)))
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
    let recorder = Recorder(plan, entry)
    recorders[take] = recorder
    recorder.processes = group(of: entry)
    guard recorder.processes != nil else {
      reports.append(.take(take, .groupGone))
      return
    }
    // Follows them; who has ended since is told of soon.
    recorder.lookAgainAt = EventLoop.now
  }

  /// A take that the power cut has ended, or that had ended and was not told of before it.
  private func mourn(_ entry: JournalEntry) {
    if let reservation = entry.reservation, let attempt = entry.destination,
      !TakeStorage.isUnfinished(reservation, of: entry.mark),
      TakeStorage.size(of: reservation.destination(attempt)) != nil
    {
      var entry = entry
      // Of another start of the machine: nobody has that number.
      entry.leader = nil
      let doubt = "the machine went down before the take was told of: see whether its file is whole"
      entry.verdict = TakeLifecycle.Verdict(failure: entry.verdict?.failure ?? doubt)
      return report(entry, isRunning: false)
    }
    if let reservation = entry.reservation, TakeStorage.isAnothers(reservation, than: entry.mark) {
      return journal.remove(entry.mark)
    }
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
