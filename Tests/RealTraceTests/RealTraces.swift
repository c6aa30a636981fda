import Foundation
import InputModel
import Testing
import Traces

/// The traces of real devices that lie beside the project (`EVBRIDGE_TRACES`, else ../shared/traces).
enum RealTraces {
  static let folder: String =
    ProcessInfo.processInfo.environment["EVBRIDGE_TRACES"]
    ?? URL(filePath: #filePath).appending(path: "../../../../shared/traces").standardized.path()

  static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  static let evemu = names.filter { $0.hasSuffix(".evemu") || $0.hasSuffix(".desc") || $0.hasSuffix(".events") }
  /// One name for a description and its events: that of the events, as in `expected.json`.
  static let whole = evemu.filter { !$0.hasSuffix(".desc") }

  static let areHere = Comment("the traces are not at \(folder)")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: folder).appending(path: name)))
  }

  /// A trace with its description, where there is one.
  static func device(_ name: String) throws -> Trace.Device {
    var device = try #require(try Trace(evemu: bytes(name)).devices.first)
    if name.hasSuffix(".events") {
      let description = name.dropLast(".events".count) + ".desc"
      device.description = try #require(try Trace(evemu: bytes(String(description))).devices.first).description
    }
    return device
  }

  /// The first trace whose name starts so.
  static func device(startingWith prefix: String) throws -> Trace.Device {
    try device(#require(whole.first { $0.hasPrefix(prefix) }))
  }

  /// From the first landing until all fingers are up.
  struct Session: Hashable {
    var contacts = 0
    var most = 0
    var isOpen = true
  }

  struct Outcome: Hashable {
    var events: Int
    var reports: Int
    var sessions: [Session]
  }

  static func expected() throws -> [String: Outcome] {
    let json = try JSONSerialization.jsonObject(with: Data(bytes("expected.json")))
    let files = try #require(json as? [String: [String: Any]])
    return files.compactMapValues { file in
      guard let events = file["events"] as? Int, let reports = file["reports"] as? Int,
        let sessions = file["sessions"] as? [[String: Any]]
      else { return nil }
      return Outcome(
        events: events, reports: reports,
        sessions: sessions.map {
          Session(
            contacts: $0["n_contacts"] as? Int ?? -1, most: $0["max_contacts"] as? Int ?? -1,
            isOpen: $0["open"] as? Bool ?? false)
        })
    }
  }
}
