import InputModel
import Testing
import Traces

@Suite struct EvemuReaderTests {
  private static func read(_ lines: [String]) throws(TraceError) -> Trace {
    try Trace(evemu: Array(lines.joined(separator: "\n").utf8))
  }

  private static let head = [
    "# EVEMU 1.3", "# Kernel: 6.1", "N: A button: 'big'  ", "I: 0003 16c0 05e1 0111", "P: 02 00 00 00 00 00 00 00",
    "B: 00 0b 00 00 00 00 00 00 00", "B: 01 00 00 00 00 00 00 00 01", "B: 01 00 01 80 00 00 00 00 00",
    "B: 05 05 00", "A: 00 -10 4095 1 2 12", "L: 00 1", "S: 02 1", "S: 00 0",
  ]

  @Test("a description with every kind of line")
  func description() throws {
    let trace = try Self.read(Self.head)
    var expected = DeviceDescription(
      name: "A button: 'big'  ", identity: DeviceIdentity(bus: 3, vendor: 0x16c0, product: 0x05e1, version: 0x111),
      properties: [.direct], codes: [.key(56), .key(72), .key(87), .sw(0), .sw(2), .x])
    expected.axes[.x] = AxisInfo(minimum: -10, maximum: 4_095, fuzz: 1, flat: 2, resolution: 12)
    #expect(trace.devices == [Trace.Device(description: expected, state: DeviceState(down: [.sw(2)]))])
  }

  private static func events(_ lines: [String]) throws(TraceError) -> [RawEvent] {
    try read(lines).devices.flatMap(\.events)
  }

  @Test("oddities that are read as they are meant")
  func oddities() throws {
    let event = RawEvent(Timestamp(microseconds: 1_000_020), .key(30), 1)
    let variants = [
      ["E: 1.000020 0001 001e 0001"],
      ["E: 1.000020 1 1E 1"],
      ["\t  E:\t1.000020   0001 001e 1\t# EV_KEY / KEY_A   1\r", ""],
      ["Evemu of my device", "", "# EVEMU", "# EVEMU 1.0", "E: 0000000000000000000000001.000020 00001 0001e 00001"],
      ["Input device name: \"x\"", "  Event code 30 (KEY_A)", "N", ":", "E", "X: 1", "E: 1.20 0001 001e 1"],
    ]
    for lines in variants { #expect(try Self.events(lines) == [event]) }
    let negative = ["E: 0.000000 0003 0035 -0009", "E: 0.0 0003 0035 -2147483648"]
    #expect(try Self.events(negative).map(\.value) == [-9, .min])
    #expect(try Self.read(["E: 0.0 0 0 0"]).devices[0].description == nil)
    let fiveFields = try Self.read(["A: 35 0 800 0 0"])
    #expect(fiveFields.devices[0].description?.axes[.mtPositionX] == AxisInfo(minimum: 0, maximum: 800))
    let notText = try Trace(evemu: Array("N: M".utf8) + [0xff, 0x0d, 0x0a])
    #expect(notText.devices[0].description?.name == "M\u{fffd}")
  }

  @Test("two files put together are two devices")
  func twoDevices() throws {
    let second = ["N: other", "P: 01", "B: 01 02", "E: 2.0 1 1 1"]
    let trace = try Self.read(Self.head + ["E: 1.0 1 38 1", "E: 1.0 0 0 0"] + second)
    #expect(trace.devices.map(\.events.count) == [2, 1])
    let description = DeviceDescription(name: "other", properties: [.pointer], codes: [.key(1)])
    #expect(trace.devices.last?.description == description)
    #expect(trace.devices.last?.state == DeviceState())
  }

  @Test(
    "what can not be read is told with its line",
    arguments: [
      ("E: 1 0001 001e 1", "line 2: expected E: seconds.microseconds type code value"),
      ("E: 1.0000200 0001 001e", "line 2: expected E: seconds.microseconds type code value"),
      ("E: 1.1000000 0001 001e 1", "line 2: expected E: seconds.microseconds type code value"),
      ("E: 4611686018428.0 0001 001e 1", "line 2: expected E: seconds.microseconds type code value"),
      ("E: 99999999999999999999999.0 0001 001e 1", "line 2: expected E: seconds.microseconds type code value"),
      ("E: -1.0 0001 001e 1", "line 2: expected E: seconds.microseconds type code value"),
      ("E: 1.0 10000 001e 1", "line 2: expected E: seconds.microseconds type code value"),
      ("E: 1.0 0001 001g 1", "line 2: expected E: seconds.microseconds type code value"),
      ("E: 1.0 0001 001e 2147483648", "line 2: expected E: seconds.microseconds type code value"),
      ("E: 1.0 0001 001e -2147483649", "line 2: expected E: seconds.microseconds type code value"),
      ("E: 1.0 0001 001e 1#", "line 2: expected E: seconds.microseconds type code value"),
      ("I: 0003 16c0 05e1", "line 2: expected I: bus vendor product version, in hexadecimal"),
      ("P: 0x02", "line 2: expected P: bytes in hexadecimal"),
      ("B:", "line 2: expected B: type bytes, in hexadecimal"),
      ("B: 01 100", "line 2: expected B: type bytes, in hexadecimal"),
      ("A: 00 0 4095 0", "line 2: expected A: code minimum maximum fuzz flat [resolution]"),
      ("A: 00 0 4095 0 0 x", "line 2: expected A: code minimum maximum fuzz flat [resolution]"),
      ("S: 00", "line 2: expected S: switch state"),
      ("# EVEMU 2.0", "line 2: this version of evemu is not known (expected # EVEMU 1.x)"),
    ])
  func errors(_ line: String, _ message: String) {
    let error = #expect(throws: TraceError.self) { try Self.read(["N: x", line, "E: 0.0 0 0 0"]) }
    #expect(error?.description == message)
  }

  @Test(
    "what has nothing of the format is not a trace", arguments: [[], ["", "# EVEMU 1.3"], ["version: 1", "- evdev:"]])
  func notATrace(_ lines: [String]) {
    #expect(throws: TraceError(line: 0, .notATrace)) { try Self.read(lines) }
  }

  @Test("a file that is too large is refused before it is read")
  func tooLarge() {
    let bytes = [UInt8](repeating: 10, count: Trace.maximumSize + 1)
    let error = #expect(throws: TraceError.self) { try Trace(evemu: bytes) }
    #expect(error?.description == "larger than 128 MiB")
  }

  @Test("masks longer than there are codes are cut off")
  func longMask() throws {
    let rows = (0..<200).map { _ in "B: 01 ff ff ff ff ff ff ff ff" }
    #expect(try Self.read(rows).devices[0].description?.codes.count == 0x300)
  }
}
