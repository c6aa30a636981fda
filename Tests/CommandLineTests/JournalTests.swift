import Foundation
import Glibc
import Testing

@Suite("What the start finds", .serialized, .ownThread) struct JournalTests {
  private static let quiet = "B: ↓0 ↑20"
  static let boot =
    (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))
    .map { String($0.prefix(8)) } ?? ""

  /// The number and the start time of a process that lives as long as the test.
  static let own: (number: Int32, start: String) = {
    let stat = (try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8)) ?? ""
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    return (getpid(), String(fields[20]))
  }()

  /// An entry as a daemon writes it.
  private func entry(
    _ scene: Scene, boot: String = JournalTests.boot, owner: String = "4000000", ownerStart: String = "1",
    pattern: String = "old.txt", file: String? = nil, rest: String = ""
  ) -> String {
    """
    {"v":1,"boot":"\(boot)","owner":\(owner),"owner_start":\(ownerStart),"recorder":"fake","control":"record",\
    "trigger":"button:KEY_RECORD","stop":2,"grace_us":5000000,"file":"\(file ?? scene.folder + "/takes/.partial/old.txt")",\
    "directory":"\(scene.folder)/takes","pattern":"\(pattern)","attempt":1,"date":"2026-11-30","clock":"12-00-00",\
    "counter":1,"clock_boot":"\(boot)","synchronised":true,"name_control":"record","name_recorder":"fake"\(rest)}

    """
  }

  /// What a daemon adds to an entry before it moves the file.
  private static let moving =
    "{\"pid\":4000000,\"start\":1}\n{\"finishing\":true,\"discard\":false}\n{\"destination\":1}\n"

  private func scene() throws -> Scene {
    let scene = try Scene(Self.quiet)
    try scene.makeFolder("takes/.partial/.reserved")
    try scene.makeFolder("state/evbridge/takes")
    return scene
  }

  private func writeEntry(_ scene: Scene, _ name: String, _ text: String, mode: Int = 0o600) throws {
    try scene.write("state/evbridge/takes/" + name, text, mode: mode)
  }

  @Test("what a power cut left is told of at each start, until it is gone") func powerCut() throws {
    let scene = try scene()
    let name = "0badb007-17-99-3"
    try scene.write("takes/.partial/old.txt", "half\n")
    try scene.write("takes/.partial/.reserved/old.txt", "0badb007 17 99\n")
    try writeEntry(scene, name, entry(scene, boot: "0badb007") + "{\"pid\":40,\"start\":77}\n")
    for _ in 1...2 {
      let run = try scene.play()
      #expect(run.takes.isEmpty)
      let told = run.all("anomaly").compactMap { $0["message"] }
      #expect(told.count == 1)
      let file = scene.folder + "/takes/.partial/old.txt"
      #expect(told.first?.contains("the machine went down during a take, which is unfinished: \(file);") == true)
      #expect(told.first?.contains("evbridge repair \(file)") == true)
      #expect(told.first?.hasSuffix("mv -n \(file) \(scene.folder)/takes/") == true)
      #expect(run.errors == told.map { "evbridge: warning: \($0)" })
      #expect(scene.journal.keys.sorted() == [name])
      #expect(scene.text("takes/.partial/old.txt") == "half\n")
    }
    try FileManager.default.moveItem(
      atPath: scene.folder + "/takes/.partial/old.txt", toPath: scene.folder + "/takes/old.txt")
    let run = try scene.play()
    #expect(run.all("anomaly").isEmpty && run.errors.isEmpty)
    #expect(scene.journal.isEmpty && scene.partial.isEmpty)
  }

  @Test("files that no journal tells of are told of, ten of them by name") func leftovers() throws {
    let scene = try scene()
    for number in 10...21 { try scene.write("takes/.partial/\(number).wav", "half\n") }
    try scene.write("takes/.partial/empty.wav", "")
    let told = try scene.play().all("anomaly").compactMap { $0["message"] }
    #expect(told.count == 11)
    for (number, message) in zip(10..., told.prefix(10)) {
      #expect(
        message.hasPrefix("a take was left unfinished by an earlier run: \(scene.folder)/takes/.partial/\(number).wav;")
      )
    }
    #expect(told.last == "2 more files were left unfinished, in \(scene.folder)/takes/.partial too")
    #expect(scene.partial.count == 13)
  }

  @Test("the take of a daemon that is alive is none of ours") func secondDaemon() throws {
    let scene = try scene()
    let name = "\(Self.boot)-\(Self.own.number)-\(Self.own.start)-1"
    try scene.write("takes/.partial/old.txt", "half\n")
    try scene.write("takes/.partial/.reserved/old.txt", "\(Self.boot) \(Self.own.number) \(Self.own.start)\n")
    try scene.write("takes/.partial/.reserved/next.txt", "\(Self.boot) \(Self.own.number) \(Self.own.start)\n")
    let text = entry(scene, owner: String(Self.own.number), ownerStart: Self.own.start)
    try writeEntry(scene, name, text)
    let run = try scene.play()
    #expect(run.takes.isEmpty && run.all("anomaly").isEmpty && run.errors.isEmpty)
    #expect(scene.journal == [name: text])
    #expect(scene.has("takes/.partial/.reserved/old.txt") && scene.has("takes/.partial/.reserved/next.txt"))
  }

  @Test("a file that a crash left under its old and its new name has one name again") func movedByHalf() throws {
    let scene = try scene()
    try scene.write("takes/.partial/old.txt", "all\n")
    try FileManager.default.linkItem(
      atPath: scene.folder + "/takes/.partial/old.txt", toPath: scene.folder + "/takes/old.txt")
    try scene.write("takes/.partial/.reserved/old.txt", "\(Self.boot) 4000000 1\n")
    try writeEntry(scene, "\(Self.boot)-4000000-1-1", entry(scene) + Self.moving)
    let run = try scene.play()
    #expect(run.takes == ["completed crash"])
    #expect(run.first("take.completed")?["file"] == scene.folder + "/takes/old.txt")
    #expect(run.first("take.completed")?.number("earlier_take") == nil)
    #expect(scene.takes == ["old.txt": "all\n"])
    #expect(scene.partial.isEmpty && scene.journal.isEmpty)
  }

  @Test(
    "what another daemon records under a name that a take of an earlier run had is left to it",
    arguments: ["", "new\n"])
  func nameOfAnother(_ content: String) throws {
    let scene = try scene()
    try scene.write("takes/.partial/old.txt", content)
    let marker = "\(Self.boot) \(Self.own.number) \(Self.own.start)\n"
    try scene.write("takes/.partial/.reserved/old.txt", marker)
    try writeEntry(scene, "\(Self.boot)-4000000-1-1", entry(scene) + "{\"pid\":4000000,\"start\":1}\n")
    let run = try scene.play()
    #expect(run.takes == ["failed crash"])
    #expect(run.first("take.failed")?["file"] == nil)
    #expect(scene.text("takes/.partial/old.txt") == content)
    #expect(scene.text("takes/.partial/.reserved/old.txt") == marker)
    #expect(scene.takes.isEmpty && scene.journal.isEmpty)
  }

  @Test("an entry that a power cut has left empty goes without a word") func emptyEntry() throws {
    let scene = try scene()
    try writeEntry(scene, "0badb007-17-99-3", "")
    let run = try scene.play()
    #expect(run.errors.isEmpty && run.all("anomaly").isEmpty && scene.journal.isEmpty)
  }

  @Test("a name that another's take has got since is left to that") func nextOfTheName() throws {
    let scene = try scene()
    try scene.write("takes/old.txt", "all\n")
    try scene.write("takes/.partial/old.txt", "another's\n")
    let marker = "\(Self.boot) \(Self.own.number) \(Self.own.start)\n"
    try scene.write("takes/.partial/.reserved/old.txt", marker)
    try writeEntry(scene, "\(Self.boot)-4000000-1-1", entry(scene) + Self.moving)
    let run = try scene.play()
    #expect(run.takes == ["completed crash"])
    #expect(run.first("take.completed")?["file"] == scene.folder + "/takes/old.txt")
    #expect(run.first("take.completed")?.number("earlier_take") == 1)
    #expect(scene.text("takes/.partial/old.txt") == "another's\n")
    #expect(scene.text("takes/.partial/.reserved/old.txt") == marker)
    #expect(scene.takes == ["old.txt": "all\n"] && scene.journal.isEmpty)
  }

  @Test("a file that was in its place when the machine went down is told of, with a doubt") func movedBeforePowerCut()
    throws
  {
    let scene = try scene()
    try scene.write("takes/old.txt", "all\n")
    try writeEntry(scene, "0badb007-17-99-3", entry(scene, boot: "0badb007") + Self.moving)
    let run = try scene.play()
    #expect(run.takes == ["failed crash"])
    #expect(run.first("take.failed")?["file"] == scene.folder + "/takes/old.txt")
    #expect(run.first("take.failed")?.number("earlier_take") == 3)
    #expect(run.first("take.failed")?["message"]?.hasPrefix("the machine went down before") == true)
    #expect(scene.journal.isEmpty)
    #expect(try scene.play().takes.isEmpty)
  }

  @Test("nobody waits for what somebody has put in the place of a marker or a counter") func pipes() throws {
    let scene = try scene()
    try scene.makeFolder("state/evbridge/counters")
    for name in ["takes/.partial/.reserved/old.txt", "state/evbridge/counters/fake"] {
      #expect(unsafe mkfifo(scene.folder + "/" + name, 0o600) == 0)
    }
    try scene.write("trace", PressScript("↓0 ↑500").evemu)
    let run = try scene.play()
    #expect(run.takes.last?.hasPrefix("completed") == true)
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }

  @Test("a name that a crash left reserved is free again, when it is nobody's") func markers() throws {
    let scene = try scene()
    let dead = "\(Self.boot) \(Self.own.number) 1\n"
    try scene.write("takes/.partial/.reserved/dead.txt", dead)
    try scene.write("takes/.partial/.reserved/kept.txt", dead)
    try scene.write("takes/.partial/kept.txt", "half\n")
    try scene.write("takes/.partial/.reserved/elsewhere.txt", "0badb007 17 99\n")
    let run = try scene.play()
    #expect(run.all("anomaly").count == 1)
    #expect(!scene.has("takes/.partial/.reserved/dead.txt"))
    // Another machine may write to the same disk.
    #expect(scene.has("takes/.partial/.reserved/elsewhere.txt") && scene.has("takes/.partial/.reserved/kept.txt"))
  }

  /// What stands in an entry, and what is said of it. Nothing may come of it.
  static let hostile: [(change: @Sendable (String) -> String, name: String, message: String)] = [
    ({ _ in "" }, "\(boot)-4000000-1-1", "it is empty or cut short"),
    ({ String($0.dropLast(40)) }, "\(boot)-4000000-1-1", "it is empty or cut short"),
    ({ _ in "\0\0\0\n" }, "\(boot)-4000000-1-1", "it is no JSON: "),
    ({ _ in "[[[[[[]]]]]]\n" }, "\(boot)-4000000-1-1", "it is no JSON: "),
    ({ _ in "[1]\n" }, "\(boot)-4000000-1-1", "it has a list where an object belongs"),
    ({ _ in String(repeating: "x", count: 2_700_000) + "\n" }, "\(boot)-4000000-1-1", "it is too large"),
    ({ $0.replacing("\"v\":1", with: "\"v\":2") }, "\(boot)-4000000-1-1", "another version has written it"),
    ({ $0 }, "notes.txt", "its name is no take's"),
    ({ $0 }, "\(boot)-04-1-1", "its name is no take's"),
    ({ $0 }, "0badb007-4000000-1-1", "it is not the take that it is named"),
    (
      { $0.replacing("old.txt\",\"attempt", with: "../../x\",\"attempt") }, "\(boot)-4000000-1-1",
      "its file is none that a take is written to"
    ),
    (
      { $0.replacing("/.partial/old.txt", with: "/mine.txt") }, "\(boot)-4000000-1-1",
      "its file is none that a take is written to"
    ),
    ({ $0.replacing("\"stop\":2", with: "\"stop\":77") }, "\(boot)-4000000-1-1", "stop is no signal"),
    (
      { $0.replacing("\"grace_us\":5000000", with: "\"grace_us\":3600000000001") }, "\(boot)-4000000-1-1",
      "grace_us is missing or no number that can be"
    ),
    (
      { $0.replacing("\"owner\":4000000", with: "\"owner\":99999999999999") }, "\(boot)-4000000-1-1",
      "owner is missing or no number that can be"
    ),
    ({ $0 + "{\"pid\":1,\"start\":1}\n" }, "\(boot)-4000000-1-1", "pid is missing or no number that can be"),
    ({ $0 + "{\"pid\":-1,\"start\":1}\n" }, "\(boot)-4000000-1-1", "pid is missing or no number that can be"),
    ({ $0 + "{\"finishing\":true}\n" }, "\(boot)-4000000-1-1", "discard is missing or no flag"),
    ({ $0 + "{\"destination\":0}\n" }, "\(boot)-4000000-1-1", "destination is missing or no number that can be"),
    (
      { $0.replacing("\"stop\"", with: "\"verify\":[1],\"stop\"") }, "\(boot)-4000000-1-1", "verify is no list of texts"
    ),
  ]

  @Test("an entry that is none is told of once and left alone", arguments: hostile.indices)
  func hostileEntry(_ index: Int) throws {
    let (change, name, message) = Self.hostile[index]
    let scene = try scene()
    try scene.write("takes/mine.txt", "mine\n")
    try scene.write("takes/.partial/old.txt", "half\n")
    let text = change(entry(scene))
    try writeEntry(scene, name, text)
    let run = try scene.play()
    #expect(run.takes.isEmpty && run.exitCode == 0)
    let path = "\(scene.folder)/state/evbridge/takes/\(name)"
    let told = run.errors.filter { $0.contains("the journal of takes has something that is left alone") }
    #expect(told.count == 1)
    #expect(told.first?.contains("left alone: \(path): \(message)") == true)
    #expect(scene.journal == [name: text])
    #expect(scene.takes == ["mine.txt": "mine\n"])
    #expect(scene.text("takes/.partial/old.txt") == "half\n")
  }

  @Test("an entry that others may have written, and what is no file, is not believed") func foreign() throws {
    let scene = try scene()
    let name = "\(Self.boot)-4000000-1-1"
    for mode in [0o620, 0o602] {
      try writeEntry(scene, name, entry(scene), mode: mode)
      let run = try scene.play()
      #expect(run.errors.count == 1 && run.errors[0].contains("may have written it"))
      #expect(scene.journal.count == 1)
    }
    try FileManager.default.removeItem(atPath: scene.folder + "/state/evbridge/takes/" + name)
    #expect(unsafe mkfifo(scene.folder + "/state/evbridge/takes/" + name, 0o600) == 0)
    let run = try scene.play()
    #expect(run.errors.count == 1 && run.errors[0].hasSuffix("\(name): it is no file"))
  }

  @Test("a process that has got the recorder's number since gets no signal") func reusedNumber() throws {
    let scene = try scene()
    let name = "\(Self.boot)-4000000-1-1"
    try scene.write("takes/.partial/old.txt", "half\n")
    let bystander = Program(["/bin/sleep", "1000"], environment: [:])
    // Its number, and the start time of the process that had it before.
    try writeEntry(scene, name, entry(scene) + "{\"pid\":\(bystander.number),\"start\":5}\n")
    let run = try scene.play()
    #expect(run.takes == ["failed crash"])
    #expect(kill(bystander.number, 0) == 0)
    bystander.send(SIGTERM)
    #expect(try bystander.end() == -SIGTERM)
  }

  @Test("without a place for the journal there is one warning, and recording works") func noPlace() throws {
    let scene = try Scene("↓0 ↑300 ↓900 ↑1200", control: "minimum: 0ms, hold: 100ms")
    try scene.makeFolder("state/evbridge")
    try scene.write("state/evbridge/takes", "a file in its way")
    let run = try scene.play()
    #expect(run.takes.filter { $0 == "completed released" }.count == 2)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.hasPrefix("evbridge: warning: cannot keep the journal of takes in ") == true)
  }
}
