public import Glibc

/// A file that somebody names, read whole: never a pipe that blocks, never more than is sensible.
public enum InputFile {
  /// - Parameter check: looks at what was opened before it is read
  public static func read(
    _ path: String, maximumSize: Int, check: (stat) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw refusal(path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.noInput, "\(path) is not a file")
    }
    try check(status)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= maximumSize {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw refusal(path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    throw Failure(.noInput, "\(path) is larger than \(maximumSize >> 20) MiB")
  }

  private static func refusal(_ path: String) -> Failure {
    Failure(.noInput, "\(path): \(unsafe String(cString: strerror(errno)))")
  }
}
