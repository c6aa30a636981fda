import InputModel
import TestSupport
import Testing
import Traces

@Suite(.enabled(if: !RealTraces.names.isEmpty, RealTraces.areHere))
struct RealTraceTests {
  @Test("every file is read, with as many events as lines that tell one", arguments: RealTraces.files)
  func reads(_ name: String) throws {
    let bytes = try RealTraces.bytes(name)
    let trace = try Trace(bytes)
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == 0x20 } }
    let isYAML = name.hasSuffix(".yml")
    // libinput's "- [", as against "- hid:" and "- {".
    let events = lines.count { $0.starts(with: isYAML ? "- [".utf8 : "E:".utf8) }
    #expect(trace.devices.map(\.events.count).reduce(0, +) == events)
    let described = lines.count { $0.starts(with: isYAML ? "name:".utf8 : "N:".utf8) }
    #expect(trace.devices.count { $0.description != nil } == described)
  }

  @Test("what is read can be written in both formats and read again", arguments: RealTraces.names)
  func roundTrip(_ name: String) throws {
    let trace = try RealTraces.trace(name)
    let recording = try Trace(trace.libinputRecording)
    #expect(recording.devices.map(\.description) == trace.devices.map(\.description))
    #expect(recording.devices.map(\.events) == trace.devices.map(\.events))
    for device in trace.devices { #expect(try Trace(device.evemu).devices == [device]) }
  }

  @Test(
    "the class of real devices",
    arguments: [
      ("buttons__ion", [DeviceClass.buttons]), ("footpedal", [.buttons]), ("gpio-keys", [.buttons]),
      ("headset", [.buttons]), ("usb-buttons", [.buttons]), ("keyboard__Logitech-K400", [.keyboard]),
      ("mouse__Apple", [.mouse]), ("mouse__PixArt", [.mouse]), ("multi__Atmel", [.touchscreen, .pen]),
      ("odd__Microsoft-Surface-Type-Cover", [.keyboard]), ("odd__SynPS2", [.touchpad]), ("odd__cando", [.touchscreen]),
      ("odd__posiflex", [.mouse]), ("touchpad-A__bcm5974", [.touchpad]), ("touchscreen-A__N-Trig", [.touchscreen]),
      // INPUT_PROP_DIRECT by the driver's mistake: only the user can know.
      ("touchpad-B2__topseed", [.touchscreen]), ("touchscreen-B10__Atmel", [.touchscreen]),
      ("touchscreen-B10__advanced", [.touchscreen]), ("touchscreen-B10__n4", [.touchscreen]),
      ("touchscreen-B2__quanta", [.touchscreen]), ("touchscreen-B5__dell", [.touchscreen]),
      ("touchscreen-B60__3m", [.touchscreen]), ("touchscreen-B8__egalax", [.touchscreen]),
      ("touchscreen-B8__elo", [.touchscreen]),
    ])
  func classes(_ prefix: String, _ expected: [DeviceClass]) throws {
    let names = RealTraces.names.filter { $0.hasPrefix(prefix) }
    #expect(!names.isEmpty)
    for name in names {
      let descriptions = try RealTraces.trace(name).devices.compactMap(\.description)
      #expect(descriptions.map { DeviceClass(describing: $0) } == expected, "\(name)")
    }
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

  @Test(
    "replayed, a contact begins once and ends at most once, time never runs back, and in the end nothing is stuck",
    arguments: RealTraces.names)
  func replays(_ name: String) throws {
    for device in try RealTraces.trace(name).devices {
      let replay = Replay(device)
      let rested = Replay(device, rest: .seconds(61))
      #expect(replay.strays.isEmpty && rested.strays.isEmpty)
      #expect(replay.runsBack == 0 && rested.runsBack == 0)
      #expect(rested.live.isEmpty)
      #expect(rested.ghosts == replay.ghosts + replay.live.count)
    }
  }

  @Test("sessions and contacts are those that an independent analyser counts, to the microsecond")
  func sessions() throws {
    let expected = try RealTraces.expected()
    var compared = 0
    for name in RealTraces.names {
      let trace = try RealTraces.trace(name)
      let outcome = try #require(expected[name])
      guard let device = trace.devices.first, let events = outcome.events, let sessions = outcome.sessions else {
        continue
      }
      #expect(device.events.count == events, "\(name)")
      #expect(device.events.count { $0.code == .synReport } == outcome.reports, "\(name)")
      switch device.description.flatMap({ TouchProtocol(describing: $0) }) {
      case .slots?, .anonymous?: break
      default: continue
      }
      compared += 1
      let replay = Replay(device)
      #expect(replay.sessions.map(\.contacts) == sessions.map(\.n_contacts), "\(name)")
      #expect(replay.sessions.map(\.most) == sessions.map(\.max_contacts), "\(name)")
      #expect(replay.sessions.map(\.isOpen) == sessions.map(\.open), "\(name)")
      #expect(replay.sessions.map(\.begin.microseconds) == sessions.map(\.t0_us), "\(name)")
      #expect(replay.sessions.map(\.end.microseconds) == sessions.map(\.t1_us), "\(name)")
    }
    #expect(compared >= 16)
  }

  @Test("with every slop at 0, scale, rotation and pan of several fingers are those of the raw contacts")
  func motions() throws {
    let expected = try RealTraces.expected()
    var compared = 0
    for name in RealTraces.names {
      guard let device = try RealTraces.trace(name).devices.first, let description = device.description,
        let sessions = expected[name]?.sessions,
        let calibration = Calibration(describing: description, outputAspect: 1_920.0 / 1_080)
      else { continue }
      let surface = calibration.surface
      let recognition = Recognition(Replay(device, calibration: calibration), Recognition.raw)
      for (motions, outcome) in zip(recognition.motions, sessions) {
        guard let numbers = surface.isAssumed ? outcome.screen : outcome.mm, let fingers = numbers.fingers,
          let scale = numbers.scale, let degrees = numbers.rotation_deg
        else { continue }
        compared += 1
        let motion = motions[fingers] ?? Motion()
        let unit = surface.isAssumed ? surface.size.width / 1_920 : 1
        #expect(abs(motion.scale / scale - 1) < 0.001, "\(name): \(motion.scale), expected \(numbers)")
        #expect(abs(motion.degrees - degrees) < 0.1, "\(name): \(motion.degrees), expected \(numbers)")
        #expect(
          abs(motion.translation.dx - numbers.pan[0] * unit) < 0.01,
          "\(name): \(motion.translation.dx), expected \(numbers)")
        #expect(
          abs(motion.translation.dy - numbers.pan[1] * unit) < 0.01,
          "\(name): \(motion.translation.dy), expected \(numbers)")
      }
    }
    #expect(compared > 150)
  }
}
