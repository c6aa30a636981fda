import Bridge
import Controls
import Explain
import Gestures
import InputModel
import Takes
import Testing
import Traces

/// Explained by a configuration: a picture that is panned, a toolbar over it that is a record button, and a key.
struct ConfiguredTests {
  private static let glass = Reference<DeviceSettings>(0)
  private static let button = Reference<DeviceSettings>(1)

  private static let settings: Settings = {
    var picture = ZoneSettings(name: "picture", device: glass, outline: .whole)
    picture.thresholds.panSlop = 8
    let toolbar = ZoneSettings(
      name: "toolbar", device: glass,
      outline: .rectangle(x: .fraction(0), y: .fraction(0.9), width: .fraction(1), height: .fraction(0.1)),
      parent: Reference(0), blocks: true)
    func record(_ name: String, _ sources: [TriggerSettings.Source], mode: RecordButton.Mode = .hold) -> ControlSettings
    {
      ControlSettings(
        name: name, triggers: sources.map { TriggerSettings($0, label: name) },
        kind: .recordButton(
          RecordButtonSettings(
            button: RecordButton.Settings(
              mode: mode, hold: .milliseconds(400), debounce: sources.map { _ in .milliseconds(20) }),
            recorder: Reference(0))))
    }
    return Settings(
      devices: [
        DeviceSettings(name: "glass", match: DeviceMatch(kind: .touchscreen)),
        DeviceSettings(name: "button", match: DeviceMatch(kind: .buttons)),
      ],
      recorders: [RecorderSettings(name: "story", command: ["true"])],
      zones: [picture, toolbar],
      controls: [
        record("record", [.zone(Reference(1))]),
        record(
          "knob", [.code(button, .keyRecord, inverted: false), .code(button, .key(207), inverted: false)]),
        record("switch", [.code(button, .sw(0), inverted: true)], mode: .toggle),
      ],
      gestures: [
        GestureSettings(
          label: "glass:pan", zone: Reference(0), pattern: GestureSettings.Pattern(.pan), run: CommandSettings(["true"])
        )
      ])
  }()

  private static func explain(
    _ device: Trace.Device, as reference: Reference<DeviceSettings>
  ) -> [String] {
    let expectations = Expectations(settings, device: reference, describing: device.knownDescription)
    return Explanation(device, expecting: expectations, start: .zero).text.split(separator: "\n").map(String.init)
  }

  @Test("zones have their own gestures, thresholds and buttons, and what lands on none counts nowhere")
  func zones() throws {
    let script = """
      panel 300mm x 200mm
      one finger at 150mm,100mm move 5mm,0mm over 100ms
      one finger at 150mm,190mm move 40mm,0mm over 200ms
      one finger at 150mm,190mm hold 450ms
      one finger at 150mm,185mm move 0mm,-10mm over 80ms then move 0mm,10mm over 80ms
      """
    let device = try #require(try Trace(gestureScript: Array(script.utf8)).devices.first)
    #expect(
      Self.explain(device, as: Self.glass) == [
        "picture: 0.000 to 0.108 s, 1 finger",
        "    0.000  finger 0: landed at 150.0, 100.0 mm",
        "    0.108  finger 0: lifted",
        "           pan: moved 5.0 mm of 8.0 mm",
        "record: 0.608 to 0.816 s",
        "    0.816  record: let go after 0.208 s: no hold, it had moved 40.0 mm, more than 3.0 mm",
        "record: 1.316 to 1.766 s",
        "    1.716  record: held for 0.400 s: a hold",
        "    1.766  record: let go after 0.450 s: a hold, by 0.050 s",
        "record: 2.266 to 2.434 s",
        "    2.314  record: left its zone",
        "    2.386  record: came back into its zone",
        "    2.434  record: let go after 0.168 s: no hold, it had moved 10.0 mm, more than 3.0 mm",
      ])
  }

  /// Keys as `(milliseconds, code, value)`.
  private static func keys(_ steps: [(Int64, EventCode, Int32)]) -> Trace.Device {
    let events = steps.flatMap { time, code, value in
      let time = Timestamp(seconds: 0, microseconds: time * 1_000)
      return [RawEvent(time, code, value), .report(time)]
    }
    let codes: Set<EventCode> = [.keyRecord, .key(207), .sw(0), .key(30)]
    return Trace.Device(
      description: DeviceDescription(name: "box", codes: codes), state: DeviceState(down: [.sw(0)]), events: events)
  }

  @Test("presses bounce, are short or holds, have several triggers and switches that open") func presses() {
    let key = EventCode.keyRecord
    let device = Self.keys([
      (0, key, 1), (3, key, 0), (5, key, 1), (9, key, 0), (12, key, 1), (399, key, 0),
      (1_000, key, 1), (1_200, .key(207), 1), (1_300, .key(207), 0), (1_400, key, 0),
      (1_450, .key(30), 1), (1_460, .key(30), 0),
      (2_000, .sw(0), 0), (2_100, .sw(0), 1), (3_000, .key(207), 1),
    ])
    #expect(
      Self.explain(device, as: Self.button) == [
        "knob: 0.000 to 0.399 s",
        "    0.399  knob: let go after 0.399 s: short, by 0.001 s",
        "           knob: bounced 2 times: let go for less than 0.020 s",
        "knob: 1.000 to 1.400 s",
        "    1.200  knob: another trigger of it was pressed, and ignored",
        "    1.400  knob: held for 0.400 s: a hold",
        "    1.400  knob: let go after 0.400 s: a hold, by 0.000 s",
        "switch: 2.000 to 2.100 s",
        "    2.100  switch: let go after 0.100 s",
        "knob: 3.000 to 3.000 s",
        "    3.400  knob: held for 0.400 s: a hold",
        "           knob: is still down at the end of the trace",
      ])
  }

  @Test("what counts nowhere is said") func nowhere() throws {
    var settings = Self.settings
    settings.gestures = []
    let device = try #require(try Trace(gestureScript: Array("one finger at 5mm,6mm tap".utf8)).devices.first)
    let expectations = Expectations(settings, device: Self.glass, describing: device.knownDescription)
    #expect(
      Explanation(device, expecting: expectations, start: .zero).text
        == "nowhere: 0.000 to 0.000 s\n    0.000  finger 0: landed at 5.0, 6.0 mm, where nothing counts\n")
  }

  @Test("a record for programs has the numbers of the line") func records() throws {
    let device = Self.keys([(500, .keyRecord, 1), (650, .keyRecord, 0)])
    let expectations = Expectations(describing: device.knownDescription)
    let explanation = Explanation(device, expecting: expectations, start: Timestamp(microseconds: 500_000))
    #expect(
      explanation.records.map { $0.map { "\($0.name) \($0.text)" } } == [
        [
          "story 1", "title KEY_RECORD", "begin 0.000000", "end 0.150000", "at 0.150000", "subject KEY_RECORD",
          "text let go after 0.150 s: short, by 0.150 s",
        ]
      ])
  }
}
