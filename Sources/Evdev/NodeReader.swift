import Glibc

/// A program that has the node of a device open.
public struct NodeReader: Hashable, Sendable {
  public var name: String
  public var process: Int32

  /// No message is longer for it.
  private static let most = 4

  /// Those that have a node open, as far as this user may see it; up to four, without this one.
  ///
  /// No file is looked at, but the links to them: one on a server that hangs would hold up whoever asks.
  public static func all(of path: String) -> [NodeReader] {
    var readers: [NodeReader] = []
    for entry in FolderNames.of("/proc") {
      guard let process = Int32(entry), process != getpid() else { continue }
      let folder = "/proc/\(process)"
      guard FolderNames.of(folder + "/fd").contains(where: { isLink("\(folder)/fd/\($0)", to: path) }) else { continue }
      readers.append(NodeReader(name: name(of: folder), process: process))
      if readers.count == most { break }
    }
    return readers
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
