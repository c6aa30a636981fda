import Takes
import Testing

@Suite("RecorderCommand") struct RecorderCommandTests {
  @Test(
    "the program behind those that start it",
    arguments: [
      ("arecord -q f", "arecord: -q f"),
      ("/usr/bin/arecord", "arecord:"),
      ("/opt/rec.sh -q", "rec.sh: -q"),
      ("env A=1 B=2 nice -n -5 ffmpeg -y", "harmless harmless ffmpeg: -y"),
      ("sudo -u ada arecord x", "privilege(sudo) arecord: x"),
      ("sudo -n /opt/own x", "privilege(sudo) own: x"),
      ("timeout -s INT 10 gst-launch-1.0 -e", "timeout gst-launch-1.0: -e"),
      ("setsid -w sox a", "session sox: a"),
      ("nice sudo timeout 5 rec a", "harmless privilege(sudo) timeout rec: a"),
      ("exec arecord", "harmless arecord:"),
      ("LANG=C A= sox a=b", "sox: a=b"),
      ("/x=y/sox", "sox:"),
      ("=", "=:"),
      ("sudo", "privilege(sudo) -:"),
      ("", "-:"),
    ])
  func program(_ command: String, _ expected: String) {
    let words = command.split(separator: " ").map(String.init)
    #expect(text(RecorderCommand(words)) == expected)
    #expect(text(RecorderCommand(RecorderSettings(name: "r", command: words))) == expected)
  }

  @Test("a script is cut at its spaces, and so is that of a shell") func shell() {
    let script = "LANG=C exec arecord -q"
    #expect(text(RecorderCommand(["sh", "-c", script])) == "shell(sh) harmless arecord: -q")
    let settings = RecorderSettings(name: "r", command: ["exec arecord -q"], usesShell: true)
    #expect(text(RecorderCommand(settings)) == "harmless arecord: -q")
  }

  @Test(
    "who says nothing of being ready",
    arguments: [
      ("ffmpeg -i x", false), ("ffmpeg -v error", true), ("ffmpeg -loglevel quiet", true),
      ("ffmpeg -loglevel repeat+level+warning", true), ("ffmpeg -v 24", true), ("ffmpeg -v 32", false),
      ("ffmpeg -v verbose", false), ("ffmpeg -v error -stats", false), ("ffmpeg -stats -nostats", true),
      ("ffmpeg -nostats -progress pipe:1", false), ("ffmpeg -nostats -progress /tmp/progress", true),
      ("ffmpeg -v", false), ("gst-launch-1.0 -e a", false), ("gst-launch-1.0 -qe a", true),
      ("gst-launch-1.0 --quiet a", true), ("gst-launch-1.0 a location=-q", false), ("arecord -q", false),
    ])
  func silence(_ command: String, _ isSilent: Bool) {
    #expect(RecorderCommand(command.split(separator: " ").map(String.init)).isSilent == isSilent)
  }

  @Test("the last value of an option counts, however it is written") func values() {
    let command = RecorderCommand(["a", "-t", "5", "--timeout=7", "-t"])
    #expect(command.value(of: ["-t"]) == "5" && command.value(of: ["-t", "--timeout"]) == "7")
    #expect(command.value(of: ["-x"]) == nil)
  }

  private func text(_ command: RecorderCommand) -> String {
    let wrappers = command.wrappers.map { wrapper in
      switch wrapper {
      case .privilege(let name): "privilege(\(name)) "
      case .shell(let name): "shell(\(name)) "
      case .timeout: "timeout "
      case .session: "session "
      case .harmless: "harmless "
      }
    }
    return wrappers.joined() + (command.program ?? "-") + ":" + command.arguments.map { " \($0)" }.joined()
  }
}
