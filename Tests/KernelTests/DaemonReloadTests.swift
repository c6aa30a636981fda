import CGlibc
import Evdev
import Glibc
import InputModel
import Supervision
import Takes
import Testing

// What a configuration that is read again leaves alone.
extension Kernel {
  @Suite struct DaemonReloadTests {
    @Test("a device whose settings are the same stays open; one whose settings are not is opened anew, and both work")
    func openDevice() throws {
      let hand = try Hand(.key)
      let booth = try Booth { $0.command = Recorders.witness }
      let daemon = try booth.run()
      try daemon.event("device.added")
      try daemon.sleep()
      let openings = try Openings(of: hand.device.node)
      func reload() throws {
        daemon.send(.hangup)
        try daemon.line("the configuration is reloaded")
        try daemon.event("device.added")
      }
      func record() throws {
        try hand.press()
        try daemon.event("take.recording")
        try hand.lift()
        try daemon.event("take.completed")
      }
      try reload()
      #expect(openings.count() == 0)
      try record()

      let grabbing = Booth.Parts {
        $0.command = Recorders.witness
        $0.button = "{ match: { name: \"\(Devices.button.name)\" }, grab: true }"
      }
      try booth.folder.add("evbridge.yaml", grabbing.configuration(directory: booth.folder.takes))
      try reload()
      #expect(openings.count() > 0)
      try record()

      // The grab stays, too: nobody else can have it in between.
      try daemon.sleep()
      _ = openings.count()
      try reload()
      #expect(openings.count() == 0)
      var other = try Device(path: hand.device.node, codes: [.keyRecord])
      #expect(throws: EvdevError.grabbedByAnother(path: hand.device.node)) { try other.grab() }
      try record()
      #expect(booth.takes().count == 3)
    }

    @Test(
      "a node that can not be opened, and then a twin of it: nobody is tried any more, and nothing turns",
      .needsUdev, .needsRoot)
    func refusedTwin() throws {
      let one = try UInputDevice(Devices.button)
      var discovery = try Discovery()
      try discovery.appearance(of: [one.node])
      #expect(unsafe chmod(one.node, 0) == 0)
      let booth = try Booth()
      let daemon = try booth.run(
        launcher: ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"],
        path: try booth.copyOfProgram())
      try daemon.line("no permission to read \(one.node)")
      var twin = Devices.button
      twin.phys = "evbridge/twin"
      var other: UInputDevice? = try UInputDevice(twin)
      try daemon.line("error: device 'button' fits 2 devices")
      // Longer than the longest pause between two attempts.
      daemon.listen(until: monotonicNow() + .milliseconds(5_500))
      let before = daemon.status("voluntary_ctxt_switches") ?? 0
      let used = daemon.processorTicks
      daemon.listen(until: monotonicNow() + .seconds(2))
      #expect((daemon.status("voluntary_ctxt_switches") ?? 0) - before < 10)
      #expect(daemon.processorTicks - used < 100)

      // The first is tried again when it is the only one.
      other = nil
      #expect(unsafe chmod(one.node, 0o644) == 0)
      _ = other
      #expect(try daemon.event("device.added")["node"] == one.node)
    }
  }
}

/// How often somebody opens a node.
private struct Openings: ~Copyable {
  private let descriptor: Int32

  init(of node: String) throws {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0, unsafe inotify_add_watch(descriptor, node, UInt32(IN_OPEN)) >= 0 else {
      throw TestFolder.Refused(what: "inotify of \(node)", number: errno)
    }
  }

  deinit { close(descriptor) }

  /// Since it was asked last. Each is 16 bytes: a file has no name in what is told of it.
  func count() -> Int {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    return max(0, unsafe read(descriptor, &buffer, buffer.count)) / 16
  }
}

extension RunningProgram {
  /// Processor time that it has used, of itself and in the kernel, in hundredths of a second.
  fileprivate var processorTicks: Int {
    let stat = text(of: "/proc/\(process.rawValue)/stat")
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    return fields.count > 13 ? (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0) : 0
  }
}
