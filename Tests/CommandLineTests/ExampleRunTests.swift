import Foundation
import Testing

/// Examples as they are in the repository, but for what this machine has in place of a sound card, and where.
@Suite("Examples at work", .serialized, .ownThread) struct ExampleRunTests {
  @Test("the last seconds before a press are saved, as often as it is pressed", .needs("ffmpeg"))
  func saveLastSeconds() throws {
    let scene = try Scene(playing: "↓0 ↑100 ↓7500 ↑7600 B: ↓4000 ↑4100 ↓6000 ↑6100")
    try scene.makeFolder("moments")
    try scene.configure(
      try example(
        "save-last-seconds.yaml",
        [
          "*Keypad*": "Test button", "/usr/local/bin": Self.folder, "\"30\"": "\"2\"",
          "/srv/moments": scene.folder + "/moments", "-f, alsa, -i, default": "-re, -f, lavfi, -i, \"sine=f=440\"",
        ]))
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping toggled", "completed toggled"])
    let saved = scene.names(of: "moments")
    #expect(saved.count == 2 && saved.allSatisfy { $0.hasPrefix("last-") && $0.hasSuffix(".wav") })
    for file in saved {
      // The second in whose middle the press came is there from its beginning.
      let duration = try #require(try scene.playingTime(of: scene.folder + "/moments/" + file))
      #expect((2.0...3.1).contains(duration))
    }
    #expect(run.exitCode == 0)
  }

  private static let folder = String(
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/examples")

  /// An example with some of its texts replaced, each of which it must have.
  private func example(_ name: String, _ replacements: [String: String]) throws -> String {
    var text = try String(contentsOfFile: Self.folder + "/" + name, encoding: .utf8)
    for (old, new) in replacements {
      try #require(text.contains(old))
      text = text.replacingOccurrences(of: old, with: new)
    }
    return text
  }
}
