import Bridge
import Controls
import Testing

@Suite struct RequestTests {
  struct Good: Sendable, CustomTestStringConvertible {
    var line: String
    var request: Request
    init(_ line: String, _ action: Request.Action, id: Request.Label? = nil) {
      self.line = line
      request = Request(action, id: id)
    }
    var testDescription: String { line }
  }

  static let plain: [(String, ControlRequest)] = [
    ("start", .start), ("stop", .stop), ("toggle", .toggle), ("suspend", .suspend), ("resume", .resume),
    ("complete", .complete), ("reset", .reset), ("enable", .enable), ("disable", .disable),
  ]

  static let good: [Good] =
    plain.map { Good(#"{"do":"\#($0.0)","control":"story"}"#, .control("story", $0.1)) } + [
      Good(#"{"do":"set-progress","control":"a b","value":0}"#, .control("a b", .setProgress(0))),
      Good(#"{"value":99.5,"control":"ä","do":"set-progress"}"#, .control("ä", .setProgress(99.5))),
      Good(#"{"do":"set-progress","control":"x","value":100}"#, .control("x", .setProgress(100))),
      Good(
        #"{"do":"set-progress","control":"x","value":9,"animated":false}"#,
        .control("x", .setProgress(9, isAnimated: false))),
      Good(#"{"do":"set-progress","control":"x","value":9,"animated":true}"#, .control("x", .setProgress(9))),
      Good(#"{"do":"set-error","control":"x","value":true}"#, .control("x", .setError(true))),
      Good(#"{"do":"set-error","control":"x","value":false}"#, .control("x", .setError(false))),
      Good(#"{"do":"start","control":""}"#, .control("", .start)),
      Good(#"{"do":"reload"}"#, .reload), Good(#" { "do" : "status" } "#, .status),
      Good(#"{"do":"terminate"}"#, .terminate), Good(#"{"do":"unsubscribe"}"#, .unsubscribe),
      Good(#"{"do":"subscribe"}"#, .subscribe(types: nil)),
      Good(#"{"do":"subscribe","types":[]}"#, .subscribe(types: [])),
      Good(
        #"{"do":"subscribe","types":["take.failed","press.down","press.down"]}"#,
        .subscribe(types: ["press.down", "take.failed"])),
      Good(#"{"do":"status","id":7}"#, .status, id: .number(7)),
      Good(#"{"id":"a\"b","do":"status"}"#, .status, id: .text("a\"b")),
    ]

  @Test("a line is the request that it says, and the request says it again", arguments: good)
  func reads(_ good: Good) throws {
    let request = try Request(parsing: Array(good.line.utf8))
    #expect(request == good.request)
    #expect(request.line.last == UInt8(ascii: "\n"))
    #expect(try Request(parsing: request.line.dropLast()) == request)
  }

  @Test("every word of the documentation can be asked") func words() throws {
    for word in Request.words {
      let control = ControlRequest.words.contains(word) ? #","control":"x""# : ""
      let value = ["set-progress": #","value":1"#, "set-error": #","value":true"#][word] ?? ""
      #expect(throws: Never.self) { try Request(parsing: Array(#"{"do":"\#(word)"\#(control)\#(value)}"#.utf8)) }
    }
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var line: String
    var message: String
    var id: Request.Label?
    init(_ line: String, _ message: String, id: Request.Label? = nil) {
      self.line = line
      self.message = message
      self.id = id
    }
    var testDescription: String { String(line.prefix(60)) }
  }

  static let bad: [Bad] = [
    Bad("start story", "this is no JSON: column 5: invalid token near 'start'"),
    Bad("[]", #"a request is an object, such as {"do":"status"}, and this is a list"#),
    Bad("3", #"a request is an object, such as {"do":"status"}, and this is a number"#),
    Bad("{}", #""do" is missing: what is to be done"#),
    Bad(#"{"do":1}"#, #""do" is a text, and this is a number"#),
    Bad(#"{"do":"strat","control":"x"}"#, #"there is nothing called "strat" to do, did you mean "start"?"#),
    Bad(
      #"{"do":"dance"}"#,
      #"there is nothing called "dance" to do: start, stop, toggle, suspend, resume, complete, reset, enable, disable, "#
        + "set-progress, set-error, reload, status, subscribe, unsubscribe, terminate"),
    Bad(#"{"do":"start"}"#, #""control" is missing: the name of a control"#),
    Bad(#"{"do":"start","control":["x"]}"#, #""control" is a text, and this is a list"#),
    Bad(#"{"do":"start","contol":"x"}"#, #""control" is missing: the name of a control"#),
    Bad(#"{"do":"start","control":"x","value":1}"#, #"start takes no "value", only control, do, id"#),
    Bad(#"{"do":"reload","force":true}"#, #"reload takes no "force", only do, id"#),
    Bad(#"{"do":"subscribe","type":["take.failed"]}"#, #"subscribe takes no "type", did you mean "types"?"#),
    Bad(
      #"{"do":"set-progress","control":"x","value":9,"animated":0}"#,
      #""animated" of set-progress is true or false, and this is a number"#),
    Bad(
      #"{"do":"set-error","control":"x","value":true,"animated":false}"#,
      #"set-error takes no "animated", only control, do, id, value"#),
    Bad(#"{"do":"set-progress","control":"x"}"#, #"set-progress needs "value": a number from 0 to 100"#),
    Bad(#"{"do":"set-progress","control":"x","value":100.5}"#, #"set-progress needs "value": a number from 0 to 100"#),
    Bad(#"{"do":"set-progress","control":"x","value":"5"}"#, #"set-progress needs "value": a number from 0 to 100"#),
    Bad(#"{"do":"set-error","control":"x","value":1}"#, #"set-error needs "value": true or false"#),
    Bad(#"{"do":"subscribe","types":"all"}"#, #""types" is a list of types of events, and this is a text"#),
    Bad(#"{"do":"subscribe","types":[1]}"#, #""types" is a list of texts, and one of them is a number"#),
    Bad(
      #"{"do":"subscribe","types":["take.compleded"]}"#,
      #"no event has the type "take.compleded", did you mean "take.completed"?"#),
    Bad(#"{"do":"status","id":null}"#, #""id" is a text or a whole number, and this is null"#),
    Bad(#"{"do":"status","id":1.5}"#, #""id" is a text or a whole number, and this is a number"#),
    Bad(#"{"do":"status","id":"\#(String(repeating: "x", count: 201))"}"#, #""id" is longer than 200 bytes"#),
    Bad(
      #"{"id":"7","do":"stp","control":"x"}"#, #"there is nothing called "stp" to do, did you mean "stop"?"#,
      id: .text("7")),
    Bad(#"{"do":"start","do":"stop","control":"x"}"#, #"this is no JSON: column 18: duplicate object key near '"do"'"#),
    Bad(#"{"do":"status","x":[[[[1]]]]}"#, "this is no JSON: column 23: more than 4 levels of nesting"),
    // What somebody sends is repeated without control characters, and cut.
    Bad(
      #"{"do":"\u001b[31m\#(String(repeating: "x", count: 100))"}"#,
      #"there is nothing called "\u{1B}[31m\#(String(repeating: "x", count: 35))"… to do: "#
        + Request.words.joined(separator: ", ")),
  ]

  @Test("what is no request is refused by what is wrong", arguments: bad)
  func refuses(_ bad: Bad) {
    let error = #expect(throws: RequestError.self) { try Request(parsing: Array(bad.line.utf8)) }
    #expect(error?.message == bad.message)
    #expect(error?.id == bad.id)
  }

  @Test("an answer is one line, whatever it repeats") func answers() {
    let lines: [(Answer, String)] = [
      (Answer(to: nil), "{\"ok\":true}\n"),
      (Answer(to: .number(-3), isDeferred: true), "{\"id\":-3,\"ok\":true,\"deferred\":true}\n"),
      (Answer(to: .text("a\n"), refusal: "no \"x\"\n"), "{\"id\":\"a\\n\",\"error\":\"no \\\"x\\\"\\n\"}\n"),
    ]
    for (answer, line) in lines { #expect(String(decoding: answer.line, as: UTF8.self) == line) }
  }
}
