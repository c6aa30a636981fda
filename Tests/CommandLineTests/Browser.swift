import Foundation
import Glibc
import Testing

/// One connection to the panel, in bytes, as strangers and browsers have them. Whoever waits here does not wait for ever.
final class Browser {
  struct Silence: Error, CustomStringConvertible {
    var description: String
  }

  private var descriptor: Int32
  private var rest: [UInt8] = []
  /// What has come of chunks that are not whole yet; nil while what comes is not in chunks.
  private var chunks: [UInt8]?
  private var hasHead = false

  /// - Parameter receiveBuffer: how much the kernel keeps for it; the usual when nil
  init(_ port: UInt16, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if var size = receiveBuffer {
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = unsafe withUnsafePointer(to: &place) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Silence(description: "nobody listens at port \(port): error \(errno)") }
  }

  deinit { close() }

  func close() {
    guard descriptor >= 0 else { return }
    _ = Glibc.close(descriptor)
    descriptor = -1
  }

  /// As much as the other side takes at once; false when that is not all.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) == bytes.count
  }

  @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Says nothing more, but listens.
  func endSpeaking() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Waits for a piece; false at the end.
  private func readOnce() throws -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, Int32(Program.patience)) > 0 else {
      throw Silence(description: "nothing came after \(String(decoding: rest, as: UTF8.self))")
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return false }
    guard chunks != nil else {
      rest += buffer[..<count]
      return true
    }
    chunks? += buffer[..<count]
    takeChunks()
    return true
  }

  /// Takes the chunks apart that are whole: their borders fall anywhere, also within a line.
  private func takeChunks() {
    while let raw = chunks, let end = raw.firstRange(of: [13, 10]) {
      guard let size = Int(String(decoding: raw[..<end.lowerBound], as: UTF8.self), radix: 16) else { return }
      let last = end.upperBound + size
      guard raw.count >= last + 2 else { return }
      rest += raw[end.upperBound..<last]
      chunks = Array(raw[(last + 2)...])
    }
  }

  /// All that comes until the other side ends.
  func readToEnd() throws -> String {
    while try readOnce() {}
    defer { rest = [] }
    return String(decoding: rest, as: UTF8.self)
  }

  /// The head of an answer, and the body, of which it tells the length; for servers that leave the connection open.
  func readAnswer() throws -> (head: String, body: String) {
    guard let head = try next(until: "\r\n\r\n") else { throw Silence(description: "the end came before an answer") }
    let mark = "content-length:"
    let line = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix(mark) }
    let length = Int(line?.dropFirst(mark.count).drop { $0 == " " } ?? "") ?? 0
    while rest.count < length {
      guard try readOnce() else { throw Silence(description: "the end came within the answer \(head)") }
    }
    defer { rest.removeFirst(length) }
    return (head, String(decoding: rest[..<length], as: UTF8.self))
  }

  /// What comes up to an end mark, without it; nil when the end comes first.
  private func next(until mark: String) throws -> String? {
    while true {
      if let range = rest.firstRange(of: Array(mark.utf8)) {
        defer { rest.removeSubrange(..<range.upperBound) }
        return String(decoding: rest[..<range.lowerBound], as: UTF8.self)
      }
      guard try readOnce() else { return nil }
    }
  }

  // MARK: Events

  /// The next event of a stream; nil at its end.
  func next() throws -> JSONLine? {
    if !hasHead {
      guard let head = try next(until: "\r\n\r\n") else { return nil }
      hasHead = true
      if head.lowercased().contains("transfer-encoding: chunked") {
        chunks = rest
        rest = []
        takeChunks()
      }
    }
    while true {
      guard let line = try next(until: "\n") else { return nil }
      if line.hasPrefix("data: "), let event = JSONLine(String(line.dropFirst(6))) { return event }
    }
  }

  @discardableResult func next(where fits: (JSONLine) -> Bool) throws -> JSONLine {
    var seen: [String] = []
    while let event = try next() {
      if fits(event) { return event }
      seen.append(event.type)
    }
    throw Silence(description: "the end came after \(seen)")
  }

  @discardableResult func next(_ type: String) throws -> JSONLine { try next { $0.type == type } }
}

/// A running panel, and how to ask it.
final class RunningPanel {
  struct Answer {
    var status: Int
    /// By names in small letters.
    var headers: [String: String]
    var body: String
  }

  static let path = Program.path + "-panel"

  let program: Program
  let port: UInt16

  init(_ scene: Scene, _ options: [String] = []) throws {
    program = Program(
      [Self.path, "-c", scene.folder + "/evbridge.yaml", "--socket", scene.socket, "--port", "0"] + options,
      environment: ["PATH": scene.path, "HOME": scene.folder])
    let mark = "evbridge-panel: http://127.0.0.1:"
    try program.wait(for: "its address") { $0.errorLines.contains { $0.hasPrefix(mark) } }
    let line = try #require(program.errorLines.first { $0.hasPrefix(mark) })
    port = try #require(UInt16(line.dropFirst(mark.count).dropLast()))
  }

  /// - Parameters:
  ///   - headers: whole lines; Host is added where it is missing
  func ask(_ line: String, _ headers: [String] = [], body: String? = nil) throws -> Answer {
    let browser = try Browser(port)
    var lines = [line + " HTTP/1.1"] + headers + ["Connection: close"]
    if !headers.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: 127.0.0.1:\(port)") }
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    browser.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    return try Self.answer(browser.readToEnd())
  }

  private static func answer(_ text: String) throws -> Answer {
    let end = try #require(text.firstRange(of: "\r\n\r\n"), "\(text)")
    let lines = text[..<end.lowerBound].split(separator: "\r\n")
    let words = try #require(lines.first).split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let colon = try #require(line.firstIndex(of: ":"))
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return Answer(status: try #require(Int(words[1])), headers: headers, body: String(text[end.upperBound...]))
  }

  func token() throws -> String {
    let look = try #require(JSONLine(try ask("GET /look.json").body))
    return try #require(look["token"])
  }

  /// The status and the body of what a request of the page comes to.
  func post(_ request: String, token: String) throws -> (Int, String) {
    let answer = try ask(
      "POST /control", ["X-Evbridge-Token: " + token, "Content-Type: application/json"], body: request)
    return (answer.status, answer.body)
  }

  func openEvents(receiveBuffer: Int32? = nil) throws -> Browser {
    let browser = try Browser(port, receiveBuffer: receiveBuffer)
    browser.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    return browser
  }

  /// How many descriptors it has while nobody is connected.
  func descriptorsAtRest() throws -> Int {
    _ = try ask("GET /")
    // The connection goes a moment after its answer; looking for the daemon takes one for another moment.
    var least = Int.max
    for _ in 0..<30 {
      least = min(least, descriptors(of: Int(program.number)))
      usleep(10_000)
    }
    return least
  }

  /// Ends it as the service manager does.
  func end() throws -> Int32 {
    program.send(SIGTERM)
    return try program.end()
  }
}
