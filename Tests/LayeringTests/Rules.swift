/// The rules that `ModuleTable` gives, held against one file.
enum Rules {
  static func violations(in file: SourceFile) -> [Violation] {
    var found = lengthViolations(in: file)
    guard let name = file.module else { return found }
    guard let module = ModuleTable.modules[name] else {
      return found + [Violation(path: file.path, line: 1, rule: "\(name) has no layer in ModuleTable")]
    }
    for (line, imported) in file.imports {
      if let rule = ruleBroken(byImporting: imported, in: module, named: name, path: file.path) {
        found.append(Violation(path: file.path, line: line, rule: rule))
      }
    }
    return found + wordViolations(in: file, of: name)
  }

  private static func lengthViolations(in file: SourceFile) -> [Violation] {
    let limit = file.module == nil ? ModuleTable.testLineLimit : ModuleTable.sourceLineLimit
    guard file.lines.count > limit else { return [] }
    return [Violation(path: file.path, line: limit + 1, rule: "a file has at most \(limit) lines")]
  }

  private static func ruleBroken(
    byImporting imported: String, in module: ModuleTable.Module, named name: String, path: String
  ) -> String? {
    if let other = ModuleTable.modules[imported] {
      guard !module.layer.mayImport.contains(other.layer) else { return nil }
      return "\(name) (\(module.layer)) must not import \(imported) (\(other.layer))"
    }
    if let owner = ModuleTable.modules.first(where: { $0.value.libraries.contains(imported) })?.key {
      return owner == name ? nil : "only \(owner) imports \(imported)"
    }
    if imported.hasPrefix("Foundation") {
      return "nothing imports \(imported): it alone would take the memory that the daemon may use"
    }
    guard imported == "Glibc" else { return "\(imported) is not in ModuleTable" }
    guard module.layer == .pure, !ModuleTable.pureFilesWithGlibc.contains(path) else { return nil }
    return "\(name) (pure) must not import Glibc: it knows no input, output or clock"
  }

  private static func wordViolations(in file: SourceFile, of name: String) -> [Violation] {
    let words = ModuleTable.reservedWords.filter { !$0.modules.contains(name) }
    return file.code.flatMap { line, text in
      words.filter { text.contains($0.word) }.map { reserved in
        let allowed = reserved.modules.isEmpty ? "nowhere" : "only in \(reserved.modules.sorted())"
        return Violation(path: file.path, line: line, rule: "\(reserved.word) \(allowed): \(reserved.reason)")
      }
    }
  }
}
