public import Bridge
internal import YAML

/// Reads a configuration.
///
/// - Parameters:
///   - bytes: the text of the file
///   - file: its name, as the diagnostics shall show it
///   - home: what `~` stands for; nil when there is no home directory
/// - Returns: The settings, unless there is an error, and all errors and warnings in the order of the file. An error of
///   YAML syntax hides what else there may be.
public func readConfiguration(
  _ bytes: [UInt8], file: String, home: String?
) -> (settings: Settings?, diagnostics: [Diagnostic]) {
  let log = DiagnosticLog(file: file)
  let document = YAMLDocument(parsing: bytes)
  for problem in document.problems { log.error(printable(problem.message), at: problem.mark) }
  var settings: Settings?
  if let root = document.root {
    settings = SettingsReader(root, home: home, log)?.settings()
  } else if document.problems.isEmpty {
    log.error(SettingsReader.noControl, at: .start)
  }
  return (log.hasErrors ? nil : settings, log.diagnostics)
}
