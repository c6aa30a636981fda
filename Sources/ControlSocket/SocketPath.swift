/// Where the socket is, decided in the same way for those who listen and for those who ask.
public enum SocketPath {
  private static let name = "evbridge.sock"
  /// The folder of the system's daemon.
  public static let systemFolder = "/run/evbridge"
  static let system = systemFolder + "/" + name

  /// Where a daemon listens.
  ///
  /// What was named wins: by the option, then by `EVBRIDGE_SOCKET`. Then comes the folder that the service manager has
  /// made (`RUNTIME_DIRECTORY`), for root the system's folder, and else the user's (`XDG_RUNTIME_DIR`).
  public static func ofDaemon(option: String?, isRoot: Bool, environment: (String) -> String?) -> String {
    if let named = option ?? environment("EVBRIDGE_SOCKET") { return named }
    if let folders = environment("RUNTIME_DIRECTORY") { return folders.prefix { $0 != ":" } + "/" + name }
    return isRoot ? system : user(environment) ?? system
  }

  /// Where somebody who asks looks, one after the other: what was named, else the user's own daemon, then the
  /// system's. For root both are the same.
  public static func ofClient(option: String?, isRoot: Bool, environment: (String) -> String?) -> [String] {
    if let named = option ?? environment("EVBRIDGE_SOCKET") { return [named] }
    guard !isRoot, let user = user(environment) else { return [system] }
    return [user, system]
  }

  /// A relative path means nothing there, as the XDG base directory specification has it.
  private static func user(_ environment: (String) -> String?) -> String? {
    environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 + "/" + name : nil }
  }
}
