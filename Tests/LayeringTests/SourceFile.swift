/// A Swift file as the rules see it: its path from the root of the package, and its lines.
struct SourceFile {
  var path: String
  var lines: [Substring]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The newline that ends the last line begins none.
    if lines.last == "" { lines.removeLast() }
  }

  /// `Module` of `Sources/Module/…`; nil for tests.
  var module: String? {
    let components = path.split(separator: "/")
    return components.count > 2 && components[0] == "Sources" ? String(components[1]) : nil
  }

  /// The lines without their comments, numbered from 1. Block comments do not occur: swift-format refuses them.
  var code: [(number: Int, text: Substring)] {
    lines.enumerated().map { index, line in
      (index + 1, line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line)
    }
  }

  /// The imported modules, without their submodules.
  var imports: [(number: Int, module: String)] {
    code.compactMap { number, text in
      Self.importedModule(in: text).map { (number, $0) }
    }
  }

  private static let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor",
  ]

  private static func importedModule(in text: Substring) -> String? {
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    words = words.drop { $0.hasPrefix("@") || modifiers.contains($0) }
    guard words.popFirst() == "import" else { return nil }
    words = words.drop { kinds.contains($0) }
    return words.first.map { String($0.prefix { $0 != "." && $0 != ";" }) }
  }
}
