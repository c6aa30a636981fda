import Foundation
import Glibc
import Testing

/// Takes that had ended when the daemon was killed, at every point between their end and the removal of their entry.
@Suite("Takes that may not have been told of", .serialized, .ownThread, .needs("clang")) struct UntoldTests {
  private static let quiet = "B: ↓0 ↑20"

  /// What the daemon says of a take once it is over, in order.
  static let life: [(point: KillPoint, next: String?, isRepeat: Bool)] = [
    (KillPoint(.before, #"write {"finishing""#), "failed crash", false),
    (KillPoint(.after, #"write {"finishing""#), "completed crash", false),
    (KillPoint(.before, #"write {"destination""#), "completed crash", false),
    (KillPoint(.after, #"write {"destination""#), "completed crash", false),
    (KillPoint(.before, "link $/takes/.partial/take-0001.txt"), "completed crash", false),
    (KillPoint(.after, "link $/takes/.partial/take-0001.txt"), "completed crash", false),
    (KillPoint(.after, "unlink $/takes/.partial/take-0001.txt"), "completed crash", true),
    (KillPoint(.before, "rename $/state/evbridge/counters/fake.new"), "completed crash", true),
    (KillPoint(.after, "rename $/state/evbridge/counters/fake.new"), "completed crash", true),
    (KillPoint(.after, "unlink $/takes/.partial/.reserved/take-0001.txt"), "completed crash", true),
    (KillPoint(.before, #"write "type":"take.completed""#), "completed crash", true),
    (KillPoint(.after, #"write "type":"take.completed""#), "completed crash", true),
    (KillPoint(.before, "unlink $/state/evbridge/takes/"), "completed crash", true),
    (KillPoint(.after, "unlink $/state/evbridge/takes/"), nil, false),
  ]

  @Test("the next start tells of a take once, wherever the daemon was killed", arguments: life.indices)
  func kept(_ index: Int) throws {
    let (point, next, isRepeat) = Self.life[index]
    let scene = try Scene("↓0 ↑500", control: "hold: 100ms, minimum: 0ms")
    let first = try point.play(scene)
    try expectNext(scene, after: first, next, isRepeat: isRepeat, file: "take-0001.txt", counter: "1\n")
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }

  /// Plays two further runs: the first tells of the take, and the second of nothing.
  ///
  /// - Parameters:
  ///   - next: what is told, without the name of the family; nil: nothing, the first run had told already
  ///   - file: what is told of a file
  @discardableResult
  private func expectNext(
    _ scene: Scene, after first: Run, _ next: String?, isRepeat: Bool, file: String?, counter: String
  ) throws -> Run {
    #expect(first.exitCode == -SIGKILL)
    // Told at most once by the first run; and by that or the second.
    let ends = first.takes.filter { $0.hasPrefix("completed") || $0.hasPrefix("failed") }
    #expect(ends.count <= (isRepeat || next == nil ? 1 : 0))
    try scene.write("trace", PressScript(Self.quiet).evemu)
    let second = try scene.play()
    #expect(second.takes == [next].compactMap { $0 })
    let end = second.first("take.completed") ?? second.first("take.failed")
    #expect(end?.number("earlier_take") == (isRepeat ? 1 : nil))
    #expect(end.map { _ in end?["file"] == file.map { "\(scene.folder)/takes/\($0)" } } ?? true, "\(second.output)")
    #expect(scene.text("state/evbridge/counters/fake") == counter)
    #expect(scene.journal.isEmpty && scene.partial.isEmpty && !scene.has("takes/.partial/.reserved"))
    let third = try scene.play()
    #expect(third.takes.isEmpty && third.errors.isEmpty && third.all("anomaly").isEmpty)
    return second
  }

  @Test(
    "a take that was to be discarded is deleted, and told of",
    arguments: [
      (KillPoint(.before, "unlink $/takes/.partial/take-0001.txt"), false),
      (KillPoint(.after, "unlink $/takes/.partial/take-0001.txt"), true),
      (KillPoint(.before, "unlink $/state/evbridge/takes/"), true),
    ])
  func discarded(point: KillPoint, isRepeat: Bool) throws {
    let scene = try Scene("↓0 ↑900", control: "hold: 100ms, minimum: 5s, on-short: discard")
    let first = try point.play(scene)
    let run = try expectNext(
      scene, after: first, "completed crash", isRepeat: isRepeat, file: nil, counter: "")
    #expect(run.first("take.completed")?.text.contains("\"discarded\":true") == true)
    #expect(scene.takes.isEmpty)
  }

  /// One take, whose file a command looks at.
  ///
  /// - Parameter verify: a script; `$` stands for the scene's folder
  private func verifiedScene(_ verify: String) throws -> Scene {
    let scene = try Scene(
      "↓0 ↑500", recorder: "\(Scene.readyWhenBegun), verify: [sh, -c, 'VERIFY', sh, \"{file}\"]",
      control: "hold: 100ms, minimum: 0ms")
    let script = verify.replacing("$/", with: scene.folder + "/")
    try scene.configure(scene.text("evbridge.yaml").replacing("VERIFY", with: script))
    return scene
  }

  @Test("what was wrong with a take is said by the next start, and its file is not looked at again") func failed()
    throws
  {
    let scene = try verifiedScene("echo it plays badly; echo >>$/verified; exit 3")
    let first = try KillPoint(.after, "unlink $/takes/.partial/take-0001.txt").play(scene)
    let run = try expectNext(
      scene, after: first, "failed crash", isRepeat: true, file: "take-0001.txt", counter: "1\n")
    #expect(run.first("take.failed")?["message"]?.hasPrefix("verify: sh exited with 3: it plays badly") == true)
    #expect(scene.text("verified") == "\n")
  }

  @Test("a daemon that its verify command kills has the file looked at by the next start") func verifying() throws {
    let scene = try verifiedScene("test -e $/seen && exit 0; : >$/seen; kill -9 $PPID")
    let first = try scene.play()
    try expectNext(scene, after: first, "completed crash", isRepeat: false, file: "take-0001.txt", counter: "1\n")
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }

  @Test("a recorder that left no file, and one that writes none, are told of as well", arguments: [false, true])
  func noFile(isExpected: Bool) throws {
    let scene = try Scene("↓0 ↑500", control: "hold: 100ms, minimum: 0ms", script: "rm \"$file\"; exec sleep 60")
    if isExpected {
      try scene.configure(
        scene.text("evbridge.yaml").replacing(
          "\"{file}\"], directory: \"\(scene.folder)/takes\", name: \"take-{n}.txt\"", with: "\(scene.folder)/own]"))
    }
    let first = try KillPoint(.before, "unlink $/state/evbridge/takes/").play(scene)
    let run = try expectNext(
      scene, after: first, isExpected ? "completed crash" : "failed crash", isRepeat: true, file: nil, counter: "")
    #expect(run.first("take.failed")?["message"] == (isExpected ? nil : "the recorder left no file"))
  }

  @Test("a file that can not be moved has failed to be, however often it is told of") func kept() throws {
    let scene = try Scene(
      "↓0 ↑500", control: "hold: 100ms, minimum: 0ms", script: "rm \"$file\"; mkdir \"$file\"; exec sleep 60")
    let first = try KillPoint(.before, "unlink $/state/evbridge/takes/").play(scene)
    #expect(first.takes.last?.hasPrefix("failed") == true)
    try scene.write("trace", PressScript(Self.quiet).evemu)
    let second = try scene.play()
    #expect(second.takes == ["failed crash"])
    let failed = try #require(second.first("take.failed"))
    #expect(failed.number("earlier_take") == 1)
    #expect(failed["message"]?.hasPrefix("its file could not be moved") == true)
    #expect(failed["file"] == scene.folder + "/takes/.partial/take-0001.txt")
    #expect(scene.has("takes/.partial/take-0001.txt"))
    #expect(try scene.play().takes.isEmpty)
  }

  @Test("a file that was moved to a later name is told by that") func collision() throws {
    let scene = try Scene(
      "↓0 ↑500", control: "hold: 100ms, minimum: 0ms",
      script: "echo mine >\"${file%/.partial/*}/${file##*/}\"; \(Scene.recordsUntilStopped)")
    let first = try KillPoint(.after, "unlink $/takes/.partial/take-0001.txt").play(scene)
    try expectNext(scene, after: first, "completed crash", isRepeat: true, file: "take-0002.txt", counter: "2\n")
    #expect(scene.takes == ["take-0001.txt": "mine\n", "take-0002.txt": "begin\nend\n"])
  }

  @Test("a file that somebody has taken away since is not told of as if it were there") func takenAway() throws {
    let scene = try Scene("↓0 ↑500", control: "hold: 100ms, minimum: 0ms")
    _ = try KillPoint(.after, #"write "type":"take.completed""#).play(scene)
    try FileManager.default.removeItem(atPath: scene.folder + "/takes/take-0001.txt")
    try scene.write("trace", PressScript(Self.quiet).evemu)
    let run = try scene.play()
    #expect(run.takes == ["completed crash"])
    #expect(run.first("take.completed")?["file"] == nil)
    #expect(run.first("take.completed")?.number("earlier_take") == 1)
    let told = run.all("anomaly").compactMap { $0["message"] }
    #expect(told.count == 1)
    #expect(told.first?.contains("is not there any more: \(scene.folder)/takes/take-0001.txt;") == true)
  }

  /// Numbers from a seed, so that a failure can be played again.
  private struct Random {
    var state: UInt64

    mutating func next(below limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33 % limit
    }
  }

  @Test("a daemon that is killed at any time: every file is told of, and twice only with a mark", arguments: [1, 2])
  func killedAtRandom(seed: UInt64) throws {
    let presses = (0..<40).map { "↓\($0 * 120) ↑\($0 * 120 + 60)" }.joined(separator: " ")
    let scene = try Scene(
      presses, recorder: "ready: spawned", control: "hold: 10ms, minimum: 0ms, debounce: 0ms",
      // It ends at any INT, however early: a shell that is just starting a program may miss one.
      script: "trap - INT TERM; exec sleep 60")
    var random = Random(state: seed)
    var told: [String: Int] = [:]
    func note(_ run: Run) {
      var own: Set<String> = []
      for end in run.all("take.completed") + run.all("take.failed") {
        guard let file = end["file"] else { continue }
        #expect(own.insert(file).inserted, "told twice by one run: \(end)")
        #expect(told[file] == nil || end.number("earlier_take") != nil, "told twice without a mark: \(end)")
        told[file, default: 0] += 1
      }
    }
    for _ in 1...8 {
      let program = try scene.startRunning()
      let round = Int(random.next(below: 4)) + 1
      try program.wait(for: "its stops") { program in
        program.outputLines.count { $0.contains("\"type\":\"take.stopping\"") } >= round
      }
      usleep(UInt32(random.next(below: 30_000)))
      program.send(SIGKILL)
      note(try scene.end(program))
    }
    try scene.write("trace", PressScript(Self.quiet).evemu)
    note(try scene.play())
    #expect(Set(told.keys) == Set(scene.takes.keys.map { "\(scene.folder)/takes/\($0)" }))
    #expect(scene.journal.isEmpty && scene.partial.isEmpty)
  }
}
