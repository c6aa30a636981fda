import Bridge
import Glibc
import Programs

/// `evbridge VERB …`: finds the verb, reads its options, and turns what goes wrong into one line and an exit code.
@main struct Main {
  static let version = "0.1.0"
  static let verbs: [Verb] = [
    .run, .demo, .check, .doctor, .devices, .status, .control, .reload, .stop, .rumble, .explain, .repair, .traceShow,
    .traceConvert, .traceScript,
  ]

  static func main() {
    openStandardDescriptors()
    do {
      exit(try run(Array(CommandLine.arguments.dropFirst())).rawValue)
    } catch let failure as Failure {
      complain(failure.message)
      exit(failure.code.rawValue)
    } catch {
      complain("\(error)")
      exit(ExitCode.system.rawValue)
    }
  }

  /// A standard descriptor that we were started without would become that of the next thing opened, which would then
  /// get our lines.
  private static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Gets the lowest number that is free: this one.
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  private static func run(_ words: [String]) throws -> ExitCode {
    switch words.first {
    case nil: throw Failure(.usage, "what shall I do?\n\(overview(of: verbs))")
    case "--help", "-h", "help":
      try say(overview(of: verbs))
      return .success
    case "--version", "-V":
      try say("evbridge \(version)")
      return .success
    case let word?:
      guard let verb = verbs.first(where: { words.starts(with: $0.words) }) else {
        return try runFamily(word, Array(words.dropFirst()))
      }
      let arguments = try Arguments(
        Array(words.dropFirst(verb.words.count)), options: verb.allOptions,
        command: "evbridge \(verb.name)")
      if arguments.has("help") {
        try say(verb.helpText)
        return .success
      }
      return try verb.run(arguments)
    }
  }

  /// A word that is only the first of several verbs: it has help, but does nothing.
  private static func runFamily(_ word: String, _ rest: [String]) throws(Failure) -> ExitCode {
    let family = verbs.filter { $0.words.first == word }
    guard !family.isEmpty else {
      let near = suggestion(for: word, among: verbs.map { $0.words[0] })
      throw Failure(.usage, "there is no verb '\(word)'\(near)\n\(overview(of: verbs))")
    }
    guard let next = rest.first else { throw Failure(.usage, "\(word) what?\n\(overview(of: family))") }
    guard ["--help", "-h", "help"].contains(next) else {
      let near = suggestion(for: next, among: family.map { $0.words[1] })
      throw Failure(.usage, "there is no verb '\(word) \(next)'\(near)\n\(overview(of: family))")
    }
    try say(overview(of: family))
    return .success
  }

  private static func overview(of verbs: [Verb]) -> String {
    let width = verbs.reduce(0) { max($0, $1.name.count) }
    let list = verbs.map { "  \($0.name)\(String(repeating: " ", count: width + 2 - $0.name.count))\($0.summary)" }
    return """
      usage: evbridge VERB [options]

      \(list.joined(separator: "\n"))

      evbridge VERB --help says more; evbridge --version says which one this is.
      """
  }

  /// A line or more on standard output.
  static func say(_ text: String) throws(Failure) { try OutputFile.write(Array((text + "\n").utf8), to: nil) }

  /// One message on standard error.
  static func complain(_ message: String) { complainPlainly("evbridge: " + message) }

  /// A line on standard error that says itself where it comes from.
  static func complainPlainly(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
