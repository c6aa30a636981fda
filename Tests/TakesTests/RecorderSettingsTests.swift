import InputModel
import Takes
import Testing

@Suite("RecorderPreset") struct RecorderPresetTests {
  @Test(
    "a program is known by its name",
    arguments: [
      ("arecord", .arecord), ("/usr/bin/arecord", .arecord), ("rec", .sox), ("libcamera-vid", .rpicamVid),
      ("gst-launch-1.0", .gstLaunch), ("./pw-cat", .pwRecord), ("arecord2", nil), ("", nil), ("/", nil),
      ("ffmpeg/", .ffmpeg),
    ] as [(String, RecorderPreset?)])
  func program(_ program: String, _ preset: RecorderPreset?) { #expect(RecorderPreset(program: program) == preset) }

  @Test("what is guessed is a program of the preset's, with a file of a kind", arguments: RecorderPreset.allCases)
  func command(_ preset: RecorderPreset) {
    #expect((preset.command == nil) == (preset.fileExtension == nil))
    guard let command = preset.command else { return }
    #expect(preset.programs.contains(command[0]) && command.contains("{file}"))
  }

  @Test(
    "sox is ready when its file grows, where it has to",
    arguments: [
      ("rec -q {file}", "{n}.wav", true), ("sox -t alsa hw:1 {file}", "{n}.AIFF", true),
      ("rec {file}", "{n}.flac", false),
      ("rec {file}", "{n}", false), ("rec {file} silence 1 0.1 1%", "{n}.wav", false), ("rec x.wav", "{n}.wav", false),
    ])
  func sox(_ command: String, _ name: String, _ grows: Bool) {
    let words = command.split(separator: " ").map(String.init)
    let recorder = RecorderSettings(name: "r", command: words, naming: TakeNaming(pattern: name))
    #expect(RecorderPreset.sox.readiness(of: recorder) == (grows ? .fileGrows : .after(.milliseconds(600))))
  }

  @Test("what it has led to is one line") func summary() {
    var recorder = RecorderSettings(name: "story", command: ["arecord", "{file}"])
    #expect(recorder.summary == nil)
    recorder.preset = .arecord
    recorder.readiness = .fileGrows
    recorder.retries = 3
    recorder.stalledAfter = .milliseconds(2500)
    #expect(
      recorder.summary
        == "as arecord: stops with INT, ready when the file grows, exit codes 1 and 0 after the stop are fine,"
        + " stopped when the file has not grown for 2.5 s, started again up to 3 times when it fails before it is ready"
    )
    recorder = RecorderSettings(name: "s", command: ["ffmpeg"], usesShell: true, ladder: StopLadder(signal: .terminate))
    recorder.preset = .ffmpeg
    #expect(recorder.summary == "as ffmpeg: stops with TERM, ready 300 ms after its start")
  }
}

@Suite("FreeSpace") struct FreeSpaceTests {
  @Test(
    "verdicts and their words",
    arguments: [
      (500_000_000, nil, nil),
      (499_999_999, nil, "only 499 MB are free: make room on that disk, takes stop below 50 MB"),
      (50_000_000, nil, "only 50 MB are free: make room on that disk, takes stop below 50 MB"),
      (
        49_999_999,
        "only 49 MB are free, and no take begins below 50 MB: make room on that disk, or lower free.stop", nil
      ),
      (0, "only 0 B are free, and no take begins below 50 MB: make room on that disk, or lower free.stop", nil),
      (nil, nil, nil),
    ] as [(Int64?, String?, String?)])
  func words(_ free: Int64?, _ refusal: String?, _ warning: String?) {
    #expect(FreeSpace().refusal(free: free) == refusal)
    #expect(FreeSpace().warning(free: free) == warning)
  }

  @Test("zero is no limit") func unlimited() {
    let limits = FreeSpace(stop: 0, warn: 1_000)
    #expect(limits.verdict(free: 0) == .scarce && limits.verdict(free: 1_000) == .enough)
    #expect(limits.warning(free: 9) == "only 9 B are free: make room on that disk, takes do not stop before it is full")
    #expect(limits.isWatched && !FreeSpace(stop: 0, warn: 0).isWatched)
  }

  @Test(
    "bytes for people, never rounded up",
    arguments: [
      (0, "0 B"), (-5, "0 B"), (999, "999 B"), (1_000, "1 kB"), (1_999, "1.9 kB"), (9_999_999, "9.9 MB"),
      (10_999_999, "10 MB"), (2_000_000_000, "2 GB"), (1_500_000_000_000, "1.5 TB"), (Int64.max, "9223372 TB"),
    ] as [(Int64, String)])
  func bytes(_ bytes: Int64, _ expected: String) { #expect(byteCount(bytes) == expected) }
}
