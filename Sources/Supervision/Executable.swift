import Glibc

/// What the name of a program leads to.
public enum Executable: Hashable, Sendable {
  /// It can be started. The path is as seen from the working directory.
  case found(path: String)
  /// There is such a file, but it is not a program, or we may not start it.
  case notExecutable(path: String)
  case notFound

  /// Looks up a program as execvp does: a name with a slash is a path, any other is looked for in the directories of
  /// `path`, and one that can not be executed does not end the search.
  ///
  /// - Parameters:
  ///   - path: Directories separated by colons, as in PATH; nil is our own PATH.
  ///   - workingDirectory: Where relative paths start; nil is our own.
  public static func find(
    _ program: String, path: String? = nil, workingDirectory: String? = nil
  ) -> Executable {
    guard !program.isEmpty else { return .notFound }
    var refused: String?
    for candidate in candidates(for: program, path: path ?? ownPath) {
      let place = candidate.hasPrefix("/") ? candidate : (workingDirectory.map { $0 + "/" } ?? "") + candidate
      var status = stat()
      guard unsafe stat(place, &status) == 0 else {
        if errno == EACCES { refused = refused ?? candidate }
        continue
      }
      if status.st_mode & S_IFMT == S_IFREG, unsafe access(place, X_OK) == 0 { return .found(path: candidate) }
      refused = refused ?? candidate
    }
    return refused.map { .notExecutable(path: $0) } ?? .notFound
  }

  /// Our own PATH, or glibc's when there is none.
  static var ownPath: String {
    guard let path = unsafe getenv("PATH") else { return "/bin:/usr/bin" }
    return unsafe String(cString: path)
  }

  private static func candidates(for program: String, path: String) -> [String] {
    if program.utf8.contains(UInt8(ascii: "/")) { return [program] }
    return path.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { directory in
      // An empty entry is the working directory.
      directory.isEmpty ? "./" + program : String(Substring(directory)) + "/" + program
    }
  }
}
