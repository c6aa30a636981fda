import Bridge
import Configuration
import ControlSocket
import Daemon
import Glibc
import Panel
import Programs

extension Verb {
  static let doctor = Verb(
    name: "doctor", summary: "look for what is wrong on this machine, and say what to do", operands: "[FILE]",
    text: """
      Looks at what evbridge needs here: the rights of this user, the devices, recorders and folders, every kind of
      feedback with what is used for it and why, the control socket and the daemon, the panel. A line each: ok, note,
      warning or error, with the reason and the fix. Call it as the user that the daemon runs as. Without a configuration
      it looks at the machine alone. Nothing is started or written. Ends with 0 when there is no error, else with 78.
      """,
    options: [
      ConfigurationFile.option, json, Conversation.option,
      Arguments.Option(
        name: "uinput", letter: nil, value: nil, help: "also whether devices for tests can be made (/dev/uinput)"),
    ]
  ) { arguments in
    let named = [arguments.value("config")].compactMap { $0 } + arguments.operands
    guard named.count <= 1 else {
      throw Failure(.usage, "'\(named[1])' is one word too many; see evbridge doctor --help")
    }
    let (subject, panelPort, read) = try configuration(named.first)
    var examination = Examination(of: subject)
    let isRoot = geteuid() == 0
    let option = arguments.value("socket")
    examination.socketPaths = SocketPath.ofClient(option: option, isRoot: isRoot) { Environment.value($0) }
    examination.listeningPath = SocketPath.ofDaemon(option: option, isRoot: isRoot) { Environment.value($0) }
    examination.version = Main.version
    examination.panelPort = panelPort
    examination.looksAtUInput = arguments.has("uinput")

    var hasError = false
    let sections = try examination.sections().map { ($0.area.rawValue, $0.findings) }
    for (area, findings) in [("configuration", read)] + sections {
      for finding in findings {
        hasError = hasError || finding.severity == .error
        try Main.say(
          arguments.has("json") ? finding.json(area: area) : TerminalFormat.printable("\(finding)"))
      }
    }
    return hasError ? .configuration : .success
  }

  /// The file that was named, or the usual one if there is one. What is wrong in it is for `check` to say.
  private static func configuration(
    _ named: String?
  ) throws(Failure) -> (subject: Examination.Subject?, panelPort: UInt16?, findings: [Finding]) {
    let source: ConfigurationSource
    do throws(Failure) {
      source = try ConfigurationSource(named)
    } catch {
      guard error.code == .noInput else { throw error }
      // Rights are what it is asked about; and without a name there need not be one.
      let isThere = named.map { unsafe access($0, F_OK) == 0 } ?? false
      guard named == nil || isThere else { throw error }
      return (
        nil, nil, [isThere ? .error("\(error.message): whoever runs the daemon has to read it") : .note(error.message)]
      )
    }
    let file = ConfigurationFile(source)
    let mistakes = file.diagnostics.count { $0.severity == .error }
    guard let settings = file.settings else {
      let count = "\(mistakes) mistake\(mistakes == 1 ? "" : "s")"
      return (
        nil, nil,
        [
          .error(
            "\(file.path) has \(count), so what it names is not looked at: 'evbridge check \(file.path)' names them")
        ]
      )
    }
    return (
      Examination.Subject(settings, file: file.path), file.panel?.port,
      [.ok("\(file.path) has no mistakes")] + file.missingImages()
    )
  }
}

extension Finding {
  fileprivate func json(area: String) -> String {
    JSONObject([
      EventField("area", .text(area)), EventField("severity", .text(severity.rawValue)),
      EventField("message", .text(message)),
    ]).text
  }
}
