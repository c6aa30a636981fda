import Bridge
import Supervision
import Takes

// Takes of earlier runs that no journal tells of, as there was no place for it: their recorders go on.
extension Daemon {
  /// Finds them by what they carry in their environment, and hands them to the core, which ends them as any other.
  ///
  /// Only those of a daemon that is gone and had the same state directory: another's are its own next start's.
  ///
  /// - Parameter accounted: gets the files that somebody looks after
  func takeUpStrays(accounted: inout Set<String>) {
    var marks: Set<String> = []
    for process in MarkedProcess.all where process.environment[Recorder.stateVariable] == journal.stateDirectory {
      guard marks.insert(process.mark).inserted, let mark = TakeMark(parsing: process.mark),
        mark.boot == WallClock.bootID, !mark.daemon.isRunning, !journal.hasEntry(of: mark)
      else { continue }
      let stray = Stray(mark, process.environment, of: state.settings)
      if let file = stray.file { accounted.insert(file) }
      if let reservation = stray.reservation,
        TakeStorage.isAnothers(reservation, than: mark) || !storage.claim(reservation)
      {
        continue
      }
      var entry = JournalEntry(stray.plan, mark: mark, owner: identity, reservation: stray.reservation)
      if stray.reservation == nil { entry.keptFile = stray.file }
      if entry.keptFile == nil { journal.write(entry) }
      report(entry, isRunning: true)
    }
  }
}

/// What a recorder's environment says of its take, as far as the configuration knows the recorder.
private struct Stray {
  var plan: TakePlan
  /// Where it writes; nil when it writes no file.
  var file: String?
  /// Nil when no recorder of that name writes there any more: what can be done with its file is a person's to say.
  var reservation: TakeStorage.Reservation?

  init(_ mark: TakeMark, _ environment: [String: String], of settings: Settings) {
    let name = environment["EVBRIDGE_RECORDER"] ?? "?"
    let recorder = settings.recorders.first { $0.name == name }
    let control = environment["EVBRIDGE_CONTROL"] ?? "?"
    plan = TakePlan(
      take: mark.take, recorder: recorder ?? RecorderSettings(name: name, command: []), control: control,
      trigger: environment["EVBRIDGE_TRIGGER"] ?? "?")
    file = environment["EVBRIDGE_FILE"]
    guard let file, let directory = recorder?.directory else { return }
    reservation = TakeStorage.Reservation(of: file, in: directory, control: control, recorder: name)
  }
}
