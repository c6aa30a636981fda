import Glibc

/// Which programs have a file open, as far as /proc shows it to us.
enum OpenFiles {
  /// A program that may write to the file: `ffmpeg (process 4711)`; nil when none is seen.
  static func writer(of file: stat) -> String? {
    for process in names(in: "/proc") where process.utf8.allSatisfy({ (48...57).contains($0) }) {
      if process == "\(getpid())" { continue }
      let folder = "/proc/\(process)"
      for number in names(in: folder + "/fd") {
        var status = stat()
        guard unsafe stat("\(folder)/fd/\(number)", &status) == 0, status.st_dev == file.st_dev,
          status.st_ino == file.st_ino, mayWrite("\(folder)/fdinfo/\(number)")
        else { continue }
        return "\(firstLine(of: folder + "/comm") ?? "a program") (process \(process))"
      }
    }
    return nil
  }

  /// Of `flags:` followed by what open was given, in octal.
  private static func mayWrite(_ path: String) -> Bool {
    guard let flags = line(of: path, beginningWith: "flags:") else { return true }
    let digits = flags.drop { $0 == " " || $0 == "\t" }
    return Int32(digits, radix: 8).map { $0 & O_ACCMODE != O_RDONLY } ?? true
  }

  private static func firstLine(of path: String) -> String? { line(of: path, beginningWith: "") }

  /// What follows these words in the first line that begins with them.
  private static func line(of path: String, beginningWith words: String) -> String? {
    guard let stream = unsafe fopen(path, "re") else { return nil }
    defer { unsafe fclose(stream) }
    var buffer = [CChar](repeating: 0, count: 256)
    while unsafe fgets(&buffer, Int32(buffer.count), stream) != nil {
      let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
      if bytes.starts(with: words.utf8) { return String(decoding: bytes.dropFirst(words.utf8.count), as: UTF8.self) }
    }
    return nil
  }

  /// What is in a folder; nothing when it can not be read.
  private static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
