import Configuration
import ControlSocket
import Glibc
import Panel
import Programs

/// `evbridge-panel`: reads its options and the configuration, and turns what goes wrong into one line and an exit code.
@main struct Main {
  static let version = "0.1.0"

  private static let options: [Arguments.Option] = [
    ConfigurationSource.option,
    Arguments.Option(
      name: "socket", letter: nil, value: "PATH",
      help: "the daemon's socket (default: $EVBRIDGE_SOCKET, else evbridge.sock in $XDG_RUNTIME_DIR unless you are "
        + "root, else in /run/evbridge)"),
    Arguments.Option(
      name: "port", letter: "p", value: "PORT",
      help: "the port to listen on in place of the configuration's; 0 for any that is free"),
    Arguments.Option(name: "version", letter: "V", value: nil, help: "say which one this is and end"),
    Arguments.Option(name: "help", letter: "h", value: nil, help: "say this and end"),
  ]

  private static let help = """
    usage: evbridge-panel [options]
           evbridge-panel policy [options]

    Serves a web page on this machine that shows the controls of the configuration as the daemon has them, and lets a
    mouse and a keyboard operate them. The daemon may come and go. INT and TERM end it.
    With policy it prints what Chromium needs to be told so that pages of other origins reach it, and ends.

    options:
    """

  static func main() {
    do {
      exit(try run(Array(CommandLine.arguments.dropFirst())).rawValue)
    } catch let failure as Failure {
      Log.complain(failure.message)
      exit(failure.code.rawValue)
    } catch {
      Log.complain("\(error)")
      exit(ExitCode.system.rawValue)
    }
  }

  private static func run(_ words: [String]) throws -> ExitCode {
    let arguments = try Arguments(words, options: options, command: "evbridge-panel")
    if arguments.has("help") {
      try say(([help] + options.map(line)).joined(separator: "\n"))
      return .success
    }
    if arguments.has("version") {
      try say("evbridge-panel \(version)")
      return .success
    }
    let isPolicy = arguments.operands.first == "policy"
    if let word = arguments.operands.dropFirst(isPolicy ? 1 : 0).first {
      throw Failure(.usage, "'\(word)' is one word too many; see evbridge-panel --help")
    }
    var settings = try settings(arguments)
    if isPolicy { return try printPolicy(settings) }
    if let text = arguments.value("port") {
      guard let port = UInt16(text) else {
        throw Failure(.usage, "'\(text)' is no port: a number from 0 to 65535; see evbridge-panel --help")
      }
      settings.port = port
    }
    let paths = SocketPath.ofClient(option: arguments.value("socket"), isRoot: geteuid() == 0) { Environment.value($0) }
    try Service(settings, daemonAt: paths).run()
    return .success
  }

  private static func settings(_ arguments: Arguments) throws(Failure) -> PanelSettings {
    let source = try ConfigurationSource(arguments.value("config"))
    let (panel, diagnostics) = readPanelConfiguration(
      source.bytes, file: source.path, home: Environment.value("HOME"))
    for diagnostic in diagnostics { Log.line("\(diagnostic)") }
    guard let panel else { throw Failure(.configuration, "\(source.path) is not used; nothing runs") }
    return panel
  }

  private static func printPolicy(_ settings: PanelSettings) throws(Failure) -> ExitCode {
    guard !settings.origins.isEmpty else {
      throw Failure(
        .configuration,
        "no page from elsewhere may use the panel: name its origin first, as in panel: { origins: [https://kiosk.example] }"
      )
    }
    let policy = BrowserPolicy(origins: settings.origins)
    for origin in policy.hopeless {
      Log.complain(
        "\(origin) comes unencrypted from elsewhere, so Chromium lets it reach no local program: serve it by https")
    }
    try say(policy.json)
    return .success
  }

  private static func line(_ option: Arguments.Option) -> String {
    let head =
      "  " + (option.letter.map { "-\($0), " } ?? "    ") + "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    return head + String(repeating: " ", count: max(2, 22 - head.count)) + option.help
  }

  private static func say(_ text: String) throws(Failure) { try OutputFile.write(Array((text + "\n").utf8), to: nil) }
}
