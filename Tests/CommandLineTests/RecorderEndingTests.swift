import Foundation
import Testing

/// Recorders as people use them, through the whole program: however a take ends, its file plays.
@Suite("Real recorders and how takes end", .serialized, .ownThread) struct RecorderEndingTests {
  enum Ending: String, CaseIterable {
    /// The button is let go.
    case released
    /// The daemon is told to end while the button is down.
    case terminate
  }

  struct Recorder: CustomTestStringConvertible {
    var testDescription: String
    var command: String
    var name: String
    var ready: String
    var reader: Reader = .ffprobe
  }

  private static let ffmpeg = #"ffmpeg, -nostdin, -nostats, -progress, "pipe:1", -loglevel, error, -re, -f, lavfi, -i"#
  private static let progress = "output matches ^progress="
  private static let playing = "output matches PLAYING"

  static let recorders = [
    Recorder(
      testDescription: "ffmpeg, wav", command: #"[\#(ffmpeg), sine, "{file}"]"#, name: "take-{n}.wav", ready: progress,
      reader: .soxi),
    Recorder(
      testDescription: "ffmpeg, mp4", command: #"[\#(ffmpeg), "testsrc=size=160x120:rate=25", "{file}"]"#,
      name: "take-{n}.mp4", ready: progress),
    Recorder(
      testDescription: "ffmpeg, mkv", command: #"[\#(ffmpeg), "testsrc=size=160x120:rate=25", "{file}"]"#,
      name: "take-{n}.mkv", ready: progress),
    Recorder(
      testDescription: "gst-launch, wav",
      command: #"[gst-launch-1.0, -e, audiotestsrc, is-live=true, "!", wavenc, "!", filesink, "location={file}"]"#,
      name: "take-{n}.wav", ready: playing, reader: .soxi),
    Recorder(
      testDescription: "gst-launch, mov",
      command: #"[gst-launch-1.0, -e, videotestsrc, is-live=true, "!", "video/x-raw,width=160,height=120", "!", "#
        + #"jpegenc, "!", qtmux, "!", filesink, "location={file}"]"#,
      name: "take-{n}.mov", ready: playing),
    Recorder(
      testDescription: "gst-launch, mkv",
      command: #"[gst-launch-1.0, -e, videotestsrc, is-live=true, "!", "video/x-raw,width=160,height=120", "!", "#
        + #"jpegenc, "!", matroskamux, "!", filesink, "location={file}"]"#,
      name: "take-{n}.mkv", ready: playing),
    // It has no device to hear here; what it is given comes as fast as it plays, once ffmpeg has started.
    Recorder(
      testDescription: "sox",
      command: #"[bash, -c, "exec sox -q --buffer 1024 -t raw -r 16000 -e signed -b 16 -c 1 "#
        + #"<(exec ffmpeg -nostdin -loglevel error -re -f lavfi -i sine=sample_rate=16000 -flush_packets 1 -f s16le -) "#
        + #"\"$0\"", "{file}"]"#,
      name: "take-{n}.wav", ready: "after 1s", reader: .soxi),
  ]

  @Test(
    "the file is finished and plays as long as the take was", .needs("ffmpeg"), .needs("sox"),
    .needs("gst-launch-1.0"), arguments: recorders, Ending.allCases)
  func end(_ recorder: Recorder, _ ending: Ending) throws {
    let scene = try Scene(playing: ending == .released ? "↓0 ↑2300" : "↓0 ↑60000")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        recorder:
          command: \(recorder.command)
          directory: "\(scene.folder)/takes"
          name: "\(recorder.name)"
          ready: \(recorder.ready)
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: recorder }
      """)
    let program = try scene.startRunning()
    if ending == .terminate {
      try program.wait(forEvent: "take.recording")
      // So much is to be in the file.
      usleep(1_000_000)
      program.send(SIGTERM)
    }
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(
      run.takes == ["starting", "recording", "stopping \(ending)", "completed \(ending)"],
      "\(run.output), \(run.errors)")
    let completed = try #require(run.first("take.completed"))
    #expect(completed["stop_signal"] == "INT" && completed["exit_signal"] == nil)
    #expect(scene.partial.isEmpty && scene.takes.count == 1)
    let recorded = try #require(completed.number("duration"))
    let file = try #require(completed["file"])
    let duration = try #require(try duration(of: file, by: recorder.reader, in: scene))
    // It records from its start on, before it says so, and on until it has read the signal.
    let whole = try #require(run.seconds(from: "take.starting", to: "take.completed"))
    #expect(duration > recorded - 0.3 && duration < whole + 0.3, "\(duration) of \(recorded), in all \(whole)")
    if file.hasSuffix(".wav") {
      #expect(try scene.perform(["repair", "--json", file]).events.first?["state"] == "good")
    }
  }
}
