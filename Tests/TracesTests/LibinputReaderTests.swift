import InputModel
import TestSupport
import Testing
import Traces

@Suite struct LibinputReaderTests {
  private static let head = [
    "# libinput record", "version: 1", "ndevices: 2", "libinput:", "  version: \"1.23.0\"", "devices:",
    "- node: /dev/input/event1", "  evdev:", "    # Name: Panel", "    name: \"Panel: \\\"big\\\"\"",
    "    id: [3, 1032, 12296, 7]", "    codes:", "      0: [0, 1, 3] # EV_SYN", "      1: [330]",
    "      3: [0, 47, 53]", "      5: [2]", "    absinfo:", "      0: [-10, 1919, 1, 2, 4]",
    "      47: [0, 1, 0, 0, 0]", "    properties: [1]", "  hid: [", "    0x05, 0x01", "  ]", "  udev:",
    "    properties:", "    - ID_INPUT=1", "  quirks:",
  ]
  private static let events = [
    "  events:", "  # now", "  - hid:", "      hidraw2: [ 0x40, 0x00 ]", "  - evdev:",
    "    - [  1,    020,   3,  53,      -9] # EV_ABS", "    - [  1, 000020,   0,   0,       1] # SYN",
    "  - libinput:", "    - {time: 0.1, type: TOUCH}",
  ]

  private static func read(_ lines: [String]) throws(TraceError) -> Trace {
    try Trace(Array(lines.joined(separator: "\n").utf8))
  }

  @Test("a description and its events; what HID and libinput told is passed over")
  func device() throws {
    let time = Timestamp(microseconds: 1_000_020)
    var description = DeviceDescription(
      name: "Panel: \"big\"", identity: DeviceIdentity(bus: 3, vendor: 1_032, product: 12_296, version: 7),
      properties: [.direct], codes: [.btnTouch, .x, .mtSlot, .mtPositionX, .sw(2)])
    description.axes = [
      .x: AxisInfo(minimum: -10, maximum: 1_919, fuzz: 1, flat: 2, resolution: 4),
      .mtSlot: AxisInfo(minimum: 0, maximum: 1),
    ]
    let events = [RawEvent(time, .mtPositionX, -9), RawEvent(time, .synReport, 1)]
    #expect(
      try Self.read(Self.head + Self.events).devices == [Trace.Device(description: description, events: events)])
    #expect(try Self.read(Self.head + ["  events:"]).devices == [Trace.Device(description: description)])
  }

  @Test("several devices, one without a word about it")
  func devices() throws {
    let trace = try Self.read(Self.head + Self.events + ["- node: x", "  evdev:", "    # lost"] + Self.events)
    #expect(trace.devices.map { $0.description != nil } == [true, false])
    #expect(trace.devices.map(\.events.count) == [2, 2])
    #expect(try Self.read(["devices:"]) == Trace())
  }

  @Test("tabs that an editor made, in front of lines and in them, and CR LF")
  func tabs() throws {
    let plain = (Self.head + Self.events).map { "  " + $0 }
    let tabbed = plain.map { $0.hasPrefix("        ") ? "  \t" + $0.dropFirst(8) : $0 }
    #expect(tabbed.contains { $0.hasPrefix("  \t") })
    let expected = try Self.read(Self.head + Self.events)
    #expect(try Self.read(tabbed) == expected)
    #expect(try Self.read(tabbed.map { $0 + "\r" }) == expected)
  }

  @Test(
    "what can not be read is told with its place",
    arguments: [
      ("    - [1, 0, 3, 53]", "line 33, column 7: expected an event: [seconds, microseconds, type, code, value]"),
      (
        "    - [1, 1000000, 3, 53, 0]",
        "line 33, column 7: expected an event: [seconds, microseconds, type, code, value]"
      ),
      (
        "    - [4611686018428, 0, 3, 53, 0]",
        "line 33, column 7: expected an event: [seconds, microseconds, type, code, value]"
      ),
      (
        "    - [1, 0, 65536, 53, 0]", "line 33, column 7: expected an event: [seconds, microseconds, type, code, value]"
      ),
      (
        "    - [1, 0, 3, 53, 2147483648]",
        "line 33, column 7: expected an event: [seconds, microseconds, type, code, value]"
      ),
      ("    - [1, 0, 3, 0x35, 0]", "line 33, column 17: expected an event: [seconds, microseconds, type, code, value]"),
      ("    - 7", "line 33, column 7: expected a list here"),
      ("    - [1, 0, 3, [1], 0]", "line 33, column 17: expected an event: [seconds, microseconds, type, code, value]"),
      ("    - [1, 0, 3", "line 33, column 7: the '[' that opens here is not closed, or a ',' is missing"),
      ("  - [1]", "line 33, column 5: expected keys and values here"),
      ("  - {[1]: 2}", "line 33, column 6: expected a word as a key"),
      ("  - evdev: *x", "line 33, column 12: expected a list here"),
    ])
  func errors(_ line: String, _ message: String) {
    let error = #expect(throws: TraceError.self) {
      try Self.read(Self.head + Self.events.prefix(5) + [line])
    }
    #expect(error?.description == message)
  }

  @Test("what is no recording is told so")
  func notATrace() {
    let errors = [
      (["version: 1", "devices: 5"], "line 2, column 10: expected a list here"),
      (["- devices:", "devices:"], "line 1, column 1: expected keys and values here"),
    ]
    for (lines, message) in errors {
      let error = #expect(throws: TraceError.self) { try Self.read(lines) }
      #expect(error?.description == message)
    }
    let error = #expect(throws: TraceError.self) { try Trace(libinputRecording: Array("version: 1".utf8)) }
    #expect(error?.description == "line 1, column 1: expected a key devices, as libinput record writes it")
  }

  @Test(
    "what would take memory or time without end is refused at once",
    arguments: [
      ("devices:\n- node: ", "[", "line 2, column 41: more than 32 levels of nesting"),
      ("devices:\n", "- {}\n", "line 258, column 3: more than 256 devices"),
      ("devices:\n- evdev:\n    properties: [", "1,", "line 3, column 1554: expected a list of properties"),
      ("# x\n", "%TAG !a! x\n", "line 2, column 1: a recording has no directives such as this"),
      ("", "N:\n", "line 257: more than 256 devices"),
    ])
  func hostile(_ head: String, _ unit: String, _ message: String) {
    let text = head + String(repeating: unit, count: 100_000 / unit.utf8.count * 2) + "\ndevices:"
    let error = #expect(throws: TraceError.self) { try Trace(Array(text.utf8)) }
    #expect(error?.description == message)
  }
}
