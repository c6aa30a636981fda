import Programs

/// One thing that the program can do.
struct Verb: Sendable {
  /// One word, or more: "trace show".
  var name: String
  /// One line for the list of verbs.
  var summary: String
  /// What follows the verb, besides options.
  var operands: String
  /// What it does, in a few lines.
  var text: String
  var options: [Arguments.Option]
  var run: @Sendable (Arguments) throws -> ExitCode

  static let help = Arguments.Option(name: "help", letter: "h", value: nil, help: "say this and end")

  var words: [String] { name.split(separator: " ").map(String.init) }

  var allOptions: [Arguments.Option] { options + [Self.help] }

  var helpText: String {
    var lines = [
      "usage: evbridge \(name) [options]\(operands.isEmpty ? "" : " " + operands)", "", text, "", "options:",
    ]
    let heads = allOptions.map { option in
      let letter = option.letter.map { "-\($0), " } ?? "    "
      return "  \(letter)--\(option.name)\(option.value.map { " \($0)" } ?? "")"
    }
    let width = heads.reduce(0) { max($0, $1.count) }
    for (head, option) in zip(heads, allOptions) {
      lines.append(head + String(repeating: " ", count: width + 2 - head.count) + option.help)
    }
    return lines.joined(separator: "\n")
  }
}
