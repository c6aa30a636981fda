internal import Bridge
internal import YAML

/// Reads the keys of one mapping. Every key that is asked for is known; `finish` reports the others.
struct MappingReader {
  /// What is being read, in a message: "a recorder".
  private let title: String
  /// Where a key that is missing is reported.
  let mark: YAMLMark
  private let entries: [YAMLNode.Entry]
  private let log: DiagnosticLog
  private var known: [String] = []

  /// Nil, and in the log, when the node is no mapping.
  /// - Parameter key: the key that a text in place of the mapping was probably meant for
  init?(_ node: YAMLNode, _ title: String, at mark: YAMLMark? = nil, meant key: String? = nil, _ log: DiagnosticLog) {
    guard case .mapping(let entries) = node.content else {
      var expected = "the keys of \(title)"
      if let key, case .scalar(let text, let isPlain) = node.content, !node.isEmpty {
        expected = "{ \(key): \(isPlain ? text : quoted(text)) }"
      }
      log.error("found \(kind(of: node)) (expected \(expected))", at: node.mark)
      return nil
    }
    self.title = title
    self.mark = mark ?? node.mark
    self.entries = entries
    self.log = log
  }

  /// There is a key that nobody has asked for.
  var hasUnknownKeys: Bool { entries.contains { !known.contains($0.key) } }

  func has(_ key: String) -> Bool { entries.contains { $0.key == key } }

  /// Where the value of a key stands; the mapping itself when the key is not there.
  func mark(of key: String) -> YAMLMark { entries.first { $0.key == key }?.value.mark ?? mark }

  mutating func node(_ key: String) -> YAMLNode? {
    if !known.contains(key) { known.append(key) }
    return entries.first { $0.key == key }?.value
  }

  /// Nil when the key is not there, or, in the log, when its value is wrong.
  mutating func read<Value>(_ key: String, _ form: Form<Value>) -> Value? {
    node(key).flatMap { form.read($0, log) }
  }

  /// As `read`, into a value that stays as it is where there is none.
  mutating func update<Value>(_ value: inout Value, _ key: String, _ form: Form<Value>) {
    value = read(key, form) ?? value
  }

  /// As `read`, and a key that is not there is an error.
  mutating func require<Value>(_ key: String, _ form: Form<Value>) -> Value? {
    guard let node = node(key) else {
      log.error("\(title) has no \(key) (expected \(form.expected))", at: mark)
      return nil
    }
    return form.read(node, log)
  }

  /// An error for a key that is there and has no meaning beside another.
  mutating func refuse(_ key: String, _ reason: String) {
    if let node = node(key) { log.error("\(key) \(reason)", at: node.mark) }
  }

  /// A warning for a key that is there and does nothing.
  func warnOfUseless(_ key: String, _ reason: String) {
    if has(key) { log.warning("\(key) does nothing \(reason)", at: mark(of: key)) }
  }

  /// Reports every key that nobody asked for.
  func finish() {
    for entry in entries where !known.contains(entry.key) {
      let near = suggestion(for: entry.key, among: known)
      log.error(
        "unknown key \(quoted(entry.key)) in \(title)\(near) (expected \(alternatives(known)))", at: entry.keyMark)
    }
  }
}
