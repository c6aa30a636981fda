import Bridge
import Configuration
import Daemon
import Programs

extension Verb {
  static let check = Verb(
    name: "check", summary: "say what is wrong with the configuration, and what is missing on this machine",
    operands: "[FILE]",
    text: """
      Reads the configuration and prints every mistake as file:line:column, then looks for its devices, recorders,
      directories and feedback (lights, sounds, rumble, notifications) on this machine, and says what is known of its
      recorders. Ends with 0 when there is no error, else with 78.
      """,
    options: [ConfigurationFile.option, json]
  ) { arguments in
    let named = [arguments.value("config")].compactMap { $0 } + arguments.operands
    guard named.count <= 1 else {
      throw Failure(.usage, "'\(named[1])' is one word too many; see evbridge check --help")
    }
    let file = try ConfigurationFile(named.first)
    var hasError = false
    for diagnostic in file.diagnostics {
      hasError = hasError || diagnostic.severity == .error
      try Main.say(arguments.has("json") ? diagnostic.json : "\(diagnostic)")
    }
    let findings = try file.settings.map { try Inspection.findings(of: $0) + file.missingImages() } ?? []
    for finding in findings {
      hasError = hasError || finding.severity == .error
      try Main.say(arguments.has("json") ? finding.json(file: file.path) : "\(file.path): \(finding)")
    }
    guard !hasError else { return .configuration }
    if !arguments.has("json") {
      let isWell = file.diagnostics.isEmpty && findings.allSatisfy { $0.severity == .note }
      try Main.say("\(file.path): \(isWell ? "all is well" : "no errors")")
    }
    return .success
  }
}

extension Diagnostic {
  fileprivate var json: String {
    JSONObject([
      EventField("file", .text(file)), EventField("line", .number(Int64(line))),
      EventField("column", .number(Int64(column))), EventField("severity", .text(severity.rawValue)),
      EventField("message", .text(message)),
    ]).text
  }
}

extension Finding {
  fileprivate func json(file: String) -> String {
    JSONObject([
      EventField("file", .text(file)), EventField("severity", .text(severity.rawValue)),
      EventField("message", .text(message)),
    ]).text
  }
}
