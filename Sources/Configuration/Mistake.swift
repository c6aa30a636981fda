/// Why a text is not the value that is wanted, as the first half of a sentence; the form adds what it expects.
struct Mistake: Error {
  var message: String

  init(_ message: String) { self.message = message }

  static func found(_ text: String) -> Mistake { Mistake("found \(quoted(text))") }
}

/// A text of the file in a message: in quotes, without control characters, cut to a length that fits in a line.
func quoted(_ text: String) -> String {
  let limit = 60
  let short = text.unicodeScalars.prefix(limit)
  let isCut = short.endIndex < text.unicodeScalars.endIndex
  return String(short).debugDescription + (isCut ? "…" : "")
}

/// A sentence of another module that may hold a text of the file as it is: without control characters, cut to 200.
func printable(_ sentence: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in sentence.unicodeScalars.prefix(200) {
    result.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
  }
  return String(result)
}

/// "a", "a or b", "a, b or c"; of many words only the first.
func alternatives(_ words: [String]) -> String { joined(words, "or") }

/// "a", "a and b", "a, b and c"; of many words only the first.
func joined(_ words: [String], _ conjunction: String) -> String {
  let limit = 20
  guard words.count <= limit else { return words.prefix(limit).joined(separator: ", ") + ", …" }
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
