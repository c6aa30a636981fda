import Bridge
import Configuration
import Daemon
import Glibc
import Programs
import Takes
import Traces

extension Verb {
  static let demo = Verb(
    name: "demo", summary: "replay a short press and a hold through the whole program", operands: "",
    text: """
      Plays a recorded push button into the whole program, in real time: a short press, which is answered with a
      tooltip, and a hold of two seconds, which records a tone with ffmpeg into a real file.
      """,
    options: [
      json,
      Arguments.Option(
        name: "directory", letter: "d", value: "DIR", help: "where the take goes (default: a new folder in /tmp)"),
    ]
  ) { arguments in
    try arguments.refuseOperands(verb: "demo")
    let directory = try demoDirectory(arguments.value("directory"))
    let configuration = demoConfiguration(directory: directory)
    let (settings, diagnostics) = readConfiguration(Array(configuration.utf8), file: "demo.yaml", home: nil)
    guard let settings else {
      throw Failure(.configuration, diagnostics.map(\.description).joined(separator: "\n"))
    }
    let obstacles = try Inspection.findings(of: settings).filter { $0.severity == .error }
    guard obstacles.isEmpty else {
      let list = obstacles.map(\.message).joined(separator: "\n")
      throw Failure(
        .unavailable, "\(list)\nThe demo needs ffmpeg (sudo apt-get install ffmpeg) and a directory to write to.")
    }
    let isForProgram = arguments.has("json")
    if !isForProgram {
      try Main.say(
        """
        A push button is replayed: a short press of 150 ms, then a hold of 2 s. The configuration:

        \(configuration)
        """)
    }
    let trace = try Trace(evemu: Array(demoTrace.utf8))
    let daemon = try Daemon(
      settings, options: Daemon.Options(format: arguments.eventFormat, stateDirectory: directory + "/state"),
      trace: trace)
    try daemon.run()
    guard let file = daemon.lastFile else {
      throw Failure(.unavailable, "nothing was recorded")
    }
    if !isForProgram {
      let program = CommandLine.arguments.first ?? "evbridge"
      try Main.say(
        """

        The take is \(file). Listen to it: ffplay -autoexit \(file)

        With a device of your own:
          \(program) devices                  which ones there are
          \(program) check my.yaml            is the configuration right (start from examples/)
          \(program) run -c my.yaml           press, hold, let go
        """)
    }
    return daemon.outputHasFailed ? .output : .success
  }
}

private func demoDirectory(_ named: String?) throws(Failure) -> String {
  if let named {
    var resolved = named
    if !named.hasPrefix("/") {
      let own = unsafe getcwd(nil, 0)
      defer { unsafe free(own) }
      resolved = unsafe (own.map { unsafe String(cString: $0) } ?? "") + "/" + named
    }
    return resolved
  }
  var template = Array("/tmp/evbridge-demo.XXXXXX".utf8CString)
  guard unsafe mkdtemp(&template) != nil else {
    throw Failure(.system, "no folder can be made in /tmp: \(unsafe String(cString: strerror(errno)))")
  }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

private func demoConfiguration(directory: String) -> String {
  """
  devices:
    button: { match: { name: "Demo push button" } }
  recorders:
    tone:
      command: [ffmpeg, -nostdin, -loglevel, error, -progress, "pipe:1", -stats_period, "0.1",
                -re, -f, lavfi, -i, sine=frequency=440, "{file}"]
      ready: output matches ^progress=
      directory: '\(substituting("''", for: "'", in: directory))'
      name: "tone-{n}.wav"
  controls:
    record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: tone }
  """
}

/// A push button as evemu records it: down for 150 ms, and a second later for 2 s.
private let demoTrace = """
  # EVEMU 1.3
  N: Demo push button
  I: 0003 16c0 05e1 0110
  P: 00 00 00 00 00 00 00 00
  B: 00 03 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 80 00 00 00
  E: 0.000000 0001 00a7 0001
  E: 0.000000 0000 0000 0000
  E: 0.150000 0001 00a7 0000
  E: 0.150000 0000 0000 0000
  E: 1.000000 0001 00a7 0001
  E: 1.000000 0000 0000 0000
  E: 3.000000 0001 00a7 0000
  E: 3.000000 0000 0000 0000

  """
