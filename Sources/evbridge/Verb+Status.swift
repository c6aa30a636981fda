import Bridge
import JSONLines
import Programs

extension Verb {
  static let status = Verb(
    name: "status", summary: "say what the running daemon sees and does", operands: "",
    text: """
      Asks the daemon for all that is so now: its devices, controls, takes, recorders, and the file of the last take.
      With --follow it goes on with what happens, a line an event, until the daemon or you end it.
      """,
    options: [
      Arguments.Option(
        name: "json", letter: nil, value: nil, help: "the daemon's own lines: a snapshot, and with --follow its events"),
      Arguments.Option(name: "follow", letter: "f", value: nil, help: "go on with what happens"),
      Conversation.option,
    ]
  ) { arguments in
    try arguments.refuseOperands(verb: "status")
    var conversation = try Conversation(arguments)
    let isForProgram = arguments.has("json")
    let line = String(decoding: conversation.snapshot, as: UTF8.self)
    guard let snapshot = Conversation.value(conversation.snapshot), snapshot["type"]?.text == Snapshot.type else {
      throw Failure(.protocolError, "what answers is no daemon of evbridge: it says \(TerminalFormat.printable(line))")
    }
    try Main.say(isForProgram ? line : StatusReport(snapshot).text)
    guard arguments.has("follow") else { return .success }
    if !isForProgram { try Main.say("") }
    while let line = try conversation.next() {
      let text = String(decoding: line, as: UTF8.self)
      if isForProgram {
        try Main.say(text)
      } else {
        try Main.say(Conversation.value(line).map { EventReport($0).text } ?? TerminalFormat.printable(text))
      }
    }
    throw Failure(.unavailable, "the daemon has ended")
  }
}
