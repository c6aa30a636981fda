import Glibc

/// Small text files, read and written whole.
enum TextFile {
  private static let longestLine = 255

  /// The first line without its end; nil when there is none, or it is no file: somebody may have put a FIFO in its place,
  /// and nobody may wait for what comes of that.
  static func firstLine(of path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: longestLine) { buffer, count in
      count = max(0, unsafe read(descriptor, buffer.baseAddress, buffer.count))
    }
    guard !bytes.isEmpty else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// The lines of a file of the kernel's, such as in /proc; none when it can not be read.
  static func lines(of path: String) -> [String] {
    guard let stream = unsafe fopen(path, "re") else { return [] }
    defer { unsafe fclose(stream) }
    var lines: [String] = []
    var buffer = [CChar](repeating: 0, count: 4_096)
    while unsafe fgets(&buffer, Int32(buffer.count), stream) != nil {
      let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
      lines.append(String(decoding: bytes, as: UTF8.self))
    }
    return lines
  }

  /// Writes beside the file, then moves it there: a power cut leaves the old or the new content.
  static func replace(_ path: String, with text: String) -> Int32? {
    let new = path + ".new"
    // One that was left half-written; and neither a link nor a FIFO that somebody put there is written to.
    unsafe unlink(new)
    let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return errno }
    let count = unsafe write(descriptor, text, text.utf8.count)
    let number = count < 0 ? errno : ENOSPC
    guard close(descriptor) == 0 else { return errno }
    guard count == text.utf8.count else { return number }
    return unsafe rename(new, path) == 0 ? nil : errno
  }
}
