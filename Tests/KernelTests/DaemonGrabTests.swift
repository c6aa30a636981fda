import Evdev
import Glibc
import InputModel
import Takes
import Testing

// Devices that another program keeps for itself.
extension Kernel {
  @Suite struct DaemonGrabTests {
    @Test("T41: a grab that another program has is told of with its name, waited for without a spin, and then taken")
    func grabbedByAnother() throws {
      let hand = try Hand(.key)
      var other: Device? = try Device(path: hand.device.node, codes: [.keyRecord])
      try other?.grab()
      let booth = try Booth {
        $0.button = "{ match: { name: \"\(Devices.button.name)\" }, grab: true }"
        $0.command = Recorders.quick
      }
      let daemon = try booth.run()
      let warning = try daemon.line("can not grab \(hand.device.node): another program has grabbed it")
      let name = text(of: "/proc/self/comm").prefix { $0 != "\n" }
      #expect(warning.contains("(read by \(name) (\(getpid())))"))
      #expect(warning.contains("its presses do not get here until that ends"))
      try daemon.event("device.added")
      try hand.press()
      try hand.lift()
      let before = daemon.status("voluntary_ctxt_switches") ?? 0
      daemon.listen(until: monotonicNow() + .milliseconds(2_500))
      #expect((daemon.status("voluntary_ctxt_switches") ?? 0) - before < 10)
      #expect(daemon.told("press.down").isEmpty)
      #expect(daemon.lines.count { $0.contains("another program has grabbed it") } == 1)

      other = nil
      try daemon.line("\(hand.device.node) is grabbed")
      try hand.press()
      try daemon.event("take.recording")
      try hand.lift()
      try daemon.event("take.completed")
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test("T41: a device that is not to be grabbed works as soon as another program's grab ends")
    func passive() throws {
      let hand = try Hand(.key)
      var other: Device? = try Device(path: hand.device.node, codes: [.keyRecord])
      try other?.grab()
      let booth = try Booth { $0.command = Recorders.quick }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      try hand.lift()
      daemon.listen(until: monotonicNow() + .milliseconds(300))
      #expect(daemon.told("press.down").isEmpty)
      other = nil
      try hand.press()
      try daemon.event("take.recording")
      try hand.lift()
      try daemon.event("take.completed")
      #expect(booth.takes() == ["take-0001.wav"])
    }
  }
}
