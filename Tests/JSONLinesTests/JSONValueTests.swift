import JSONLines
import Testing

@Suite struct JSONValueTests {
  struct Good: Sendable, CustomTestStringConvertible {
    var text: String
    var value: JSONValue
    init(_ text: String, _ value: JSONValue) {
      self.text = text
      self.value = value
    }
    var testDescription: String { text }
  }

  static let good: [Good] = [
    Good("null", .null), Good(" true\n", .flag(true)), Good("false", .flag(false)),
    Good("-12", .integer(-12)), Good("9223372036854775807", .integer(.max)), Good("1.5e2", .number(150)),
    Good(#""""#, .text("")), Good(#""a\"b\\\u00e4\n""#, .text("a\"b\\ä\n")), Good("\"🎙\"", .text("🎙")),
    Good(#""\ud83c\udf99""#, .text("🎙")), Good("[]", .array([])), Good("{}", .object([])),
    Good(
      #"{"do":"start","z":[1,{"a":null}],"a":2}"#,
      .object([
        JSONMember("do", .text("start")), JSONMember("z", .array([.integer(1), .object([JSONMember("a", .null)])])),
        JSONMember("a", .integer(2)),
      ])),
    Good(#"{"":"an empty name"}"#, .object([JSONMember("", .text("an empty name"))])),
    // Brackets in a text nest nothing.
    Good(#""[[[[[[[[[[[[[[[[[[[[\"[[[[""#, .text(#"[[[[[[[[[[[[[[[[[[[["[[[["#)),
    Good(
      String(repeating: "[", count: 16) + String(repeating: "]", count: 16),
      (0..<15).reduce(.array([])) { value, _ in .array([value]) }),
    Good(
      "[" + String(repeating: "[],", count: 20) + "0]", .array(Array(repeating: .array([]), count: 20) + [.integer(0)])),
  ]

  @Test("what is JSON is read, in the order of the text", arguments: good)
  func reads(_ good: Good) throws {
    #expect(try JSONValue(parsing: Array(good.text.utf8)) == good.value)
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    /// From the line's number on; the library goes on with what is near.
    var message: String
    init(_ text: String, _ message: String) { self.init(Array(text.utf8), message) }
    init(_ bytes: [UInt8], _ message: String) {
      self.bytes = bytes
      self.message = message
    }
    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self) }
  }

  static let bad: [Bad] = [
    Bad("", "1, column 1: there is nothing"), Bad("  \n ", "2, column 1: unexpected token"),
    Bad("{", "1, column 1: string or '}' expected"), Bad("[1,]", "1, column 4: unexpected token"),
    Bad(#"{"a":1"#, "1, column 6: '}' expected"), Bad(#"{'a':1}"#, "1, column 2: string or '}' expected"),
    Bad("nul", "1, column 3: invalid token"), Bad("NaN", "1, column 3: invalid token"),
    Bad("01", "1, column 1: invalid token"), Bad("+1", "1, column 1: invalid token"),
    Bad(".5", "1, column 1: invalid token"), Bad("1e999", "1, column 5: real number overflow"),
    Bad("9223372036854775808", "1, column 19: too big integer"), Bad("\"a", "1, column 2: premature end of input"),
    Bad("\"a\nb\"", "1, column 2: unexpected newline"), Bad(#""\x""#, "1, column 3: invalid escape"),
    Bad(#""\ud800""#, "1, column 8: invalid Unicode"), Bad(#""a\u0000b""#, #"1, column 10: \u0000"#),
    Bad(#"{"a\u0000b":1}"#, "1, column 11: NUL byte in object key"),
    Bad([0x22, 0x61, 0, 0x62, 0x22], "1, column 2: control character 0x0"), Bad([0], "1, column 1: invalid token"),
    Bad([0x7B, 0x7D, 0], "1, column 3: end of file expected"),
    Bad([0x22, 0xFF, 0x22], "1, column 1: unable to decode byte 0xff"),
    Bad([0x22, 0xC0, 0x80, 0x22], "1, column 1: unable to decode byte 0xc0"),
    Bad([0xEF, 0xBB, 0xBF, 0x31], "1, column 1: invalid token"),
    Bad([0x22, 0xED, 0xA0, 0x80, 0x22], "1, column 1: unable to decode byte 0xed"),
    Bad("{} {}", "1, column 4: end of file expected"), Bad("1 x", "1, column 3: end of file expected"),
    Bad(#"{"a":1,"a":2}"#, "1, column 10: duplicate object key"),
    Bad(#"{"a":{"b":1,"\u0062":1}}"#, "1, column 20: duplicate object key"),
    Bad("// a\n1", "1, column 1: invalid token"),
    Bad(String(repeating: "[", count: 17), "1, column 17: more than 16 levels of nesting"),
    Bad("\"ä\",\n [" + String(repeating: #"{"a":["#, count: 9), "2, column 50: more than 16 levels of nesting"),
    Bad("\"äö\",\"ü\"" + String(repeating: "[", count: 17), "1, column 25: more than 16 levels of nesting"),
    Bad(String(repeating: "{\"\":", count: 10_000), "1, column 65: more than 16 levels of nesting"),
    Bad(String(repeating: "[", count: 65_537), "1, column 1: it is longer than 65536 bytes"),
    Bad("\"" + String(repeating: "a", count: 65_535) + "\"", "1, column 1: it is longer than 65536 bytes"),
  ]

  @Test("what is no JSON is refused with its place", arguments: bad)
  func refuses(_ bad: Bad) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bad.bytes) }
    #expect(error?.description.hasPrefix("line " + bad.message) == true, "\(error?.description ?? "")")
  }

  @Test("every beginning and every damaged byte of a text is read or refused, never more")
  func damaged() {
    let text = Array(#"{"do":"set-progress","control":"st\u00f6ry","value":[1.5,-2,true,null,{"a":"ä"}]}"#.utf8)
    var read = 0
    for length in 0..<text.count where (try? JSONValue(parsing: Array(text[..<length]))) != nil { read += 1 }
    #expect(read == 0)
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var damaged = text
        damaged[place] = byte
        guard let value = try? JSONValue(parsing: damaged) else { continue }
        if value.members?.isEmpty != false { Issue.record("byte \(place) as \(byte) made \(value)") }
      }
    }
  }

  @Test("the caller's bounds hold")
  func bounds() throws {
    #expect(try JSONValue(parsing: Array("[1]".utf8), maximumLength: 3, maximumDepth: 1) == .array([.integer(1)]))
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array("[12]".utf8), maximumLength: 3) }
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array("[[]]".utf8), maximumDepth: 1) }
  }

  @Test("values say what they are")
  func access() throws {
    let value = try JSONValue(parsing: Array(#"{"t":"x","i":3,"n":2.5,"f":true,"l":[1],"o":{}}"#.utf8))
    #expect(value["t"]?.text == "x" && value["t"]?.integer == nil)
    #expect(value["i"]?.integer == 3 && value["i"]?.number == 3)
    #expect(value["n"]?.number == 2.5 && value["n"]?.integer == nil)
    #expect(value["f"]?.flag == true && value["l"]?.elements == [.integer(1)] && value["o"]?.members == [])
    #expect(value["x"] == nil && value["l"]?["t"] == nil)
    #expect(
      value.members?.map(\.value.kind) == ["a text", "a number", "a number", "true or false", "a list", "an object"])
  }
}
