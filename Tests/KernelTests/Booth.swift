import Evdev
import Glibc
import InputModel
import Testing

/// A record button as somebody sets it up: a folder with its configuration, and where its takes go.
struct Booth: ~Copyable {
  /// The parts of its configuration, each as YAML.
  struct Parts {
    var button = "{ match: { name: \"\(Devices.button.name)\" } }"
    var trigger = "{ device: button, key: KEY_RECORD }"
    var command = Recorders.arecord
    var control = ""
    var name = "take-{n}.wav"
    var recorder = ""
    var rest = ""

    init(_ change: (inout Parts) -> Void) { change(&self) }

    func configuration(directory: String) -> String {
      """
      devices:
        button: \(button)
      recorders:
        story:
          command: \(command)
          directory: \(directory)
          name: "\(name)"
          \(recorder)
      controls:
        record:
          type: record-button
          trigger: \(trigger)
          recorder: story
          \(control)
      \(rest)
      """
    }
  }

  let folder: TestFolder
  let configuration: String

  init(_ change: (inout Parts) -> Void = { _ in }) throws {
    let folder = try TestFolder()
    let configuration = try folder.add("evbridge.yaml", Parts(change).configuration(directory: folder.takes))
    self.folder = folder
    self.configuration = configuration
  }

  /// Starts the daemon.
  borrowing func run(launcher: [String] = [], path: String = RunningProgram.path) throws -> RunningProgram {
    try RunningProgram(
      "run", "--json", "-c", configuration, launcher: launcher, path: path, state: folder.path + "/state")
  }

  borrowing func check() throws -> RunningProgram {
    try RunningProgram("check", configuration, state: folder.path + "/state")
  }

  /// The takes that are done; what is left unfinished is an error.
  borrowing func takes(sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    #expect(names(in: folder.takes + "/.partial") == [], sourceLocation: sourceLocation)
    return names(in: folder.takes).filter { $0 != ".partial" }
  }
}

/// Recorders for configurations.
enum Recorders {
  /// The kernel's own sound card that plays silence.
  static let arecord = #"[arecord, -q, -D, "hw:Dummy", -f, cd, "{file}"]"#

  /// Writes down each signal that it gets; the first INT ends it, a little later.
  static let witness = script(
    """
    trap 'echo INT >>"$EVBRIDGE_FILE"' INT
    trap 'echo TERM >>"$EVBRIDGE_FILE"; exit 1' TERM
    echo started >"$EVBRIDGE_FILE"
    sleep 1000
    sleep 0.3
    """)

  /// Records nothing, starts fast and ends at once.
  static let quick = script("echo recorded >{file}; exec sleep 1000")

  private static func script(_ text: String) -> String {
    let line = text.split(separator: "\n").joined(separator: "; ")
    let quoted = line.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "[sh, -c, \"\(quoted)\"]"
  }
}

/// What a WAV file of 44,100 Hz says of itself, and whether that is true.
struct WAVFile {
  /// From its data.
  let seconds: Double

  /// Nil when it is no such file, or when a size in its header is not the real one.
  init?(_ path: String) {
    let bytes = bytes(of: path)
    func word(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
    func tag(_ offset: Int) -> String { String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }
    guard bytes.count > 44, tag(0) == "RIFF", tag(8) == "WAVE", tag(36) == "data" else { return nil }
    let (size, end) = (word(40), 44 + word(40))
    // GStreamer writes a list of tags behind the samples, be it empty.
    let hasList = bytes.count >= end + 8 && tag(end) == "LIST" && bytes.count == end + 8 + word(end + 4)
    guard bytes.count == end || hasList, word(4) == bytes.count - 8, word(24) == 44_100 else { return nil }
    // One or two channels of 16 bits.
    let bytesPerSecond = word(28)
    guard [88_200, 176_400].contains(bytesPerSecond) else { return nil }
    seconds = Double(size) / Double(bytesPerSecond)
  }
}
