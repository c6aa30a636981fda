import Glibc

/// The package's own files, found beside this one.
enum SourceTree {
  struct Unreadable: Error { var path: String }

  /// The root of the package, with a slash at the end.
  static let root = {
    let components = #filePath.split(separator: "/").dropLast(3)
    return "/" + components.map { $0 + "/" }.joined()
  }()

  /// All Swift files below a folder.
  static func swiftFiles(below folder: String) throws -> [SourceFile] {
    try entries(of: folder).flatMap { entry -> [SourceFile] in
      let path = "\(folder)/\(entry.name)"
      if entry.isFolder { return try swiftFiles(below: path) }
      return path.hasSuffix(".swift") ? [SourceFile(path: path, text: try text(of: path))] : []
    }
  }

  /// The folders in a folder.
  static func folders(in folder: String) throws -> [String] {
    try entries(of: folder).filter(\.isFolder).map(\.name)
  }

  private static func entries(of folder: String) throws -> [(name: String, isFolder: Bool)] {
    guard let stream = unsafe opendir(root + folder) else { throw Unreadable(path: folder) }
    defer { unsafe closedir(stream) }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      entries.append((name, unsafe Int32(entry.pointee.d_type) == Int32(DT_DIR)))
    }
    return entries.sorted { $0.name < $1.name }
  }

  private static func text(of path: String) throws -> String {
    let descriptor = unsafe open(root + path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Unreadable(path: path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(0, unsafe read(descriptor, buffer.baseAddress, buffer.count))
      }
      guard !chunk.isEmpty else { break }
      bytes += chunk
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
