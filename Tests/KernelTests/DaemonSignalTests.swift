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

    @Test("HUP without a terminal changes nothing; a second TERM while a take is closed changes nothing either")
    func signals() throws {
      let hand = try Hand(.key)
      let booth = try Booth { $0.command = Recorders.witness }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      try daemon.event("take.recording")
      daemon.send(.hangup)
      try daemon.line("HUP without a terminal")
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
