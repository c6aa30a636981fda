import Glibc
import Testing

@Suite("Recorders that no journal tells of", .serialized, .ownThread) struct StrayTests {
  private static let quiet = "B: ↓0 ↑20"

  /// A daemon without a place for its journal is killed while it records.
  private func crash() throws -> Scene {
    let scene = try Scene("↓0 ↑9000", control: "minimum: 0ms")
    try scene.write("state", "a file in its way")
    let program = try scene.startRunning()
    try program.wait(forEvent: "take.recording")
    program.send(SIGKILL)
    #expect(try scene.end(program).exitCode == -SIGKILL)
    #expect(scene.notes == ["start"])
    try scene.write("trace", PressScript(Self.quiet).evemu)
    return scene
  }

  @Test(
    "a recorder that goes on is stopped once by the next start, and its file finished", arguments: [false, true])
  func found(stateIsUsable: Bool) throws {
    let scene = try crash()
    if stateIsUsable { #expect(unsafe unlink(scene.folder + "/state") == 0) }
    let run = try scene.play()
    #expect(run.takes == ["stopping crash", "completed crash"])
    #expect(run.first("take.completed")?["file"] == scene.folder + "/takes/take-0001.txt")
    #expect(run.first("take.completed")?["control"] == "record")
    #expect(run.first("take.completed")?["recorder"] == "fake")
    #expect(run.all("anomaly").isEmpty)
    #expect(scene.notes == ["start", "INT"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    #expect(scene.partial.isEmpty && scene.journal.isEmpty && !scene.has("takes/.partial/.reserved"))
    #expect(try scene.play().takes.isEmpty)
  }

  @Test("one that the configuration has no longer is stopped, and its file told of where it is") func unknown() throws {
    let scene = try crash()
    try scene.configure(scene.text("evbridge.yaml").replacing("fake", with: "other"))
    let run = try scene.play()
    #expect(run.takes == ["stopping crash", "failed crash"])
    let file = scene.folder + "/takes/.partial/take-0001.txt"
    #expect(run.first("take.failed")?["file"] == file)
    #expect(run.first("take.failed")?["message"]?.contains("no recorder 'fake'") == true)
    #expect(scene.notes == ["start", "INT"])
    #expect(scene.text("takes/.partial/take-0001.txt") == "begin\nend\n")
  }

  @Test("what another evbridge finishes is left to it") func claimed() throws {
    let scene = try crash()
    let marker = unsafe open(scene.folder + "/takes/.partial/.reserved/take-0001.txt", O_RDONLY | O_CLOEXEC)
    #expect(flock(marker, LOCK_EX | LOCK_NB) == 0)
    let run = try scene.play()
    #expect(run.takes.isEmpty && run.all("anomaly").isEmpty)
    #expect(scene.notes == ["start"])
    close(marker)
    #expect(try scene.play().takes == ["stopping crash", "completed crash"])
    #expect(scene.notes == ["start", "INT"])
  }

  /// A process, and whether it is the recorder of a daemon that is gone.
  struct Bystander: CustomTestStringConvertible {
    var testDescription: String
    var mark = StrayTests.dead
    var state = "$/state/evbridge"
    /// What it is started by, without the mark.
    var launcher: [String] = []
    var hasEntry = false
    var isStray = false
  }

  private static let dead = "\(JournalTests.boot)-4000000-1-1"
  static let bystanders =
    [
      Bystander(testDescription: "a recorder of a daemon that is gone", isStray: true),
      Bystander(
        testDescription: "of one that is alive",
        mark: "\(JournalTests.boot)-\(JournalTests.own.number)-\(JournalTests.own.start)-1"),
      Bystander(testDescription: "of another start of the machine", mark: "0badb007-4000000-1-1"),
      Bystander(testDescription: "of another state directory", state: "$/elsewhere"),
      Bystander(testDescription: "of a journal that can not be read", hasEntry: true, isStray: true),
      Bystander(testDescription: "with a mark that is none", mark: "\(JournalTests.boot)-04000000-1-1"),
    ]
    + (geteuid() == 0
      ? [
        Bystander(
          testDescription: "of another user",
          launcher: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]),
        Bystander(
          testDescription: "in another namespace of process numbers", launcher: ["/usr/bin/unshare", "--pid", "--fork"]),
      ] : [])

  @Test("nobody else is touched", arguments: bystanders) func bystander(_ bystander: Bystander) throws {
    let scene = try Scene(Self.quiet)
    if bystander.hasEntry {
      try scene.makeFolder("state/evbridge/takes")
      try scene.write("state/evbridge/takes/\(bystander.mark)", "{\"v\":99}\n", mode: 0o600)
    }
    let variables = [
      "EVBRIDGE_MARK=\(bystander.mark)", "EVBRIDGE_STATE=" + bystander.state.replacing("$", with: scene.folder),
      "EVBRIDGE_RECORDER=live", "EVBRIDGE_CONTROL=record",
    ]
    let script = "echo begun; exec sleep 60"
    let process = Program(
      bystander.launcher + ["/usr/bin/env"] + variables + ["/bin/sh", "-c", script], environment: ["PATH": scene.path])
    try process.wait(for: "its start") { $0.outputLines == ["begun"] }
    let run = try scene.play()
    #expect(run.takes == (bystander.isStray ? ["stopping crash", "completed crash"] : []))
    if !bystander.isStray {
      #expect(kill(process.number, 0) == 0)
      // The launcher may have gone between: the whole session ends.
      kill(-process.number, SIGKILL)
    }
    #expect(try process.end() == (bystander.isStray ? -SIGINT : -SIGKILL))
  }
}
