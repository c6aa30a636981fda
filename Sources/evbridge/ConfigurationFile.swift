import Bridge
import Configuration
import Glibc

/// The configuration as it lies on disk.
struct ConfigurationFile {
  static let option = Arguments.Option(
    name: "config", letter: "c", value: "FILE",
    help: "the configuration (default: $XDG_CONFIG_HOME/evbridge/evbridge.yaml, else /etc/evbridge/evbridge.yaml)")

  /// A configuration is a page or two; a megabyte is no configuration.
  private static let maximumSize = 1 << 20

  var path: String
  var settings: Settings?
  var diagnostics: [Diagnostic]

  /// Reads the file that was named, or the one at the usual places.
  init(_ named: String?) throws(Failure) {
    if let named {
      path = named
    } else {
      path = try Self.usual()
    }
    let bytes = try Self.read(path)
    (settings, diagnostics) = readConfiguration(bytes, file: path, home: Self.environment("HOME"))
  }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  private static func usual() throws(Failure) -> String {
    let own = environment("XDG_CONFIG_HOME") ?? environment("HOME").map { $0 + "/.config" }
    let places = (own.map { [$0 + "/evbridge/evbridge.yaml"] } ?? []) + ["/etc/evbridge/evbridge.yaml"]
    guard let found = places.first(where: { unsafe access($0, F_OK) == 0 }) else {
      throw Failure(
        .noInput,
        "there is no configuration at \(places.joined(separator: " or ")): write one (see the examples folder), "
          + "or name one with -c FILE")
    }
    return found
  }

  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure(.noInput, "\(path): \(unsafe String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.noInput, "\(path) is not a file")
    }
    if geteuid() == 0, status.st_uid != 0 || status.st_mode & 0o022 != 0 {
      throw Failure(
        .permission,
        "\(path) names commands that would run as root, and others than root can write it: "
          + "sudo chown root \(path); sudo chmod go-w \(path)")
    }
    guard status.st_size <= maximumSize else { throw Failure(.noInput, "\(path) is larger than 1 MiB") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= maximumSize {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(.noInput, "\(path): \(unsafe String(cString: strerror(errno)))") }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
