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

  /// The number after the last that was used, from 1.
  func next(for recorder: String) -> Int { last(for: recorder) + 1 }

  private func last(for recorder: String) -> Int {
    // A larger number is none that was kept here, and no number of takes.
    let kept = TextFile.firstLine(of: directory + "/" + recorder).flatMap { Int32($0) } ?? 0
    return max(known[recorder] ?? 0, Int(kept))
  }

  /// Keeps a number that a take has used; later ones may have been used meanwhile. Without a place to keep it, it is known for as long as the program runs.
  mutating func use(_ number: Int, for recorder: String) {
    let number = max(last(for: recorder), number)
    known[recorder] = number
    makeDirectories(directory)
    let file = directory + "/" + recorder
    if let error = TextFile.replace(file, with: "\(number)\n"), !hasWarned {
      hasWarned = true
      warning =
        "cannot keep the counter of takes in \(file): \(Environment.sentence(error)); it starts anew at each start"
    }
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
