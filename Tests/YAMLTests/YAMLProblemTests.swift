import Testing
import YAML

/// What is said of a text that is not the YAML its writer meant, and where.
@Suite struct YAMLProblemTests {
  @Test(
    "each problem has its place and a sentence that says what to do",
    arguments: [
      // Texts without their quotes.
      ("name: *Arcade*", #"1:7 a text that begins with * needs quotes: "*Arcade*""#),
      ("name: *Arcade Button*", #"1:7 a text that begins with * needs quotes: "*Arcade Button*""#),
      ("d: { name: *Arcade Button*, all: true }", #"1:12 a text that begins with * needs quotes: "*Arcade Button*""#),
      ("größe: *", #"1:8 a text that begins with * needs quotes: "*""#),
      (
        "name: *Arcade",
        #"1:7 there is no &Arcade before *Arcade: a text that begins with * needs quotes: "*Arcade""#
      ),
      ("name: {date}-{n}.wav", #"1:7 a text that begins with { needs quotes: "{date}-{n}.wav""#),
      ("c: [a, {file}.wav, b]", #"1:8 a text that begins with { needs quotes: "{file}.wav""#),
      ("c: [a, x{file}]", "1:9 a text with { in it needs quotes"),
      ("a: 1\r\ntext: %d # c", #"2:7 a text that begins with % needs quotes: "%d""#),
      ("a: [x, %Y]", #"1:8 a text that begins with % needs quotes: "%Y""#),
      (#"a: @"x""#, #"1:4 a text that begins with @ needs quotes: '@"x"'"#),
      ("name: &foo* bar", #"1:7 a text that begins with & needs quotes: "&foo* bar""#),
      ("name: !foo", "1:7 the tag !foo is not understood: a text that begins with ! needs quotes"),
      ("text: Tap: hold", "1:10 a second ':' in one value: a text with ': ' in it needs quotes"),
      ("a: 'it's'", "1:8 text after a closing quote: put all of the value in one pair of quotes"),
      (#"a: "\d""#, #"1:5 unknown escape in double quotes: use single quotes, or \\ for a backslash"#),
      // Layout.
      ("a:\n\tb: 1", "2:1 a tab can not stand here: indent with spaces"),
      ("a: 1\n\tb: 2", "2:1 a tab can not stand here: indent with spaces"),
      (
        "hold:300ms\nb: 1",
        "2:2 a key can not stand here: check its indentation, and for a space after ':' in the line before"
      ),
      (" a: 1\nb: 2", "2:1 expected a key here, indented like the first one"),
      ("- a\nb: 1", "2:1 expected '- ' here, as in the list that begins in line 1"),
      ("a: [b]]", "1:7 expected a key here, indented like the one in line 1"),
      ("- a\n - b\nc", "3:1 expected ':' and a value after this"),
      // Brackets and quotes.
      ("a: [1, 2\nb: 3", "1:4 the '[' that opens here is not closed, or a ',' is missing"),
      ("a: { b: 1\nc: 3", "1:4 the '{' that opens here is not closed, or a ',' is missing"),
      ("a: [ b [", "1:8 expected ',' or ']' here"),
      ("a: \"x", "1:4 the quote that opens here is never closed"),
      ("a: }", "1:4 expected a value here"),
      // The whole.
      ("---\na: 1\n---\nb: 2", "3:1 a second document begins here (expected one only)"),
      ("a: 1\na: 2\nb: 3\na: 4", "2:1 the key a is already in line 1 | 4:1 the key a is already in line 1"),
      (
        "[a]: 1\nb: !c 2",
        "1:1 a key must be a word, not a list or mapping"
          + " | 2:4 the tag !c is not understood: a text that begins with ! needs quotes"
      ),
      ("a: &b [*b]", #"1:8 there is no &b before *b: a text that begins with * needs quotes: "*b""#),
      ("<<: 1", "1:5 << takes an alias of a mapping, such as <<: *name"),
    ])
  func problems(_ text: String, _ expected: String) {
    #expect(described(YAMLDocument(parsing: Array(text.utf8))) == expected)
  }

  @Test(
    "bytes that are no text have their place as well",
    arguments: [
      ([0x61, 0x3A, 0x0A, 0xC3, 0xA4, 0xFF], "2:2 this is not UTF-8: save the file in that encoding"),
      ([0x61, 0x3A, 0x20, 0x07], "1:4 a control character (7) is not allowed here"),
      ([0xFF, 0xFE, 0x61, 0x00], "1:1 this is not UTF-8: save the file in that encoding"),
    ] as [([UInt8], String)])
  func unreadable(_ bytes: [UInt8], _ expected: String) {
    #expect(described(YAMLDocument(parsing: bytes)) == expected)
  }

  @Test("a hostile text is refused before it costs anything")
  func limits() {
    let flow = String(repeating: "[", count: 500_000)
    let block = String(repeating: "- ", count: 1000) + "x"
    let long = String(repeating: "a", count: YAMLDocument.maximumLength + 1)
    let many = "[" + String(repeating: "a,", count: 5_000) + "]"
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let targets = String(repeating: "*a\(level - 1), ", count: 9)
      bomb += "a\(level): &a\(level) [\(targets)]\n"
    }
    let cases = [
      (flow, "1:33 more than 32 levels of nesting"),
      (block, "1:65 more than 32 levels of nesting"),
      (long, "1:1 the file is longer than 1 MiB"),
      (many, "1:10000 more than 5000 values, aliases counted in full"),
      (bomb, "4:30 more than 5000 values, aliases counted in full"),
    ]
    for (text, expected) in cases {
      #expect(described(YAMLDocument(parsing: Array(text.utf8))) == expected)
    }
  }

  private func described(_ document: YAMLDocument) -> String {
    var text = ""
    for problem in document.problems {
      text += (text.isEmpty ? "" : " | ") + "\(problem.mark.line):\(problem.mark.column) \(problem.message)"
    }
    return text
  }
}
