import Bridge
import EventLoop
import Glibc
import Takes

/// The files of takes: a reserved name while one is recorded, a place of its own when it is done.
///
/// A recorder writes to `<directory>/.partial/<name>`. The name is reserved by `<name>.take` beside it, created
/// exclusively; a take that is done is moved to `<directory>/<name>` and never over another file.
struct TakeStorage {
  /// A name that nobody else has.
  struct Reservation {
    /// Where the recorder writes.
    var file: String
    var directory: String
    fileprivate var marker: String
    fileprivate var naming: TakeNaming
    fileprivate var values: TakeNaming.Values
    fileprivate var attempt: Int
  }

  struct Refusal: Error {
    var message: String
  }

  /// Of the file that reserves a name.
  private static let markerSuffix = ".take"

  private var counters: TakeCounters

  init(stateDirectory: String) { counters = TakeCounters(directory: stateDirectory + "/counters") }

  /// A message about the counter, once.
  mutating func takeWarning() -> String? { counters.takeWarning() }

  /// Reserves a name; everything that can be refused is refused here, before anything is recorded.
  mutating func reserve(_ recorder: RecorderSettings, in directory: String, control: String) throws(Refusal)
    -> Reservation
  {
    if let message = Self.obstacle(to: directory) { throw Refusal(message: message) }
    let partial = directory + "/.partial"
    if unsafe mkdir(partial, 0o777) != 0, errno != EEXIST { throw Self.cannotWrite(to: directory, errno) }
    let (date, time) = WallClock.now.dateAndTime
    let values = TakeNaming.Values(
      date: date, time: time, counter: counters.next(for: recorder.name), boot: WallClock.bootID,
      clockIsSynchronised: EventLoop.wallClockIsSynchronised, control: control, recorder: recorder.name)
    // Each round that finds a free name and loses it has lost it to somebody else.
    for _ in 1...100 {
      let attempt = Self.firstFree { attempt in
        let name = recorder.naming.name(values, attempt: attempt)
        let file = partial + "/" + name
        return [directory + "/" + name, file, file + Self.markerSuffix].contains(where: Self.isThere)
      }
      let file = partial + "/" + recorder.naming.name(values, attempt: attempt)
      let marker = file + Self.markerSuffix
      let descriptor = unsafe open(marker, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        throw Self.cannotWrite(to: partial, errno)
      }
      close(descriptor)
      return Reservation(
        file: file, directory: directory, marker: marker, naming: recorder.naming, values: values, attempt: attempt)
    }
    throw Refusal(message: "no name from pattern '\(recorder.naming.pattern)' is free in \(directory)")
  }

  /// The first attempt whose name is free. When the counter was lost any number of names may be taken, and the press
  /// is to be answered all the same: so it doubles until a name is free, and halves back to where that begins.
  private static func firstFree(_ isTaken: (Int) -> Bool) -> Int {
    var taken = 0
    var free = 1
    while isTaken(free), free < 1 << 40 {
      taken = free
      free *= 2
    }
    while free - taken > 1 {
      let middle = taken + (free - taken) / 2
      if isTaken(middle) { taken = middle } else { free = middle }
    }
    return free
  }

  /// A link that leads nowhere is there as well: a recorder would follow it.
  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Gives a name back; an empty file that a recorder left goes too.
  func release(_ reservation: Reservation) {
    if Self.size(of: reservation.file) == 0 { unsafe unlink(reservation.file) }
    unsafe unlink(reservation.marker)
  }

  /// Where the file ended up, or what is wrong with it.
  mutating func finish(_ reservation: Reservation, discard: Bool) -> (file: String?, message: String?) {
    defer { release(reservation) }
    guard !discard else {
      unsafe unlink(reservation.file)
      return (nil, nil)
    }
    guard let size = Self.size(of: reservation.file), size > 0 else { return (nil, "the recorder left no file") }
    for attempt in reservation.attempt..<reservation.attempt + 1_000 {
      let place = reservation.directory + "/" + reservation.naming.name(reservation.values, attempt: attempt)
      switch moveWithoutOverwriting(reservation.file, to: place) {
      case 0:
        // A press that came to nothing leaves no gap: a number is used when its file is there.
        if reservation.naming.usesCounter {
          counters.use(reservation.values.counter + attempt - 1, for: reservation.values.recorder)
        }
        return (place, nil)
      case EEXIST: continue
      case let number:
        return (
          reservation.file, "its file could not be moved to \(place): \(Environment.sentence(number)); it is kept as is"
        )
      }
    }
    return (reservation.file, "no free name is left in \(reservation.directory); the file is kept as is")
  }

  private static func size(of file: String) -> Int? {
    var status = stat()
    return unsafe stat(file, &status) == 0 ? Int(status.st_size) : nil
  }

  /// What stands in the way of takes in a directory, found without touching it.
  static func obstacle(to directory: String) -> String? {
    var status = stat()
    guard unsafe stat(directory, &status) == 0 else {
      let hint = errno == ENOENT ? ": mkdir -p \(shellWord(directory)), or mount what belongs there" : ""
      return "directory \(directory): \(Environment.sentence(errno))\(hint)"
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "\(directory) is not a directory" }
    return unsafe access(directory, W_OK | X_OK) == 0 ? nil : cannotWrite(to: directory, errno).message
  }

  private static func cannotWrite(to directory: String, _ number: Int32) -> Refusal {
    let fix =
      switch number {
      case EACCES, EPERM:
        ": let user \(Environment.userName) write there (chown, or chmod), or choose another directory"
      case EROFS: ": it is mounted read-only; remount it writable (mount -o remount,rw)"
      case ENOSPC, EDQUOT: ": make room on that disk"
      default: ""
      }
    return Refusal(message: "cannot write to directory \(directory): \(Environment.sentence(number))\(fix)")
  }
}
