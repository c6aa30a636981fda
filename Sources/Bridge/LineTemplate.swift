/// A text with `{…}` in place of what an event says: how a program that reads lines wants to be told.
public struct LineTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case field(String)
  }

  /// What stands for no field of an event: its type, its JSON line, the name of its file without the folder, and how far
  /// a ring is, as a whole number.
  static let ownNames = ["event", "json", "filename", "percent"]

  /// Why a text is no template.
  public enum Mistake: Error, Hashable, Sendable {
    case unclosedBrace
    /// Nothing of that name is in the event.
    case unknown(name: String)
  }

  private let parts: [Part]

  /// Every `{…}` must be the name of something in an event of the type. `{{` stands for a brace.
  public init(_ text: String, for type: String) throws(Mistake) {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.first {
      rest = rest.dropFirst()
      guard character == "{" else {
        literal.append(character)
        continue
      }
      if rest.first == "{" {
        literal.append("{")
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: "}") else { throw .unclosedBrace }
      let name = String(rest[..<end])
      guard Self.names(of: type).contains(name) else { throw .unknown(name: name) }
      if !literal.isEmpty { parts.append(.text(literal)) }
      literal = ""
      parts.append(.field(name))
      rest = rest[rest.index(after: end)...]
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    self.parts = parts
  }

  /// What may stand in braces for an event of a type.
  public static func names(of type: String) -> [String] {
    let fields = Event.fieldNames[type] ?? []
    return fields
      + ownNames.filter {
        switch $0 {
        case "filename": fields.contains("file")
        case "percent": type == "progress"
        default: true
        }
      }
  }

  /// What may stand in braces for one event or another.
  public static var allNames: [String] { Set(Event.fieldNames.values.joined()).union(ownNames).sorted() }

  /// Something changes in its text while a ring moves and no event tells of it.
  public var followsProgress: Bool { parts.contains(.field("percent")) }

  /// The text for an event, in one line: what would end a line early becomes a space. An optional field without a value
  /// is empty.
  /// - Parameter percent: how far the ring is now, 0…100
  public func text(for line: EventLine, percent: Int?) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .field(let name): text += value(name, of: line, percent: percent)
      }
    }
    return String(text.map { $0.isNewline || $0 == "\0" ? " " : $0 })
  }

  private func value(_ name: String, of line: EventLine, percent: Int?) -> String {
    switch name {
    case "event": return line.event.type
    case "json": return line.json
    case "percent": return percent.map { String($0) } ?? ""
    case "filename": return fileName(value("file", of: line, percent: nil))
    default: return line.event.fields.first { $0.name == name }?.text ?? ""
    }
  }
}

/// The last part of a path.
public func fileName(_ path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}
