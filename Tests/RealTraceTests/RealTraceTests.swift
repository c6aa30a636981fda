import InputModel
import TestSupport
import Testing
import Traces

@Suite(.enabled(if: !RealTraces.evemu.isEmpty, RealTraces.areHere))
struct RealTraceTests {
  @Test("every file is read, with as many events as it has E: lines", arguments: RealTraces.evemu)
  func reads(_ name: String) throws {
    let bytes = try RealTraces.bytes(name)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let trace = try Trace(evemu: bytes)
    #expect(trace.devices.map(\.events.count) == [lines.count { $0.starts(with: "E:".utf8) }])
    #expect(trace.devices.map { $0.description != nil } == [lines.contains { $0.starts(with: "B:".utf8) }])
  }

  @Test(
    "the class of real devices",
    arguments: [
      ("buttons__ion", DeviceClass.buttons), ("footpedal", .buttons), ("gpio-keys", .buttons), ("headset", .buttons),
      ("usb-buttons", .buttons), ("keyboard__Logitech-K400", .keyboard), ("mouse__Apple", .mouse),
      ("odd__Microsoft-Surface-Type-Cover", .keyboard), ("odd__SynPS2", .touchpad), ("odd__cando", .touchscreen),
      ("odd__posiflex", .mouse), ("touchpad-A__bcm5974", .touchpad), ("touchscreen-A__N-Trig", .touchscreen),
      // INPUT_PROP_DIRECT by the driver's mistake: only the user can know.
      ("touchpad-B2__topseed", .touchscreen), ("touchscreen-B10__Atmel", .touchscreen),
      ("touchscreen-B10__advanced", .touchscreen), ("touchscreen-B10__n4", .touchscreen),
      ("touchscreen-B2__quanta", .touchscreen), ("touchscreen-B5__dell", .touchscreen),
      ("touchscreen-B60__3m", .touchscreen), ("touchscreen-B8__egalax", .touchscreen),
      ("touchscreen-B8__elo", .touchscreen),
    ])
  func classes(_ prefix: String, _ expected: DeviceClass) throws {
    let description = try #require(try RealTraces.device(startingWith: prefix).description)
    #expect(DeviceClass(describing: description) == expected)
  }

  @Test(
    "the size of real panels",
    arguments: [
      ("touchscreen-B8__elo", 936, 529, false), ("touchscreen-B2__quanta", 480, 270, false),
      ("touchscreen-B5__dell", 596, 334, false), ("touchscreen-B8__egalax", 250, 141, true),
      ("touchscreen-B60__3m", 250, 141, true), ("touchscreen-B10__n4", 150, 250, true),
      ("touchscreen-A__N-Trig", 250, 188, true),
    ])
  func sizes(_ prefix: String, _ width: Double, _ height: Double, _ isAssumed: Bool) throws {
    let description = try #require(try RealTraces.device(startingWith: prefix).description)
    let surface = try #require(Calibration(describing: description)).surface
    #expect(surface.size.width.rounded() == width && surface.size.height.rounded() == height)
    #expect(surface.isAssumed == isAssumed)
  }

  @Test("replayed, a contact that begins ends at most once, and time never runs back", arguments: RealTraces.whole)
  func replays(_ name: String) throws {
    let device = try RealTraces.device(name)
    let replay = Replay(device)
    #expect(replay.strays.isEmpty)
    #expect(replay.runsBack == 0)
  }

  @Test("sessions and contacts are those that an independent analyser counts")
  func sessions() throws {
    let expected = try RealTraces.expected()
    var compared = 0
    for name in RealTraces.whole {
      let outcome = try #require(expected[name])
      let device = try RealTraces.device(name)
      #expect(device.events.count == outcome.events, "\(name)")
      #expect(device.events.count { $0.code == .synReport } == outcome.reports, "\(name)")
      guard case .slots? = device.description.flatMap({ TouchProtocol(describing: $0) }) else { continue }
      #expect(Replay(device).sessions == outcome.sessions, "\(name)")
      compared += 1
    }
    #expect(compared > 8)
  }

  @Test("presses of real buttons: 21 short ones, and six within a frame")
  func presses() throws {
    let buzz = Replay(try RealTraces.device(startingWith: "usb-buttons__sony"))
    #expect(buzz.presses.count == 21)
    #expect(buzz.presses.allSatisfy { $0 > .milliseconds(127) && $0 < .milliseconds(241) })
    let headset = Replay(try RealTraces.device(startingWith: "headset"))
    #expect(headset.presses.count { $0 == .zero } == 6)
    #expect(headset.presses.filter { $0 > .zero } == [.microseconds(2_256_009)])
    #expect(headset.heldAtEnd == 1)
  }

  @Test("damaged bytes never trap, neither the reader nor what replays them", arguments: 0..<20)
  func damage(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let names = ["touchscreen-B10__Atmel-maXTouch-T", "usb-buttons__sony", "odd__cando", "mouse__Apple"]
    let name = try #require(RealTraces.whole.first { $0.hasPrefix(names[seed % names.count]) })
    let original = try RealTraces.bytes(name)
    var outcomes = (read: 0, refused: 0)
    for _ in 0..<10 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        bytes[index] = Bool.random(using: &random) ? UInt8.random(in: 0...255) : UInt8(ascii: "9")
      }
      do {
        for device in try Trace(evemu: bytes).devices { #expect(Replay(device).strays.isEmpty) }
        outcomes.read += 1
      } catch {
        outcomes.refused += 1
      }
    }
    #expect(outcomes.read + outcomes.refused == 10)
  }
}
