internal import Bridge
internal import YAML

/// How a value is written: what a person should write, and the way from the node to the value.
struct Form<Value> {
  /// What stands after "expected".
  let expected: String
  /// Nil when the node is not of this form, which is in the log then.
  let read: (YAMLNode, DiagnosticLog) -> Value?

  init(_ expected: String, read: @escaping (YAMLNode, DiagnosticLog) -> Value?) {
    self.expected = expected
    self.read = read
  }

  /// A form of a single text.
  init(_ expected: String, parse: @escaping (String) throws(Mistake) -> Value) {
    self.init(expected) { node, log in
      do throws(Mistake) {
        return try parse(try scalar(node))
      } catch {
        log.error("\(error.message) (expected \(expected))", at: node.mark)
        return nil
      }
    }
  }

  /// The same form without some of its values; `complaint` says why a value is refused.
  func refusing(_ complaint: @escaping (Value) -> String?) -> Form {
    Form(expected) { node, log in
      guard let value = read(node, log) else { return nil }
      guard let complaint = complaint(value) else { return value }
      log.error("\(complaint) (expected \(expected))", at: node.mark)
      return nil
    }
  }
}

/// The text of a node that is one; nothing else is.
private func scalar(_ node: YAMLNode) throws(Mistake) -> String {
  switch node.content {
  case .scalar(let text, _):
    guard !node.isEmpty else { throw Mistake("found nothing") }
    guard !text.utf8.contains(0) else { throw Mistake("found a zero byte") }
    return text
  case .mapping(let entries) where entries.count == 1 && entries[0].value.isEmpty:
    let text = "{\(entries[0].key)}"
    throw Mistake("\(text) without quotes is a mapping in YAML: write \(quoted(text))")
  case .mapping: throw Mistake("found a mapping")
  case .sequence: throw Mistake("found a list")
  }
}

extension Form {
  /// One of some words.
  static func word(_ words: [(name: String, value: Value)]) -> Form {
    let names = words.map(\.name)
    return Form(alternatives(names)) { text throws(Mistake) in
      if let word = words.first(where: { $0.name == text }) { return word.value }
      throw Mistake("found \(quoted(text))\(suggestion(for: text, among: names))")
    }
  }

  /// One of the words of an enumeration.
  static func word(of type: Value.Type) -> Form where Value: CaseIterable & RawRepresentable<String> {
    word(type.allCases.map { ($0.rawValue, $0) })
  }

  /// A list in which every element is of one form.
  static func list<Element>(of element: Form<Element>, _ expected: String, mayBeEmpty: Bool = false) -> Form
  where Value == [Element] {
    Form(expected) { node, log in
      guard case .sequence(let nodes) = node.content else {
        log.error("found \(kind(of: node)) (expected \(expected))", at: node.mark)
        return nil
      }
      guard mayBeEmpty || !nodes.isEmpty else {
        log.error("found an empty list (expected \(expected))", at: node.mark)
        return nil
      }
      let values = nodes.map { element.read($0, log) }
      let good = values.compactMap(\.self)
      return good.count == values.count ? good : nil
    }
  }
}

/// What a node is, in a message.
func kind(of node: YAMLNode) -> String {
  switch node.content {
  case .scalar(let text, _): node.isEmpty ? "nothing" : quoted(text)
  case .sequence: "a list"
  case .mapping: "a mapping"
  }
}
