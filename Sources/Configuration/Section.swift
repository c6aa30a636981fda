internal import Bridge
internal import YAML

/// The named things of one part of the file, and which of them something refers to.
final class Section<Element> {
  struct Item {
    var name: String
    var mark: YAMLMark
    var node: YAMLNode
  }

  private let noun: String
  private let log: DiagnosticLog
  let items: [Item]
  private var used: Set<Int> = []

  init(_ key: String, of noun: String, in file: inout MappingReader, _ log: DiagnosticLog) {
    self.noun = noun
    self.log = log
    guard let node = file.node(key), !node.isEmpty else {
      items = []
      return
    }
    guard case .mapping(let entries) = node.content else {
      log.error("found \(kind(of: node)) (expected a mapping of names, each with a \(noun))", at: node.mark)
      items = []
      return
    }
    items = entries.map { Item(name: $0.key, mark: $0.keyMark, node: $0.value) }
    for item in items where !isName(item.name) {
      log.error("\(quoted(item.name)) is not a name (expected letters, digits, - and _)", at: item.mark)
    }
  }

  /// The name of one of them. A wrong element still counts: its own errors are enough.
  var reference: Form<Reference<Element>> {
    let names = items.map(\.name)
    // Nobody writes more than a hundred by hand; a hostile file must not cost the square of its length.
    let good = names.prefix(100).filter(isName)
    let expected = good.isEmpty ? "a \(noun), but there is none in this file" : alternatives(good)
    return Form(expected) { [self] text throws(Mistake) in
      guard let position = names.firstIndex(of: text) else {
        throw Mistake("unknown \(noun) \(quoted(text))\(suggestion(for: text, among: good))")
      }
      used.insert(position)
      return Reference(position)
    }
  }

  func useAll() { used.formUnion(items.indices) }

  func warnOfUnused() {
    for (position, item) in items.enumerated() where !used.contains(position) {
      log.warning("nothing uses the \(noun) \(quoted(item.name))", at: item.mark)
    }
  }
}

/// Names become parts of file names and labels: no separators, no spaces, nothing hidden.
func isName(_ name: String) -> Bool {
  let isSafe = name.unicodeScalars.allSatisfy {
    $0 == "-" || $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType == .decimal
  }
  return isSafe && (1...64).contains(name.utf8.count)
}
