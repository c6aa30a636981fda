import Glibc
import Testing

@Suite("What a take runs, and looks at, beside its recorder", .serialized, .ownThread) struct TakeCommandTests {
  private static let ready = Scene.readyWhenBegun

  @Test("a greeting runs to its end, then the recorder starts") func greeting() throws {
    let scene = try Scene(
      "↓0 ↑1200",
      recorder: """
        \(Self.ready), before: [sh, -c, 'echo "$EVBRIDGE_TAKE $EVBRIDGE_CONTROL $1 $EVBRIDGE_MARK" >"$HOME/greeting";
        sleep 0.4; echo "$(cut -d" " -f1 /proc/uptime) greeted" >>"$HOME/notes"', sh, "{file}"]
        """, control: "minimum: 0ms")
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(scene.notes == ["greeted", "start", "INT"])
    #expect(scene.text("greeting") == "1 record \(scene.folder)/takes/.partial/take-0001.txt \n")
    #expect(run.all("anomaly").isEmpty)
  }

  @Test(
    "a greeting that fails is told of, with its last words, and costs no recording",
    arguments: [
      ("[sh, -c, 'echo no speaker >&2; exit 3']", "sh exited with 3: no speaker"),
      ("[/nonexistent/aplay, hello.wav]", "cannot start /nonexistent/aplay: there is no such file"),
    ])
  func failingGreeting(_ before: String, _ message: String) throws {
    let scene = try Scene("↓0 ↑1000", recorder: "\(Self.ready), before: \(before)", control: "minimum: 0ms")
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    let told = run.all("anomaly").compactMap { $0["message"] }
    #expect(told.count == 1 && told.first?.contains(message) == true)
  }

  @Test(
    "a greeting that is let go during it is ended, by KILL if need be, and nothing is recorded",
    arguments: [false, true])
  func cutGreeting(isStubborn: Bool) throws {
    let scene = try Scene(
      "↓0 ↑600",
      recorder: """
        \(Self.ready), before: [sh, -c, '\(isStubborn ? "trap \"\" TERM; " : "")for n in 1 2 3 4 5 6 7 8 9; do sleep 1; done']
        """, control: "minimum: 0ms")
    let run = try scene.play()
    #expect(run.takes.first == "starting" && run.takes.count == 2)
    #expect(run.takes.last?.hasPrefix("completed") == true)
    #expect(scene.notes.isEmpty && scene.takes.isEmpty && scene.partial.isEmpty && scene.journal.isEmpty)
    let wait = try #require(run.seconds(from: "press.up", to: "take.completed"))
    #expect(isStubborn ? (1.9...6).contains(wait) : wait < 1.9)
  }

  @Test("told to end during a greeting, the program ends it and itself") func terminatedGreeting() throws {
    let scene = try Scene("↓0 ↑9000", recorder: "\(Self.ready), before: [sleep, \"60\"]")
    let program = try scene.startRunning()
    try program.wait(forEvent: "take.starting")
    program.send(SIGTERM)
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(scene.notes.isEmpty && scene.partial.isEmpty && scene.journal.isEmpty)
  }

  @Test("what a command leaves behind in its group is told to end") func straggler() throws {
    let scene = try Scene(
      "↓0 ↑1000",
      recorder: """
        \(Self.ready), before: [sh, -c, '(trap "echo ended >$HOME/straggler; exit 0" TERM; sleep 20) & sleep 0.2']
        """, control: "minimum: 0ms")
    let run = try scene.play()
    #expect(run.takes.last == "completed released")
    #expect(scene.text("straggler") == "ended\n")
  }

  @Test("a take is completed when the command that looks at its file says so; else it has failed, and is kept")
  func verify() throws {
    let scene = try Scene(
      "↓0 ↑800 ↓2000 ↑2800",
      recorder: """
        \(Self.ready), verify: [sh, -c, 'grep -q end "$1" || exit 9; case "$1" in *2.txt) echo too short; exit 1;; esac',
        sh, "{file}"]
        """, control: "minimum: 0ms")
    let run = try scene.play()
    let life = ["starting", "recording", "stopping released"]
    #expect(run.takes == life + ["completed released"] + life + ["failed released"])
    #expect(run.first("take.failed")?["message"]?.hasSuffix("sh exited with 1: too short") == true)
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n", "take-0002.txt": "begin\nend\n"])
  }

  @Test("a recorder that fails before it is ready is started again; what it left of a header goes") func retries()
    throws
  {
    let scene = try Scene("↓0 ↑2500", recorder: "\(Self.ready), retries: 3", control: "minimum: 0ms")
    // Its own beginning would say that it is ready.
    try scene.write(
      "recorder",
      """
      #!/bin/sh
      cd "$(dirname "$0")"
      echo "$(cut -d' ' -f1 /proc/uptime) try $(cat "$1" 2>/dev/null)" >>notes
      echo begin >"$1"
      [ $(grep -c try notes) -gt 2 ] || { echo busy; exit 1; }
      trap 'echo end >>"$1"; exit 0' INT
      echo begun
      \(Scene.recordsUntilStopped)

      """, mode: 0o755)
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(scene.notes == ["try ", "try ", "try "])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    #expect(run.all("anomaly").count == 2)
    #expect(scene.journal.isEmpty && scene.partial.isEmpty)
  }

  @Test("how far a recorder is, as it says itself, is told") func percent() throws {
    let scene = try Scene(
      "↓0 ↑1500", recorder: "\(Self.ready), percent: 'at *([0-9.]+) *%'", control: "minimum: 0ms, progress: output",
      script: """
        printf 'at 10 %%\\rat 12.5%%\\n'; sleep 0.3; echo 'at  60 %'; sleep 0.3; echo 'at much %'
        \(Scene.recordsUntilStopped)
        """)
    let run = try scene.play()
    #expect(run.takes.last == "completed released")
    let told = run.all("progress").compactMap { $0.number("to") }
    #expect(told.contains(12.5) && told.contains(60), "\(told)")
  }

  @Test("T19: with too little room no take begins, and a person is told why") func fullDisk() throws {
    let scene = try Scene("↓0 ↑800", recorder: "\(Self.ready), free: { stop: 900000GB, warn: 900000GB }")
    let run = try scene.play()
    #expect(run.takes == ["failed recorder-exit"])
    let message = try #require(run.first("take.failed")?["message"])
    #expect(message.hasPrefix("directory \(scene.folder)/takes: only "))
    #expect(scene.notes.isEmpty && scene.partial.isEmpty && scene.journal.isEmpty)
  }

  @Test("of little room a person is told once, not at each press") func nearlyFull() throws {
    let scene = try Scene(
      "↓0 ↑300 ↓2000 ↑2300", recorder: "\(Self.ready), free: { stop: 0, warn: 900000GB }",
      control: "minimum: 0ms, hold: 100ms")
    let run = try scene.play()
    #expect(run.takes.filter { $0 == "completed released" }.count == 2)
    let warnings = run.errors.filter {
      $0.hasPrefix("evbridge: warning: recorder 'fake': directory \(scene.folder)/takes: only ")
    }
    #expect(warnings.count == 1)
    #expect(run.all("anomaly").contains { $0["control"] == "record" })
  }

  @Test("R11: a recorder that may not be signalled is told of once, and holds up nothing", .enabled(if: geteuid() == 0))
  func refused() throws {
    let scene = try Scene(playing: "↓0 ↑600")
    // As sudo does: the program runs as root, whoever started it.
    _ = try Program(["/bin/cp", "/usr/bin/setpriv", scene.folder + "/sudo"], environment: [:]).end()
    try scene.setMode(0o4755, of: "sudo")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        root: { command: ["\(scene.folder)/sudo", --reuid=0, --clear-groups, sleep, "9"], ready: after 100ms, stop: { grace: 300ms } }
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: root, minimum: 0ms }
      """)
    let run = try scene.play(asNobody: true)
    #expect(run.takes == ["starting", "recording", "stopping released", "failed released"])
    #expect(run.first("take.failed")?["message"] == "its processes are still there after KILL")
    #expect(run.errors.filter { $0.contains("was refused: Operation not permitted; start it without sudo") }.count == 1)
    #expect(run.exitCode == 0)
  }
}
