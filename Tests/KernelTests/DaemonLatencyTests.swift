import Evdev
import Glibc
import InputModel
import Supervision
import Takes
import Testing

// How soon a person is answered while something else hangs.
extension Kernel {
  @Suite struct DaemonLatencyTests {
    /// Real times, from the kernel's stamp of the press to when its reader has the line.
    private struct Answer {
      /// Of `press.down`.
      var press: Interval
      /// Of `take.starting`, less the hold.
      var start: Interval
    }

    @Test("T36: while hooks hang for 75 s a press is answered, and its take starts, as fast as without them")
    func hangingHooks() throws {
      let hand = try Hand(.key)
      let other = EventCode.key(30)
      let booth = try Booth {
        $0.command = "[sh, -c, \"echo recorded >{file}; echo go; exec sleep 1000\"]"
        $0.recorder = "ready: output matches ^go$"
        $0.control = "minimum: 0ms\n    feedback: []"
        $0.rest = """
            bell: { type: command-button, trigger: { device: button, key: KEY_A }, run: ["true"], feedback: [hook] }
          feedback: { hook: { run: [sleep, "75"], events: [press.down] } }
          """
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      var hanging: Int {
        daemon.children.count { text(of: "/proc/\($0.rawValue)/cmdline").hasPrefix("sleep\u{0}75") }
      }
      func answer() throws -> Answer {
        try hand.press()
        let down = try daemon.event("press.down")
        let pressed = monotonicNow() - down.time
        try daemon.event("take.starting")
        let started = monotonicNow() - down.time - .milliseconds(300)
        try hand.lift()
        try daemon.event("take.completed")
        return Answer(press: pressed, start: started)
      }
      func median(_ answers: [Answer], _ part: (Answer) -> Interval) -> Interval {
        answers.map(part).sorted()[answers.count / 2]
      }
      // The first of all touches program text that was given back.
      _ = try answer()
      let without = try (1...7).map { _ in try answer() }
      #expect(hanging == 0)

      for _ in 1...5 {
        try hand.device.press(other)
        try hand.device.lift(other)
        try daemon.event("command.finished")
      }
      #expect(hanging == 4, "four runs of a hook are alive at most")
      let with = try (1...7).map { _ in try answer() }
      #expect(hanging == 4)

      let (pressBefore, pressAfter) = (median(without, \.press), median(with, \.press))
      let (startBefore, startAfter) = (median(without, \.start), median(with, \.start))
      print("press \(pressBefore.seconds) s, with hanging hooks \(pressAfter.seconds) s")
      print("start \(startBefore.seconds) s, with hanging hooks \(startAfter.seconds) s")
      // A wait for a hook would be seconds. How long a turn of the scheduler takes on this machine, the first seven say.
      #expect(pressAfter < pressBefore + pressBefore + .milliseconds(50))
      #expect(startAfter < startBefore + startBefore + .milliseconds(50))

      daemon.send(.terminate)
      let told = monotonicNow()
      #expect(try daemon.exit() == .exited(0))
      #expect(monotonicNow() - told < .seconds(5))
    }

    @Test("a storm of signals during a take changes nothing: all that waits is waited for again")
    func signalStorm() throws {
      let hand = try Hand(.key)
      let booth = try Booth { $0.command = Recorders.witness }
      let daemon = try booth.run()
      try daemon.event("device.added")
      // SIGWINCH, SIGURG, and what stops and continues it: each ends a wait with EINTR, or would end the program.
      let signals = [Signal.child, .resume, Signal(rawValue: 28), Signal(rawValue: 23), .hangup]
      func storm(until end: Timestamp) {
        var count = 0
        while monotonicNow() < end {
          daemon.send(signals[count % signals.count])
          if count % 20 == 19 {
            daemon.freeze()
            daemon.thaw()
          }
          count += 1
          daemon.listen(until: monotonicNow() + .milliseconds(2))
        }
      }
      try hand.press()
      let down = try daemon.event("press.down")
      storm(until: down.time + .milliseconds(1_500))
      let starting = try daemon.event("take.starting")
      #expect(starting.time - down.time == .milliseconds(300))
      try daemon.event("take.recording")
      try hand.lift()
      let up = try daemon.event("press.up")
      #expect((1_500_000..<3_000_000).contains(up.number("held")))
      storm(until: monotonicNow() + .milliseconds(300))
      let done = try daemon.event("take.completed")
      #expect(done["reason"] == "released")
      #expect(text(of: done["file"] ?? "") == "started\nINT\n")
      #expect(booth.takes() == ["take-0001.wav"])
      #expect(daemon.told("anomaly").isEmpty)
    }

    @Test("a daemon that was stopped for longer than its ladder sends one INT for a release meanwhile, and waits")
    func stalled() throws {
      let hand = try Hand(.key)
      let booth = try Booth {
        $0.command = Recorders.witness
        $0.recorder = "stop: { grace: 1s }"
      }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      let recording = try daemon.event("take.recording")
      daemon.listen(until: recording.time + .seconds(1))
      daemon.freeze()
      try hand.lift()
      let lifted = monotonicNow()
      daemon.listen(until: lifted + .seconds(4))
      daemon.thaw()
      let stopping = try daemon.event("take.stopping")
      #expect(stopping.time - lifted < .milliseconds(100), "the release has its own time")
      let done = try daemon.event("take.completed")
      #expect(done["stop_signal"] == "INT")
      #expect(text(of: done["file"] ?? "") == "started\nINT\n")
      #expect(booth.takes() == ["take-0001.wav"])
    }
  }
}
