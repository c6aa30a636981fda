internal import Controls
internal import JSONLines

/// Why a line is no request.
public struct RequestError: Error, Hashable, Sendable {
  /// Of the request, as far as it could be read.
  public var id: Request.Label?
  public var message: String
}

extension Request {
  /// The longest line, in bytes.
  public static let maximumLength = JSONValue.usualLength
  /// Of a text that somebody wants to have back, in bytes.
  private static let longestLabel = 200
  private static let deepest = 4

  /// Reads one line without its end.
  public init(parsing line: [UInt8]) throws(RequestError) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: line, maximumLength: Self.maximumLength, maximumDepth: Self.deepest)
    } catch {
      throw RequestError(id: nil, message: "this is no JSON: column \(error.column): \(error.message)")
    }
    guard let members = value.members else {
      throw RequestError(
        id: nil, message: #"a request is an object, such as {"do":"status"}, and this is \#(value.kind)"#)
    }
    var form = RequestForm(members)
    do throws(Complaint) {
      id = try form.label(atMost: Self.longestLabel)
      action = try Self.action(of: &form)
    } catch {
      throw RequestError(id: form.id, message: error.message)
    }
  }

  private static func action(of form: inout RequestForm) throws(Complaint) -> Action {
    let word = try form.text("do", what: "what is to be done")
    guard words.contains(word) else {
      let near = suggestion(for: word, among: words)
      throw Complaint("there is nothing called \(shown(word)) to do\(near.isEmpty ? ": \(list(words))" : near)")
    }
    let action: Action
    switch word {
    case "reload": action = .reload
    case "status": action = .status
    case "subscribe": action = .subscribe(types: try form.types())
    case "unsubscribe": action = .unsubscribe
    case "terminate": action = .terminate
    default: action = .control(try form.text("control", what: "the name of a control"), try form.request(word))
    }
    try form.refuseTheRest(of: word)
    return action
  }
}

private struct Complaint: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

/// The members of a request, each taken once.
private struct RequestForm {
  private let members: [JSONMember]
  private var taken: [String] = []
  private(set) var id: Request.Label?

  init(_ members: [JSONMember]) { self.members = members }

  private mutating func take(_ name: String) -> JSONValue? {
    taken.append(name)
    return members.first { $0.name == name }?.value
  }

  mutating func label(atMost longest: Int) throws(Complaint) -> Request.Label? {
    switch take("id") {
    case nil: return nil
    case .integer(let number): id = .number(number)
    case .text(let text) where text.utf8.count <= longest: id = .text(text)
    case .text: throw Complaint("\"id\" is longer than \(longest) bytes")
    case let other?: throw Complaint("\"id\" is a text or a whole number, and this is \(other.kind)")
    }
    return id
  }

  mutating func text(_ name: String, what: String) throws(Complaint) -> String {
    guard let value = take(name) else { throw Complaint("\"\(name)\" is missing: \(what)") }
    guard let text = value.text else { throw Complaint("\"\(name)\" is a text, and this is \(value.kind)") }
    return text
  }

  mutating func request(_ word: String) throws(Complaint) -> ControlRequest {
    if let request = ControlRequest(word: word) { return request }
    let value = take("value")
    if word == ControlRequest.setError {
      guard let flag = value?.flag else { throw Complaint("\(word) needs \"value\": true or false") }
      return .setError(flag)
    }
    guard let percent = value?.number, (0...100).contains(percent) else {
      throw Complaint("\(word) needs \"value\": a number from 0 to 100")
    }
    return .setProgress(percent, isAnimated: try flag("animated", of: word) ?? true)
  }

  private mutating func flag(_ name: String, of word: String) throws(Complaint) -> Bool? {
    guard let value = take(name) else { return nil }
    guard let flag = value.flag else {
      throw Complaint("\"\(name)\" of \(word) is true or false, and this is \(value.kind)")
    }
    return flag
  }

  mutating func types() throws(Complaint) -> Set<String>? {
    guard let value = take("types") else { return nil }
    guard let elements = value.elements else {
      throw Complaint("\"types\" is a list of types of events, and this is \(value.kind)")
    }
    var types: Set<String> = []
    for element in elements {
      guard let type = element.text else {
        throw Complaint("\"types\" is a list of texts, and one of them is \(element.kind)")
      }
      guard Event.types.contains(type) else {
        let near = suggestion(for: type, among: Event.types)
        throw Complaint("no event has the type \(shown(type))\(near.isEmpty ? ": \(list(Event.types))" : near)")
      }
      types.insert(type)
    }
    return types
  }

  func refuseTheRest(of word: String) throws(Complaint) {
    guard let other = members.first(where: { !taken.contains($0.name) })?.name else { return }
    let near = suggestion(for: other, among: taken)
    throw Complaint("\(word) takes no \(shown(other))\(near.isEmpty ? ", only \(list(taken.sorted()))" : near)")
  }
}

/// What somebody sent, as much of it as an answer repeats.
private func shown(_ text: String) -> String {
  let limit = 40
  let short = text.unicodeScalars.prefix(limit)
  return String(short).debugDescription + (short.endIndex < text.unicodeScalars.endIndex ? "…" : "")
}

private func list(_ words: [String]) -> String { words.joined(separator: ", ") }
