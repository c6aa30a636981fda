import Glibc

/// A file of sysfs: a short text that is read or written in one go.
struct Attribute {
  let path: String

  init(_ name: String, in folder: String) { path = folder + "/" + name }

  func open(_ flags: Int32) throws(LightError) -> Descriptor {
    let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw .refused(path: path, errno: errno) }
    return Descriptor(owning: descriptor)
  }

  /// Its text without the end of the line. Most are shorter than a page, but a list of triggers names every processor.
  func read() throws(LightError) -> String {
    let file = try open(O_RDONLY)
    var text: [UInt8] = []
    while text.count < 65_536 {
      var errno: Int32 = 0
      let part = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
        count = unsafe Glibc.read(file.rawValue, buffer.baseAddress, buffer.count)
        if count < 0 { (errno, count) = (Glibc.errno, 0) }
      }
      guard errno == 0 else { throw .refused(path: path, errno: errno) }
      if part.isEmpty { break }
      text += part
    }
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  func write(_ text: String) throws(LightError) { try write(text, to: try open(O_WRONLY)) }

  /// Where the file is written often, it is kept open: sysfs takes each write for a new text.
  func write(_ text: String, to file: borrowing Descriptor) throws(LightError) {
    let line = text + "\n"
    let written = unsafe Glibc.write(file.rawValue, line, line.utf8.count)
    guard written >= 0 else { throw .refused(path: path, errno: errno) }
  }
}
