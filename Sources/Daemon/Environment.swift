import Glibc

/// What the process was started with.
enum Environment {
  static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Where the program keeps what outlives it: the service manager's folder, else the user's. A relative path means
  /// nothing there, as the XDG base directory specification has it.
  static var stateDirectory: String {
    if let directory = value("STATE_DIRECTORY") { return String(directory.prefix { $0 != ":" }) }
    if let directory = value("XDG_STATE_HOME"), directory.hasPrefix("/") { return directory + "/evbridge" }
    if let home = value("HOME") { return home + "/.local/state/evbridge" }
    return "/var/lib/evbridge"
  }

  /// Who we are, for messages about permissions.
  static var userName: String {
    guard let entry = unsafe getpwuid(geteuid()) else { return "uid \(geteuid())" }
    return unsafe String(cString: entry.pointee.pw_name)
  }

  /// Whether the process belongs to a terminal, which hangs up when it ends.
  static var hasTerminal: Bool {
    let descriptor = unsafe open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// The error number's sentence.
  static func sentence(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
