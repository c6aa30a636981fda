import Glibc

/// Who else reads a device.
public enum NodeReaders {
  /// No message is longer for it.
  private static let most = 4

  /// The programs, as "NAME (PID)", that have a node open, as far as this user may see it; up to four, without this one.
  public static func names(of path: String) -> [String] {
    var readers: [String] = []
    for process in FolderNames.of("/proc") where Int32(process).map({ $0 != getpid() }) ?? false {
      let folder = "/proc/\(process)"
      guard FolderNames.of(folder + "/fd").contains(where: { isLink("\(folder)/fd/\($0)", to: path) }) else { continue }
      readers.append("\(name(of: folder)) (\(process))")
      if readers.count == most { break }
    }
    return readers
  }

  /// Who reads it, or how to find out.
  public static func sentence(of path: String) -> String {
    let readers = names(of: path)
    return readers.isEmpty
      ? "'sudo fuser -v \(path)' shows who reads it" : "read by \(readers.joined(separator: ", "))"
  }

  private static func isLink(_ link: String, to path: String) -> Bool {
    var buffer = [CChar](repeating: 0, count: path.utf8.count + 1)
    let count = unsafe readlink(link, &buffer, buffer.count)
    return count == path.utf8.count && zip(buffer, path.utf8).allSatisfy { UInt8(bitPattern: $0) == $1 }
  }

  private static func name(of folder: String) -> String {
    let descriptor = unsafe open(folder + "/comm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "?" }
    defer { close(descriptor) }
    // The kernel keeps 15 bytes.
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = unsafe read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)).filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
