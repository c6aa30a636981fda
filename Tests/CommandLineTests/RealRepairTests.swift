import Foundation
import Testing

/// Files of real recorders that are killed while they record.
@Suite("Repair of real files", .serialized, .ownThread) struct RealRepairTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    /// What is started, after `exec`; records into the file `$0`.
    var command: String
    /// Of the samples.
    var bytesPerSecond: Double
    /// What the header says before the samples, at most.
    var header = 200.0

    var program: String { String(command.prefix { $0 != " " }) }
  }

  private static let tone = "ffmpeg -nostdin -loglevel error -re -f lavfi -i sine=sample_rate=16000"

  static let cases = [
    Case(testDescription: "ffmpeg", command: "\(tone) -flush_packets 1 $0", bytesPerSecond: 32_000),
    Case(
      testDescription: "ffmpeg, 24 bits, six channels",
      command: "\(tone) -c:a pcm_s24le -ac 6 -flush_packets 1 $0", bytesPerSecond: 288_000),
    Case(
      testDescription: "ffmpeg, mu-law", command: "\(tone) -c:a pcm_mulaw -flush_packets 1 $0", bytesPerSecond: 16_000),
    Case(testDescription: "ffmpeg, RF64", command: "\(tone) -rf64 always -flush_packets 1 $0", bytesPerSecond: 32_000),
    Case(
      testDescription: "sox",
      command: "sox -q -t raw -r 16000 -e signed -b 16 -c 1 <(exec \(tone) -flush_packets 1 -f s16le -) $0",
      bytesPerSecond: 32_000),
    Case(
      testDescription: "gst-launch",
      command: "gst-launch-1.0 -q audiotestsrc is-live=true ! audio/x-raw,rate=16000,channels=1,format=S16LE "
        + "! wavenc ! filesink buffer-mode=unbuffered location=$0", bytesPerSecond: 32_000),
  ]

  @Test(
    "killed, the file of a recorder lies about its length; mended, every reader finds all of it",
    .needs("ffmpeg"), .needs("sox"), .needs("gst-launch-1.0"), arguments: cases)
  func kill(_ example: Case) throws {
    let scene = try Scene()
    let file = scene.folder + "/take.wav"
    try record(example.command, to: file, atLeast: 20_000, in: scene)
    let size = Double(try #require(length(of: file)))
    let before = try duration(of: file, by: .soxi, in: scene)
    let run = try scene.perform(["repair", "--json", file])
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let report = try #require(run.events.first)
    #expect(report["state"] == "mended")
    let told = try #require(report.number("duration"))
    #expect(told > (size - example.header) / example.bytesPerSecond && told < size / example.bytesPerSecond)
    #expect(before != told)
    for reader in Reader.allCases {
      let duration = try #require(try duration(of: file, by: reader, in: scene))
      #expect(abs(duration - told) < 0.000_2, "\(reader)")
    }
    #expect(length(of: file).map(Double.init) == size)
    #expect(try scene.perform(["repair", "--json", file]).events.first?["state"] == "good")
  }

  @Test("a file of more than 4 GiB becomes RF64 where ffmpeg has left room, and is read whole", .needs("ffmpeg"))
  func long() throws {
    let scene = try Scene()
    let file = scene.folder + "/take.wav"
    try record("\(Self.tone) -rf64 auto -flush_packets 1 $0", to: file, atLeast: 1_000, in: scene)
    // A hole takes no room on the disk.
    let length = 5 << 30
    #expect(unsafe truncate(file, length) == 0)
    let run = try scene.perform(["repair", file])
    #expect(run.exitCode == 0 && run.output.contains("  RIFF, now RF64: it is longer than 4 GiB"))
    let duration = try #require(try duration(of: file, by: .ffprobe, in: scene))
    #expect(abs(duration - Double(length) / 32_000) < 0.01)
    #expect(self.length(of: file) == length)
  }

  @Test("a file of more than 4 GiB without such room is read whole by ffmpeg, and what to do is said", .needs("ffmpeg"))
  func longWithoutRoom() throws {
    let scene = try Scene()
    let file = scene.folder + "/take.wav"
    try record(
      "\(Self.tone) -flush_packets 1 $0", to: file, atLeast: 1_000, in: scene)
    let length = 5 << 30
    #expect(unsafe truncate(file, length) == 0)
    let run = try scene.perform(["repair", file])
    #expect(run.exitCode == 0)
    #expect(run.output.last?.hasSuffix("ffmpeg -i \(file) -c copy -rf64 always NEW.wav") == true)
    let duration = try #require(try duration(of: file, by: .ffprobe, in: scene))
    #expect(abs(duration - Double(length) / 32_000) < 0.01)
  }

  @Test("what ffmpeg leaves when it is killed before it has written anything can not be mended", .needs("ffmpeg"))
  func nothingWritten() throws {
    let scene = try Scene()
    let file = scene.folder + "/take.wav"
    // Without -flush_packets 256 KiB are collected first.
    try record("\(Self.tone) $0", to: file, atLeast: 0, in: scene)
    #expect(length(of: file) == 0)
    let run = try scene.perform(["repair", file])
    #expect(run.errors == ["evbridge: \(file): it is empty: the recorder was killed before it had written anything"])
    #expect(run.exitCode == 65)
  }

  /// Starts the recorder, and kills it when its file has so many bytes.
  private func record(_ command: String, to file: String, atLeast size: Int, in scene: Scene) throws {
    let recorder = Program(["/bin/bash", "-c", "exec " + command, file], environment: ["PATH": scene.path])
    try wait(for: "\(size) bytes of \(file)") { length(of: file) ?? -1 >= size }
    recorder.send(SIGKILL)
    #expect(try recorder.end() == -SIGKILL)
  }

  private func length(of file: String) -> Int? {
    var status = stat()
    return unsafe stat(file, &status) == 0 ? Int(status.st_size) : nil
  }
}
