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
      var ready: String
    }

    /// All of two channels of 16 bits at 44,100 Hz, with no chunk between format and samples.
    static let recorders = [
      Recorder(
        testDescription: "ffmpeg",
        command: #"[ffmpeg, -nostdin, -nostats, -progress, "pipe:1", -loglevel, error, -re, -f, lavfi, -i, sine, "#
          + #"-ac, "2", -fflags, +bitexact, "{file}"]"#,
        ready: "ready: output matches ^progress="),
      Recorder(
        testDescription: "gst-launch",
        command: #"[gst-launch-1.0, -e, audiotestsrc, is-live=true, "!", "#
          + #""audio/x-raw,rate=44100,channels=2,format=S16LE", "!", wavenc, "!", filesink, "location={file}"]"#,
        ready: "ready: output matches PLAYING"),
    ]

    @Test("unplugged while held, the file is finished and says its true length", arguments: recorders)
    func unplug(_ recorder: Recorder) throws {
      var hand: Hand? = try Hand(.key)
      let booth = try Booth {
        $0.command = recorder.command
        // An emulated machine takes seconds to load such programs.
        $0.recorder = recorder.ready + "\n    ready-timeout: 30s"
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
      let file = try #require(WAVFile(done["file"] ?? ""))
      #expect(file.seconds > 0.3)
      #expect(booth.takes() == ["take-0001.wav"])
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
