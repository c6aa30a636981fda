import Bridge
import Configuration
import Daemon
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

  /// Reads it again, for a daemon that runs.
  static func reread(_ path: String) -> Rereading {
    do throws(Failure) {
      let file = try ConfigurationFile(path)
      return Rereading(
        settings: file.settings,
        findings: file.diagnostics.map { Rereading.Finding(isError: $0.severity == .error, message: $0.located) })
    } catch {
      return Rereading(settings: nil, findings: [Rereading.Finding(isError: true, message: error.message)])
    }
  }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  private static func usual() throws(Failure) -> String {
    // A relative path is to be ignored, says the XDG base directory specification.
    let named = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let own = named ?? environment("HOME").map { $0 + "/.config" }
    let places = (own.map { [$0 + "/evbridge/evbridge.yaml"] } ?? []) + ["/etc/evbridge/evbridge.yaml"]
    guard let found = places.first(where: { unsafe access($0, F_OK) == 0 }) else {
      throw Failure(
        .noInput,
        "there is no configuration at \(places.joined(separator: " or ")): write one (examples are in \(examples)), "
          + "or name one with -c FILE")
    }
    return found
  }

  /// Where the examples are: installed beside the program, else with the sources.
  private static var examples: String {
    var link = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &link, link.count)
    let program = String(decoding: link.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let prefix = program.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
    let installed = prefix + "/share/doc/evbridge/examples"
    return unsafe access(installed, F_OK) == 0 ? installed : "the folder examples of the sources"
  }

  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    try InputFile.read(path, maximumSize: maximumSize) { status throws(Failure) in
      guard geteuid() == 0, status.st_uid != 0 || status.st_mode & 0o022 != 0 else { return }
      throw Failure(
        .permission,
        "\(path) names commands that would run as root, and others than root can write it: "
          + "sudo chown root \(path); sudo chmod go-w \(path)")
    }
  }
}
