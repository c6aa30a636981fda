import Glibc

/// Small text files, read and written whole.
enum TextFile {
  /// The first line without its end; nil when the file can not be read.
  static func firstLine(of path: String) -> String? {
    guard let stream = unsafe fopen(path, "re") else { return nil }
    defer { unsafe fclose(stream) }
    var line = [CChar](repeating: 0, count: 256)
    guard unsafe fgets(&line, Int32(line.count), stream) != nil else { return nil }
    let bytes = line.prefix { $0 != 0 && $0 != 10 }
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Writes beside the file, then moves it there: a power cut leaves the old or the new content.
  static func replace(_ path: String, with text: String) -> Int32? {
    let new = path + ".new"
    guard let stream = unsafe fopen(new, "we") else { return errno }
    let isWritten = unsafe fputs(text, stream) >= 0
    guard unsafe fclose(stream) == 0, isWritten else { return errno }
    return unsafe rename(new, path) == 0 ? nil : errno
  }
}
