import Bridge
import EventLoop
import Glibc
import Takes

/// The files of takes: a reserved name while one is recorded, a place of its own when it is done.
///
/// A recorder writes to `<directory>/.partial/<name>`. The name is reserved by a marker, `.partial/.reserved/<name>`,
/// created exclusively; a take that is done is moved to `<directory>/<name>` and never over another file. Markers are
/// in a folder of their own, so that no name of a take is that of another's marker.
struct TakeStorage {
  /// A name that nobody else has.
  struct Reservation: Hashable {
    var directory: String
    var naming: TakeNaming
    var values: TakeNaming.Values
    /// Which of the pattern's names it is, from 1.
    var attempt: Int

    /// The file's name.
    var name: String { naming.name(values, attempt: attempt) }
    /// Where the recorder writes.
    var file: String { TakeStorage.partial(directory) + "/" + name }
    var marker: String { TakeStorage.markers(directory) + "/" + name }
    /// Where the file goes at an attempt to move it.
    func destination(_ attempt: Int) -> String { directory + "/" + naming.name(values, attempt: attempt) }

    init(directory: String, naming: TakeNaming, values: TakeNaming.Values, attempt: Int) {
      self.directory = directory
      self.naming = naming
      self.values = values
      self.attempt = attempt
    }

    /// Of a file that is being written; nil when a take of this directory is not written there.
    init?(of file: String, in directory: String, control: String, recorder: String) {
      let folder = TakeStorage.partial(directory) + "/"
      guard file.hasPrefix(folder) else { return nil }
      let name = String(file.dropFirst(folder.count))
      guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else { return nil }
      let values = TakeNaming.Values(
        date: "", time: "", counter: 0, boot: "", clockIsSynchronised: true, control: control, recorder: recorder)
      self.init(directory: directory, naming: TakeNaming(pattern: name), values: values, attempt: 1)
      // It may look like a pattern.
      guard self.name == name else { return nil }
    }
  }

  struct Refusal: Error {
    var message: String
  }

  /// Where the files are that are being written.
  static func partial(_ directory: String) -> String { directory + "/.partial" }
  /// Where the markers of reserved names are.
  static func markers(_ directory: String) -> String { partial(directory) + "/" + markerFolder }
  static let markerFolder = ".reserved"

  private var counters: TakeCounters
  /// What no journal tells of and is finished here, by its marker.
  private var claims: [String: MarkerClaim] = [:]

  /// What the markers say of who made them.
  private let owner: MarkerOwner

  init(stateDirectory: String, owner: MarkerOwner) {
    counters = TakeCounters(directory: stateDirectory + "/counters")
    self.owner = owner
  }

  /// A message about the counter, once.
  mutating func takeWarning() -> String? { counters.takeWarning() }

  /// Reserves a name; everything that can be refused is refused here, before anything is recorded.
  mutating func reserve(_ recorder: RecorderSettings, in directory: String, control: String) throws(Refusal)
    -> Reservation
  {
    if let message = Self.obstacle(to: directory) { throw Refusal(message: message) }
    for folder in [Self.partial(directory), Self.markers(directory)] {
      if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST { throw Self.cannotWrite(to: folder, errno) }
    }
    let (date, time) = WallClock.now.dateAndTime
    let values = TakeNaming.Values(
      date: date, time: time, counter: counters.next(for: recorder.name), boot: WallClock.bootID,
      clockIsSynchronised: EventLoop.wallClockIsSynchronised, control: control, recorder: recorder.name)
    var reservation = Reservation(directory: directory, naming: recorder.naming, values: values, attempt: 1)
    // Each round that finds a free name and loses it has lost it to somebody else.
    for _ in 1...100 {
      reservation.attempt = Self.firstFree { attempt in
        reservation.attempt = attempt
        return [directory + "/" + reservation.name, reservation.file, reservation.marker].contains(where: Self.isThere)
      }
      let descriptor = unsafe open(reservation.marker, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        // Somebody who has given the last name back has taken the folder away.
        if errno == ENOENT, unsafe mkdir(Self.markers(directory), 0o777) == 0 || errno == EEXIST { continue }
        if errno == EEXIST { continue }
        throw Self.cannotWrite(to: Self.markers(directory), errno)
      }
      let text = owner.line
      _ = unsafe write(descriptor, text, text.utf8.count)
      close(descriptor)
      return reservation
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

  /// Takes a file over that no journal tells of; false when another daemon has done so.
  mutating func claim(_ reservation: Reservation) -> Bool {
    do throws(MarkerClaim.Taken) {
      claims[reservation.marker] = try MarkerClaim(reservation.marker)
      return true
    } catch {
      return false
    }
  }

  /// Gives a name back; an empty file that a recorder left goes too.
  mutating func release(_ reservation: Reservation) {
    claims[reservation.marker] = nil
    if Self.size(of: reservation.file) == 0 { unsafe unlink(reservation.file) }
    unsafe unlink(reservation.marker)
    // Only the last one can.
    unsafe rmdir(Self.markers(reservation.directory))
  }

  /// Takes away what a recorder left that ended before it was ready, so that it can be started again; returns why not.
  static func removeLeftover(_ file: String) -> String? {
    guard let size = size(of: file) else { return nil }
    guard size <= headerLength else {
      return "the recorder left a file of \(size) bytes, which is kept as \(file), and is not started again"
    }
    return unsafe unlink(file) == 0 ? nil : "\(file) can not be removed: \(Environment.sentence(errno))"
  }

  /// A file of up to so many bytes is a header without anything recorded.
  private static let headerLength = 4_096

  /// Whether the name that an earlier run's take had is another's now.
  static func isAnothers(_ reservation: Reservation, than mark: TakeMark) -> Bool {
    let owner = TextFile.firstLine(of: reservation.marker).flatMap(MarkerOwner.init(parsing:))
    return owner != nil && owner != MarkerOwner(boot: mark.boot, process: mark.daemon)
  }

  /// Whether an earlier run's file is still where it was recorded. The name is another's when the marker is.
  static func isUnfinished(_ reservation: Reservation, of mark: TakeMark) -> Bool {
    isThere(reservation.file) && isReserved(reservation, by: mark)
  }

  private static func isReserved(_ reservation: Reservation, by mark: TakeMark) -> Bool {
    TextFile.firstLine(of: reservation.marker).flatMap(MarkerOwner.init(parsing:))
      == MarkerOwner(boot: mark.boot, process: mark.daemon)
  }

  /// Does what is left to do after a file that an earlier run has moved; returns it, or nil when it is not there.
  mutating func finish(_ reservation: Reservation, of mark: TakeMark, movedAt attempt: Int) -> String? {
    if Self.isReserved(reservation, by: mark) { release(reservation) }
    use(reservation, attempt)
    let file = reservation.destination(attempt)
    return Self.isThere(file) ? file : nil
  }

  /// A press that came to nothing leaves no gap: a number is used when its file is there.
  private mutating func use(_ reservation: Reservation, _ attempt: Int) {
    guard reservation.naming.usesCounter else { return }
    counters.use(reservation.values.counter + attempt - 1, for: reservation.values.recorder)
  }

  /// Where the file ended up, or what is wrong with it. A file that can not be moved keeps its name reserved.
  ///
  /// - Parameter willMove: called before each attempt to move it
  mutating func finish(_ reservation: Reservation, discard: Bool, willMove: (Int) -> Void) -> (
    file: String?, message: String?
  ) {
    guard !discard else {
      unsafe unlink(reservation.file)
      release(reservation)
      return (nil, nil)
    }
    guard let size = Self.size(of: reservation.file), size > 0 else {
      defer { release(reservation) }
      return (nil, Self.absence(of: reservation))
    }
    for attempt in reservation.attempt..<reservation.attempt + 1_000 {
      let place = reservation.destination(attempt)
      willMove(attempt)
      switch moveWithoutOverwriting(reservation.file, to: place) {
      case 0:
        release(reservation)
        use(reservation, attempt)
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

  private static func absence(of reservation: Reservation) -> String {
    let folder = partial(reservation.directory)
    var status = stat()
    guard unsafe stat(folder, &status) != 0 else {
      guard let other = nameThatIsLike(reservation.name, in: folder) else { return "the recorder left no file" }
      return "the recorder left no file of the name that it was given, but there is \(folder)/\(other): let it write to"
        + " {file} exactly"
    }
    return "its file is out of reach: folder \(folder): \(Environment.sentence(errno)); if its disk was taken away, or"
      + " the folder renamed, look there for \(reservation.name)"
  }

  /// Some recorders put an extension of their own behind the name, or a number into it: `a-0001.wav.mkv`, `a-0001-01.wav`.
  private static func nameThatIsLike(_ name: String, in folder: String) -> String? {
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    return Directory.names(in: folder).first { other in
      other != name && other.hasPrefix(stem) && other.dropFirst(stem.count).first.map { !$0.isNumber } ?? true
    }
  }

  static func size(of file: String) -> Int? {
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
      case ENOTDIR, ENOENT, ELOOP: ": something else is in its place; move that away"
      case EROFS: ": it is mounted read-only; remount it writable (mount -o remount,rw)"
      case ENOSPC, EDQUOT: ": make room on that disk"
      default: ""
      }
    return Refusal(message: "cannot write to directory \(directory): \(Environment.sentence(number))\(fix)")
  }
}
