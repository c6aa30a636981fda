import InputModel
import TestSupport
import Testing
import Traces

@Suite struct TraceWriterTests {
  private static func stamp(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

  private static let button = Trace.Device(
    description: DeviceDescription(
      name: "A button: 'big'", identity: DeviceIdentity(bus: 3, vendor: 0x16c0, product: 0x05e1, version: 0x111),
      properties: [.direct], codes: [.key(56), .key(0x14a), .sw(2), .x],
      axes: [.x: AxisInfo(minimum: -10, maximum: 4_095, fuzz: 1, flat: 2, resolution: 12)]),
    state: DeviceState(down: [.sw(2)]),
    events: [RawEvent(stamp(1_000_020), .key(56), 1), RawEvent(stamp(1_000_020), .x, -9), .report(stamp(1_000_021))])

  @Test("evemu, as evemu-record writes it")
  func evemu() {
    #expect(
      String(decoding: Self.button.evemu, as: UTF8.self) == """
        # EVEMU 1.3
        N: A button: 'big'
        I: 0003 16c0 05e1 0111
        P: 02 00 00 00 00 00 00 00
        B: 00 2b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 01
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 04 00 00 00 00 00 00
        B: 03 01 00 00 00 00 00 00 00
        B: 05 04 00 00 00 00 00 00 00
        A: 00 -10 4095 1 2 12
        S: 02 1
        E: 1.000020 0001 0038 1
        E: 1.000020 0003 0000 -9
        E: 1.000021 0000 0000 0

        """)
  }

  @Test("a recording, as libinput record writes it")
  func libinput() {
    #expect(
      String(decoding: Trace(devices: [Self.button]).libinputRecording, as: UTF8.self) == """
        # libinput record
        version: 1
        ndevices: 1
        devices:
        - node: /dev/input/event0
          evdev:
            name: "A button: 'big'"
            id: [3, 5824, 1505, 273]
            codes:
              1: [56, 330]
              3: [0]
              5: [2]
            absinfo:
              0: [-10, 4095, 1, 2, 12]
            properties: [1]
          events:
          - evdev:
            - [1, 20, 1, 56, 1]
            - [1, 20, 3, 0, -9]
            - [1, 21, 0, 0, 0]

        """)
  }

  @Test("what is written is read back", arguments: 0..<50)
  func roundTrip(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let names = ["", "x", " two  words ", "\"quotes\" \\ and: {this}", "Grüße, 手", "# no comment", "😀\u{85}\u{2028}"]
    var trace = Trace()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var description = DeviceDescription(name: names.randomElement(using: &random) ?? "")
      description.identity.product = .random(in: 0 ... .max, using: &random)
      description.properties = [InputProperty(rawValue: .random(in: 0..<32, using: &random))]
      for _ in 0..<20 {
        let type = EventType(rawValue: .random(in: 1..<6, using: &random))
        description.codes.insert(EventCode(type, .random(in: 0..<0x300, using: &random)))
      }
      for code in description.codes where code.type == .abs {
        description.axes[code] = AxisInfo(
          minimum: .min, maximum: .random(in: 0 ... .max, using: &random), resolution: 7)
      }
      let events = (0..<50).map { _ in
        let type = EventType(rawValue: .random(in: 0..<6, using: &random))
        return RawEvent(
          Self.stamp(.random(in: 0...1 << 50, using: &random)), EventCode(type, .random(in: 0...9, using: &random)),
          .random(in: .min ... .max, using: &random))
      }
      trace.devices.append(Trace.Device(description: description, events: events))
    }
    #expect(try Trace(trace.libinputRecording) == trace)
    for device in trace.devices { #expect(try Trace(device.evemu).devices == [device]) }
    let eventsAlone = Trace.Device(events: trace.devices[0].events)
    #expect(try Trace(eventsAlone.evemu).devices == [eventsAlone])
    #expect(try Trace(Trace(devices: [eventsAlone]).libinputRecording).devices == [eventsAlone])
    let described = Trace(devices: [eventsAlone]).described(by: Trace(devices: [Self.button]))
    #expect(described.devices.map(\.description) == [Self.button.description])
    #expect(described.devices.map(\.state) == [Self.button.state])
  }

  @Test("no name can forge a line")
  func names() throws {
    let device = Trace.Device(description: DeviceDescription(name: "a\nE: 1.0 1 1 1\r\u{0}"))
    let read = try Trace(device.evemu)
    #expect(read.devices == [Trace.Device(description: DeviceDescription(name: "a E: 1.0 1 1 1  "))])
    #expect(try Trace(Trace(devices: [device]).libinputRecording).devices == [device])
  }
}
