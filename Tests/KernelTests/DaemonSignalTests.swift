import Evdev
import Glibc
import InputModel
import Supervision
import Takes
import Testing

// How the program is told to end, and how it tells its recorder.
extension Kernel {
  @Suite struct DaemonSignalTests {
    enum Way: CaseIterable {
      case interruptKey
      case hangUp
    }

    @Test(
      "T2: ^C in its terminal, or the terminal's end: the recorder gets one INT in all, then the daemon ends with 0",
      arguments: Way.allCases)
    func terminal(way: Way) throws {
      let hand = try Hand(.key)
      let booth = try Booth { $0.command = Recorders.witness }
      var terminal: PseudoTerminal? = try PseudoTerminal()
      let daemon = try booth.run(launcher: terminal?.launcher ?? [])
      try daemon.event("device.added")
      try hand.press()
      try daemon.event("take.recording")
      let recorder = try #require(daemon.children.first)
      #expect(RunningProgram.stat(of: recorder).session == recorder.rawValue)
      switch way {
      case .interruptKey: terminal?.type(3)
      case .hangUp: terminal = nil
      }
      #expect(try daemon.exit() == .exited(0))
      let done = try #require(daemon.told("take.completed").first)
      #expect(done["reason"] == "terminate")
      #expect(text(of: done["file"] ?? "") == "started\nINT\n")
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test("told to end while devices come and go, it hears its recorder end") func newsOnTheWayOut() throws {
      var hand: Hand? = try Hand(.key)
      // After INT there is time for the monitor's news.
      let booth = try Booth { $0.command = "[sh, -c, \"trap : INT; echo x >{file}; sleep 1000; sleep 2\"]" }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand?.press()
      try daemon.event("take.recording")
      daemon.send(.terminate)
      try daemon.event("take.stopping")
      hand = nil
      let done = try daemon.event("take.completed")
      #expect(done["reason"] == "terminate")
      #expect(done["stop_signal"] == "INT")
      #expect(try daemon.exit() == .exited(0))
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test("HUP without a terminal does not touch a take; a second TERM while a take is closed changes nothing either")
    func signals() throws {
      let hand = try Hand(.key)
      let booth = try Booth { $0.command = Recorders.witness }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      try daemon.event("take.recording")
      daemon.send(.hangup)
      try daemon.line("it counts when no take is going on any more")
      #expect(daemon.told("take.stopping").isEmpty)
      daemon.send(.terminate)
      try daemon.event("take.stopping")
      daemon.send(.terminate)
      #expect(try daemon.exit() == .exited(0))
      let done = try #require(daemon.told("take.completed").first)
      #expect(text(of: done["file"] ?? "") == "started\nINT\n")
      #expect(booth.takes() == ["take-0001.wav"])
    }
  }
}
