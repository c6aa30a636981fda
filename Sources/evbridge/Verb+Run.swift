import Bridge
import Configuration
import Daemon
import Glibc
import Traces

extension Verb {
  static let json = Arguments.Option(name: "json", letter: nil, value: nil, help: "a JSON object a line, for programs")

  static let run = Verb(
    name: "run", summary: "read the devices and do what the configuration says, until told to end", operands: "",
    text: """
      Reads buttons and touchscreens, starts and stops recorders, and tells on standard output what happens, a line an
      event. INT, TERM, and HUP from the terminal finish what is being recorded and end it.
      """,
    options: [
      ConfigurationFile.option, json,
      Arguments.Option(
        name: "trace", letter: nil, value: "FILE",
        help: "play recorded events (evemu) in place of the devices, in real time, and end after them"),
      Arguments.Option(
        name: "verbose", letter: "v", value: nil, help: "also log what recorders write and which signals they get"),
    ]
  ) { arguments in
    try arguments.refuseOperands(verb: "run")
    let file = try ConfigurationFile(arguments.value("config"))
    for diagnostic in file.diagnostics { Main.complainPlainly("\(diagnostic)") }
    guard let settings = file.settings else {
      throw Failure(.configuration, "\(file.path) is not used; nothing runs")
    }
    let tracePath = arguments.value("trace")
    let trace = try tracePath.map { try Trace(contentsOf: $0) }
    let daemon = try Daemon(
      settings, options: Daemon.Options(format: arguments.eventFormat, isVerbose: arguments.has("verbose")),
      trace: trace)
    do {
      try daemon.run()
    } catch let error as UnfittingTrace {
      throw Failure(.noInput, "\(tracePath ?? ""): \(error)")
    }
    return .success
  }
}

extension Trace {
  fileprivate init(contentsOf path: String) throws {
    let bytes = try InputFile.read(path, maximumSize: Trace.maximumSize)
    do throws(TraceError) {
      try self.init(evemu: bytes)
    } catch {
      throw Failure(.noInput, "\(path): \(error)")
    }
  }
}

extension Arguments {
  /// JSON lines when asked for; colors only for a terminal that wants them.
  var eventFormat: EventFormat {
    if has("json") { return .json }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    return .terminal(isColored: isTerminal && ConfigurationFile.environment("NO_COLOR") == nil)
  }

  func refuseOperands(verb: String) throws(Failure) {
    if let first = operands.first {
      throw Failure(.usage, "'\(first)' is one word too many; see evbridge \(verb) --help")
    }
  }
}
