import Glibc
import Supervision
import Takes

/// The takes that are going on, on disk, so that a daemon that is started after a crash finds them: a small file each, in
/// a folder of the state directory.
///
/// Nothing is flushed to the disk: the entries are for the end of the daemon, not of the machine. After a power cut the
/// files in `.partial` speak for themselves.
struct TakeJournal {
  let stateDirectory: String
  private var directory: String { stateDirectory + "/takes" }
  private let owner: ProcessIdentity
  /// Takes that are over, until they have been told of.
  private var finished: [TakeMark] = []
  private var warning: String?
  private var hasWarned = false

  init(stateDirectory: String, owner: ProcessIdentity) {
    self.stateDirectory = stateDirectory
    self.owner = owner
  }

  /// A message about the journal, once.
  mutating func takeWarning() -> String? {
    defer { warning = nil }
    return warning
  }

  // MARK: Keeping

  /// Writes an entry, or writes it anew. Without a place for it the take goes on all the same.
  mutating func write(_ entry: JournalEntry) {
    makeDirectories(directory)
    let path = path(entry.mark)
    let new = path + Self.newSuffix
    // It names commands and processes: nobody else may write it.
    let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return warn(new, errno) }
    let text = entry.text
    let count = unsafe Glibc.write(descriptor, text, text.utf8.count)
    let number = count < 0 ? errno : ENOSPC
    close(descriptor)
    guard count == text.utf8.count else {
      unsafe unlink(new)
      return warn(new, number)
    }
    if unsafe rename(new, path) != 0 { warn(path, errno) }
  }

  /// Adds that the recorder runs. One small write: the take is being recorded already.
  mutating func note(leader: ProcessIdentity, of mark: TakeMark) { append(JournalEntry.line(leader: leader), to: mark) }

  /// Adds what is thought of it, before its file is moved or deleted. It is told of soon after, and the entry goes when
  /// it was (`removeFinished`): who finds it has to tell, maybe once more.
  mutating func noteFinishing(_ mark: TakeMark, _ verdict: TakeLifecycle.Verdict) {
    append(JournalEntry.line(verdict: verdict), to: mark)
    finished.append(mark)
  }

  /// Adds that the file could not be moved.
  mutating func noteKept(_ mark: TakeMark) { append(JournalEntry.keptLine, to: mark) }

  /// Adds where the file is about to be moved to.
  mutating func note(destination attempt: Int, of mark: TakeMark) {
    append(JournalEntry.line(destination: attempt), to: mark)
  }

  /// Those that are finished have been told of, as far as somebody reads.
  mutating func removeFinished() {
    for mark in finished { remove(mark) }
    finished.removeAll()
  }

  /// Nothing has come of the take.
  func remove(_ mark: TakeMark) { unsafe unlink(path(mark)) }

  /// Whether there is an entry that says something.
  func hasEntry(of mark: TakeMark) -> Bool { (try? read(mark.text)) != nil }

  private mutating func append(_ line: String, to mark: TakeMark) {
    let path = path(mark)
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    // An entry that could not be written has been told of.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if unsafe Glibc.write(descriptor, line, line.utf8.count) != line.utf8.count { warn(path, errno) }
  }

  private func path(_ mark: TakeMark) -> String { directory + "/" + mark.text }

  private mutating func warn(_ path: String, _ number: Int32) {
    guard !hasWarned else { return }
    hasWarned = true
    warning =
      "cannot keep the journal of takes in \(path): \(Environment.sentence(number)); when the program crashes, its "
      + "next start finds what still records, but can not tell of a take that has ended meanwhile"
  }
}

// MARK: - Finding

extension TakeJournal {
  /// What earlier runs have left.
  struct Findings {
    /// Takes of this start of the machine whose daemon is gone. They are ours now.
    var interrupted: [JournalEntry] = []
    /// Takes of an earlier start of the machine.
    var lost: [JournalEntry] = []
    /// Files that somebody who is alive looks after.
    var others: Set<String> = []
    /// Somebody else was looking: what no entry is known of may have one all the same.
    var isIncomplete = false
    /// What there is besides, and why it is left alone.
    var nonsense: [String] = []
  }

  /// So many entries are read; more were not left by takes.
  private static let mostEntries = 1_000
  /// A configuration has up to 1 MiB, most of which may be one `verify`, and JSON adds a backslash to a quote.
  private static let largestEntry = 2_621_440
  private static let newSuffix = ".new"

  /// Reads all entries. Those that nobody alive looks after become ours, under a lock: of two daemons that start
  /// together one gets them.
  mutating func find() -> Findings {
    var findings = Findings()
    let folder = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return findings }
    defer { close(folder) }
    guard Self.lock(folder) else {
      findings.isIncomplete = true
      findings.nonsense.append("another evbridge is looking through \(directory)")
      return findings
    }
    let names = Directory.names(in: directory)
    let ours = names.filter { TakeMark(parsing: $0)?.boot == WallClock.bootID }
    let rest = Set(names).subtracting(ours).sorted()
    for name in (ours + rest).prefix(Self.mostEntries) {
      if name.hasSuffix(Self.newSuffix) {
        removeUnfinished(name)
        continue
      }
      do throws(JournalEntry.Nonsense) {
        sort(try read(name), into: &findings)
      } catch {
        // A power cut leaves empty ones, of which nothing can be learned; its files in `.partial` are told of.
        let path = directory + "/" + name
        if let mark = TakeMark(parsing: name), mark.boot != WallClock.bootID, TakeStorage.size(of: path) == 0,
          unsafe unlink(path) == 0
        {
          continue
        }
        findings.nonsense.append("\(directory)/\(name): \(error.message)")
      }
    }
    return findings
  }

  /// Of daemons that start together each waits for the other's look, which takes milliseconds, but none for ever.
  private static func lock(_ folder: Int32) -> Bool {
    for _ in 1...200 {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(10_000)
    }
    return false
  }

  /// The entries that can be read, whosever they are; nothing is changed.
  var entries: [JournalEntry] {
    Directory.names(in: directory).prefix(Self.mostEntries).compactMap { name in
      name.hasSuffix(Self.newSuffix) ? nil : try? read(name)
    }
  }

  private mutating func sort(_ entry: JournalEntry, into findings: inout Findings) {
    guard entry.mark.boot == WallClock.bootID else {
      findings.lost.append(entry)
      return
    }
    guard !entry.owner.isRunning || entry.owner == owner else {
      if let file = entry.reservation?.file { findings.others.insert(file) }
      return
    }
    var entry = entry
    entry.owner = owner
    write(entry)
    findings.interrupted.append(entry)
  }

  /// An entry that was never given its name.
  private func removeUnfinished(_ name: String) {
    let mark = TakeMark(parsing: String(name.dropLast(Self.newSuffix.count)))
    guard let mark, mark.boot != WallClock.bootID || !mark.daemon.isRunning else { return }
    unsafe unlink(directory + "/" + name)
  }

  private func read(_ name: String) throws(JournalEntry.Nonsense) -> JournalEntry {
    let path = directory + "/" + name
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw JournalEntry.Nonsense(message: Environment.sentence(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw JournalEntry.Nonsense(message: "it is no file")
    }
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw JournalEntry.Nonsense(message: "others than user \(Environment.userName) may have written it")
    }
    guard status.st_size <= Self.largestEntry else { throw JournalEntry.Nonsense(message: "it is too large") }
    let text = unsafe [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = max(0, unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count))
    }
    return try JournalEntry(parsing: text, named: name)
  }
}
