import Glibc

/// The `{n}` of file names: one counter per recorder, kept on disk, so that it goes on after a restart and when the
/// clock does not.
struct TakeCounters {
  private let directory: String
  private var known: [String: Int] = [:]
  private var warning: String?
  private var hasWarned = false

  init(directory: String) { self.directory = directory }

  mutating func takeWarning() -> String? {
    defer { warning = nil }
    return warning
  }

  /// The next number, from 1. Without a place to keep it, it counts for as long as the program runs.
  mutating func next(for recorder: String) -> Int {
    let file = directory + "/" + recorder
    let number = max(known[recorder] ?? 0, TextFile.firstLine(of: file).flatMap { Int($0) } ?? 0) + 1
    known[recorder] = number
    makeDirectories(directory)
    if let error = TextFile.replace(file, with: "\(number)\n"), !hasWarned {
      hasWarned = true
      warning =
        "cannot keep the counter of takes in \(file): \(Environment.sentence(error)); it starts anew at each start"
    }
    return number
  }
}

/// `mkdir -p`; what goes wrong shows when something is written there.
func makeDirectories(_ path: String) {
  var prefix = ""
  for part in path.utf8.split(separator: UInt8(ascii: "/")) {
    prefix += "/" + String(Substring(part))
    unsafe mkdir(prefix, 0o755)
  }
}
