import Glibc

/// A folder of texts, found from the place of a source file.
struct Folder {
  let path: String

  /// - Parameter up: how many steps above the source file's own folder it lies
  init(_ file: String, up: Int = 0, _ name: String) {
    path = "/" + file.split(separator: "/").dropLast(1 + up).joined(separator: "/") + "/\(name)/"
  }

  var names: [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.hasSuffix(".yaml") { names.append(name) }
    }
    return names.sorted()
  }

  func bytes(_ name: String) -> [UInt8] {
    guard let file = unsafe fopen(path + name, "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  func write(_ name: String, _ bytes: [UInt8]) {
    guard let file = unsafe fopen(path + name, "w") else { return }
    unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
  }
}
