import Glibc
import InputModel
import TestSupport
import Testing
import Traces

@Suite struct GestureScriptTests {
  private static func trace(_ lines: [String]) throws(TraceError) -> Trace {
    try Trace(gestureScript: Array(lines.joined(separator: "\n").utf8))
  }

  /// "milliseconds id:phase(x,y)", in whole millimetres; of a motion's frames only every `step`th.
  private static func frames(_ lines: [String]) throws -> [String] {
    let device = try #require(try trace(lines).devices.first)
    let description = try #require(device.description)
    #expect(DeviceClass(describing: description) == .touchscreen)
    let calibration = try #require(Calibration(describing: description))
    #expect(!calibration.surface.isAssumed)
    var assembler = FrameAssembler(description: description, calibration: calibration, state: device.state)
    var frames: [String] = []
    for event in device.events where assembler.consume(event) {
      let contacts = assembler.frame.contacts.map {
        "\($0.id.rawValue):\($0.phase)(\(Int($0.position.x.rounded())),\(Int($0.position.y.rounded())))"
      }
      frames.append((["\(assembler.frame.time.microseconds / 1_000)"] + contacts).joined(separator: " "))
    }
    return frames
  }

  /// The indented lines of the manual.
  private static func manual() throws -> [String] {
    let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try unsafe #require(unsafe fopen("/\(path)/docs/gesture-scripts.md", "r"))
    defer { unsafe fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("    ") }
      .map { String($0.dropFirst(4)) }
  }

  @Test("the manual's example is a script, and its example of an error an error")
  func example() throws {
    let lines = try Self.manual()
    let trace = try Self.trace(lines.dropLast())
    let events = try #require(trace.devices.first).events
    #expect(events.count { $0.code == .mtTrackingID && $0.value >= 0 } == 8)
    let error = #expect(throws: TraceError.self) { try Self.trace(["", "", "one finger at 20mm,185mm move 4"]) }
    #expect(lines.last == error.map { "\($0)" })
  }

  @Test("a tap, a pause, and one of another length")
  func taps() throws {
    let lines = [
      "# two taps", "", "PANEL 200 mm x 100mm, two fingers", "one finger at 20mm,50% tap",
      "1 finger at 100%,0% tap # x",
      "wait 1.5s", "one finger at 20mm,50% hold 299ms then hold 1ms",
    ]
    #expect(
      try Self.frames(lines) == [
        "0 0:began(20,50)", "80 0:ended(20,50)", "580 1:began(200,0)", "660 1:ended(200,0)", "2160 2:began(20,50)",
        "2460 2:ended(20,50)",
      ])
  }

  @Test("fingers pinch, rotate and move together, evenly, and lift a report after they have arrived")
  func motion() throws {
    let line = "two fingers at 100mm,100mm apart 40mm: hold 1s, pinch ×2 over 500 ms rotate 90° move 40mm,0mm"
    let frames = try Self.frames(["panel 344mm x 194mm", line])
    #expect(frames.first == "0 0:began(80,100) 1:began(120,100)")
    // Half of the way: a circle of 60 mm around 120,100, turned by 45 degrees.
    #expect(frames.contains("1248 0:moved(99,79) 1:moved(141,121)"))
    #expect(frames.suffix(2) == ["1500 0:moved(140,60) 1:moved(140,140)", "1508 0:ended(140,60) 1:ended(140,140)"])
    // 500 ms are 62 reports of 8 ms, and one of what is left.
    #expect(frames.count == 1 + 63 + 1)
  }

  @Test("where several fingers stand")
  func landing() throws {
    let lines = [
      "panel 200mm x 200mm", "four fingers at 50%,50% apart 100mm angle 0deg stay",
      "at 2s: two fingers at 50%,50% stay",
    ]
    #expect(
      try Self.frames(lines) == [
        "0 0:began(150,100) 1:began(100,150) 2:began(50,100) 3:began(100,50)",
        "2000 0:stationary(150,100) 1:stationary(100,150) 2:stationary(50,100) 3:stationary(100,50) "
          + "4:began(80,100) 5:began(120,100)",
      ])
  }

  @Test("gestures at a time of their own go on beside others, and a slot that gets free is used again")
  func parallel() throws {
    let lines = [
      "panel 200mm x 100mm, 2 fingers", "one finger at 10mm,10mm hold 1s",
      "at 500ms: one finger at 20mm,20mm hold 500ms",
      "at 1s: one finger at 30mm,30mm tap", "one finger at 40mm,40mm tap",
    ]
    #expect(
      try Self.frames(lines) == [
        "0 0:began(10,10)", "500 0:stationary(10,10) 1:began(20,20)",
        "1000 0:ended(10,10) 1:ended(20,20) 2:began(30,30)", "1080 2:ended(30,30)", "1580 3:began(40,40)",
        "1660 3:ended(40,40)",
      ])
  }

  @Test("events are as the kernel makes them")
  func events() throws {
    let device = try #require(try Self.trace(["two fingers at 50mm,50mm apart 20mm tap"]).devices.first)
    let values = device.events.map { [Int32($0.code.type.rawValue), Int32($0.code.code), $0.value] }
    #expect(
      values == [
        [3, 0x39, 0], [3, 0x35, 4_000], [3, 0x36, 5_000], [3, 0x2f, 1], [3, 0x39, 1], [3, 0x35, 6_000],
        [3, 0x36, 5_000],
        [1, 0x14a, 1], [3, 0, 4_000], [3, 1, 5_000], [0, 0, 0], [3, 0x2f, 0], [3, 0x39, -1], [3, 0x2f, 1],
        [3, 0x39, -1], [1, 0x14a, 0], [0, 0, 0],
      ])
    #expect(device.description?.axes[.mtPositionX] == AxisInfo(minimum: 0, maximum: 34_400, resolution: 100))
  }

  @Test(
    "what can not be read or done is told with its place",
    arguments: [
      ("one finger at 20mm,50", "line 2, column 20: expected a length such as 40mm or 50%"),
      ("one finger at 20mm", "line 2, column 19: expected a comma and a second length: 20mm,50%"),
      ("one finger 20mm,5mm tap", "line 2, column 12: expected at and a point: at 50%,50%"),
      ("eleven fingers at 1mm,1mm tap", "line 2, column 1: expected a number of fingers, 1 to 60"),
      ("61 fingers at 1mm,1mm tap", "line 2, column 1: expected a number of fingers, 1 to 60"),
      ("two at 1mm,1mm tap", "line 2, column 5: expected fingers"),
      ("one finger at 1mm,1mm", "line 2, column 22: expected tap, hold, move, pinch, rotate or stay"),
      ("one finger at 1mm,1mm swipe", "line 2, column 23: expected tap, hold, move, pinch, rotate or stay"),
      ("one finger at 1mm,1mm tap tap", "line 2, column 27: expected the end of the line"),
      ("one finger at 1mm,1mm hold 5", "line 2, column 28: expected a time such as 300ms or 1.5s"),
      ("one finger at 1mm,1mm hold 0ms", "line 2, column 28: expected a time of up to a day"),
      ("one finger at 1mm,1mm hold 25 h", "line 2, column 28: expected a time such as 300ms or 1.5s"),
      ("one finger at 1mm,1mm hold 86401s", "line 2, column 28: expected a time of up to a day"),
      ("one finger at 1mm,1mm pinch x2 over 1s", "line 2, column 23: one finger can not pinch"),
      ("one finger at 1mm,1mm rotate 2deg over 1s", "line 2, column 23: one finger can not rotate"),
      ("one finger at 1mm,1mm apart 2mm tap", "line 2, column 23: one finger has no other"),
      ("two fingers at 50%,50% pinch 2 over 1s", "line 2, column 30: expected a factor such as x2"),
      ("two fingers at 50%,50% pinch x0 over 1s", "line 2, column 31: expected a factor above 0"),
      ("two fingers at 50%,50% rotate 2 over 1s", "line 2, column 31: expected an angle such as 90deg"),
      ("two fingers at 50%,50% apart 2% tap", "line 2, column 30: expected a length such as 40mm"),
      ("one finger at 1mm,1mm move 5mm,0mm", "line 2, column 35: expected over and a time: over 500ms"),
      ("at 5s one finger at 1mm,1mm tap", "line 2, column 7: expected : and a gesture"),
      ("at 5s: one finger at 1mm,1mm move -5mm,0mm over 1s", "line 2, column 1: a finger leaves the panel"),
      ("five fingers at 50%,50% tap", "line 2, column 1: more fingers are down than the panel has"),
      ("panel 100mm x 100mm", "line 2, column 1: the panel is written once, before all gestures"),
      ("one finger at 1..5mm,1mm tap", "line 2, column 15: this is no number"),
      ("one finger at 1mm;1mm tap", "line 2, column 18: a script has no such sign"),
      ("wait 5", "line 2, column 6: expected a time such as 300ms or 1.5s"),
    ])
  func errors(_ line: String, _ message: String) {
    let error = #expect(throws: TraceError.self) { try Self.trace(["panel 200mm x 100mm, 4 fingers", line]) }
    #expect(error?.description == message)
  }

  @Test("a script as a whole may be at fault")
  func whole() {
    let tooLong = "two fingers at 50%,50% move 1mm,0mm over 80min then move -1mm,0mm over 80min"
    let errors = [
      (["# nothing"], "no gesture in it (expected lines such as: one finger at 50%,50% tap)"),
      (["panel 10mm x 100mm"], "line 1, column 7: expected sides of 30mm to 2500mm"),
      (["panel 100mm"], "line 1, column 12: expected x and a second length: 344mm x 194mm"),
      ([tooLong], "line 1, column 1: more than 1000000 positions up to here"),
      ([String(repeating: "#", count: Trace.maximumScriptSize + 1)], "larger than 1 MiB"),
    ]
    for (lines, message) in errors {
      let error = #expect(throws: TraceError.self) { try Self.trace(lines) }
      #expect(error?.description == message)
    }
  }

  @Test(
    "a file is a script when its first line is one of a script",
    arguments: [
      ("panel 200mm x 100mm\none finger at 1mm,1mm tap", true), ("# E: 0\n\n  Two Fingers at 50%,50% tap", true),
      ("at 1s: 3 fingers at 50%,50% tap", true), ("wait 1s\none finger at 1mm,1mm tap", true),
      ("N: one finger\nE: 0.000000 0000 0000 0", false), ("E: 0.000000 0000 0000 0\none finger at 1mm,1mm tap", false),
      ("a comment that lost its #\nE: 0.000000 0000 0000 0", false),
    ])
  func isKnown(_ text: String, _ isScript: Bool) throws {
    let trace = try Trace(Array(text.utf8))
    #expect((trace.devices.first?.description?.name == "gesture script") == isScript)
    if isScript { #expect(trace == (try Trace(gestureScript: Array(text.utf8)))) }
  }

  @Test("a mistake in a script is told as one, other text is no trace")
  func mistakes() {
    let errors = [
      ("one finger at 1mm,1mm tip", "line 1, column 23: expected tap, hold, move, pinch, rotate or stay"),
      ("once upon a time", "no evemu line in it (expected lines such as E: 0.000000 0001 014a 1)"),
      ("4 horsemen", "no evemu line in it (expected lines such as E: 0.000000 0001 014a 1)"),
    ]
    for (text, message) in errors {
      let error = #expect(throws: TraceError.self) { try Trace(Array(text.utf8)) }
      #expect(error?.description == message)
    }
  }

  @Test("damaged scripts never trap", arguments: 0..<20)
  func damage(seed: Int) {
    var random = SplitMix64(seed: seed)
    let original = Array(
      """
      panel 344mm x 194mm, 10 fingers
      one finger at 20mm,185mm tap
      two fingers at 50%,50% apart 40mm: hold 100ms, pinch x2 rotate 90deg over 50ms
      wait 50ms
      at 1s: three fingers at 75%,50% move -80mm,0mm over 15ms then stay
      """.utf8)
    var refused = 0
    for _ in 0..<100 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = .random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8(ascii: "9"), at: index)
        default: bytes.remove(at: index)
        }
      }
      do {
        for device in try Trace(gestureScript: bytes).devices { #expect(device.events.last?.code == .synReport) }
      } catch {
        refused += 1
        #expect(error.line > 0 && error.column > 0)
      }
    }
    #expect(refused > 0)
  }
}
