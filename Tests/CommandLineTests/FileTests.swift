import Foundation
import Testing

@Suite("What becomes of files", .serialized, .ownThread) struct FileTests {
  private static let short = "minimum: 0ms, hold: 100ms"

  @Test("T33: a name that is taken is never written over") func takenName() throws {
    let scene = try Scene(
      "↓0 ↑300 ↓900 ↑1200", control: Self.short, name: "take.txt")
    try scene.write("takes/take.txt", "somebody's\n")
    let run = try scene.play()
    #expect(run.takes.filter { $0 == "completed released" }.count == 2)
    #expect(
      scene.takes == ["take.txt": "somebody's\n", "take-2.txt": "begin\nend\n", "take-3.txt": "begin\nend\n"])
    #expect(scene.partial.isEmpty)
  }

  @Test("T33: nor is a file that appears during the take") func nameTakenMeanwhile() throws {
    let scene = try Scene(
      "↓0 ↑400", control: Self.short, name: "take-{n}.txt",
      script: """
        echo other >"${file%/.partial/*}/take-0001.txt"
        \(Scene.recordsUntilStopped)
        """)
    let run = try scene.play()
    #expect(run.first("take.completed")?["file"] == scene.folder + "/takes/take-0002.txt")
    #expect(scene.takes == ["take-0001.txt": "other\n", "take-0002.txt": "begin\nend\n"])
  }

  @Test("the numbers go on after a restart") func numbers() throws {
    let scene = try Scene("↓0 ↑300", control: Self.short)
    for _ in 1...2 { #expect(try scene.play().takes.last == "completed released") }
    #expect(scene.takes.keys.sorted() == ["take-0001.txt", "take-0002.txt"])
  }

  @Test("a counter that was lost costs no press, however many takes there are") func lostCounter() throws {
    let scene = try Scene("↓0 ↑300", control: Self.short)
    for number in 1...1_200 {
      let digits = String(number)
      try scene.write("takes/take-\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits).txt", "old\n")
    }
    #expect(try scene.play().takes.last == "completed released")
    #expect(scene.takes.count == 1_201)
    #expect(scene.takes["take-1201.txt"] == "begin\nend\n")
    #expect(scene.text("state/evbridge/counters/fake") == "1201\n")
  }

  @Test("a counter that is no number begins anew", arguments: ["", "many", "-7", "9223372036854775807"])
  func spoiltCounter(_ text: String) throws {
    let scene = try Scene("↓0 ↑300", control: Self.short)
    try scene.makeFolder("state/evbridge/counters")
    try scene.write("state/evbridge/counters/fake", text + "\n")
    try scene.write("takes/take-0001.txt", "somebody's\n")
    #expect(try scene.play().takes.last == "completed released")
    #expect(scene.takes == ["take-0001.txt": "somebody's\n", "take-0002.txt": "begin\nend\n"])
    #expect(scene.text("state/evbridge/counters/fake") == "2\n")
  }

  @Test("a link that leads nowhere is nobody's place to record to") func deadLink() throws {
    let scene = try Scene("↓0 ↑300", control: Self.short)
    try scene.makeFolder("takes/.partial")
    for name in ["takes/take-0001.txt", "takes/.partial/take-0002.txt"] {
      try FileManager.default.createSymbolicLink(
        atPath: scene.folder + "/" + name, withDestinationPath: scene.folder + "/elsewhere")
    }
    #expect(try scene.play().first("take.completed")?["file"] == scene.folder + "/takes/take-0003.txt")
    #expect(scene.text("elsewhere").isEmpty)
  }

  @Test("a relative XDG_STATE_HOME is ignored") func relativeStateFolder() throws {
    let scene = try Scene("↓0 ↑300", control: Self.short)
    let program = try scene.start(
      ["run", "--json", "-c", scene.folder + "/evbridge.yaml", "--trace", scene.folder + "/trace"],
      variables: ["XDG_STATE_HOME": "state"])
    #expect(try scene.end(program).takes.last == "completed released")
    #expect(scene.text(".local/state/evbridge/counters/fake") == "1\n")
  }

  @Test("without a place to keep the number there is a warning, and recording works") func noStateFolder() throws {
    let scene = try Scene("↓0 ↑300 ↓900 ↑1200", control: Self.short)
    try scene.write("state", "a file in its way")
    let run = try scene.play()
    #expect(run.takes.filter { $0 == "completed released" }.count == 2)
    #expect(scene.takes.keys.sorted() == ["take-0001.txt", "take-0002.txt"])
    #expect(run.errors.count == 2)
    for (error, what) in zip(run.errors, ["journal", "counter"]) {
      #expect(error.hasPrefix("evbridge: warning: cannot keep the \(what) of takes in "))
    }
  }

  @Test("T34: a directory that is gone is told of at the press, and nothing is started or created") func noFolder()
    throws
  {
    let scene = try Scene("↓0 ↑300")
    try FileManager.default.removeItem(atPath: scene.folder + "/takes")
    let run = try scene.play()
    #expect(run.takes == ["failed recorder-exit"])
    #expect(
      run.first("take.failed")?["message"]
        == "directory \(scene.folder)/takes: No such file or directory: mkdir -p \(scene.folder)/takes, or mount "
        + "what belongs there")
    #expect(scene.notes.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: scene.folder + "/takes"))
    #expect(run.exitCode == 0)
  }

  @Test("T34: a directory that the user may not write to is told of, with the fix") func closedFolder() throws {
    let scene = try Scene("↓0 ↑300")
    try scene.setMode(0o555, of: "takes")
    let run = try scene.play(asNobody: true)
    #expect(run.takes == ["failed recorder-exit"])
    let message = try #require(run.first("take.failed")?["message"])
    #expect(message.hasPrefix("cannot write to directory \(scene.folder)/takes: Permission denied"))
    #expect(message.hasSuffix(" write there (chown, or chmod), or choose another directory"))
    #expect(scene.notes.isEmpty)
    #expect(run.exitCode == 0)
  }

  @Test("T35: a recorder that is missing or no program is told of by check and at the press")
  func missingRecorder() throws {
    let scene = try Scene("↓0 ↑300")
    let recorder = scene.folder + "/recorder"
    try scene.setMode(0o644, of: "recorder")
    var check = try scene.perform(["check", scene.folder + "/evbridge.yaml"])
    #expect(check.exitCode == 78)
    #expect(check.output.contains { $0.hasSuffix("\(recorder) is not a program that may be run (chmod +x?)") })
    var run = try scene.play()
    #expect(run.takes == ["failed recorder-exit"])
    #expect(
      run.first("take.failed")?["message"]
        == "cannot start \(recorder): \(recorder) is not a program that this user may run; try "
        + "chmod +x \(recorder)")

    try FileManager.default.removeItem(atPath: recorder)
    check = try scene.perform(["check", scene.folder + "/evbridge.yaml"])
    #expect(check.exitCode == 78)
    #expect(
      check.output.contains { $0.hasSuffix("there is no program '\(recorder)'; install it, or give its full path") })
    run = try scene.play()
    #expect(run.takes == ["failed recorder-exit"])
    #expect(run.first("take.failed")?["message"]?.hasSuffix("correct the path or install the program") == true)
    #expect(run.exitCode == 0)
    #expect(scene.partial.isEmpty)
  }

  @Test("T35: check warns of sudo") func sudo() throws {
    let scene = try Scene()
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders: { fake: { command: [sudo, recorder, "{file}"], directory: "\(scene.folder)/takes" } }
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: fake }
      """)
    let check = try scene.perform(["check", scene.folder + "/evbridge.yaml"])
    #expect(
      check.output.contains { $0.hasPrefix("\(scene.folder)/evbridge.yaml:2:31: warning: sudo may keep the stop") })
  }

  @Test("check looks for the commands beside a recorder, and says what is known of it") func recorderCommands() throws {
    let scene = try Scene()
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        known:
          use: arecord
          command: [arecord, "{file}"]
          directory: "\(scene.folder)/takes"
          name: "{n}.wav"
          before: [/no/hello]
          verify: [/no/probe, "{file}"]
          suspend: { run: [/no/pause], resume: [/no/resume] }
        unknown: { command: [ffmpeg, "{file}"], directory: "\(scene.folder)/takes", name: "{n}.wav" }
        own: { command: [/bin/cat] }
      controls:
        a: { type: record-button, trigger: { device: button, key: KEY_A }, recorder: known }
        b: { type: record-button, trigger: { device: button, key: KEY_B }, recorder: unknown }
        c: { type: record-button, trigger: { device: button, key: KEY_C }, recorder: own }
      """)
    let check = try scene.perform(["check", scene.folder + "/evbridge.yaml"])
    #expect(check.exitCode == 78)
    for (command, name) in [("before", "hello"), ("verify", "probe"), ("suspend", "pause"), ("resume", "resume")] {
      let message =
        "error: recorder 'known', \(command): there is no program '/no/\(name)'; install it, or give its full path"
      #expect(check.output.contains("\(scene.folder)/evbridge.yaml: \(message)"))
    }
    let notes = check.output.filter { $0.hasPrefix("\(scene.folder)/evbridge.yaml: note: ") }
      .map { $0.dropFirst(scene.folder.count + 22) }
    let expected = """
      recorder 'known': as arecord: stops with INT, ready when the file grows, exit codes 1 and 0 after the stop are \
      fine, stopped when the file has not grown for 3 s, started again up to 3 times when it fails before it is ready
      recorder 'unknown': with 'use: ffmpeg' it would be ready when its output matches \
      ^(frame|size)=.*time=|^progress=, and started again up to 3 times when it fails before it is ready
      """
    #expect(notes.joined(separator: "\n") == expected)
  }

  @Test("check looks for the programs of gestures and idle times") func gesturePrograms() throws {
    let scene = try Scene()
    try scene.configure(
      """
      devices: { glass: { match: { name: Test glass } } }
      gestures:
        - { device: glass, gesture: swipe-left, run: [/no/next] }
        - { device: glass, idle: 60s, run: [/no/home] }
        - { device: glass, gesture: tap, run: ["true"] }
      """)
    let check = try scene.perform(["check", scene.folder + "/evbridge.yaml"])
    #expect(check.exitCode == 78)
    let errors = check.output.filter { $0.hasPrefix("\(scene.folder)/evbridge.yaml: error: ") }
    #expect(errors.count == 2)
    #expect(
      errors.first?.hasSuffix(
        "gesture 'glass:swipe-left': there is no program '/no/next'; install it, or give its full path") == true)
    #expect(
      errors.last?.hasSuffix("'glass:idle': there is no program '/no/home'; install it, or give its full path") == true)
  }

  @Test("a script gets its file as one word, whatever is in the path", arguments: ["{file}", "'{file}'", "\"{file}\""])
  func script(_ spelling: String) throws {
    let scene = try Scene(playing: "↓0 ↑500")
    try scene.makeRecorder(Scene.recordsUntilStopped)
    try scene.makeFolder("Bob's $HOME takes")
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders:
        fake:
          shell: true
          command: |
            exec \(scene.folder)/recorder \(spelling)
          directory: "\(scene.folder)/Bob's $HOME takes"
          name: "it's {n}.txt"
          \(Scene.readyWhenBegun)
      controls:
        record:
          { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: fake, \(Self.short) }
      """)
    let run = try scene.play()
    #expect(run.takes.last == "completed released")
    #expect(scene.text("Bob's $HOME takes/it's 0001.txt") == "begin\nend\n")
  }

  @Test("a FIFO or a link in place of the new counter is neither waited for nor written to", arguments: [true, false])
  func hostileCounter(isFIFO: Bool) throws {
    let scene = try Scene("↓0 ↑400", control: Self.short)
    try scene.makeFolder("state/evbridge/counters")
    try scene.write("precious", "precious\n")
    let new = scene.folder + "/state/evbridge/counters/fake.new"
    if isFIFO {
      #expect(unsafe mkfifo(new, 0o600) == 0)
    } else {
      #expect(unsafe symlink(scene.folder + "/precious", new) == 0)
    }
    #expect(try scene.play().takes.last == "completed released")
    #expect(scene.text("state/evbridge/counters/fake") == "1\n" && scene.text("precious") == "precious\n")
  }

  @Test("a recorder that leaves no file has failed", arguments: ["rm \"$file\"", ": >\"$file\""])
  func noFile(_ atEnd: String) throws {
    let scene = try Scene(
      "↓0 ↑400", control: Self.short,
      script: """
        trap '\(atEnd); exit 0' INT
        \(Scene.recordsUntilStopped)
        """)
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "failed released"])
    #expect(run.first("take.failed")?["message"] == "the recorder left no file")
    #expect(scene.takes.isEmpty && scene.partial.isEmpty)
  }

  @Test("a recorder that writes under a name of its own is found out", arguments: ["$file.mkv", "${file%.txt}-01.txt"])
  func otherName(_ own: String) throws {
    let scene = try Scene(
      "↓0 ↑400", control: Self.short,
      script: """
        trap 'mv "$file" "\(own)"; exit 0' INT
        \(Scene.recordsUntilStopped)
        """)
    let run = try scene.play()
    let name = own.hasSuffix("mkv") ? "take-0001.txt.mkv" : "take-0001-01.txt"
    #expect(
      run.first("take.failed")?["message"]
        == "the recorder left no file of the name that it was given, but there is \(scene.folder)/takes/.partial/"
        + "\(name): let it write to {file} exactly")
    #expect(scene.partial == [name])
  }

  @Test("recorders and commands find the take in their environment") func environment() throws {
    let scene = try Scene(
      "↓0 ↑1500 B: ↓1700 ↑1720", control: Self.short + ", feedback: [hook]",
      script: """
        env | grep '^EVBRIDGE_' | sort >"$file.env"
        \(Scene.recordsUntilStopped)
        """,
      rest: """
          play:
            type: command-button
            trigger: { device: button, key: KEY_PLAY }
            run: [sh, -c, 'echo "$EVBRIDGE_CONTROL $EVBRIDGE_TRIGGER $1"', sh, "{last-file}"]
            feedback: []
        feedback:
          hook: { run: [sh, -c, 'echo "$EVBRIDGE_EVENT $EVBRIDGE_FILE"'], events: [take.completed] }
        """)
    let run = try scene.play()
    let take = scene.folder + "/takes/take-0001.txt"
    let variables = scene.text("takes/.partial/take-0001.txt.env").split(separator: "\n")
    let mark = "EVBRIDGE_MARK="
    #expect(
      variables.filter { !$0.hasPrefix(mark) } == [
        "EVBRIDGE_CONTROL=record", "EVBRIDGE_FILE=\(scene.folder)/takes/.partial/take-0001.txt",
        "EVBRIDGE_RECORDER=fake", "EVBRIDGE_STATE=\(scene.folder)/state/evbridge", "EVBRIDGE_TAKE=1",
        "EVBRIDGE_TRIGGER=button:KEY_RECORD",
      ])
    #expect(variables.count { $0.hasPrefix(mark) } == 1)
    #expect(run.errors.sorted() == ["play button:KEY_PLAY \(take)", "take.completed \(take)"])
    #expect(run.first("command.finished")?.number("exit_code") == 0)
  }
}
