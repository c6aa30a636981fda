import Glibc
import Testing

/// Configurations and traces are hostile until proven otherwise.
@Suite("Files that it reads", .serialized, .ownThread) struct InputFileTests {
  private static let good = """
    devices: { button: { match: { name: Test button } } }
    controls: { ring: { type: command-button, trigger: { device: button, key: KEY_RECORD }, run: ["true"] } }
    """

  @Test("six mistakes are six positions", arguments: [false, true]) func sixMistakes(_ isForPrograms: Bool) throws {
    let scene = try Scene()
    try scene.configure(
      """
      devices:
        button: { match: { nam: Test button } }
      recorders:
        tone: { command: "arecord x", directory: takes }
      controls:
        record: { type: record-buton, trigger: { device: button, key: KEY_RECORD } }
        other: { type: command-button, trigger: { device: buton, key: KEY_RECORT }, run: ["true"] }
      """)
    let path = scene.folder + "/evbridge.yaml"
    let run = try scene.perform(["check", path] + (isForPrograms ? ["--json"] : []))
    #expect(run.exitCode == 78 && run.errors.isEmpty)
    let places =
      isForPrograms
      ? run.events.map { "\($0["file"] ?? ""):\(Int($0.number("line") ?? 0)):\(Int($0.number("column") ?? 0))" }
      : run.output.map { $0.split(separator: ":").prefix(3).joined(separator: ":") }
    #expect(places.count == run.output.count)
    let expected = ["2:22", "4:20", "4:44", "6:19", "7:53", "7:65"].map { "\(path):\($0)" }
    #expect(places.filter { expected.contains($0) } == expected)
    let start = try scene.perform(["run", "-c", path])
    #expect(start.exitCode == 78 && start.output.isEmpty)
    #expect(start.errors.count == run.output.count + 1)
    #expect(start.errors.last == "evbridge: \(path) is not used; nothing runs")
  }

  @Test("check says that all is well with 0, for programs only JSON lines") func good() throws {
    let scene = try Scene()
    try scene.configure(Self.good)
    let run = try scene.perform(["check", "-c", scene.folder + "/evbridge.yaml"])
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.output.last == "\(scene.folder)/evbridge.yaml: no errors")
    let programs = try scene.perform(["check", "--json", scene.folder + "/evbridge.yaml"])
    #expect(programs.exitCode == 0)
    #expect(programs.events.map { $0["severity"] } == ["warning"])
    #expect(programs.events.count == programs.output.count)
  }

  @Test(
    "as root, a configuration that others can write is refused with the fix", .enabled("root only") { geteuid() == 0 })
  func writableByOthers() throws {
    let scene = try Scene()
    let path = scene.folder + "/evbridge.yaml"
    try scene.configure(Self.good)
    for (mode, owner) in [(0o666, 0), (0o664, 0), (0o644, 65_534)] {
      try scene.setMode(mode, of: "evbridge.yaml")
      #expect(unsafe chown(path, uid_t(owner), 0) == 0)
      for verb in ["run", "check"] {
        let run = try scene.perform([verb, "-c", path])
        #expect(run.exitCode == 77 && run.output.isEmpty)
        #expect(
          run.errors == [
            "evbridge: \(path) names commands that would run as root, and others than root can write it: sudo chown "
              + "root \(path); sudo chmod go-w \(path)"
          ])
      }
    }
  }

  @Test("what is no file is not read, and nothing waits for it", arguments: ["config", "trace"])
  func noFile(_ option: String) throws {
    let scene = try Scene()
    try scene.configure(Self.good)
    try scene.makeFolder("folder")
    #expect(unsafe mkfifo(scene.folder + "/pipe", 0o600) == 0)
    for name in ["folder", "pipe"] {
      let run = try scene.perform([
        "run", "-c", scene.folder + "/evbridge.yaml", "--\(option)", scene.folder + "/" + name,
      ])
      #expect(run.exitCode == 66)
      #expect(run.errors.last == "evbridge: \(scene.folder)/\(name) is not a file")
    }
  }

  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var exitCode: Int32
    /// How the last line begins, after the name of the file.
    var says: String
  }

  static let configurations = [
    Case(
      testDescription: "2 MiB", text: String(repeating: "# nothing\n", count: 210_000), exitCode: 66,
      says: " is larger than 1 MiB"),
    Case(testDescription: "an empty file", text: "", exitCode: 78, says: " is not used; nothing runs"),
    Case(
      testDescription: "binary garbage",
      text: String(decoding: (0..<4_096).map { UInt8($0 * 7 & 0x7f) }, as: UTF8.self),
      exitCode: 78, says: " is not used; nothing runs"),
    Case(
      testDescription: "a million brackets", text: String(repeating: "[", count: 1_000_000), exitCode: 78,
      says: " is not used; nothing runs"),
  ]

  @Test("a configuration that is none", arguments: configurations) func configuration(_ example: Case) throws {
    let scene = try Scene()
    try scene.configure(example.text)
    let run = try scene.perform(["run", "-c", scene.folder + "/evbridge.yaml"])
    #expect(run.exitCode == example.exitCode && run.output.isEmpty)
    #expect(run.errors.last == "evbridge: \(scene.folder)/evbridge.yaml\(example.says)")
    #expect(run.errors.count < 20)
  }

  static let traces = [
    Case(
      testDescription: "empty", text: "", exitCode: 66,
      says: ": no evemu line in it (expected lines such as E: 0.000000 0001 014a 1)"),
    Case(
      testDescription: "events without a device", text: "E: 0.000000 0001 00a7 1\n", exitCode: 66,
      says: ": it does not describe its device (its N:, B: and A: lines are missing)"),
    Case(
      testDescription: "a later version", text: "# EVEMU 2.0\n", exitCode: 66,
      says: ": line 1: this version of evemu is not known (expected # EVEMU 1.x)"),
    Case(
      testDescription: "half an event", text: "N: Test button\nE: 0.000000 0001\n", exitCode: 66,
      says: ": line 2: expected E: seconds.microseconds type code value"),
    Case(
      testDescription: "of another device, that would command the terminal",
      text: PressScript("↓0 ↑100").evemu.replacingTestButton, exitCode: 66,
      says: ": no device of the configuration fits it, it is of 'Other [31mbutton': change a match or a trigger"),
  ]

  @Test("a trace that is none", arguments: traces) func trace(_ example: Case) throws {
    let scene = try Scene()
    try scene.configure(Self.good)
    try scene.write("trace", example.text)
    let run = try scene.perform(["run", "-c", scene.folder + "/evbridge.yaml", "--trace", scene.folder + "/trace"])
    #expect(run.exitCode == example.exitCode && run.output.isEmpty)
    #expect(run.errors == ["evbridge: \(scene.folder)/trace\(example.says)"])
  }

  @Test("a trace whose stamps run back plays in its order, each event no earlier than the one before")
  func wildStamps() throws {
    let scene = try Scene()
    try scene.configure(Self.good)
    let head = PressScript("").evemu
    let stamps = ["9.000000", "9.050000", "3.000000", "3.050000", "1.000000", "1.040000"]
    let events = zip(stamps, [1, 0, 1, 0, 1, 0]).map { "E: \($0) 0001 00a7 \($1)\nE: \($0) 0000 0000 0\n" }
    try scene.write("trace", head + events.joined())
    let run = try scene.perform(
      ["run", "--json", "-c", scene.folder + "/evbridge.yaml", "--trace", scene.folder + "/trace"])
    #expect(run.exitCode == 0)
    // What runs back happens at once, so that the later presses are bounces of the first.
    #expect(run.all("press.down").count == 1 && run.all("press.up").count == 1)
    #expect(run.first("press.up")?.number("held") == 0.05)
  }
}

extension String {
  /// The same trace of a device with another name.
  fileprivate var replacingTestButton: String {
    split(separator: "\n").map { $0 == "N: Test button" ? "N: Other\u{1b}[31mbutton" : String($0) }.joined(
      separator: "\n")
  }
}
