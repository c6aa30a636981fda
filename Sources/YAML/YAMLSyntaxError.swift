/// An error of libyaml's scanner or parser, before it is put into a sentence.
///
/// Most are texts that need quotes and have none: libyaml stumbles behind them, people look for the beginning.
struct YAMLSyntaxError {
  var problem: String
  /// Characters before the place.
  var index: Int
  var mark: YAMLMark
  /// What was being read when it happened ("while parsing a flow sequence"), and where that began.
  var context: String
  var contextIndex: Int
  var contextMark: YAMLMark

  func explained(in text: [UInt8]) -> YAMLProblem {
    let text = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    switch problem {
    case "found character that cannot start any token":
      guard index < text.count, text[index] != "\t" else { return tab }
      return unquoted(at: index, in: text)
    case _ where problem.hasPrefix("found a tab"): return tab
    case "did not find expected alphabetic or numeric character" where context != "while scanning a directive":
      return unquoted(at: contextIndex, mark: contextMark, in: text)
    case "mapping values are not allowed in this context":
      return YAMLProblem(
        mark,
        isAfterKey(text)
          ? "a second ':' in one value: a text with ': ' in it needs quotes"
          : "a key can not stand here: check its indentation, and for a space after ':' in the line before")
    case "found unexpected end of stream", "found unexpected document indicator":
      return YAMLProblem(contextMark, "the quote that opens here is never closed")
    case "found unknown escape character":
      return YAMLProblem(mark, #"unknown escape in double quotes: use single quotes, or \\ for a backslash"#)
    case "could not find expected ':'": return YAMLProblem(contextMark, "expected ':' and a value after this")
    case "did not find expected <document start>":
      return YAMLProblem(mark, "expected a key here, indented like the first one")
    case "did not find expected '-' indicator":
      return YAMLProblem(mark, "expected '- ' here, as in the list that begins in line \(contextMark.line)")
    default:
      if let start = startOfUnquoted(in: text) { return unquoted(at: start, in: text) }
      return unexpected(in: text)
    }
  }

  private var tab: YAMLProblem { YAMLProblem(mark, "a tab can not stand here: indent with spaces") }

  private func unexpected(in text: [Unicode.Scalar]) -> YAMLProblem {
    if let last = lineBefore(text).last(where: { $0 != " " }), last == "\"" || last == "'" {
      return YAMLProblem(mark, "text after a closing quote: put all of the value in one pair of quotes")
    }
    switch context {
    case "while parsing a flow sequence" where index < text.count && text[index] == "{":
      return YAMLProblem(mark, "a text with { in it needs quotes")
    case "while parsing a flow sequence", "while parsing a flow mapping":
      let brackets = context == "while parsing a flow sequence" ? ("[", "]") : ("{", "}")
      return mark.line == contextMark.line
        ? YAMLProblem(mark, "expected ',' or '\(brackets.1)' here")
        : YAMLProblem(contextMark, "the '\(brackets.0)' that opens here is not closed, or a ',' is missing")
    case "while parsing a block mapping":
      return YAMLProblem(mark, "expected a key here, indented like the one in line \(contextMark.line)")
    case "while parsing a block node", "while parsing a flow node": return YAMLProblem(mark, "expected a value here")
    default:
      return YAMLProblem(mark, context.isEmpty ? problem : "\(problem) \(context)")
    }
  }

  /// What stands before the place in its line.
  private func lineBefore(_ text: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
    text.prefix(index).suffix(mark.column - 1)
  }

  /// Whether a key and its ':' stand before the place in its line.
  private func isAfterKey(_ text: [Unicode.Scalar]) -> Bool {
    let line = lineBefore(text)
    return zip(line, line.dropFirst()).contains { $0 == ":" && $1 == " " }
  }

  /// Where the value before the place begins, when it looks like a text without its quotes (`*Arcade Button*`,
  /// `{date}.wav`) in the same line.
  private func startOfUnquoted(in text: [Unicode.Scalar]) -> Int? {
    let line = lineBefore(text)
    guard let last = line.lastIndex(where: { $0 != " " }) else { return nil }
    if text[last] == "}" {
      var depth = 0
      for position in stride(from: last, through: line.startIndex, by: -1) {
        if text[position] == "}" { depth += 1 }
        if text[position] == "{" { depth -= 1 }
        if depth == 0 { return position }
      }
      return nil
    }
    let before = line[...last].lastIndex { [" ", "[", "{", ","].contains($0) }
    let start = before.map { $0 + 1 } ?? line.startIndex
    return text[start] == "*" || text[start] == "&" ? start : nil
  }

  private func unquoted(at start: Int, in text: [Unicode.Scalar]) -> YAMLProblem {
    unquoted(at: start, mark: YAMLMark(line: mark.line, column: mark.column - (index - start)), in: text)
  }

  private func unquoted(at start: Int, mark: YAMLMark, in text: [Unicode.Scalar]) -> YAMLProblem {
    guard start < text.count else { return YAMLProblem(mark, problem) }
    return YAMLProblem(
      mark, "a text that begins with \(text[start]) needs quotes: \(quoted(value(at: start, in: text)))")
  }

  /// What a person meant as one value: up to the end of the line, a comma, a comment or a bracket that closes.
  private func value(at start: Int, in text: [Unicode.Scalar]) -> String {
    var value = String.UnicodeScalarView()
    var depth = 0
    for scalar in text[start...].prefix(80) {
      if ["\n", "\r", ",", "]"].contains(scalar) || (scalar == "#" && value.last == " ") { break }
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if depth < 0 { break }
      value.append(scalar)
    }
    while value.last == " " { value.removeLast() }
    return String(value)
  }

  private func quoted(_ text: String) -> String { text.utf8.contains(UInt8(ascii: "\"")) ? "'\(text)'" : "\"\(text)\"" }
}
