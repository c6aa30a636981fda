import Glibc
import Testing

@Suite("Real recorders", .serialized, .ownThread) struct RealRecorderTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var input: String
    var name: String
  }

  static let cases = [
    Case(testDescription: "wav", input: "sine=frequency=440", name: "take-{n}.wav"),
    Case(testDescription: "mp4", input: "testsrc=size=160x120:rate=25", name: "take-{n}.mp4"),
  ]

  @Test("ffmpeg is ready at its first progress, and its file is playable", .needs("ffmpeg"), arguments: cases)
  func ffmpeg(_ example: Case) throws {
    let scene = try Scene(playing: "↓0 ↑5000")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        ffmpeg:
          command: [ffmpeg, -nostdin, -nostats, -progress, "pipe:1", -loglevel, error, -re, -f, lavfi, -i,
            "\(example.input)", "{file}"]
          directory: "\(scene.folder)/takes"
          name: "\(example.name)"
          ready: output matches ^progress=
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: ffmpeg }
      """)
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    let completed = try #require(run.first("take.completed"))
    // ffmpeg 5 says 255 after one INT; what the version at hand says is its own business.
    #expect(completed["stop_signal"] == "INT" && completed["exit_signal"] == nil)
    let recorded = try #require(completed.number("duration"))
    let file = try #require(completed["file"])
    let duration = try #require(try scene.playingTime(of: file))
    // From the start of the program on it records, which is before it says so.
    #expect(duration > recorded - 0.2 && duration < 4.9)
    #expect(run.exitCode == 0)
  }

  struct Preset: CustomTestStringConvertible {
    var testDescription: String
    var command: String
    /// What the program ends with after its stop signal.
    var code: Double
  }

  static let presets = [
    Preset(
      testDescription: "ffmpeg", command: #"[ffmpeg, -re, -f, lavfi, -i, "sine=frequency=440", "{file}"]"#, code: 255),
    Preset(
      testDescription: "gst-launch",
      command: #"[gst-launch-1.0, -e, audiotestsrc, is-live=true, "!", wavenc, "!", filesink, "location={file}"]"#,
      code: 0),
    Preset(testDescription: "sox", command: #"[sox, -q, -n, "{file}", synth, "100000", sine, "440"]"#, code: 0),
  ]

  @Test(
    "what is known of a recorder fits the real one", .needs("ffmpeg"), .needs("gst-launch-1.0"), .needs("sox"),
    arguments: presets)
  func preset(_ preset: Preset) throws {
    let scene = try Scene(playing: "↓0 ↑2500")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        tone:
          use: \(preset.testDescription)
          command: \(preset.command)
          directory: "\(scene.folder)/takes"
          name: "take-{n}.wav"
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: tone }
      """)
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    let completed = try #require(run.first("take.completed"))
    #expect(completed["stop_signal"] == "INT" && completed.number("exit_code") == preset.code)
    let file = try #require(completed["file"])
    let duration = try #require(try scene.playingTime(of: file))
    // sox makes its tone faster than it is played.
    #expect(duration > 1)
    #expect(run.exitCode == 0)
  }

  @Test("arecord without a sound card fails at once, in its own words", .needs("arecord")) func arecord() throws {
    let scene = try Scene(playing: "↓0 ↑2000")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        arecord:
          command: [arecord, -q, -D, "hw:77", -f, cd, "{file}"]
          directory: "\(scene.folder)/takes"
          name: "take-{n}.wav"
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: arecord }
      """)
    let run = try scene.play()
    #expect(run.takes == ["starting", "failed recorder-exit"])
    let message = try #require(run.first("take.failed")?["message"])
    #expect(
      message.hasPrefix("the recorder exited with 1: arecord: main:"))
    let life = try #require(run.seconds(from: "take.starting", to: "take.failed"))
    #expect(life < 3)
    #expect(scene.takes.isEmpty && scene.partial.isEmpty)
  }

  @Test("arecord that is known says what its code means, and is tried again", .needs("arecord")) func retries() throws {
    let scene = try Scene(playing: "↓0 ↑2000")
    try configureArecord(in: scene, "arecord", "retries: 1")
    let run = try scene.play()
    #expect(run.takes == ["starting", "failed recorder-exit"])
    let message = try #require(run.first("take.failed")?["message"])
    #expect(message.hasPrefix("the recorder exited with 1 (the sound device is missing or busy): arecord: main:"))
    let warning = try #require(run.first("anomaly")?["message"])
    #expect(warning.hasSuffix("trying again, 1 of 1"))
    #expect(scene.takes.isEmpty && scene.partial.isEmpty)
  }

  @Test("a sound card that comes late costs no take", .needs("arecord"), .needs("sox"), .needs("ffmpeg"))
  func lateCard() throws {
    let scene = try Scene(playing: "↓0 ↑4000")
    // The third time there is something to hear.
    try scene.write(
      "arecord",
      """
      #!/bin/bash
      for file; do :; done
      echo try >>"$HOME/tries"
      [ $(wc -l <"$HOME/tries") -gt 2 ] || exec /usr/bin/arecord "$@"
      exec sox -q --buffer 1024 -t raw -r 44100 -e signed -b 16 -c 1 \\
        <(exec ffmpeg -nostdin -loglevel error -re -f lavfi -i sine -flush_packets 1 -f s16le -) "$file"

      """, mode: 0o755)
    try configureArecord(in: scene, scene.folder + "/arecord", "retries: 3")
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    let warnings = run.all("anomaly").compactMap { $0["message"] }
    #expect(warnings.filter { $0.hasSuffix(" of 3") }.count == 2, "\(warnings)")
    let recorded = try #require(run.first("take.completed")?.number("duration"))
    let duration = try #require(try scene.playingTime(of: scene.folder + "/takes/take-0001.wav"))
    #expect(duration > recorded - 0.3 && duration < 3.4, "\(duration) of \(recorded)")
    #expect(scene.partial.isEmpty && scene.journal.isEmpty)
  }

  private func configureArecord(in scene: Scene, _ program: String, _ keys: String) throws {
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        arecord:
          use: arecord
          command: ["\(program)", -q, -D, "hw:77", -f, cd, "{file}"]
          directory: "\(scene.folder)/takes"
          name: "take-{n}.wav"
          \(keys)
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: arecord }
      """)
  }

  @Test("the demo shows a tooltip and leaves a playable file", .needs("ffmpeg")) func demo() throws {
    let scene = try Scene()
    let run = try scene.perform(["demo", "--json", "--directory", scene.folder + "/takes"])
    #expect(
      run.story == [
        "press.down", "press.up", "tooltip.shown hold", "press.down", "take.starting", "take.recording", "press.up",
        "take.stopping released", "take.completed released",
      ])
    #expect(run.events.count == run.output.count && run.errors.isEmpty && run.exitCode == 0)
    let file = try #require(run.first("take.completed")?["file"])
    let duration = try #require(try scene.playingTime(of: file))
    // Recorded for 1.7 s, less what ffmpeg takes to start.
    #expect((0.4...1.9).contains(duration))
  }

  @Test("the demo says what it lacks, before it plays anything") func demoWithoutRecorder() throws {
    let scene = try Scene()
    var run = try scene.perform(["demo", "-d", scene.folder + "/takes"], variables: ["PATH": "/nonexistent"])
    #expect(run.exitCode == 69 && run.output.isEmpty)
    #expect(
      run.errors == [
        "evbridge: recorder 'tone': there is no program 'ffmpeg'; install it, or give its full path",
        "The demo needs ffmpeg (sudo apt-get install ffmpeg) and a directory to write to.",
      ])
    run = try scene.perform(["demo", "-d", scene.folder + "/Bob's place"])
    #expect(run.exitCode == 69 && run.output.isEmpty)
    let fix = "mkdir -p '\(scene.folder)/Bob'\\''s place', or mount what belongs there"
    #expect(run.errors.contains { $0.hasSuffix("/Bob's place: No such file or directory: \(fix)") })
  }
}
