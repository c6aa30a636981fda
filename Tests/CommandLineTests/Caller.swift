import Glibc
import TestSupport

/// One who talks to a daemon's control socket in bytes, as strangers do. Whoever waits here does not wait for ever.
final class Caller {
  struct Silence: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var descriptor: Int32 = -1
  private var rest: [UInt8] = []
  /// Every line that was read.
  private(set) var lines: [JSONLine] = []

  /// Waits until somebody listens.
  init(_ path: String) throws {
    for _ in 0..<(Program.patience / 10) {
      if let connected = UnixSocket.connected(to: path) {
        descriptor = connected
        var patience = timeval(tv_sec: Int(Program.patience / 1_000), tv_usec: 0)
        unsafe setsockopt(
          descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        return
      }
      usleep(10_000)
    }
    throw Silence(description: "nobody listens at \(path)")
  }

  deinit { close() }

  /// False when the other side takes no more.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// As much as can be sent at once; false when that is not all.
  func sendAtOnce(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) == bytes.count
  }

  /// The next line; nil at the end. What is no JSON object is a failure.
  func next() throws -> JSONLine? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let text = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        guard let line = JSONLine(text) else { throw Silence(description: "no JSON came: \(text)") }
        lines.append(line)
        return line
      }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&entry, 1, Int32(Program.patience)) > 0 else {
        throw Silence(description: "no line came after \(lines.map(\.text))")
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      rest += buffer[..<count]
    }
  }

  /// The next line that fits; those before it are passed over.
  @discardableResult func next(where fits: (JSONLine) -> Bool) throws -> JSONLine {
    while let line = try next() {
      if fits(line) { return line }
    }
    throw Silence(description: "the end came after \(lines.map(\.text))")
  }

  @discardableResult func next(_ type: String) throws -> JSONLine { try next { $0.type == type } }

  /// The next answer, in short: "ok", "deferred", or what was wrong.
  func answer() throws -> String {
    let line = try next { $0.type.isEmpty }
    return line["error"] ?? (line.number("deferred") == 1 ? "deferred" : line.number("ok") == 1 ? "ok" : line.text)
  }

  func ask(_ request: String) throws -> String {
    send(request + "\n")
    return try answer()
  }

  /// Reads until the other side has ended.
  func readToEnd() throws {
    while try next() != nil {}
  }

  /// Says nothing more, but listens.
  func endSpeaking() { shutdown(descriptor, Int32(SHUT_WR)) }

  func close() {
    guard descriptor >= 0 else { return }
    _ = Glibc.close(descriptor)
    descriptor = -1
  }
}
