import Foundation
import Testing

/// Somebody else's page, https://kiosk.example/page.html, by a web server of OpenSSL on this machine.
final class Site {
  static let origin = "https://kiosk.example"

  private let folder = "/tmp/evbridge-site.\(UUID().uuidString)"
  private let server: Program
  private let port: UInt16

  /// - Parameter body: of the page
  init(_ body: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("<!doctype html><meta charset=utf-8><title>Kiosk</title>\(body)".utf8)
      .write(to: URL(fileURLWithPath: folder + "/page.html"))
    let environment = ["PATH": "/usr/bin:/bin", "HOME": folder]
    let certificate = Program(
      [
        "/usr/bin/env", "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-keyout", folder + "/key", "-out", folder + "/certificate", "-days", "2", "-subj", "/CN=kiosk.example",
        "-addext", "subjectAltName=DNS:kiosk.example",
      ], environment: environment)
    try #require(try certificate.end() == 0, "\(certificate.errorLines)")
    // It serves what is in the folder that it runs in.
    server = Program(
      [
        "/bin/sh", "-c", "cd \"$1\" && exec openssl s_server -accept 127.0.0.1:0 -WWW -cert certificate -key key", "sh",
        folder,
      ], environment: environment)
    let mark = "ACCEPT 127.0.0.1:"
    try server.wait(for: "its port") { $0.outputLines.contains { $0.hasPrefix(mark) } }
    let line = try #require(server.outputLines.first { $0.hasPrefix(mark) })
    port = try #require(UInt16(line.dropFirst(mark.count)))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// How a browser finds it.
  /// - Parameter isPublic: as if it were out there, and not on this machine
  func options(isPublic: Bool) -> [String] {
    ["--host-resolver-rules=MAP kiosk.example:443 127.0.0.1:\(port)"]
      + (isPublic ? ["--ip-address-space-overrides=127.0.0.1:\(port)=public"] : [])
  }
}

/// The policy of Chromium's administrator, as long as this exists.
final class ManagedPolicy {
  private static let folder = "/etc/chromium/policies/managed"
  private static let path = folder + "/evbridge-test.json"
  /// Those that were not there before, the innermost first.
  private let made: [String]

  init(_ json: String) throws {
    var missing: [String] = []
    var folder = Self.folder
    while !FileManager.default.fileExists(atPath: folder) {
      missing.append(folder)
      folder = (folder as NSString).deletingLastPathComponent
    }
    made = missing
    try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
    try Data(json.utf8).write(to: URL(fileURLWithPath: Self.path))
  }

  deinit {
    _ = unsafe unlink(Self.path)
    for folder in made { _ = unsafe rmdir(folder) }
  }
}
