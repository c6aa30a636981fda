import Foundation
import Testing

@Suite("Repair", .serialized, .ownThread) struct RepairTests {
  /// Half a second of 16 bits, two channels; a header that was never ended.
  private static let killed = header(0xffff_ffff, 0xffff_ffff) + [UInt8](repeating: 9, count: 88_200)
  private static let good = header(88_236, 88_200) + [UInt8](repeating: 9, count: 88_200)

  private static func header(_ riff: UInt32, _ data: UInt32) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    return Array("RIFF".utf8) + bytes(riff) + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 2, 0] + bytes(44_100)
      + bytes(176_400) + [4, 0, 16, 0] + Array("data".utf8) + bytes(data)
  }

  private func add(_ bytes: [UInt8], _ name: String, to scene: Scene) throws -> String {
    try scene.write(name, bytes: bytes)
    return scene.folder + "/" + name
  }

  private func bytes(_ path: String) -> [UInt8] { [UInt8](FileManager.default.contents(atPath: path) ?? Data()) }

  private func changeTime(_ path: String) throws -> timespec {
    var status = stat()
    try #require(unsafe stat(path, &status) == 0)
    return status.st_mtim
  }

  @Test("a file that was killed is mended, told of with its length, and good the next time") func mend() throws {
    let scene = try Scene()
    let file = try add(Self.killed, "take.wav", to: scene)
    let dry = try scene.perform(["repair", "--dry-run", file])
    #expect(dry.exitCode == 0 && dry.output.first?.hasPrefix("\(file): can be mended: 0.500 s, ") == true)
    #expect(bytes(file) == Self.killed)
    let run = try scene.perform(["repair", file])
    #expect(
      run.output == [
        "\(file): mended: 0.500 s, 44100 Hz, 2 channels, 16 bits", "  size of the samples: 4294967295, now 88200",
        "  size of the file: 4294967295, now 88236",
      ])
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(bytes(file) == Self.good)
    let again = try scene.perform(["repair", file])
    #expect(again.output == ["\(file): good, not touched: 0.500 s, 44100 Hz, 2 channels, 16 bits"])
  }

  @Test("a good file is not touched, not even its times") func good() throws {
    let scene = try Scene()
    let file = try add(Self.good, "take.wav", to: scene)
    let before = try changeTime(file)
    let run = try scene.perform(["repair", "--force", file])
    let after = try changeTime(file)
    #expect(run.exitCode == 0 && bytes(file) == Self.good)
    #expect(before.tv_sec == after.tv_sec && before.tv_nsec == after.tv_nsec)
  }

  @Test("of several files each is told of, and the highest exit code counts") func several() throws {
    let scene = try Scene()
    let files = [
      try add([], "empty.wav", to: scene), try add(Self.killed, "killed.wav", to: scene),
      try add(Array("hello, no sound at all".utf8), "text.wav", to: scene), scene.folder + "/none.wav",
      scene.folder,
    ]
    let run = try scene.perform(["repair"] + files)
    #expect(run.exitCode == 66)
    #expect(run.output.first == "\(files[1]): mended: 0.500 s, 44100 Hz, 2 channels, 16 bits")
    #expect(
      run.errors == [
        "evbridge: \(files[0]): it is empty: the recorder was killed before it had written anything",
        "evbridge: \(files[2]): it does not begin with RIFF, RIFX, RF64 or BW64: either no WAV file, or its header was "
          + "never written",
        "evbridge: \(files[3]): it can not be read: No such file or directory",
        "evbridge: \(files[4]): it is not a file",
      ])
    #expect(try scene.perform(["repair", files[0]]).exitCode == 65)
    #expect(try scene.perform(["repair", files[2], files[1]]).exitCode == 65)
  }

  @Test("links are not followed") func link() throws {
    let scene = try Scene()
    let file = try add(Self.killed, "take.wav", to: scene)
    let link = scene.folder + "/link.wav"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let run = try scene.perform(["repair", link])
    #expect(run.errors == ["evbridge: \(link): it is a symbolic link: name the file that it leads to"])
    #expect(run.exitCode == 66 && bytes(file) == Self.killed)
  }

  @Test("what may not be read or written is said", .enabled("needs root") { geteuid() == 0 }) func permission() throws {
    let scene = try Scene()
    // Where the folder of the build is closed to others, a program of it can not be run by nobody: see Scene.start.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scene.folder)
    let file = try add(Self.killed, "take.wav", to: scene)
    try scene.setMode(0o644, of: "take.wav")
    var run = try scene.end(scene.start(["repair", file], asNobody: true))
    #expect(run.errors == ["evbridge: \(file): it can not be written: Permission denied"] && run.exitCode == 77)
    try scene.setMode(0o600, of: "take.wav")
    run = try scene.end(scene.start(["repair", file], asNobody: true))
    #expect(run.errors == ["evbridge: \(file): it can not be read: Permission denied"] && run.exitCode == 77)
    #expect(bytes(file) == Self.killed)
  }

  @Test("a file that is being written is left to its recorder, unless forced", arguments: [false, true])
  func inUse(isEmpty: Bool) throws {
    let scene = try Scene()
    let file = try add(isEmpty ? [] : Self.killed, "take.wav", to: scene)
    let writer = Program(
      ["/bin/sh", "-c", "exec 5>>'\(file)'; echo open; exec sleep 20"], environment: ["PATH": scene.path])
    try writer.wait(for: "the file to be open") { $0.outputLines == ["open"] }
    let run = try scene.perform(["repair", file])
    #expect(run.exitCode == 75 && run.output.isEmpty)
    let message = try #require(run.errors.first)
    #expect(message.hasPrefix("evbridge: \(file): sleep (process "))
    #expect(message.hasSuffix(") has it open for writing: repair it when that has ended, or use --force"))
    #expect(bytes(file) == (isEmpty ? [] : Self.killed))
    #expect(try scene.perform(["repair", "-f", file]).exitCode == (isEmpty ? 65 : 0))
    #expect(bytes(file) == (isEmpty ? [] : Self.good))
  }

  @Test("whose writer is not to be seen in /proc is seen all the same", .enabled("needs root") { geteuid() == 0 })
  func hiddenWriter() throws {
    let scene = try Scene()
    let file = try add(Self.killed, "take.wav", to: scene)
    #expect(unsafe chown(file, 65_534, 65_534) == 0)
    let writer = Program(
      ["/bin/sh", "-c", "exec 5>>'\(file)'; echo open; exec sleep 20"], environment: ["PATH": scene.path])
    try writer.wait(for: "the file to be open") { $0.outputLines == ["open"] }
    let run = try scene.end(scene.start(["repair", file], asNobody: true))
    #expect(run.errors.first?.hasPrefix("evbridge: \(file): a program has it open for writing: ") == true)
    #expect(run.exitCode == 75 && bytes(file) == Self.killed)
  }

  @Test("for an unfinished take it says how to put it in its place, and leaves it where it is") func place() throws {
    let scene = try Scene()
    try scene.makeFolder("takes/.partial")
    let file = try add(Self.killed, "takes/.partial/it's.wav", to: scene)
    let place = scene.folder + "/takes/it's.wav"
    func quoted(_ path: String) -> String { "'" + path.replacingOccurrences(of: "'", with: "'\\''") + "'" }
    let run = try scene.perform(["repair", file])
    #expect(run.output.last == "  to put it in its place: mv -n -- \(quoted(file)) \(quoted(place))")
    #expect(scene.partial == ["it's.wav"] && scene.takes.isEmpty)
    let events = try scene.perform(["repair", "--json", file]).events
    #expect(events.first?["place"] == place && events.first?["state"] == "good")
  }

  @Test("programs get an object a line") func json() throws {
    let scene = try Scene()
    let file = try add(Self.killed, "take.wav", to: scene)
    let run = try scene.perform(["repair", "--json", file, scene.folder + "/none"])
    #expect(
      run.output == [
        #"{"file":"\#(file)","state":"mended","code":0,"duration":0.5000,"rate":44100,"channels":2,"bytes":88200,"#
          + #""frames":22050,"changes":["size of the samples: 4294967295, now 88200","#
          + #""size of the file: 4294967295, now 88236"]}"#,
        #"{"file":"\#(scene.folder)/none","state":"failed","code":66,"#
          + #""message":"it can not be read: No such file or directory"}"#,
      ])
    #expect(run.errors.isEmpty && run.exitCode == 66)
  }
}
