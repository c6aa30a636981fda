import Foundation
import Testing

/// A headless Chromium, driven by WebDriver.
///
/// Its driver answers over HTTP on a port of its own choice; a session is a browser, which lives as long as this.
final class Chromium {
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  private let driver: Program
  private let port: UInt16
  private var session = ""
  /// Profile, cache, and whatever else it writes.
  private let home = "/tmp/evbridge-chromium.\(UUID().uuidString)"

  /// - Parameter options: further ones of the browser's command line
  init(_ options: [String] = []) throws {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    driver = Program(
      ["/usr/bin/env", "chromedriver", "--port=0"],
      environment: ["PATH": "/usr/bin:/bin", "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8"])
    let mark = "started successfully on port "
    try driver.wait(for: "its port") { $0.outputLines.contains { $0.contains(mark) } }
    let number = driver.outputLines.joined().components(separatedBy: mark)[1].prefix { $0.isNumber }
    port = try #require(UInt16(number))
    // Its sandbox needs what a container may not have, nor root; it sees no pages but ours. /dev/shm may be small there.
    let settings: [String: Any] = [
      "binary": "/usr/bin/chromium",
      "args": ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-sandbox"]
        + options,
    ]
    let answer: Session = try ask(
      "POST /session", ["capabilities": ["alwaysMatch": ["acceptInsecureCerts": true, "goog:chromeOptions": settings]]])
    session = "/session/\(answer.sessionId)"
    let _: Nothing = try call("POST", "/timeouts", ["script": Program.patience - 5_000])
  }

  deinit {
    // The driver ends the browser with the session. What is left of it would be killed with the driver's group.
    if !session.isEmpty { let _: Nothing? = try? ask("DELETE " + session) }
    driver.send(SIGTERM)
    _ = try? driver.end()
    try? FileManager.default.removeItem(atPath: home)
  }

  private struct Session: Decodable {
    var sessionId: String
  }

  /// What nobody looks at.
  struct Nothing: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// A command of this session.
  func call<Value: Decodable>(_ method: String, _ path: String, _ body: [String: Any] = [:]) throws -> Value {
    try ask("\(method) \(session)\(path)", method == "POST" ? body : nil)
  }

  private struct Answer<Value: Decodable>: Decodable {
    var value: Value
  }

  private struct Fault: Decodable {
    var error: String
    var message: String
  }

  /// URLSession does not understand the driver's answers: no space follows the colon of a header.
  private func ask<Value: Decodable>(_ line: String, _ body: [String: Any]? = nil) throws -> Value {
    let text = try body.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) } ?? ""
    let connection = try Browser(port)
    connection.send(
      "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
    let answer = try connection.readAnswer()
    let data = Data(answer.body.utf8)
    guard answer.head.hasPrefix("HTTP/1.1 200 ") else {
      let fault = try JSONDecoder().decode(Answer<Fault>.self, from: data).value
      throw Refusal(description: "\(line): \(fault.error): \(fault.message)")
    }
    return try JSONDecoder().decode(Answer<Value>.self, from: data).value
  }
}

// MARK: - One for a suite

extension Chromium {
  @TaskLocal private static var lent: Loan?

  /// Tests take turns (`.serialized`), so nobody uses it at the same time as another.
  private struct Loan: @unchecked Sendable {
    var chromium: Chromium
  }

  /// The one of the suite.
  static func shared() throws -> Chromium {
    try #require(lent?.chromium, "the suite has no .chromium")
  }

  /// Starts it before the first test of a suite, and ends it after the last.
  struct ForSuite: SuiteTrait, TestScoping {
    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let chromium = try Chromium()
      try await Chromium.$lent.withValue(Loan(chromium: chromium)) { try await function() }
      // It has been needed up to here.
      withExtendedLifetime(chromium) {}
    }
  }
}

extension Trait where Self == Chromium.ForSuite {
  static var chromium: Self { Self() }
}
