import OutputPattern
import Testing

@Suite struct OutputPatternTests {
  @Test(
    "a pattern matches anywhere in a line, as an extended expression on bytes",
    arguments: [
      ("size=", "frame=1 size=  12kB", true),
      ("size=", "frame=1", false),
      ("^Recording (WAVE|raw)", "Recording WAVE 'a.wav'", true),
      ("^Recording (WAVE|raw)", "  Recording WAVE", false),
      ("PLAYING$", "state: PLAYING", true),
      ("PLAYING$", "state: PLAYING.", false),
      ("a{2,3}", "xaay", true),
      ("a{2,3}", "xay", false),
      ("^$", "", true),
      (".", "", false),
      ("b", "a\0b", true),
      ("rate 44100, 2", "rate 44100, 2 channels", true),
      ("grüß", "es grüßt", true),
    ])
  func matching(_ pattern: String, _ line: String, _ expected: Bool) throws {
    let pattern = try OutputPattern(pattern)
    let matches = pattern.matches(Array(line.utf8))
    #expect(matches == expected)
  }

  @Test(
    "a pattern that is none, or could fill the memory, says why",
    arguments: [
      ("", "the pattern is empty"),
      ("a\0b", "the pattern contains a zero byte"),
      ("(a", "Unmatched ( or \\("),
      ("[a", "Unmatched [, [^, [:, [., or [="),
      ("a{2", "Unmatched \\{"),
      (#"(a)\1"#, #"back references (\1) are not supported"#),
      ("(((a{99}){99}){99})", "the pattern repeats more than 1000 times"),
      ("a{1,99999999999999999999}", "the pattern repeats more than 1000 times"),
      (String(repeating: "(", count: 300), "the pattern is longer than 256 bytes"),
    ])
  func refusing(_ pattern: String, _ message: String) {
    #expect(throws: PatternError(message)) { _ = try OutputPattern(pattern) }
  }

  @Test("a line of bytes that are no text is matched as well")
  func bytes() throws {
    let pattern = try OutputPattern("ok")
    let matches = pattern.matches([0xFF, 0x6F, 0x6B, 0x80])
    #expect(matches)
  }

  @Test(
    "a capturing pattern reads the number of its first group, or of all that it matches",
    arguments: [
      ("progress: *([0-9.]+) *%", "x progress: 42.5 %", 42.5),
      ("([ 0-9]+)%", "at   7%", 7),
      ("[0-9]+%?", "at 12", 12),
      ("([0-9]+)%|done", "done", nil),
      ("([0-9]*)%", "%", nil),
      ("([0-9]+)/([0-9]+)", "3/4", 3),
      ("(.*)%", "inf%", nil),
      ("(.*)%", "nan%", nil),
      ("(.*)%", "0x10%", nil),
      ("(.*)%", "-1%", nil),
      ("(.*)%", "1.2.3%", nil),
      ("([0-9]+)%", "none", nil),
    ])
  func numbers(_ pattern: String, _ line: String, _ expected: Double?) throws {
    let capturing = try OutputPattern(pattern, capturing: true)
    let number = capturing.number(in: Array(line.utf8))
    #expect(number == expected)
    let plain = try OutputPattern(pattern)
    let none = plain.number(in: Array(line.utf8))
    #expect(none == nil)
  }
}
