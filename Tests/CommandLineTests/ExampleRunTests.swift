import Foundation
import Testing

/// Examples as they are in the repository, but for what this machine has in place of a sound card, and where.
@Suite("Examples at work", .serialized, .ownThread) struct ExampleRunTests {
  @Test("the last seconds before a press are saved, as often as it is pressed", .needs("ffmpeg"))
  func saveLastSeconds() throws {
    let scene = try Scene(playing: "↓0 ↑100 ↓15000 ↑15100 B: ↓9000 ↑9100 ↓12000 ↑12100")
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

  /// Lifted three times: put back during the greeting, put back after a message, and soon after the beep.
  @Test("the guestbook greets, then records, and keeps messages only", .needs("ffmpeg"), .needs("sox"))
  func guestbook() throws {
    let scene = try Scene(playing: "S: ↓0 ↑500 ↓1700 ↑2500 ↓10500 ↑11500 ↓15000")
    try scene.write("player", Self.player, mode: 0o755)
    try scene.write("arecord", Self.recorder, mode: 0o755)
    try scene.makeFolder("sounds")
    for (sound, length) in [("greeting", "0.9"), ("beep", "0.2")] {
      let file = "\(scene.folder)/sounds/\(sound).wav"
      let sox = ["/usr/bin/env", "sox", "-n", file, "synth", length, "sine", "880"]
      let made = try Program(sox, environment: ["PATH": scene.path]).end()
      try #require(made == 0)
    }
    try scene.configure(
      try example(
        "audio-guestbook.yaml",
        [
          "kind: switch": "name: Test button", "- aplay": "- \(scene.folder)/player",
          "[arecord,": "[\(scene.folder)/arecord,", "/usr/local/share/guestbook": scene.folder + "/sounds",
          "/srv/guestbook": scene.folder + "/takes",
        ]))
    let run = try scene.play()
    let message = ["starting", "recording", "stopping released"]
    #expect(
      run.takes == ["starting", "completed released"] + message + ["completed released"] + message
        + ["completed released"])
    #expect(run.all("take.completed").map { $0.number("discarded") } == [1, 0, 1])
    #expect(run.all("press.ignored").map { $0["reason"] } == ["down-at-open"])
    #expect(run.all("anomaly").isEmpty && run.exitCode == 0)
    let told = scene.text("told").split(separator: "\n").map(String.init)
    let greeted = ["play greeting", "play beep", "record"]
    #expect(told == ["play greeting"] + greeted + greeted)
    #expect(scene.takes.count == 1 && scene.partial.isEmpty && scene.journal.isEmpty)
    // Neither the greeting nor the beep is in it, which would make it longer by a second.
    let kept = run.all("take.completed")[1]
    let recorded = try #require(kept.number("duration"))
    let file = try #require(kept["file"])
    let duration = try #require(try scene.playingTime(of: file))
    #expect((recorded - 0.3...recorded + 0.7).contains(duration), "\(duration) of \(recorded)")
  }

  /// For aplay, which needs a sound card: takes as long as what it is given.
  private static let player = """
    #!/bin/sh
    shift 3
    for file; do
      echo "play $(basename "$file" .wav)" >>"$HOME/told"
      ffmpeg -nostdin -loglevel error -re -i "$file" -f null -
    done

    """

  /// For arecord, which needs one too: hears a tone.
  private static let recorder = """
    #!/bin/bash
    for file; do :; done
    echo record >>"$HOME/told"
    exec sox -q --buffer 1024 -t raw -r 44100 -e signed -b 16 -c 1 \\
      <(exec ffmpeg -nostdin -loglevel error -re -f lavfi -i sine -flush_packets 1 -f s16le -) "$file"

    """

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
