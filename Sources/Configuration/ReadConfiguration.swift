public import Bridge
public import Panel
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
  let (settings, _, diagnostics) = readWhole(bytes, file: file, home: home)
  return (settings, diagnostics)
}

/// Reads a configuration for the panel, in the same way: what is wrong anywhere is wrong here too.
public func readPanelConfiguration(
  _ bytes: [UInt8], file: String, home: String?
) -> (panel: PanelSettings?, diagnostics: [Diagnostic]) {
  let (_, panel, diagnostics) = readWhole(bytes, file: file, home: home)
  return (panel, diagnostics)
}

private func readWhole(
  _ bytes: [UInt8], file: String, home: String?
) -> (settings: Settings?, panel: PanelSettings?, diagnostics: [Diagnostic]) {
  let log = DiagnosticLog(file: file)
  let document = YAMLDocument(parsing: bytes)
  for problem in document.problems { log.error(printable(problem.message), at: problem.mark) }
  var settings: Settings?
  var panel: PanelSettings?
  if let root = document.root {
    if let reader = SettingsReader(root, home: home, log) {
      // What nothing uses is only said of a file without errors.
      panel = reader.panel()
      settings = reader.settings()
    }
  } else if document.problems.isEmpty {
    log.error(SettingsReader.noControl, at: .start)
  }
  return log.hasErrors ? (nil, nil, log.diagnostics) : (settings, panel, log.diagnostics)
}
