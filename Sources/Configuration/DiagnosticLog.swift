internal import YAML

/// Where every part of the reader puts what it finds: all problems are reported at once.
final class DiagnosticLog {
  private let file: String
  private var found: Set<Diagnostic> = []
  private(set) var hasErrors = false

  init(file: String) { self.file = file }

  func error(_ message: String, at mark: YAMLMark) {
    hasErrors = true
    insert(.error, message, mark)
  }

  func warning(_ message: String, at mark: YAMLMark) { insert(.warning, message, mark) }

  /// A value behind two aliases, or one that is looked at again, is wrong once.
  private func insert(_ severity: Diagnostic.Severity, _ message: String, _ mark: YAMLMark) {
    found.insert(
      Diagnostic(file: file, line: mark.line, column: mark.column, severity: severity, message: message))
  }

  /// In the order of the file.
  var diagnostics: [Diagnostic] {
    found.sorted { ($0.line, $0.column, $0.message) < ($1.line, $1.column, $1.message) }
  }
}
