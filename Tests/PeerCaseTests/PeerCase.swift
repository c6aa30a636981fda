import Foundation
import Testing

/// A case of a peer's test suite, restated as data. The keys are those of the files.
struct PeerCase: Decodable, Sendable, CustomTestStringConvertible {
  /// One finger, once; moves of the same time that follow each other are one frame.
  struct Event: Decodable, Sendable {
    enum Phase: String, Decodable { case down, move, up, cancel }
    var t: Double
    var id: Int32
    var phase: Phase
    /// A finger that leaves need not have a place.
    var x: Double?
    var y: Double?
    var tool: String?
  }

  struct Expectation: Decodable, Sendable {
    var gesture: String
    var state: String
    var atOrAfter: Int
    var by: Int?
    var until: Int?
    var values: [String: Value]?
    var tolerance: Tolerance?
    var bounds: [String: [Double]]?
    var acceptStates: [String]?
    var atTime: Double?
    var timeTolerance: Double?
    var count: Int?
    var isOptional: Bool?
    var relativeTo: String?

    enum CodingKeys: String, CodingKey {
      case gesture, state, values, tolerance, bounds, count
      case atOrAfter = "at_or_after_event"
      case by = "by_event"
      case until = "until_event"
      case acceptStates = "accept_states"
      case atTime = "at_t"
      case timeTolerance = "t_tolerance"
      case isOptional = "optional"
      case relativeTo = "relative_to"
    }
  }

  struct Invariant: Decodable, Sendable {
    var type: String
    var gesture: String
    var value: String?
    var values: [String]?
    var limit: Double?
    var from: Double?
    var direction: String?
    var state: String?
    var count: Int?
    var events: [Int]?
  }

  /// A number or a word; anything else (a list, nothing) is neither.
  enum Value: Decodable, Sendable {
    case number(Double)
    case word(String)
    case words([String])
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let word = try? container.decode(String.self) {
        self = .word(word)
      } else if let words = try? container.decode([String].self) {
        self = .words(words)
      } else {
        self = .other
      }
    }
  }

  /// One for all values, or one for each.
  enum Tolerance: Decodable, Sendable {
    case all(Double)
    case each([String: Double])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .all(0)
      } else if let number = try? container.decode(Double.self) {
        self = .all(number)
      } else {
        self = .each(try container.decode([String: Double].self))
      }
    }

    subscript(name: String) -> Double {
      switch self {
      case .all(let tolerance): tolerance
      case .each(let tolerances): tolerances[name] ?? 0
      }
    }
  }

  var id: String
  var portable: Bool
  var params: [String: Value]
  var events: [Event]
  var expect: [Expectation]
  var invariants: [Invariant]?
  var note: String
  var end: Double?

  enum CodingKeys: String, CodingKey {
    case id, portable, params, events, expect, invariants, note
    case end = "end_t"
  }

  var testDescription: String { id }

  func number(_ name: String) -> Double? {
    if case .number(let number) = params[name] { number } else { nil }
  }

  func word(_ name: String) -> String? {
    if case .word(let word) = params[name] { word } else { nil }
  }

  var enabled: [String] {
    if case .words(let words) = params["enabled"] { words } else { [] }
  }
}

extension PeerCase {
  /// The project's own, or those of the folder that `EVBRIDGE_CASES` names.
  static let folder: String =
    ProcessInfo.processInfo.environment["EVBRIDGE_CASES"]
    ?? URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path()

  /// What the files hold: the cases, and what is no case of ours to understand.
  struct Collection: Sendable {
    var cases: [PeerCase] = []
    var unreadable: [String] = []
  }

  private struct File: Decodable {
    var cases: [Entry]
  }

  /// One that can not be read does not hide the others.
  private struct Entry: Decodable {
    var result: Result<PeerCase, any Error>

    init(from decoder: any Decoder) throws { result = Result { try PeerCase(from: decoder) } }
  }

  static let collection = read()

  private static func read() -> Collection {
    var collection = Collection()
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".json") {
        let data = try Data(contentsOf: URL(filePath: folder).appending(path: name))
        for (index, entry) in try JSONDecoder().decode(File.self, from: data).cases.enumerated() {
          do { collection.cases.append(try entry.result.get()) } catch {
            collection.unreadable.append("\(name), case \(index): \(error)")
          }
        }
      }
    } catch { collection.unreadable.append("\(folder): \(error)") }
    return collection
  }

  static var all: [PeerCase] { collection.cases }
}
