import Configuration
import Glibc
import Testing

/// A fixture holds texts, separated by `---`, and what is said of each: a line that begins with `^` has the place above
/// its `^`. With RECORD set in the environment the remarks are written anew, to be looked at.
@Suite struct DiagnosticTests {
  static let folder = Folder(#filePath, "Fixtures")

  @Test("all that is wrong is said at once, where it is wrong", arguments: folder.names)
  func remarks(_ name: String) {
    let fixture = String(decoding: Self.folder.bytes(name), as: UTF8.self)
    let remarked = cases(fixture).map(remarked).joined(separator: "---\n")
    if unsafe getenv("RECORD") != nil { Self.folder.write(name, Array(remarked.utf8)) }
    #expect(remarked == fixture)
  }

  @Test("the fixtures are found")
  func fixtures() { #expect(Self.folder.names.count == 9) }

  @Test("a file that does nothing gets a small example that works", arguments: ["", "# nothing", "controls:"])
  func example(_ text: String) throws {
    let diagnostics = read(text).diagnostics
    #expect(diagnostics.count == 1)
    let message = try #require(diagnostics.first).message
    #expect(message.hasPrefix("there is neither a control nor a gesture (expected at least one, such as\n\n"))
    let example = message.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
    #expect(read(example).diagnostics == [])
    #expect(read(example).settings != nil)
  }

  /// The texts of a fixture, without remarks.
  private func cases(_ fixture: String) -> [String] {
    var cases = [""]
    for line in fixture.split(separator: "\n") {
      if line == "---" {
        cases.append("")
      } else if !line.drop(while: { $0 == " " }).hasPrefix("^") {
        cases[cases.count - 1] += line + "\n"
      }
    }
    return cases
  }

  /// A text with what is said of it. Where it has no devices or controls of its own, some that are fine follow it.
  private func remarked(_ text: String) -> String {
    let written = text.split(separator: "\n")
    var whole = text
    if !text.hasPrefix("[") && !text.hasPrefix("just") {
      if !written.contains(where: { $0.hasPrefix("devices:") }) {
        whole += "devices: { b: { match: { name: B } } }\n"
      }
      if !written.contains(where: { $0.hasPrefix("controls:") }) {
        whole += "controls: { c: { type: command-button, trigger: { device: b, key: KEY_A }, run: [a] } }\n"
      }
    }
    let diagnostics = read(whole).diagnostics
    var result = ""
    for (number, line) in written.enumerated() {
      result += line + "\n"
      for diagnostic in diagnostics where diagnostic.line == number + 1 {
        let indent = String(repeating: " ", count: diagnostic.column - 1)
        result += "\(indent)^ \(diagnostic.severity.rawValue): \(diagnostic.message)\n"
      }
    }
    for diagnostic in diagnostics where diagnostic.line > written.count { result += "^^ \(diagnostic)\n" }
    return result
  }
}
