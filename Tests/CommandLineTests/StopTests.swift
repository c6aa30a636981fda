import Glibc
import Testing

@Suite("How recorders end", .serialized, .ownThread) struct StopTests {
  @Test("T1: a recorder gets exactly one INT, and its file is whole") func oneInterrupt() throws {
    let scene = try Scene("↓0 ↑2000", recorder: "ready: after 300ms")
    let run = try scene.play()
    #expect(
      run.story == [
        "press.down", "take.starting", "take.recording", "press.up", "take.stopping released",
        "take.completed released",
      ])
    #expect(scene.notes == ["start", "INT"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    #expect(scene.partial.isEmpty)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let duration = try #require(run.first("take.completed")?.number("duration"))
    #expect((0.8...3).contains(duration))
  }

  @Test("T3: a take is completed only when the recorder's last process has gone") func workerOutlivesLeader() throws {
    let scene = try Scene(
      "↓0 ↑600", control: "minimum: 0ms",
      script: """
        (
          until grep -q INT "$(dirname "$0")/notes"; do sleep 0.02; done
          sleep 0.4
          note worker
          finish 0
        ) &
        trap 'note INT; exit 0' INT
        \(Scene.recordsUntilStopped)
        """)
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(scene.notes == ["start", "INT", "worker"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    let closing = try #require(run.seconds(from: "take.stopping", to: "take.completed"))
    #expect(closing >= 0.4)
  }

  @Test("T4: who ignores INT gets TERM, then KILL, and the next press works") func ladder() throws {
    let scene = try Scene(
      "↓0 ↑500 ↓1500 ↑2000", recorder: "\(Scene.readyWhenBegun), stop: { grace: 250ms }",
      control: "hold: 100ms, minimum: 0ms",
      script: """
        trap 'note INT' INT
        trap 'note TERM' TERM
        \(Scene.recordsUntilStopped)
        """)
    let run = try scene.play()
    let take = ["starting", "recording", "stopping released", "failed released"]
    #expect(run.takes == take + take)
    #expect(run.all("take.failed").map { $0["stop_signal"] } == ["KILL", "KILL"])
    #expect(run.all("take.failed").map { $0["exit_signal"] } == ["KILL", "KILL"])
    let message = try #require(run.first("take.failed")?["message"])
    #expect(message.hasPrefix("the recorder had to be killed: "))
    #expect(scene.notes == ["start", "INT", "TERM", "start", "INT", "TERM"])
    #expect(scene.takes.keys.sorted() == ["take-0001.txt", "take-0002.txt"])
  }

  @Test("T5: no signal before the recorder is ready, then not before the minimum") func earlyRelease() throws {
    let scene = try Scene(
      "↓0 ↑150", recorder: "ready: output matches ^READY$", control: "hold: 100ms, minimum: 300ms",
      script: """
        sleep 0.5
        note ready
        echo READY
        \(Scene.recordsUntilStopped)
        """)
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(scene.notes == ["start", "ready", "INT"])
    let recorded = try #require(scene.seconds(from: "ready", to: "INT"))
    #expect((0.28...2).contains(recorded))
  }

  @Test("a launcher that says so and ends has made its recorder ready") func launcher() throws {
    let scene = try Scene(
      "↓0 ↑900", recorder: "ready: output matches ^READY$, ready-timeout: 500ms, stop: { signal: TERM }",
      control: "minimum: 0ms",
      script: """
        (trap 'note TERM; finish 0' TERM; \(Scene.recordsUntilStopped)) &
        echo READY
        exit 0
        """)
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(scene.notes == ["start", "TERM"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }

  @Test("T6: who is never ready is stopped after the timeout; nobody was told of a recording") func neverReady() throws
  {
    let scene = try Scene("↓0 ↑2000", recorder: "ready: output matches READY, ready-timeout: 500ms")
    let run = try scene.play()
    #expect(run.takes == ["starting", "stopping recorder-exit", "failed recorder-exit"])
    #expect(run.first("take.failed")?["message"] == "the recorder was not ready within 0.5 s")
    #expect(scene.notes == ["start", "INT"])
    let waited = try #require(scene.seconds(from: "start", to: "INT"))
    #expect((0.4...1.9).contains(waited))
    #expect(run.exitCode == 0)
  }

  @Test("T11: the longest take ends by itself, and only a fresh press starts the next") func maximum() throws {
    let scene = try Scene(
      "↓0 ↑1600 ↓1800 ↑2300", control: "maximum: 600ms, minimum: 0ms")
    let run = try scene.play()
    #expect(
      run.story == [
        "press.down", "take.starting", "take.recording", "take.stopping maximum", "take.completed maximum", "press.up",
        "press.down", "take.starting", "take.recording", "press.up", "take.stopping released",
        "take.completed released",
      ])
    let duration = try #require(run.first("take.completed")?.number("duration"))
    #expect((0.6...1).contains(duration))
  }

  @Test("T17: a recorder that dies is told of within 200 ms, with its last words, and its file is kept")
  func deathMidHold() throws {
    let scene = try Scene(
      "↓0 ↑2000",
      script: """
        echo 'no such card' >&2
        sleep 0.3
        note death
        exit 1
        """)
    let program = try scene.startRunning()
    try program.wait(forEvent: "take.failed")
    let run = try scene.end(program)
    #expect(run.takes == ["starting", "recording", "failed recorder-exit"])
    #expect(run.first("take.failed")?["message"] == "the recorder exited with 1: no such card")
    let life = try #require(run.seconds(from: "take.recording", to: "take.failed"))
    let fakeLife = try #require(scene.seconds(from: "start", to: "death"))
    #expect(life < fakeLife + 0.2)
    #expect(scene.takes == ["take-0001.txt": "begin\n"])
    #expect(run.exitCode == 0)
  }

  @Test("T18: what a recorder says when it was stopped is no failure", arguments: [255, 1, 0])
  func exitCodeAfterStop(_ code: Int) throws {
    let scene = try Scene(
      "↓0 ↑400", control: "hold: 100ms, minimum: 0ms",
      script: """
        trap 'note INT; finish \(code)' INT
        \(Scene.recordsUntilStopped)
        """)
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(run.first("take.completed")?.number("exit_code") == Double(code))
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }

  @Test("T20: told to end, it finishes the take, then ends with 0", arguments: [SIGTERM, SIGINT])
  func endMidHold(_ signal: Int32) throws {
    let scene = try Scene(
      "↓0 ↑9000", control: "minimum: 5s",
      script: """
        trap 'note INT; sleep 0.3; finish 255' INT
        \(Scene.recordsUntilStopped)
        """)
    let program = try scene.startRunning()
    try program.wait(forEvent: "take.recording")
    program.send(signal)
    program.send(signal)
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(run.takes == ["starting", "recording", "stopping terminate", "completed terminate"])
    #expect(run.errors == ["evbridge: \(signal == SIGTERM ? "TERM" : "INT"): finishing what is being recorded"])
    #expect(scene.notes == ["start", "INT"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    #expect(scene.partial.isEmpty)
  }

  @Test("told to end before the hold, it ends at once, and nothing was recorded") func endBeforeTake() throws {
    let scene = try Scene("↓0 ↑9000", control: "hold: 5s")
    let program = try scene.startRunning()
    try program.wait(forEvent: "press.down")
    program.send(SIGTERM)
    let run = try scene.end(program)
    #expect(run.exitCode == 0)
    #expect(run.story == ["press.down", "press.up terminate"])
    #expect(run.errors == ["evbridge: TERM: ending"])
    #expect(scene.notes.isEmpty && scene.takes.isEmpty && scene.partial.isEmpty)
  }

  @Test("HUP without a terminal reads the configuration again, and disturbs no take") func hangUp() throws {
    let scene = try Scene("↓0 ↑900", control: "minimum: 0ms")
    let program = try scene.startRunning()
    try program.wait(forEvent: "take.recording")
    program.send(SIGHUP)
    let run = try scene.end(program)
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(
      run.errors == [
        "evbridge: HUP: reading the configuration again",
        "evbridge: the configuration is read; it counts when no take is going on any more",
      ])
  }

  @Test("a recorder that is suspended on release stands still, goes on with the next hold, and is stopped in the end")
  func suspension() throws {
    let scene = try Scene(
      "↓0 ↑600 ↓1600 ↑2200", control: "on-release: suspend, minimum: 0ms, maximum: 500ms",
      script: """
        for round in $(seq 200); do sleep 0.05; echo tick >>"$file"; note tick; done
        """)
    let run = try scene.play()
    #expect(
      run.takes == ["starting", "recording", "suspended", "recording", "stopping maximum", "completed maximum"])
    // 0.32 s and 0.18 s were recorded, 1.28 s of silence lay between.
    let ticks = scene.notes.filter { $0 == "tick" }.count
    #expect((4...10).contains(ticks))
    #expect(scene.notes.last == "INT")
    let life = try #require(scene.seconds(from: "start", to: "INT"))
    #expect((1.7...4).contains(life))
  }

  @Test("a suspended recorder is stopped as well: it goes on to hear its signal") func endWhileSuspended() throws {
    // Nobody will press again, so the end of the trace ends the take.
    let scene = try Scene(
      "↓0 ↑600", control: "on-release: suspend, minimum: 0ms")
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "suspended", "stopping terminate", "completed terminate"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
  }

  @Test("a recorder that somebody else has halted hears its stop signal too", arguments: ["", "setsid, "])
  func halted(_ wrapper: String) throws {
    let scene = try Scene("↓0 ↑900", control: "minimum: 0ms", script: "note halted; kill -STOP $$; sleep 10")
    try scene.configure(scene.text("evbridge.yaml").replacing("command: [", with: "command: [\(wrapper)"))
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    #expect(scene.notes == ["start", "halted", "INT"])
    #expect(scene.takes == ["take-0001.txt": "begin\nend\n"])
    #expect(run.errors.contains("evbridge: recorder 'fake': it was halted by a STOP; CONT lets it end"))
  }

  @Test("a recorder that floods its output does not hold up the stop") func flood() throws {
    let scene = try Scene(
      "↓0 ↑900", control: "minimum: 0ms",
      script: "yes")
    let run = try scene.play()
    #expect(run.takes == ["starting", "recording", "stopping released", "completed released"])
    let duration = try #require(run.first("take.completed")?.number("duration"))
    #expect((0.4...2).contains(duration))
    let closing = try #require(run.seconds(from: "take.stopping", to: "take.completed"))
    #expect(closing < 3)
  }
}
