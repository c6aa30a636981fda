import Takes
import Testing

@Suite("TakeNaming") struct TakeNamingTests {
  static func values(synchronised: Bool = true) -> TakeNaming.Values {
    TakeNaming.Values(
      date: "2026-11-30", time: "14-05-09", counter: 7, boot: "a1b2c3d4", clockIsSynchronised: synchronised,
      control: "record", recorder: "story")
  }

  @Test(
    "names",
    arguments: [
      ("{date}-{time}-{n}.wav", true, 1, "2026-11-30-14-05-09-0007.wav"),
      ("{date}-{time}-{n}.wav", true, 2, "2026-11-30-14-05-09-0008.wav"),
      ("{date}.wav", false, 1, "2026-11-30-a1b2c3d4.wav"),
      ("take{n}.wav", false, 1, "take0007.wav"), ("{date}.wav", true, 2, "2026-11-30-2.wav"),
      ("{control}/{recorder}", true, 1, "record/story"),
      ("no extension", true, 3, "no extension-3"),
      (".hidden", true, 2, ".hidden-2"),
      ("{boot}{n}{n}", true, 1, "a1b2c3d400070007"),
      ("{unknown}", true, 1, "{unknown}"),
    ])
  func names(_ pattern: String, _ synchronised: Bool, _ attempt: Int, _ expected: String) {
    #expect(TakeNaming(pattern: pattern).name(Self.values(synchronised: synchronised), attempt: attempt) == expected)
  }

  @Test("the file is put into every argument, once") func arguments() {
    let recorder = RecorderSettings(name: "r", command: ["a", "x{file}y{file}", "{file"])
    #expect(recorder.arguments(file: "/t/{file}.wav") == ["a", "x/t/{file}.wavy/t/{file}.wav", "{file"])
  }

  @Test(
    "in a script the file is one word, however it is written",
    arguments: ["rec {file}", "rec \"{file}\"", "rec '{file}'"])
  func script(_ script: String) {
    let recorder = RecorderSettings(name: "r", command: [script], usesShell: true)
    #expect(recorder.arguments(file: "/t/it's a.wav") == ["/bin/sh", "-c", "rec '/t/it'\\''s a.wav'"])
  }
}
