import Glibc

/// A folder of its own for a test, open to every user, removed afterwards.
struct TestFolder: ~Copyable {
  let path: String

  init() throws {
    var name = Array("/tmp/evbridge-kernel-XXXXXX".utf8CString)
    let isMade = unsafe mkdtemp(&name) != nil
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard isMade, unsafe chmod(path, 0o755) == 0, unsafe mkdir(path + "/takes", 0o755) == 0 else {
      throw Refused(what: path, number: errno)
    }
    self.path = path
  }

  deinit { unsafe system("rm -rf \(path)") }

  struct Refused: Error {
    var what: String
    var number: Int32
  }

  /// Where the takes go.
  var takes: String { path + "/takes" }

  /// Writes a file and returns its path.
  @discardableResult func add(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
    let file = "\(path)/\(name)"
    let descriptor = unsafe Glibc.open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Refused(what: file, number: errno) }
    defer { close(descriptor) }
    guard unsafe write(descriptor, text, text.utf8.count) == text.utf8.count, fchmod(descriptor, mode) == 0 else {
      throw Refused(what: file, number: errno)
    }
    return file
  }
}

/// What is in a folder, in order of name, dot files too.
func names(in folder: String) -> [String] {
  guard let stream = unsafe opendir(folder) else { return [] }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// All bytes of a file, also of one in /proc or /sys; empty when it can not be read.
func bytes(of path: String) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  while true {
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, unsafe read(descriptor, buffer.baseAddress, buffer.count))
    }
    if piece.isEmpty { return bytes }
    bytes += piece
  }
}

func text(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }

/// Where a symbolic link leads to; nil for anything else.
func target(of link: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = unsafe readlink(link, &buffer, buffer.count)
  return count < 0 ? nil : String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
