import Bridge
import Configuration
import ControlSocket
import Daemon
import Glibc
import Programs
import Traces

extension Verb {
  static let json = Arguments.Option(name: "json", letter: nil, value: nil, help: "a JSON object a line, for programs")

  static let run = Verb(
    name: "run", summary: "read the devices and do what the configuration says, until told to end", operands: "",
    text: """
      Reads buttons and touchscreens, starts and stops recorders, and tells on standard output what happens, a line an
      event. INT, TERM, and HUP from the terminal finish what is being recorded and end it. HUP without a terminal reads
      the configuration again. Programs may ask it over its control socket: see status, control, reload and stop.
      """,
    options: [
      ConfigurationFile.option, json,
      Arguments.Option(
        name: "trace", letter: nil, value: "FILE",
        help: "play recorded events in place of the devices, in real time, and end when nothing more comes of them"),
      Arguments.Option(
        name: "dry-run", letter: nil, value: nil,
        help: "with --trace: start nothing and write nothing; recorders are ideal, times count from the first event"),
      Arguments.Option(
        name: "speed", letter: nil, value: "N",
        help: "with --trace: so many times as fast, 0.01 to 1000, or max; any but 1 is a dry run"),
      Arguments.Option(
        name: "socket", letter: nil, value: "PATH",
        help: "where programs may connect (default: $EVBRIDGE_SOCKET, else evbridge.sock in $RUNTIME_DIRECTORY, in "
          + "/run/evbridge for root, else in $XDG_RUNTIME_DIR; with --trace: nowhere)"),
      Arguments.Option(name: "no-socket", letter: nil, value: nil, help: "no control socket"),
      Arguments.Option(
        name: "verbose", letter: "v", value: nil, help: "also log what recorders write and which signals they get"),
    ]
  ) { arguments in
    try arguments.refuseOperands(verb: "run")
    let tracePath = arguments.value("trace")
    if tracePath == nil { try arguments.refuse(["dry-run", "speed"], without: "trace", verb: "run") }
    let speed = try arguments.speed
    let socket = try arguments.socket(isTrace: tracePath != nil)
    let file = try ConfigurationFile(arguments.value("config"))
    for diagnostic in file.diagnostics { Main.complainPlainly("\(diagnostic)") }
    guard let settings = file.settings else {
      throw Failure(.configuration, "\(file.path) is not used; nothing runs")
    }
    let trace = try tracePath.map { try Trace(contentsOf: $0) }
    var options = Daemon.Options(format: arguments.eventFormat, isVerbose: arguments.has("verbose"))
    options.socket = socket
    options.version = Main.version
    options.configuration = file.path
    options.reload = { ConfigurationFile.reread(file.path) }
    do {
      if let trace, arguments.has("dry-run") || speed != .times(1) {
        guard options.socket == nil else {
          throw Failure(.usage, "a dry run answers nobody: no '--socket'; see evbridge run --help")
        }
        let dryRun = try DryRun(settings, trace: trace, format: options.format, speed: speed)
        try dryRun.run()
        if let failure = dryRun.outputFailure { throw Failure(.output, failure) }
        return .success
      }
      let daemon = try Daemon(settings, options: options, trace: trace)
      try daemon.run()
      return daemon.outputHasFailed ? .output : .success
    } catch let error as UnfittingTrace {
      throw Failure(.noInput, "\(tracePath ?? ""): \(error)")
    }
  }
}

extension Arguments {
  /// JSON lines when asked for; colors only for a terminal that wants them.
  var eventFormat: EventFormat {
    if has("json") { return .json }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    return .terminal(isColored: isTerminal && Environment.value("NO_COLOR") == nil)
  }

  /// Where `run` listens. A trace has a socket only when that is asked for.
  fileprivate func socket(isTrace: Bool) throws(Failure) -> Daemon.Socket? {
    guard !has("no-socket") else {
      guard !has("socket") else {
        throw Failure(.usage, "options '--socket' and '--no-socket' exclude each other; see evbridge run --help")
      }
      return nil
    }
    let named = value("socket")
    guard named != nil || !isTrace else { return nil }
    let isRoot = geteuid() == 0
    let path = SocketPath.ofDaemon(option: named, isRoot: isRoot) { Environment.value($0) }
    return Daemon.Socket(path: path, makesFolder: isRoot && path.hasPrefix(SocketPath.systemFolder + "/"))
  }

  /// Of `--speed`; 1 without it.
  fileprivate var speed: DryRun.Speed {
    get throws(Failure) {
      guard let text = value("speed") else { return .times(1) }
      if text == "max" { return .max }
      guard let factor = Double(text), (0.01...1_000).contains(factor) else {
        throw Failure(.usage, "'\(text)' is no speed: a number from 0.01 to 1000, or max; see evbridge run --help")
      }
      return .times(factor)
    }
  }

  /// Options that mean nothing without another one.
  func refuse(_ options: [String], without needed: String, verb: String) throws(Failure) {
    if let option = options.first(where: has) {
      throw Failure(.usage, "option '--\(option)' needs '--\(needed)'; see evbridge \(verb) --help")
    }
  }

  func refuseOperands(verb: String) throws(Failure) {
    if let first = operands.first {
      throw Failure(.usage, "'\(first)' is one word too many; see evbridge \(verb) --help")
    }
  }
}
