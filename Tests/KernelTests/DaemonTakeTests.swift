import Evdev
import Glibc
import InputModel
import Takes
import Testing

// The whole program, as it is installed, on real devices, with a real recorder on a real sound card.
extension Kernel {
  @Suite(.needsSoundCard) struct DaemonTakeTests {
    @Test(
      "held for two seconds: a take that starts 300 ms after the press, and a WAV file of it",
      arguments: Pressing.allCases)
    func hold(pressing: Pressing) throws {
      let hand = try Hand(pressing)
      let booth = try Booth(pressing.configure)
      let daemon = try booth.run()
      try daemon.event("device.added") { $0["node"] == hand.device.node }
      try hand.press()
      let down = try daemon.event("press.down")
      daemon.listen(until: down.time + .seconds(2))
      try hand.lift()
      let starting = try daemon.event("take.starting")
      try daemon.event("take.recording")
      let done = try daemon.event("take.completed")
      #expect(starting.time - down.time == .milliseconds(300))
      #expect(starting["file"] == booth.folder.takes + "/.partial/take-0001.wav")
      #expect(done["reason"] == "released")
      #expect(done["stop_signal"] == "INT")
      #expect(done["file"] == booth.folder.takes + "/take-0001.wav")
      let file = try #require(WAVFile(done["file"] ?? ""))
      #expect((0.5...1.9).contains(file.seconds))
      #expect(booth.takes() == ["take-0001.wav"])
      #expect(daemon.told("tooltip.shown").isEmpty)
    }

    @Test("pressed for 150 ms: a tooltip for two seconds, and no file", arguments: Pressing.allCases)
    func shortPress(pressing: Pressing) throws {
      let hand = try Hand(pressing)
      let booth = try Booth(pressing.configure)
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      let down = try daemon.event("press.down")
      daemon.listen(until: down.time + .milliseconds(150))
      try hand.lift()
      let up = try daemon.event("press.up")
      #expect(up["reason"] == nil)
      #expect((150_000..<300_000).contains(up.number("held")))
      let shown = try daemon.event("tooltip.shown")
      #expect(shown["hint"] == "hold")
      let hidden = try daemon.event("tooltip.hidden")
      #expect(hidden.time - shown.time == .seconds(2))
      #expect(daemon.told("take.starting").isEmpty)
      #expect(booth.takes().isEmpty)
    }

    @Test(
      "a finger that slides out of the zone and lifts has pressed and gets no tooltip; a second finger changes nothing")
    func fingers() throws {
      let hand = try Hand(.zone)
      let booth = try Booth(Pressing.zone.configure)
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.land(finger: 0, id: 5, x: 150, y: 96)
      try hand.land(finger: 1, id: 6, x: 190, y: 96)
      try hand.lift(finger: 1)
      try hand.lift(finger: 0)

      try hand.press()
      try hand.move(finger: 0, x: 200, y: 96)
      try hand.lift()
      try daemon.event("press.up")
      #expect(daemon.told("press.down").count == 1)

      try hand.press()
      try hand.land(finger: 1, id: 7, x: 172, y: 98)
      try hand.lift(finger: 1)
      try hand.lift()
      try daemon.event("tooltip.shown")
      #expect(daemon.told("press.down").count == 2)
      #expect(daemon.told("press.up").count == 2)
      #expect(daemon.told("tooltip.shown").count == 1)

      // A hold may slide anywhere, and the second finger neither ends it nor takes it over.
      try hand.press()
      try hand.land(finger: 1, id: 8, x: 172, y: 98)
      let recording = try daemon.event("take.recording")
      try hand.move(finger: 0, x: 20, y: 20)
      try hand.lift(finger: 1)
      daemon.listen(until: recording.time + .seconds(1))
      #expect(daemon.told("take.stopping").isEmpty)
      try hand.lift()
      #expect(try daemon.event("take.completed")["reason"] == "released")
      #expect(daemon.told("press.down").count == 3)
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test(
      "T8: unplugged while held, the take ends with a good file; plugged in again under another number, it works",
      arguments: Pressing.allCases)
    func unplug(pressing: Pressing) throws {
      var hand: Hand? = try Hand(pressing)
      let node = hand?.device.node
      let booth = try Booth(pressing.configure)
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand?.press()
      let recording = try daemon.event("take.recording")
      daemon.listen(until: recording.time + .milliseconds(700))
      hand = nil
      #expect(try daemon.event("press.up")["reason"] == "device-lost")
      #expect(try daemon.event("take.stopping")["reason"] == "device-lost")
      let done = try daemon.event("take.completed")
      #expect(done["reason"] == "device-lost")
      #expect(WAVFile(done["file"] ?? "") != nil)

      // Takes the number that has become free.
      let other = try UInputDevice(Devices.keyboard)
      let again = try Hand(pressing)
      let added = try daemon.event("device.added")
      #expect(added["node"] == again.device.node)
      #expect(added["node"] != node)
      try again.press()
      try daemon.event("take.recording")
      try again.lift()
      #expect(try daemon.event("take.completed")["reason"] == "released")
      #expect(booth.takes() == ["take-0001.wav", "take-0002.wav"])
      _ = consume other
    }

    @Test("T20: told to terminate while held, it finishes the file and ends with 0")
    func terminate() throws {
      let hand = try Hand(.key)
      let booth = try Booth()
      let daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      let recording = try daemon.event("take.recording")
      daemon.listen(until: recording.time + .milliseconds(500))
      daemon.send(.terminate)
      #expect(try daemon.exit() == .exited(0))
      let done = try #require(daemon.told("take.completed").first)
      #expect(done["reason"] == "terminate")
      // Well inside the 90 s that systemd gives.
      #expect(done.time - recording.time < .seconds(5))
      let file = try #require(WAVFile(done["file"] ?? ""))
      #expect(file.seconds > 0.1)
      #expect(booth.takes() == ["take-0001.wav"])
    }

    @Test("T21: killed while held, the daemon leaves a recorder that the next start finds, stops and finishes")
    func kill() throws {
      let hand = try Hand(.key)
      let booth = try Booth()
      var daemon = try booth.run()
      try daemon.event("device.added")
      try hand.press()
      let recording = try daemon.event("take.recording")
      daemon.listen(until: recording.time + .milliseconds(500))
      daemon.send(.kill)
      #expect(try daemon.exit() == .signalled(.kill))
      try hand.lift()

      daemon = try booth.run()
      #expect(try daemon.event("take.stopping")["reason"] == "crash")
      let done = try daemon.event("take.completed")
      #expect(done["reason"] == "crash")
      #expect(done["control"] == "record")
      #expect(done["stop_signal"] == "INT")
      // It went on until it was stopped, and put its header right.
      let file = try #require(WAVFile(done["file"] ?? ""))
      #expect(file.seconds > (done.time - recording.time).seconds - 1.5)
      #expect(file.seconds > 0.4)
      #expect(booth.takes() == ["take-0001.wav"])
      #expect(names(in: booth.folder.path + "/state/evbridge/takes") == [])

      // The sound card is free again.
      if daemon.told("device.added").isEmpty { try daemon.event("device.added") }
      try hand.press()
      try daemon.event("take.recording")
      try hand.lift()
      #expect(try daemon.event("take.completed")["reason"] == "released")
      #expect(booth.takes() == ["take-0001.wav", "take-0002.wav"])
    }
  }
}
