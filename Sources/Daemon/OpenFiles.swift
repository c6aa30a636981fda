public import Glibc

/// Which programs have a file open, as far as /proc shows it to us.
public enum OpenFiles {
  /// A program that may write to the file: `ffmpeg (process 4711)`; nil when none is seen.
  public static func writer(of file: stat) -> String? {
    programs { folder, number in
      var status = stat()
      return unsafe stat("\(folder)/fd/\(number)", &status) == 0 && status.st_dev == file.st_dev
        && status.st_ino == file.st_ino && mayWrite("\(folder)/fdinfo/\(number)")
    }.first
  }

  /// Whether another process runs a program of this name, whosever it is.
  static func isRunning(_ name: String) -> Bool {
    Directory.names(in: "/proc").contains { process in
      process.utf8.allSatisfy { (48...57).contains($0) } && process != "\(getpid())"
        && TextFile.firstLine(of: "/proc/\(process)/comm") == name
    }
  }

  /// A program that has a socket: `python3 (process 4711)`; nil when none is seen.
  static func holder(ofSocket inode: UInt64) -> String? {
    programs { folder, number in
      var link = [CChar](repeating: 0, count: 64)
      let count = unsafe readlink("\(folder)/fd/\(number)", &link, link.count)
      return link.prefix(max(0, count)).elementsEqual("socket:[\(inode)]".utf8.map { CChar(bitPattern: $0) })
    }.first
  }

  /// Those with a descriptor that is wanted, beside ourselves; asked with the folder of the process and the number.
  private static func programs(where isWanted: (_ folder: String, _ descriptor: String) -> Bool) -> [String] {
    var programs: [String] = []
    for process in Directory.names(in: "/proc") where process.utf8.allSatisfy({ (48...57).contains($0) }) {
      if process == "\(getpid())" { continue }
      let folder = "/proc/\(process)"
      if Directory.names(in: folder + "/fd").contains(where: { isWanted(folder, $0) }) {
        programs.append("\(TextFile.firstLine(of: folder + "/comm") ?? "a program") (process \(process))")
      }
    }
    return programs
  }

  /// Of `flags:` followed by what open was given, in octal.
  private static func mayWrite(_ path: String) -> Bool {
    guard let line = TextFile.lines(of: path).first(where: { $0.hasPrefix("flags:") }) else { return true }
    let digits = line.utf8.split(separator: UInt8(ascii: "\t")).last.map { String(Substring($0)) }
    return digits.flatMap { Int32($0, radix: 8) }.map { $0 & O_ACCMODE != O_RDONLY } ?? true
  }
}
