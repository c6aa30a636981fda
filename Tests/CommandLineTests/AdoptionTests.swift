import Foundation
import Glibc
import Testing

@Suite("Takes of earlier runs", .serialized, .ownThread) struct AdoptionTests {
  /// Plays a press until it is recorded, then kills the daemon, and nobody else.
  private func crash(_ scene: Scene, when event: String = "take.recording", after milliseconds: UInt32 = 0) throws {
    let program = try scene.startRunning()
    try program.wait(forEvent: event)
    usleep(milliseconds * 1_000)
    program.send(SIGKILL)
    #expect(try scene.end(program).exitCode == -SIGKILL)
  }

  /// A later run, in which somebody presses when all is quiet.
  private func restart(_ scene: Scene, presses: String = "↓1500 ↑2500 B: ↓0 ↑20") throws -> Run {
    try scene.write("trace", PressScript(presses).evemu)
    return try scene.play()
  }

  private static let quiet = "B: ↓0 ↑20"

  @Test(
    "T21: the recorder of a daemon that was killed is found, stopped once, its file finished; the next press works",
    arguments: [false, true])
  func orphan(leavesGroup: Bool) throws {
    let scene = try Scene("↓0 ↑9000", control: "minimum: 0ms")
    if leavesGroup {
      try scene.configure(
        scene.text("evbridge.yaml").replacing("command: [", with: "command: [setsid, "))
    }
    try crash(scene)
    #expect(scene.notes == ["start"])
    #expect(scene.journal.count == 1)
    let run = try restart(scene)
    #expect(
      run.takes == [
        "stopping crash", "completed crash", "starting", "recording", "stopping released", "completed released",
      ])
    #expect(run.first("take.completed")?["file"] == scene.folder + "/takes/take-0001.txt")
    #expect(run.first("take.completed")?["control"] == "record")
    #expect(scene.notes == ["start", "INT", "start", "INT"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n", "take-0002.txt": "begin\nend\n"])
    #expect(scene.partial.isEmpty && scene.journal.isEmpty)
    #expect(run.errors.count { $0.contains("a take of an earlier run is still being recorded") } == 1)
  }

  @Test("T21: a recorder that ended meanwhile has its file kept, and nobody claims that it is whole") func bothGone()
    throws
  {
    let scene = try Scene(
      "↓0 ↑9000", script: "echo more >>\"$file\"; kill -9 $PPID; exit 0")
    let program = try scene.startRunning()
    #expect(try scene.end(program).exitCode == -SIGKILL)
    let run = try restart(scene, presses: Self.quiet)
    #expect(run.takes == ["failed crash"])
    let file = try #require(run.first("take.failed")?["file"])
    #expect(FileManager.default.contents(atPath: file) == Data("begin\nmore\n".utf8))
    #expect(scene.journal.isEmpty)
    #expect(try restart(scene, presses: Self.quiet).takes.isEmpty)
  }

  @Test("a press that the crash cut short leaves nothing") func beforeTheHold() throws {
    let scene = try Scene("↓0 ↑9000", control: "hold: 5s")
    try crash(scene, when: "press.down", after: 200)
    #expect(scene.journal.count == 1)
    let run = try restart(scene, presses: Self.quiet)
    #expect(run.takes.isEmpty && run.errors.isEmpty && run.all("anomaly").isEmpty)
    #expect(scene.journal.isEmpty && scene.partial.isEmpty)
  }

  @Test("a second crash, of the daemon that had taken the take over, changes nothing") func twice() throws {
    let scene = try Scene(
      "↓0 ↑9000", control: "minimum: 0ms",
      script: """
        trap 'note INT; sleep 1; finish 0' INT
        \(Scene.recordsUntilStopped)
        """)
    try crash(scene)
    try scene.write("trace", PressScript(Self.quiet).evemu)
    try crash(scene, when: "take.stopping")
    #expect(scene.journal.count == 1)
    let run = try restart(scene, presses: Self.quiet)
    #expect(run.takes == ["stopping crash", "completed crash"] || run.takes == ["failed crash"])
    #expect(scene.journal.isEmpty && scene.partial.isEmpty)
    #expect(scene.takes["take-0001.txt"]?.hasPrefix("begin\n") == true)
  }

  /// Nothing that a configuration may ask for makes a take that the next start can not read.
  @Test(
    "a take with a long grace or a long command to look at it is found as well",
    arguments: [
      "stop: { grace: 1000h }", "verify: [\"true\", \"{file}\", \"\(String(repeating: "\\\"", count: 100_000))\"]",
    ])
  func extremes(_ recorder: String) throws {
    let scene = try Scene("↓0 ↑9000", recorder: "\(Scene.readyWhenBegun), \(recorder)", control: "minimum: 0ms")
    try crash(scene)
    let run = try restart(scene, presses: Self.quiet)
    #expect(run.takes == ["stopping crash", "completed crash"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    #expect(scene.partial.isEmpty && scene.journal.isEmpty)
  }

  @Test("of daemons that start together one finishes the take, and the others report nothing") func together() throws {
    let scene = try Scene("↓0 ↑9000", control: "minimum: 0ms")
    try crash(scene)
    try scene.write("trace", PressScript(Self.quiet).evemu)
    let lock = unsafe open(scene.folder + "/state/evbridge/takes", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    let programs = try (1...3).map { _ in try scene.startRunning() }
    // Nothing tells that all of them wait; less only makes the test easier to pass.
    usleep(500_000)
    close(lock)
    let runs = try programs.map { try scene.end($0) }
    #expect(runs.flatMap(\.takes) == ["stopping crash", "completed crash"])
    #expect(runs.allSatisfy { $0.all("anomaly").isEmpty })
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    #expect(scene.partial.isEmpty && scene.journal.isEmpty)
  }

  @Test("who looks for ever keeps nobody from starting, nor makes anybody call a take unfinished") func locked() throws
  {
    let scene = try Scene("↓0 ↑9000", control: "minimum: 0ms")
    try crash(scene)
    let lock = unsafe open(scene.folder + "/state/evbridge/takes", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    let run = try restart(scene, presses: Self.quiet)
    #expect(run.takes.isEmpty && run.all("anomaly").isEmpty)
    #expect(run.errors.count { $0.contains("another evbridge is looking through") } == 1)
    close(lock)
    #expect(try restart(scene, presses: Self.quiet).takes == ["stopping crash", "completed crash"])
  }

  struct Real: CustomTestStringConvertible {
    var program: String
    var name: String
    var command: String
    var testDescription: String { "\(program) \(name)" }
  }

  private static let ffmpeg = "ffmpeg, -nostdin, -nostats, -progress, \"pipe:1\", -re, -f, lavfi, -i"
  static let real = [
    Real(program: "ffmpeg", name: "a.wav", command: "[\(ffmpeg), \"sine=frequency=440\", \"{file}\"]"),
    Real(program: "ffmpeg", name: "a.mp4", command: "[\(ffmpeg), \"testsrc=size=160x120:rate=25\", \"{file}\"]"),
    Real(program: "ffmpeg", name: "a.mkv", command: "[\(ffmpeg), \"testsrc=size=160x120:rate=25\", \"{file}\"]"),
    Real(
      program: "gst-launch-1.0", name: "a.wav",
      command: "[gst-launch-1.0, -e, audiotestsrc, is-live=true, \"!\", wavenc, \"!\", filesink, \"location={file}\"]"),
    Real(
      program: "sox", name: "a.wav",
      command: "\"(trap 'exit 0' INT; while sleep 0.1; do head -c 8820 /dev/zero; done)"
        + " | (trap '' INT; exec sox -t raw -r 44100 -b 16 -c 1 -e signed - {file})\", shell: true"),
  ]

  @Test(
    "T21: real recorders survive the daemon, and their files are playable after the next start",
    .needs("ffmpeg"), .needs("sox"), .needs("gst-launch-1.0"), arguments: real)
  func realRecorders(_ real: Real) throws {
    let scene = try Scene(playing: "↓0 ↑9000")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        real: { command: \(real.command), directory: "\(scene.folder)/takes", name: "\(real.name)" }
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: real }
      """)
    try crash(scene, after: 700)
    // What is recorded meanwhile, by nobody's order, is what this is about.
    usleep(2_000_000)
    let run = try restart(scene, presses: Self.quiet)
    #expect(run.takes == ["stopping crash", "completed crash"])
    let file = try #require(run.first("take.completed")?["file"])
    #expect(file == scene.folder + "/takes/" + real.name)
    // It went on after the end of the daemon.
    let seconds = try #require(try scene.playingTime(of: file))
    #expect(seconds > 1.2 && seconds < 20)
    #expect(scene.journal.isEmpty && scene.partial.isEmpty)
  }
}
