import Foundation
import Testing

/// A folder with all that the program needs for a run: a configuration, a trace of presses, a recorder that tells what
/// happens to it, and a place for takes.
final class Scene {
  let folder: String
  private let hasPresses: Bool

  /// - Parameter presses: see `PressScript`; nil when nothing is to be played
  init(playing presses: String? = nil) throws {
    folder = "/tmp/evbridge-scene.\(UUID().uuidString)"
    hasPresses = presses != nil
    try makeFolder("takes")
    if let presses { try write("trace", PressScript(presses).evemu) }
  }

  /// The usual scene: one button, one recorder.
  ///
  /// - Parameters:
  ///   - recorder: further keys of the recorder, as in a flow mapping: `ready: spawned`
  ///   - control: further keys of the record button
  ///   - script: what the recorder does after it has begun, see `makeRecorder`
  ///   - recorders: further lines of the file that follow its recorder
  ///   - rest: further lines of the file, which go on with its controls
  convenience init(
    _ presses: String, recorder: String = Scene.readyWhenBegun, control: String = "", name: String = "take-{n}.txt",
    script: String = Scene.recordsUntilStopped, recorders: String = "", rest: String = ""
  ) throws {
    try self.init(playing: presses)
    try makeRecorder(script)
    try configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        fake: { command: ["\(folder)/recorder", "{file}"], directory: "\(folder)/takes", name: "\(name)", \(recorder) }
      \(recorders)
      controls:
        record:
          { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: fake, \(control) }
      \(rest)
      """)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  // MARK: What there is before

  /// The recorder says so when there is something in its file.
  static let readyWhenBegun = "ready: output matches ^begun$"
  /// It goes on through signals, but not beyond a minute: a test that fails may lose it. A signal that comes between two
  /// of its naps is answered after the next.
  static let recordsUntilStopped = "for round in $(seq 600); do sleep 0.1; done"

  /// The recorder: a script that notes its start and each signal, and ends its file when it gets INT, but not on TERM.
  ///
  /// The shell answers a signal when its `sleep` is over, and the signal, which is for the whole group, ends that too.
  /// - Parameter script: what it does after its start; may set other traps, use `note` and `finish`
  func makeRecorder(_ script: String) throws {
    try write(
      "recorder",
      """
      #!/bin/sh
      file=$1
      note() { read -r time _ </proc/uptime; echo "$time $*" >>'\(folder)/notes'; }
      finish() { echo end >>"$file"; exit "$1"; }
      trap 'note INT; finish 255' INT
      trap 'note TERM; exit 1' TERM
      note start
      echo begin >"$file"
      echo begun
      \(script)

      """, mode: 0o755)
  }

  func configure(_ text: String) throws { try write("evbridge.yaml", text + "\n") }

  func makeFolder(_ name: String, mode: Int = 0o755) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/" + name, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
  }

  func write(_ name: String, _ text: String, mode: Int = 0o644) throws {
    try write(name, bytes: Array(text.utf8), mode: mode)
  }

  /// Not handed down to any program that is started meanwhile: what somebody may write to, nobody may run, nor mend.
  func write(_ name: String, bytes: [UInt8], mode: Int = 0o644) throws {
    let file = unsafe open(folder + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    try #require(unsafe Glibc.write(file, bytes, bytes.count) == bytes.count)
    try setMode(mode, of: name)
  }

  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder + "/" + name)
  }

  // MARK: A run

  /// Where programs are found.
  let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  /// Starts the program with these arguments, and an environment that is always the same.
  /// - Parameters:
  ///   - variables: added to the environment, or put in place of what is there
  ///   - nobody: as the user nobody, when these tests run as root
  func start(
    _ arguments: [String], variables: [String: String] = [:], asNobody nobody: Bool = false,
    outputCapacity: Int32? = nil, output: String? = nil
  ) throws -> Program {
    let environment = [
      "PATH": path, "HOME": folder, "XDG_STATE_HOME": folder + "/state",
      "XDG_CONFIG_HOME": folder + "/config",
    ].merging(variables) { $1 }
    guard nobody, geteuid() == 0 else {
      let redirection = output.map { ["/bin/sh", "-c", "exec \"$@\" >\($0)", "sh"] } ?? []
      return Program(
        redirection + [Program.path] + arguments, environment: environment, outputCapacity: outputCapacity)
    }
    // The folder of the build may be closed to others. A copy of our own making could not be run as long as a program
    // that was started meanwhile has it open.
    _ = try Program(["/bin/cp", Program.path, folder + "/evbridge"], environment: [:]).end()
    return Program(
      ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", folder + "/evbridge"] + arguments,
      environment: environment, outputCapacity: outputCapacity)
  }

  /// Starts `run`, with the presses where there are any.
  func startRunning(
    _ options: [String] = ["--json"], asNobody: Bool = false, outputCapacity: Int32? = nil
  ) throws -> Program {
    let trace = hasPresses ? ["--trace", folder + "/trace"] : []
    return try start(
      ["run", "-c", folder + "/evbridge.yaml"] + trace + options, asNobody: asNobody, outputCapacity: outputCapacity)
  }

  func end(_ program: Program) throws -> Run {
    let exitCode = try program.end()
    return Run(exitCode: exitCode, output: program.outputLines, errors: program.errorLines)
  }

  /// Plays the presses to their end.
  func play(asNobody: Bool = false) throws -> Run { try end(startRunning(asNobody: asNobody)) }

  /// - Parameter output: a file that standard output goes to
  func perform(_ arguments: [String], variables: [String: String] = [:], output: String? = nil) throws -> Run {
    try end(start(arguments, variables: variables, output: output))
  }

  // MARK: What there is afterwards

  /// The takes that are done, by name, with what is in them.
  var takes: [String: String] { files("takes") }

  /// The entries of the journal, by name, with what is in them.
  var journal: [String: String] { files("state/evbridge/takes") }

  /// What is still under a reserved name.
  var partial: [String] { files("takes/.partial").keys.sorted() }

  /// What the recorder noted, in order.
  var notes: [String] { timedNotes.map(\.what) }

  /// Seconds from one note to another.
  func seconds(from start: String, to end: String) -> Double? {
    guard let start = timedNotes.first(where: { $0.what == start })?.time,
      let end = timedNotes.first(where: { $0.what == end })?.time
    else { return nil }
    return end - start
  }

  /// When something was noted, in seconds of the clock that events are stamped with.
  func time(of note: String) -> Double? { timedNotes.first { $0.what == note }?.time }

  private var timedNotes: [(time: Double, what: String)] {
    text("notes").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return Double(parts[0]).map { ($0, String(parts[1])) }
    }
  }

  /// What is in a file of the folder; empty when it is not there.
  func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: folder + "/" + name) ?? Data(), as: UTF8.self)
  }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/" + name) }

  func names(of folder: String) -> [String] { files(folder).keys.sorted() }

  /// The length that a player sees, in seconds.
  func playingTime(of file: String) throws -> Double? {
    try duration(of: file, by: .ffprobe, in: self)
  }

  private func files(_ name: String) -> [String: String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + name)) ?? []
    return Dictionary(uniqueKeysWithValues: names.filter { $0 != ".partial" }.map { ($0, text(name + "/" + $0)) })
  }
}
