import Glibc

/// Where the result of a verb goes: a file that somebody names, or standard output.
public enum OutputFile {
  public static let option = Arguments.Option(
    name: "output", letter: "o", value: "FILE", help: "where it goes (default: standard output)")

  /// Writes all of it; a file that is there is replaced.
  public static func write(_ bytes: [UInt8], to path: String?) throws(Failure) {
    let descriptor = path.map { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) } ?? STDOUT_FILENO
    guard descriptor >= 0 else { throw refusal(path) }
    defer { if path != nil { close(descriptor) } }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw refusal(path) }
      rest = rest.dropFirst(count)
    }
  }

  private static func refusal(_ path: String?) -> Failure {
    let reason = unsafe String(cString: strerror(errno))
    return Failure(path == nil ? .output : .cannotCreate, "\(path ?? "standard output"): \(reason)")
  }
}
