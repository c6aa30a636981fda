import Testing

@Suite("The command line", .serialized, .ownThread) struct UsageTests {
  struct Case: CustomTestStringConvertible {
    var arguments: [String]
    var exitCode: Int32
    /// The first line on standard error, or on standard output when the exit code is 0.
    var says: String

    init(_ arguments: [String], _ exitCode: Int32, _ says: String) {
      self.arguments = arguments
      self.exitCode = exitCode
      self.says = says
    }

    var testDescription: String { (["evbridge"] + arguments).joined(separator: " ") }
  }

  static let cases = [
    Case([], 64, "evbridge: what shall I do?"),
    Case(["--help"], 0, "usage: evbridge VERB [options]"),
    Case(["-h"], 0, "usage: evbridge VERB [options]"),
    Case(["help"], 0, "usage: evbridge VERB [options]"),
    Case(["--version"], 0, "evbridge 0.1.0"),
    Case(["-V"], 0, "evbridge 0.1.0"),
    Case(["record"], 64, "evbridge: there is no verb 'record', did you mean \"reload\"?"),
    Case(["--frob"], 64, "evbridge: there is no verb '--frob'"),
    Case(["chekc"], 64, "evbridge: there is no verb 'chekc', did you mean \"check\"?"),
    Case(["trcae"], 64, "evbridge: there is no verb 'trcae', did you mean \"trace\"?"),
    Case(["trace", "shwo"], 64, "evbridge: there is no verb 'trace shwo', did you mean \"show\"?"),
    Case(["Devices"], 64, "evbridge: there is no verb 'Devices', did you mean \"devices\"?"),
    Case(["run", "--help"], 0, "usage: evbridge run [options]"),
    Case(["demo", "--help"], 0, "usage: evbridge demo [options]"),
    Case(["check", "-h"], 0, "usage: evbridge check [options] [FILE]"),
    Case(["devices", "--help"], 0, "usage: evbridge devices [options]"),
    Case(["run", "--frob"], 64, "evbridge: there is no option '--frob'; see evbridge run --help"),
    Case(["run", "-x"], 64, "evbridge: there is no option '-x'; see evbridge run --help"),
    Case(["run", "-vx"], 64, "evbridge: there is no option '-x'; see evbridge run --help"),
    Case(["run", "--json=yes"], 64, "evbridge: option '--json' takes no value; see evbridge run --help"),
    Case(["run", "-c"], 64, "evbridge: option '-c' needs a value; see evbridge run --help"),
    Case(["run", "--config"], 64, "evbridge: option '--config' needs a value; see evbridge run --help"),
    Case(["run", "now"], 64, "evbridge: 'now' is one word too many; see evbridge run --help"),
    Case(["demo", "now"], 64, "evbridge: 'now' is one word too many; see evbridge demo --help"),
    Case(["devices", "now"], 64, "evbridge: 'now' is one word too many; see evbridge devices --help"),
    Case(["check", "a", "b"], 64, "evbridge: 'b' is one word too many; see evbridge check --help"),
    Case(["check", "-c", "a", "b"], 64, "evbridge: 'b' is one word too many; see evbridge check --help"),
    Case(["run", "-c", "/nonexistent/a.yaml"], 66, "evbridge: /nonexistent/a.yaml: No such file or directory"),
    Case(["check", "/nonexistent/a.yaml"], 66, "evbridge: /nonexistent/a.yaml: No such file or directory"),
    Case(
      ["run", "-c", "/nonexistent/a.yaml", "--config=/nonexistent/b.yaml"], 66,
      "evbridge: /nonexistent/b.yaml: No such file or directory"),
    Case(["run", "-c", ""], 64, "evbridge: the value of option '--config' is empty; see evbridge run --help"),
    Case(["run", "--dry-run"], 64, "evbridge: option '--dry-run' needs '--trace'; see evbridge run --help"),
    Case(["run", "--speed", "2"], 64, "evbridge: option '--speed' needs '--trace'; see evbridge run --help"),
    Case(
      ["run", "--socket", "s", "--no-socket"], 64,
      "evbridge: options '--socket' and '--no-socket' exclude each other; see evbridge run --help"),
    Case(["status", "--help"], 0, "usage: evbridge status [options]"),
    Case(["status", "now"], 64, "evbridge: 'now' is one word too many; see evbridge status --help"),
    Case(
      ["status", "--socket", "/nonexistent/s"], 69,
      "evbridge: nothing answers at /nonexistent/s: start the daemon (evbridge run), or name its socket with --socket"),
    Case(
      ["status", "--socket", "/etc/passwd"], 69,
      "evbridge: nothing answers at /etc/passwd: start the daemon (evbridge run), or name its "
        + "socket with --socket"),
    Case(
      ["reload", "--socket", "/nonexistent/s"], 69,
      "evbridge: nothing answers at /nonexistent/s: start the daemon (evbridge run), or name its "
        + "socket with --socket"),
    Case(["reload", "now"], 64, "evbridge: 'now' is one word too many; see evbridge reload --help"),
    Case(
      ["stop", "--socket", "/nonexistent/s"], 69,
      "evbridge: nothing answers at /nonexistent/s: start the daemon (evbridge run), or name its "
        + "socket with --socket"),
    Case(
      ["stop", "story"], 64,
      "evbridge: stop ends the whole daemon and takes no operand; to stop a take: evbridge control story stop"),
    Case(["control"], 64, "evbridge: which control, and what? see evbridge control --help"),
    Case(
      ["control", "story"], 64,
      "evbridge: what shall 'story' do? one of "
        + "start, stop, toggle, suspend, resume, complete, reset, enable, disable, set-progress, set-error"),
    Case(["control", "story", "strat"], 64, "evbridge: there is no action 'strat', did you mean \"start\"?"),
    Case(
      ["control", "story", "dance"], 64,
      "evbridge: there is no action 'dance': one of "
        + "start, stop, toggle, suspend, resume, complete, reset, enable, disable, set-progress, set-error"),
    Case(
      ["control", "story", "start", "5"], 64, "evbridge: start takes no value; see evbridge control --help"),
    Case(
      ["control", "story", "set-progress", "101"], 64,
      "evbridge: set-progress needs a number from 0 to 100; see evbridge control --help"),
    Case(
      ["control", "story", "set-progress", "-1"], 64,
      "evbridge: set-progress needs a number from 0 to 100; see evbridge control --help"),
    Case(
      ["control", "story", "set-progress", "-.5", "--socket", "/nonexistent/s"], 64,
      "evbridge: set-progress needs a number from 0 to 100; see evbridge control --help"),
    Case(
      ["control", "--socket", "/nonexistent/s", "--", "story", "set-progress", "-1"], 64,
      "evbridge: set-progress needs a number from 0 to 100; see evbridge control --help"),
    Case(
      ["control", "story", "--socket", "/nonexistent/s", "set-progress", "--", "1"], 69,
      "evbridge: nothing answers at /nonexistent/s: start the daemon (evbridge run), or name its "
        + "socket with --socket"),
    Case(
      ["control", "story", "--socket", "-1", "start"], 69,
      "evbridge: nothing answers at -1: start the daemon (evbridge run), or name its socket with --socket"),
    Case(
      ["control", "story", "set-progress", "-x"], 64, "evbridge: there is no option '-x'; see evbridge control --help"),
    Case(
      ["control", "set-progress", "story", "nan"], 64,
      "evbridge: set-progress needs a number from 0 to 100; see evbridge control --help"),
    Case(
      ["control", "story", "set-error", "maybe"], 64,
      "evbridge: set-error needs on or off; see evbridge control --help"),
    Case(
      ["control", "story", "start", "5", "6"], 64, "evbridge: '6' is one word too many; see evbridge control --help"),
    Case(
      ["control", "start", "story", "--socket", "/nonexistent/s"], 69,
      "evbridge: nothing answers at /nonexistent/s: start the daemon (evbridge run), or name its "
        + "socket with --socket"),
    Case(["explain", "--help"], 0, "usage: evbridge explain [options] TRACE"),
    Case(["explain"], 64, "evbridge: which trace? see evbridge explain --help"),
    Case(["explain", "/nonexistent/t"], 66, "evbridge: /nonexistent/t: No such file or directory"),
    Case(["repair", "--help"], 0, "usage: evbridge repair [options] FILE..."),
    Case(["repair"], 64, "evbridge: which file? see evbridge repair --help"),
    Case(["repair", "/nonexistent/t"], 66, "evbridge: /nonexistent/t: it can not be read: No such file or directory"),
    Case(["trace"], 64, "evbridge: trace what?"),
    Case(["trace", "--help"], 0, "usage: evbridge VERB [options]"),
    Case(["trace", "frob"], 64, "evbridge: there is no verb 'trace frob'"),
    Case(["trace", "show", "-h"], 0, "usage: evbridge trace show [options] FILE"),
    Case(["trace", "show"], 64, "evbridge: which trace? see evbridge trace show --help"),
    Case(["trace", "show", "a", "b"], 64, "evbridge: 'b' is one word too many; see evbridge trace show --help"),
    Case(
      ["trace", "convert", "--frob"], 64, "evbridge: there is no option '--frob'; see evbridge trace convert --help"),
    Case(
      ["trace", "script"], 64, "evbridge: one script is needed, a FILE or -e TEXT; see evbridge trace script --help"),
    Case(
      ["trace", "script", "-e", "one finger at 1mm,1mm tip"], 64,
      "evbridge: line 1, column 23: expected tap, hold, move, pinch, rotate or stay"),
    Case(
      ["trace", "script", "-e", "one finger at 1mm,1mm tap", "--to", "csv"], 64,
      "evbridge: 'csv' is no format of a trace: evemu or libinput"),
    Case(
      ["trace", "script", "-e", "one finger at 1mm,1mm tap", "-o", "/nonexistent/t"], 73,
      "evbridge: /nonexistent/t: No such file or directory"),
    Case(["run", "-xv"], 64, "evbridge: there is no option '-x'; see evbridge run --help"),
  ]

  @Test("what is wrong is said in one line, with an exit code of its own", arguments: cases)
  func answer(_ example: Case) throws {
    let run = try Scene().perform(example.arguments)
    #expect(run.exitCode == example.exitCode)
    #expect((example.exitCode == 0 ? run.output : run.errors).first == example.says)
    #expect((example.exitCode == 0 ? run.errors : run.output).isEmpty)
  }

  @Test("without a configuration it says where one belongs") func noConfiguration() throws {
    let scene = try Scene()
    let run = try scene.perform(["run"])
    #expect(run.exitCode == 66)
    let relative = try scene.perform(["run"], variables: ["XDG_CONFIG_HOME": "config"])
    #expect(relative.errors.first?.hasPrefix("evbridge: there is no configuration at \(scene.folder)/.config/") == true)
    #expect(run.errors.count == 1)
    #expect(
      run.errors.first?.hasPrefix(
        "evbridge: there is no configuration at \(scene.folder)/config/evbridge/evbridge.yaml or "
          + "/etc/evbridge/evbridge.yaml: write one (examples are in the folder examples of the sources)") == true)
  }

  @Test("an installed program says where its examples are") func installedExamples() throws {
    let scene = try Scene()
    try scene.makeFolder("bin")
    try scene.makeFolder("share/doc/evbridge/examples")
    // A copy of our own making could not be run as long as a program that was started meanwhile has it open.
    #expect(try Program(["/bin/cp", Program.path, scene.folder + "/bin/evbridge"], environment: [:]).end() == 0)
    let program = Program([scene.folder + "/bin/evbridge", "run"], environment: ["HOME": scene.folder])
    #expect(try program.end() == 66)
    let place = "(examples are in \(scene.folder)/share/doc/evbridge/examples)"
    #expect(program.errorLines.first?.contains(place) == true)
  }

  @Test(
    "who can not be told anything gets an exit code, and the reason on standard error",
    arguments: [
      ["devices"], ["devices", "--json"], ["--help"], ["--version"], ["run", "--help"], ["trace", "--help"],
      ["check", "CONFIGURATION"], ["demo"], ["explain", "TRACE"], ["trace", "show", "--json", "TRACE"],
      ["trace", "script", "-e", "one finger at 1mm,1mm tap"],
      ["run", "-c", "CONFIGURATION", "--trace", "TRACE", "--dry-run", "--speed", "max"],
    ])
  func fullDisk(_ arguments: [String]) throws {
    let scene = try Scene("↓0 ↑10")
    let files = ["CONFIGURATION": scene.folder + "/evbridge.yaml", "TRACE": scene.folder + "/trace"]
    let words = arguments.map { files[$0] ?? $0 }
    let run = try scene.perform(words, output: "/dev/full")
    // Where there are no devices, nothing is said of them in JSON.
    let isSilent = try scene.perform(words).output.isEmpty
    #expect(run.exitCode == (isSilent ? 0 : 74))
    #expect(run.errors == (isSilent ? [] : ["evbridge: standard output: No space left on device"]))
  }

  @Test("a run whose events can not be written records all the same, says so once, and ends with 74")
  func runOnFullDisk() throws {
    let scene = try Scene("↓0 ↑900", control: "minimum: 0ms")
    let trace = ["run", "--json", "-c", scene.folder + "/evbridge.yaml", "--trace", scene.folder + "/trace"]
    let run = try scene.perform(trace, output: "/dev/full")
    #expect(run.exitCode == 74)
    #expect(
      run.errors == [
        "evbridge: warning: standard output: No space left on device; going on without it"
      ])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }

  @Test("the configuration is found at its usual place") func usualPlace() throws {
    let scene = try Scene()
    try scene.makeFolder("config/evbridge")
    try scene.write("config/evbridge/evbridge.yaml", "nonsense: true\n")
    let run = try scene.perform(["check"])
    #expect(run.exitCode == 78)
    #expect(run.output.first?.hasPrefix("\(scene.folder)/config/evbridge/evbridge.yaml:1:1: error: ") == true)
  }

  @Test("devices lists nothing where there is nothing, and for programs only JSON lines") func devices() throws {
    let scene = try Scene()
    let people = try scene.perform(["devices"])
    #expect(people.exitCode == 0 && people.errors.isEmpty && !people.output.isEmpty)
    let programs = try scene.perform(["devices", "--json"])
    #expect(programs.exitCode == 0 && programs.errors.isEmpty)
    #expect(programs.events.count == programs.output.count)
    #expect(programs.events.allSatisfy { $0["node"]?.hasPrefix("/dev/input/event") == true })
    #expect(programs.output.isEmpty == (people.output.first?.hasPrefix("There are no input devices") == true))
  }

  @Test("the list of verbs names each, and each verb's help names each option of the manual") func help() throws {
    let scene = try Scene()
    let overview = try scene.perform(["--help"]).output
    let manual = try Manual(path: Program.repository + "/docs/evbridge.1")
    let verbs = overview.filter { $0.hasPrefix("  ") }.map(Self.head)
    #expect(verbs == manual.verbs.map(\.name))
    for verb in manual.verbs {
      let help = try scene.perform(verb.name.split(separator: " ").map(String.init) + ["--help"])
      let options = help.output.filter { $0.hasPrefix("  -") || $0.hasPrefix("      --") }.map(Self.head)
      #expect(options == verb.options + ["-h, --help"])
    }
  }

  /// Of "  -c, --config FILE  the configuration" what stands before the two blanks.
  private static func head(of line: String) -> String {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).drop { $0.isEmpty }
    return words.prefix { !$0.isEmpty }.joined(separator: " ")
  }

  @Test("the manual renders without a complaint", .needs("man")) func manual() throws {
    let man = Program(
      ["/usr/bin/env", "man", "--warnings", "-E", "UTF-8", "-l", Program.repository + "/docs/evbridge.1"],
      environment: ["PATH": try Scene().path, "LC_ALL": "C.UTF-8", "MANPAGER": "cat", "MANWIDTH": "80"])
    #expect(try man.end() == 0)
    #expect(man.errorLines.isEmpty)
    #expect(man.outputLines.contains { $0.hasPrefix("EXIT STATUS") })
  }
}
