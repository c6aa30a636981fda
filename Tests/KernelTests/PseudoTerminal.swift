import CGlibc
import Glibc

/// A terminal without a screen: what is written here is typed there.
struct PseudoTerminal: ~Copyable {
  private let keyboard: Int32
  /// The terminal's own file, for the program that runs in it.
  let path: String

  init() throws {
    let keyboard = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard keyboard >= 0, grantpt(keyboard) == 0, unlockpt(keyboard) == 0, let name = unsafe ptsname(keyboard) else {
      throw TestFolder.Refused(what: "pseudo terminal", number: errno)
    }
    path = unsafe String(cString: name)
    self.keyboard = keyboard
  }

  /// Hangs up.
  deinit { close(keyboard) }

  func type(_ byte: UInt8) { unsafe [byte].withUnsafeBytes { _ = unsafe write(keyboard, $0.baseAddress, 1) } }

  /// Starts a program in it: the leader of a session makes the first terminal that it opens its own.
  var launcher: [String] { ["sh", "-c", "exec 0<>'\(path)'; exec \"$@\"", "sh"] }
}
