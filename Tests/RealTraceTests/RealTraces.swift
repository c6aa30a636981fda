import Foundation
import InputModel
import Testing
import Traces

/// The traces of real devices that lie beside the project (`EVBRIDGE_TRACES`, else ../shared/traces).
enum RealTraces {
  static let folder: String =
    ProcessInfo.processInfo.environment["EVBRIDGE_TRACES"]
    ?? URL(filePath: #filePath).appending(path: "../../../../shared/traces").standardized.path()

  static let areHere = Comment("the traces are not at \(folder): set EVBRIDGE_TRACES")

  /// Every file of a trace; a description has one of its own in places.
  static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter { name in
    [".evemu", ".desc", ".events", ".yml"].contains { name.hasSuffix($0) }
  }

  /// One name for a description and its events: that of the events, as in `expected.json`.
  static let names = files.filter { !$0.hasSuffix(".desc") }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: folder).appending(path: name)))
  }

  /// The whole trace, its description included where that is in a file of its own.
  static func trace(_ name: String) throws -> Trace {
    let trace = try Trace(bytes(name))
    guard name.hasSuffix(".events") else { return trace }
    return trace.described(by: try Trace(bytes(name.dropLast(".events".count) + ".desc")))
  }

  /// The first device of the trace whose name starts so.
  static func device(startingWith prefix: String) throws -> Trace.Device {
    let name = try #require(names.first { $0.hasPrefix(prefix) })
    return try #require(try trace(name).devices.first)
  }

  // MARK: What an independent analyser has computed

  struct Outcome: Decodable {
    struct Session: Decodable, Hashable {
      struct Numbers: Decodable, Hashable {
        /// Nil for one finger.
        var fingers: Int?
        var scale: Double?
        var rotation_deg: Double?
        var pan: [Double]
      }

      var t0_us: Int64
      var t1_us: Int64
      var open: Bool
      var max_contacts: Int
      var n_contacts: Int
      var mm: Numbers?
      var screen: Numbers?
    }

    /// Nil for a file of several devices, of which the analyser says nothing.
    var `class`: String?
    var events: Int?
    var reports: Int?
    var sessions: [Session]?
  }

  static func expected() throws -> [String: Outcome] {
    try JSONDecoder().decode([String: Outcome].self, from: Data(bytes("expected.json")))
  }
}
