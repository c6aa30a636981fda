import Evdev
import Glibc
import InputModel
import Takes
import Testing

// What real recorders leave when their button is unplugged, and when they are killed.
extension Kernel {
  @Suite struct RecorderFileTests {
    struct Recorder: CustomTestStringConvertible, Sendable {
      var testDescription: String
      var command: String
      var name = "take-1.wav"
      /// An emulated machine takes seconds to load such programs.
      var ready: String
    }

    private static let ffmpeg =
      #"[ffmpeg, -nostdin, -nostats, -progress, "pipe:1", -loglevel, error, -re, -f, lavfi, -i, "#
    private static let picture = #""testsrc=size=64x48:rate=10", -c:v, mpeg4, "{file}"]"#
    private static let progress = "ready: output matches ^progress="

    /// The sound is all of two channels of 16 bits at 44,100 Hz, with no chunk between format and samples.
    static let recorders = [
      Recorder(
        testDescription: "ffmpeg, wav", command: ffmpeg + #"sine, -ac, "2", -fflags, +bitexact, "{file}"]"#,
        ready: progress),
      Recorder(testDescription: "ffmpeg, mp4", command: ffmpeg + picture, name: "take-1.mp4", ready: progress),
      Recorder(testDescription: "ffmpeg, mkv", command: ffmpeg + picture, name: "take-1.mkv", ready: progress),
      Recorder(
        testDescription: "gst-launch",
        command: #"[gst-launch-1.0, -e, audiotestsrc, is-live=true, "!", "#
          + #""audio/x-raw,rate=44100,channels=2,format=S16LE", "!", wavenc, "!", filesink, "location={file}"]"#,
        ready: "ready: output matches PLAYING"),
    ]

    @Test("unplugged while held, the file is finished and says its true length", arguments: recorders)
    func unplug(_ recorder: Recorder) throws {
      try unplugWhileRecording(recorder)
    }

    @Test(
      "sox and arecord, unplugged while they hear a card, finish their files", .needsSoundCard,
      arguments: [
        Recorder(
          testDescription: "sox",
          command: #"[sox, -q, --buffer, "2048", -t, alsa, "hw:Dummy", -r, "44100", -c, "2", -b, "16", "{file}"]"#,
          ready: "ready: after 3s"),
        Recorder(testDescription: "arecord", command: Recorders.arecord, ready: "ready: file grows"),
      ])
    func unplugHearing(_ recorder: Recorder) throws {
      try unplugWhileRecording(recorder)
    }

    /// Holds a button, unplugs it a second after the recorder was ready, and has another program read the file.
    private func unplugWhileRecording(_ recorder: Recorder) throws {
      var hand: Hand? = try Hand(.key)
      let booth = try Booth {
        $0.command = recorder.command
        $0.name = recorder.name
        $0.recorder = recorder.ready + "\n    ready-timeout: 60s"
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand?.press()
      let recording = try daemon.event("take.recording")
      daemon.listen(until: recording.time + .seconds(1))
      hand = nil
      #expect(try daemon.event("take.stopping")["reason"] == "device-lost")
      let done = try daemon.event("take.completed")
      #expect(done["reason"] == "device-lost")
      #expect(done["stop_signal"] == "INT")
      #expect(booth.takes() == [recorder.name])
      let reader = try RunningProgram(
        "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", done["file"] ?? "",
        path: "/usr/bin/ffprobe", state: booth.folder.path)
      #expect(try reader.exit() == .exited(0))
      let seconds = try #require(reader.lines.first.flatMap(Double.init))
      #expect(seconds > 0.3)
      guard recorder.name.hasSuffix(".wav") else { return }
      // The header says what is there, and the other program has read all of it; it tells six decimals.
      let head = bytes(of: done["file"] ?? "").prefix(64)
      let read = try #require(WAVFile(done["file"] ?? ""), "\(Array(head))")
      #expect(abs(read.seconds - seconds) < 0.000_01)
    }

    @Test("arecord, killed while it records, leaves a file that can be mended", .needsSoundCard) func kill() throws {
      let folder = try TestFolder()
      let file = folder.takes + "/take.wav"
      let arecord = try RunningProgram(
        "-q", "-D", "hw:Dummy", "-f", "cd", file, path: "/usr/bin/arecord", state: folder.path)
      let limit = monotonicNow() + .seconds(40)
      while bytes(of: file).count < 100_000 {
        try #require(monotonicNow() < limit)
        arecord.listen(until: monotonicNow() + .milliseconds(20))
      }
      let early = try RunningProgram("repair", file, state: folder.path)
      #expect(try early.exit() == .exited(75))
      #expect(try early.line(file, "arecord (process ", "has it open for writing") != "")
      arecord.send(.kill)
      #expect(try arecord.exit() == .signalled(.kill))
      #expect(WAVFile(file) == nil)
      let repair = try RunningProgram("repair", file, state: folder.path)
      #expect(try repair.exit() == .exited(0))
      try repair.line(file, ": mended: ")
      let samples = bytes(of: file).count - 44
      let mended = try #require(WAVFile(file))
      #expect(mended.seconds == Double(samples) / 176_400 && mended.seconds > 0.5)
    }
  }
}
