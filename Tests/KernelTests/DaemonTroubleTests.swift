import Evdev
import Glibc
import InputModel
import Takes
import Testing

// What is missing, refused or ambiguous: one line that says so and what to do, and the rest keeps running.
extension Kernel {
  @Suite struct DaemonTroubleTests {
    /// Without groups, and without root's rights.
    private static let asNobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"]

    @Test(
      "T29: as nobody, one message has the device, its group and the command; a device that it may read works",
      .needsUdev, .needsRoot)
    func unreadableDevice() throws {
      let keyboard = try UInputDevice(Devices.keyboard)
      let button = try Hand(.key)
      var discovery = try Discovery()
      try discovery.appearance(of: [keyboard.node, button.device.node])
      try letEverybodyRead(button.device.node)
      let booth = try Booth {
        $0.rest = "  other: { type: command-button, trigger: { device: keys, key: KEY_F1 }, on: press, run: [echo] }"
        $0.button += "\n  keys: { match: { name: \"\(Devices.keyboard.name)\" } }"
      }
      #expect(unsafe chmod(booth.folder.takes, 0o777) == 0)
      // A checkout may lie where nobody may not look.
      let program = try booth.copyOfProgram()
      let daemon = try booth.run(launcher: Self.asNobody, path: program)
      let message = try daemon.line("no permission to read \(keyboard.node)")
      #expect(message.contains("group input"))
      #expect(message.contains("usermod -aG input"))
      // Longer than the pauses between its attempts are at first.
      try button.press()
      let down = try daemon.event("press.down")
      try button.lift()
      try daemon.event("tooltip.hidden") { $0.time > down.time }
      #expect(daemon.lines.count { $0.contains("no permission") } == 1)
      #expect(daemon.told("device.added").map { $0["device"] } == ["button"])
    }

    @Test(
      "T34: where it can not write, or where there is no directory, a press is answered and no recorder runs",
      .needsUdev, .needsRoot)
    func unwritableDirectory() throws {
      let hand = try Hand(.key)
      var discovery = try Discovery()
      try discovery.appearance(of: [hand.device.node])
      try letEverybodyRead(hand.device.node)
      let booth = try Booth { $0.command = Recorders.quick }
      let daemon = try booth.run(launcher: Self.asNobody, path: try booth.copyOfProgram())
      try daemon.event("device.added")
      try hand.press()
      try daemon.event("press.down")
      let failed = try daemon.event("take.failed")
      let message = try #require(failed["message"])
      #expect(message.contains("cannot write to directory \(booth.folder.takes)"))
      #expect(message.contains("let user nobody write there"))
      try hand.lift()
      try daemon.event("press.up")

      #expect(unsafe rmdir(booth.folder.takes) == 0)
      daemon.listen(until: monotonicNow() + .milliseconds(50))
      try hand.press()
      let gone = try #require(try daemon.event("take.failed")["message"])
      #expect(gone.contains("directory \(booth.folder.takes): No such file or directory: mkdir -p "))
      try hand.lift()
      try daemon.event("press.up")
      #expect(daemon.told("take.starting").isEmpty)
      #expect(daemon.children.isEmpty)
      #expect(names(in: booth.folder.path).sorted() == ["evbridge", "evbridge.yaml"])
    }

    @Test(
      "T37: as nobody, a light that may not be written is told of once, and recording works", .needsUdev, .needsRoot)
    func unwritableLight() throws {
      let hand = try Hand(.key)
      let keyboard = try UInputDevice(Devices.keyboard)
      var discovery = try Discovery()
      try discovery.appearance(of: [hand.device.node, keyboard.node])
      try letEverybodyRead(hand.device.node)
      let light = try #require(DeviceNode.all().first { $0.path == keyboard.node }?.lights.first)
      let booth = try Booth {
        $0.command = Recorders.quick
        $0.control = "minimum: 0ms"
        $0.rest = "feedback: { led: { leds: [\"\(light)\"] } }"
      }
      #expect(unsafe chmod(booth.folder.takes, 0o777) == 0)
      let daemon = try booth.run(launcher: Self.asNobody, path: try booth.copyOfProgram())
      try daemon.event("device.added")
      for _ in 1...2 {
        try hand.press()
        try daemon.event("take.recording")
        try hand.lift()
        try daemon.event("take.completed")
      }
      let warnings = daemon.lines.filter { $0.contains(light) && !$0.hasPrefix("{") }
      #expect(warnings.count == 1, "\(warnings)")
      #expect(warnings.first?.contains("warning: ") == true)
      #expect(booth.takes() == ["take-0001.wav", "take-0002.wav"])
    }

    @Test("T30: a device that is missing is waited for, and works when it comes")
    func missingDevice() throws {
      let booth = try Booth { $0.command = Recorders.quick }
      let check = try booth.check()
      #expect(try check.exit() == .exited(0))
      #expect(check.lines.contains { $0.contains("warning: device 'button' is not there now") })
      let daemon = try booth.run()
      try daemon.line("device 'button' is not there; waiting for it")
      let hand = try Hand(.key)
      try daemon.event("device.added")
      try hand.press()
      try daemon.event("take.recording")
      try hand.lift()
      try daemon.event("take.completed")
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test("T31: a match that fits two devices: check fails and lists both, run uses none until one is left", .needsUdev)
    func ambiguousMatch() throws {
      let one = try UInputDevice(Devices.button)
      var twin = Devices.button
      twin.phys = "evbridge/twin"
      var other: UInputDevice? = try UInputDevice(twin)
      let twins = ["\(one.node) (phys evbridge/button)", "\(other?.node ?? "") (phys evbridge/twin)"]
      let booth = try Booth()
      let check = try booth.check()
      #expect(try check.exit() == .exited(78))
      let finding = try #require(check.lines.first { $0.contains("error: device 'button' fits 2 devices") })
      for twin in twins { #expect(finding.contains(twin)) }

      let daemon = try booth.run()
      let message = try daemon.line("error: device 'button' fits 2 devices", "none is used")
      for twin in twins { #expect(message.contains(twin)) }
      #expect(daemon.told("device.added").isEmpty)
      other = nil
      #expect(try daemon.event("device.added")["node"] == one.node)
    }

    struct Program: CustomTestStringConvertible {
      var command: String
      /// What `check` says, and as what.
      var finding: String
      var exit: Int32
      /// What a press says.
      var failure: String
      var testDescription: String { command }
    }

    @Test(
      "T35: a recorder that is missing, not executable, or sudo: check says so, and a press is answered with an error",
      arguments: [
        Program(
          command: "[evbridge-no-such-recorder]", finding: "error: recorder 'story': there is no program", exit: 78,
          failure: "evbridge-no-such-recorder"),
        Program(
          command: "[/etc/passwd]", finding: "error: recorder 'story': /etc/passwd is not a program", exit: 78,
          failure: "/etc/passwd"),
        Program(
          command: "[/nonexistent/sudo, arecord]", finding: "sudo may keep the stop signal", exit: 78, failure: "sudo"),
      ])
    func recorder(program: Program) throws {
      let hand = try Hand(.key)
      let booth = try Booth { $0.command = program.command }
      let check = try booth.check()
      #expect(try check.exit() == .exited(program.exit))
      #expect(check.lines.contains { $0.contains(program.finding) }, "\(check.lines)")
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      let failed = try daemon.event("take.failed")
      #expect(failed["recorder"] == "story")
      #expect(failed["message"]?.contains(program.failure) == true)
      #expect(daemon.told("press.down").count == 1)
      #expect(booth.takes().isEmpty)
    }
  }
}

extension Booth {
  /// The program where every user can start it.
  borrowing func copyOfProgram() throws -> String {
    let copy = folder.path + "/evbridge"
    guard unsafe system("cp '\(RunningProgram.path)' '\(copy)'") == 0 else {
      throw TestFolder.Refused(what: copy, number: errno)
    }
    return copy
  }
}
