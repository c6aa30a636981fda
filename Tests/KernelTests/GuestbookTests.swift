import Evdev
import InputModel
import Takes
import Testing

// The guestbook among the examples, as it is but for its card and its folders.
extension Kernel {
  @Suite(.needsSoundCard) struct GuestbookTests {
    private static let hook = DeviceDescription(
      name: "evbridge test hook", identity: DeviceIdentity(bus: 0x19, vendor: 1, product: 1, version: 1),
      codes: [.sw(11)])

    @Test("lifted: a greeting, a beep, then the message; put back during the greeting: nothing, and no failure")
    func guestbook() throws {
      let folder = try TestFolder()
      for (sound, seconds) in [("greeting", "2"), ("beep", "1")] {
        let arecord = try RunningProgram(
          "-q", "-D", "hw:Dummy", "-f", "cd", "-d", seconds, "\(folder.path)/\(sound).wav", path: "/usr/bin/arecord",
          state: folder.path)
        #expect(try arecord.exit() == .exited(0))
      }
      let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
      var settings = text(of: root + "/examples/audio-guestbook.yaml")
      for (old, new) in [
        ("CARD=Handset", "CARD=Dummy"), ("/usr/local/share/guestbook", folder.path), ("/srv/guestbook", folder.takes),
      ] {
        let replaced = substituting(new, for: old, in: settings)
        try #require(replaced != settings)
        settings = replaced
      }
      let configuration = try folder.add("evbridge.yaml", settings)

      let hook = try UInputDevice(Self.hook)
      let daemon = try RunningProgram("run", "--json", "-c", configuration, state: folder.path + "/state")
      try daemon.event("device.added") { $0["node"] == hook.node }
      // The contact is open: it looks lifted, but nobody has lifted it.
      #expect(try daemon.event("press.ignored")["reason"] == "down-at-open")
      try hook.press(.sw(11))
      // Shorter than `debounce` it would be a contact that bounces.
      daemon.listen(until: monotonicNow() + .milliseconds(500))

      try hook.lift(.sw(11))
      let greeting = try daemon.event("take.starting")
      daemon.listen(until: greeting.time + .seconds(1))
      try hook.press(.sw(11))
      let nothing = try daemon.event("take.completed")
      #expect(nothing["discarded"] == "true" && nothing["reason"] == "released")
      #expect(names(in: folder.takes).filter { $0 != ".partial" } == [])

      try hook.lift(.sw(11))
      let starting = try daemon.event("take.starting")
      let recording = try daemon.event("take.recording")
      #expect(recording.time - starting.time > .seconds(3))
      daemon.listen(until: recording.time + .seconds(4))
      try hook.press(.sw(11))
      let done = try daemon.event("take.completed")
      #expect(done["reason"] == "released" && done["discarded"] == "false" && done["stop_signal"] == "INT")
      let file = try #require(WAVFile(done["file"] ?? ""))
      // Without the two seconds of the greeting and the one of the beep.
      #expect((3.5...6.5).contains(file.seconds))
      let whole = (done.time - starting.time).microseconds
      #expect(file.seconds < Double(whole) / 1_000_000 - 3)
      #expect(names(in: folder.takes + "/.partial") == [])
      #expect(daemon.told("take.failed").isEmpty)
      // The disk of an emulated machine may be smaller than what the example warns of.
      let isAboutRoom = { (event: JSONLine) in (event["message"] ?? "").contains(" are free: make room on that disk") }
      let anomalies = daemon.told("anomaly").filter { !isAboutRoom($0) }
      #expect(anomalies.map(\.description) == [])
    }
  }
}
