import Glibc

/// The text of the configuration, as it lies on disk.
public struct ConfigurationSource: Sendable {
  public static let option = Arguments.Option(
    name: "config", letter: "c", value: "FILE",
    help: "the configuration (default: $XDG_CONFIG_HOME/evbridge/evbridge.yaml, else /etc/evbridge/evbridge.yaml)")

  /// A configuration is a page or two; a megabyte is no configuration.
  private static let maximumSize = 1 << 20

  public var path: String
  public var bytes: [UInt8]

  /// Reads the file that was named, or the one at the usual places.
  public init(_ named: String?) throws(Failure) {
    if let named {
      path = named
    } else {
      path = try Self.usual()
    }
    bytes = try Self.read(path)
  }

  private static func usual() throws(Failure) -> String {
    // A relative path is to be ignored, says the XDG base directory specification.
    let named = Environment.value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let own = named ?? Environment.value("HOME").map { $0 + "/.config" }
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
