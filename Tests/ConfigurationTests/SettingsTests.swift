import Bridge
import Configuration
import Controls
import Gestures
import InputModel
import Takes
import Testing

/// What the core gets of what a person wrote.
@Suite struct SettingsTests {
  @Test("what is not written has the defaults of the settings' own types")
  func defaults() {
    let result = read(
      """
      devices: { button: { match: { name: "*" } } }
      recorders: { story: { command: [arecord] } }
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: story }
        replay: { type: command-button, trigger: { device: button, key: KEY_PLAY }, run: [aplay] }
      """)
    let button = Reference<DeviceSettings>(0)
    let expected = Settings(
      devices: [DeviceSettings(name: "button", match: DeviceMatch(name: "*"))],
      recorders: [RecorderSettings(name: "story", command: ["arecord"])],
      controls: [
        ControlSettings(
          name: "record",
          triggers: [TriggerSettings(.code(button, .keyRecord, inverted: false), label: "button:KEY_RECORD")],
          kind: .recordButton(RecordButtonSettings(recorder: Reference(0)))),
        ControlSettings(
          name: "replay",
          triggers: [TriggerSettings(.code(button, .key(207), inverted: false), label: "button:KEY_PLAY")],
          kind: .commandButton(
            CommandButtonSettings(button: CommandButton.Settings(), action: .run(["aplay"])))),
      ])
    #expect(result.diagnostics == [])
    #expect(result.settings == expected)
  }

  @Test("every key arrives where it belongs")
  func everything() {
    let result = read(
      """
      devices:
        pedal:
          match: { name: P*, id: "16C0:05e1", path: /dev/pedal, phys: usb-*, uniq: "1", kind: buttons }
          all: yes
          kind: keyboard
        glass: { match: { kind: touchscreen }, rotate: 270, size: 344 mm x 193.5mm, output: 1920x1080,
          matrix: [0, -1, 1, 1e0, 0, 0], grab: off }
      recorders:
        story:
          shell: true
          command: record > "$EVBRIDGE_FILE"
          directory: ~/takes
          name: "{n}.wav"
          ready: output matches ^ready [0-9]+$
          ready-timeout: 2min
          stop: { signal: SIGUSR1, grace: 1.5s }
        second: { command: [a, ""], ready: spawned, stop: { signal: TERM } }
        third: { command: [b, "x={file}"], ready: after 50ms, directory: /takes, name: a.b, stop: { signal: KILL } }
      zones:
        bar: { device: glass, x: 0%, y: 90%, width: 100%, height: 12mm, block: true }
      controls:
        record:
          type: record-button
          triggers:
            - { device: pedal, key: BTN_0 }
            - { device: pedal, switch: SW_LID, invert: true }
            - { device: glass, zone: { center: [50%, 80mm], radius: 25% } }
            - { zone: bar }
          recorder: second
          mode: hybrid
          hold: 200ms
          minimum: 0s
          maximum: none
          tail: 0.3s
          ignore-shorter-than: 5ms
          on-short: discard
          on-release: suspend
          tooltip: { text: Halten, show: never, busy: "Moment" }
          feedback: [log, led]
          enabled: no
        long: { type: record-button, trigger: { device: glass, zone: whole }, recorder: third, mode: toggle,
          debounce: 250ms, feedback: [] }
        save: { type: command-button, trigger: { device: pedal, key: KEY_A }, on: long, hold: 1s, debounce: 5ms,
          signal: USR2, recorder: story }
      feedback:
        led: { leds: [ACT, "in0::scroll"], idle: on }
        log: { run: [logger, "-t", x], events: [take.failed, anomaly] }
      """)
    let pedal = Reference<DeviceSettings>(0)
    let glass = Reference<DeviceSettings>(1)
    let record = RecordButton.Settings(
      mode: .hybrid, hold: .milliseconds(200), minimum: .zero, maximum: nil, tail: .milliseconds(300),
      onShort: .discard, onRelease: .suspend, ignoreShorterThan: .milliseconds(5),
      debounce: [.milliseconds(20), .milliseconds(20), .zero, .zero], showsTooltip: false)
    let long = RecordButton.Settings(mode: .toggle, maximum: .minutes(60), debounce: [.milliseconds(250)])
    let save = CommandButton.Settings(occasion: .long, hold: .seconds(1), debounce: [.milliseconds(5)])
    let expected = Settings(
      devices: [
        DeviceSettings(
          name: "pedal",
          match: DeviceMatch(
            name: "P*", vendor: 0x16C0, product: 0x05E1, path: "/dev/pedal", phys: "usb-*", uniq: "1", kind: .buttons),
          takesAll: true, kind: .keyboard),
        DeviceSettings(
          name: "glass", match: DeviceMatch(kind: .touchscreen), rotation: .threeQuarters,
          size: Size(width: 344, height: 193.5), outputAspect: 1920.0 / 1080,
          matrix: CalibrationMatrix(0, -1, 1, 1, 0, 0)),
      ],
      recorders: [
        RecorderSettings(
          name: "story", command: [#"record > "$EVBRIDGE_FILE""#], usesShell: true, directory: "/home/ada/takes",
          naming: TakeNaming(pattern: "{n}.wav"), readiness: .outputMatches("^ready [0-9]+$"),
          readyTimeout: .minutes(2), ladder: StopLadder(signal: .user1, grace: .milliseconds(1500))),
        RecorderSettings(
          name: "second", command: ["a", ""], readiness: .spawned, ladder: StopLadder(signal: .terminate)),
        RecorderSettings(
          name: "third", command: ["b", "x={file}"], directory: "/takes", naming: TakeNaming(pattern: "a.b"),
          readiness: .after(.milliseconds(50)),
          ladder: StopLadder(signal: .kill)),
      ],
      zones: [
        ZoneSettings(name: "whole", device: glass, outline: .whole),
        ZoneSettings(
          name: "bar", device: glass,
          outline: .rectangle(x: .fraction(0), y: .fraction(0.9), width: .fraction(1), height: .millimeters(12)),
          parent: Reference(0), blocks: true),
        ZoneSettings(
          name: "record", device: glass,
          outline: .circle(x: .fraction(0.5), y: .millimeters(80), radius: .fraction(0.25)), parent: Reference(0)),
      ],
      controls: [
        ControlSettings(
          name: "record",
          triggers: [
            TriggerSettings(.code(pedal, .key(256), inverted: false), label: "pedal:BTN_0"),
            TriggerSettings(.code(pedal, .sw(0), inverted: true), label: "pedal:SW_LID"),
            TriggerSettings(.zone(Reference(2)), label: "glass:record"),
            TriggerSettings(.zone(Reference(1)), label: "glass:bar"),
          ],
          kind: .recordButton(
            RecordButtonSettings(button: record, recorder: Reference(1), tooltipText: "Halten", busyText: "Moment")),
          isEnabled: false, outputs: [Reference(1), Reference(0)]),
        ControlSettings(
          name: "long", triggers: [TriggerSettings(.zone(Reference(0)), label: "glass:whole")],
          kind: .recordButton(RecordButtonSettings(button: long, recorder: Reference(2))), outputs: []),
        ControlSettings(
          name: "save", triggers: [TriggerSettings(.code(pedal, .key(30), inverted: false), label: "pedal:KEY_A")],
          kind: .commandButton(CommandButtonSettings(button: save, action: .signal(.user2, Reference(0))))),
      ],
      outputs: [
        OutputSettings(name: "led", kind: .light(LightSettings(names: ["ACT", "in0::scroll"], idle: .on))),
        OutputSettings(name: "log", kind: .command(["logger", "-t", "x"], types: ["take.failed", "anomaly"])),
      ])
    #expect(result.diagnostics == [])
    #expect(result.settings == expected)
  }

  @Test("every kind of feedback with every option")
  func feedback() throws {
    let result = read(
      """
      devices: { button: { match: { name: B } }, pad: { match: { name: P } } }
      controls: { c: { type: command-button, trigger: { device: button, key: KEY_A }, run: [a] } }
      feedback:
        lamp: { leds: [ACT, { device: button, led: LED_MISC }], idle: alive }
        desk: { notify: true }
        bar: { lines: [wob, -v], format: "{percent}" }
        osd: { lines: [osd], format: { take.completed: "{filename}", tooltip.shown: "{text}" } }
        some: { lines: [a], events: [fade, press.up], format: "{control}" }
        all: { lines: [b] }
        beep: { beep: button }
        loud: { beep: button, while-recording: true }
        shake: { rumble: pad }
      """)
    let button = Reference<DeviceSettings>(0)
    func lines(_ command: [String], _ texts: [String: String]) throws -> OutputSettings.Kind {
      var templates: [String: LineTemplate] = [:]
      for (type, text) in texts { templates[type] = try LineTemplate(text, for: type) }
      return .lines(LineSettings(command: command, texts: templates))
    }
    let light = LightSettings.DeviceLight(device: button, code: EventCode(.led, 8))
    #expect(result.diagnostics == [])
    let outputs = try #require(result.settings).outputs
    #expect(
      outputs == [
        OutputSettings(
          name: "lamp", kind: .light(LightSettings(names: ["ACT"], deviceLights: [light], idle: .alive))),
        OutputSettings(name: "desk", kind: .notification),
        OutputSettings(name: "bar", kind: try lines(["wob", "-v"], ["progress": "{percent}"])),
        OutputSettings(
          name: "osd", kind: try lines(["osd"], ["take.completed": "{filename}", "tooltip.shown": "{text}"])),
        OutputSettings(name: "some", kind: try lines(["a"], ["fade": "{control}", "press.up": "{control}"])),
        OutputSettings(
          name: "all", kind: try lines(["b"], Dictionary(uniqueKeysWithValues: Event.types.map { ($0, "{json}") }))),
        OutputSettings(name: "beep", kind: .beep(button, whileRecording: false)),
        OutputSettings(name: "loud", kind: .beep(button, whileRecording: true)),
        OutputSettings(name: "shake", kind: .rumble(Reference(1), whileRecording: false)),
      ])
  }

  @Test("a preset's values arrive, and what is written wins")
  func presets() throws {
    let names = ["plain", "video", "own", "signals", "pair", "other", "nowhere"]
    let controls = names.enumerated().map { number, name in
      let trigger = "trigger: { device: b, key: KEY_F\(number + 1) }"
      return "c\(number): { type: record-button, \(trigger), recorder: \(name) }"
    }.joined(separator: "\n  ")
    let result = read(
      """
      devices: { b: { match: { name: B } } }
      recorders:
        plain: { use: arecord, directory: /takes }
        video: { use: rpicam-vid, directory: /takes, name: "{n}.mp4", stalled-after: none, retries: 0 }
        own:
          use: ffmpeg
          command: [ffmpeg, -i, x, "{file}"]
          directory: /takes
          name: "{n}.mkv"
          ready: file grows
          stop: { signal: TERM }
          before: [aplay, hello.wav]
          verify: [ffprobe, "{file}"]
          suspend: { run: [a, b], resume: [c] }
          stalled-after: 1.5s
          free: { stop: 1.5GB }
          retries: 10
          percent: "([0-9]+)%"
        signals: { command: [a, "{file}"], directory: /t, name: a.b, suspend: { signal: SIGUSR2 },
          free: { stop: 0, warn: 512KiB } }
        pair: { command: [a], suspend: { signal: STOP }, ready: spawned }
        other: { use: sox, command: [/tmp/sox, out.wav], suspend: { signal: USR1, resume: INT } }
        nowhere: { use: arecord, command: [arecord, /tmp/x.wav] }
      controls:
        \(controls)
      """)
    var plain = RecorderSettings(
      name: "plain", command: ["arecord", "-q", "-f", "cd", "{file}"], directory: "/takes",
      naming: TakeNaming(pattern: "{date}-{time}-{n}.wav"), readiness: .fileGrows)
    plain.preset = .arecord
    plain.stalledAfter = .seconds(3)
    plain.retries = 3
    var video = RecorderSettings(
      name: "video", command: ["rpicam-vid", "-n", "-t", "0", "-o", "{file}"], directory: "/takes",
      naming: TakeNaming(pattern: "{n}.mp4"), readiness: .fileGrows)
    video.preset = .rpicamVid
    var own = RecorderSettings(
      name: "own", command: ["ffmpeg", "-i", "x", "{file}"], directory: "/takes",
      naming: TakeNaming(pattern: "{n}.mkv"), readiness: .fileGrows, ladder: StopLadder(signal: .terminate))
    own.preset = .ffmpeg
    own.before = ["aplay", "hello.wav"]
    own.verify = ["ffprobe", "{file}"]
    own.suspension = .commands(suspend: ["a", "b"], resume: ["c"])
    own.stalledAfter = .milliseconds(1500)
    own.freeSpace = FreeSpace(stop: 1_500_000_000, warn: 1_500_000_000)
    own.retries = 10
    own.percentPattern = "([0-9]+)%"
    var signals = RecorderSettings(
      name: "signals", command: ["a", "{file}"], directory: "/t", naming: TakeNaming(pattern: "a.b"))
    signals.suspension = .signal(suspend: .user2, resume: .user2)
    signals.freeSpace = FreeSpace(stop: 0, warn: 524_288)
    let pair = RecorderSettings(name: "pair", command: ["a"], readiness: .spawned)
    var other = RecorderSettings(
      name: "other", command: ["/tmp/sox", "out.wav"], readiness: .after(.milliseconds(600)))
    other.preset = .sox
    other.retries = 3
    other.suspension = .signal(suspend: .user1, resume: .interrupt)
    var nowhere = RecorderSettings(name: "nowhere", command: ["arecord", "/tmp/x.wav"])
    nowhere.preset = .arecord
    nowhere.retries = 3
    #expect(result.diagnostics == [])
    #expect(result.settings?.recorders == [plain, video, own, signals, pair, other, nowhere])
  }

  @Test("a zone lies on the zone around it; side by side the later in the file is higher")
  func zoneOrder() throws {
    let shape = "center: [50%, 50%], radius: 5mm"
    let result = read(
      """
      devices: { g: { match: { kind: touchscreen } } }
      zones:
        toolbar: { device: g, inside: photo, \(shape), block: true }
        knob: { device: g, inside: toolbar, \(shape), block: true }
        low: { device: g, inside: whole, \(shape), block: true }
      controls:
        photo: { type: command-button, trigger: { device: g, zone: { \(shape) } }, run: [a] }
        frame:
          type: command-button
          triggers: [{ device: g, zone: { \(shape), inside: photo } }, { device: g, zone: { \(shape) } }]
          run: [a]
      """)
    #expect(result.diagnostics == [])
    let zones = try #require(result.settings).zones
    let drawn = zones.map { zone in "\(zone.name) in \(zone.parent.map { zones[$0].name } ?? "whole")" }
    #expect(
      drawn == [
        "low in whole", "photo in whole", "toolbar in photo", "knob in toolbar", "frame in photo", "frame-2 in whole",
      ])
  }

  @Test(
    "a duration is a number and a unit",
    arguments: [
      ("300ms", 300_000), ("1.5s", 1_500_000), ("0.0005 ms", 1), ("5min", 300_000_000), ("2h", 7_200_000_000),
      ("1000h", 3_600_000_000_000), ("0s", 0), (".5s", 500_000), ("00001s", 1_000_000),
    ] as [(String, Int64)])
  func durations(_ text: String, _ microseconds: Int64) throws {
    let hold = try #require(read(commandButton("hold: \(text)")).settings?.controls.first)
    guard case .commandButton(let settings) = hold.kind else { throw Unexpected() }
    #expect(settings.button.hold == .microseconds(microseconds))
  }

  @Test(
    "what is no duration is refused",
    arguments: [
      "1e3s", "0x10s", "infs", "nans", "s", "1.2.3s", "1,5s", "1s 2s", "1001h", "-0s", "１s", "99999999999999999999h",
    ])
  func badDurations(_ text: String) {
    let result = read(commandButton("hold: \"\(text)\""))
    #expect(result.settings == nil)
    #expect(result.diagnostics.map(\.column) == [8])
  }

  @Test("the home directory is put in for ~, and missed where there is none")
  func home() {
    let text = """
      devices: { b: { match: { name: B } } }
      recorders: { r: { command: [a, "{file}"], directory: ~, name: a.b } }
      controls: { c: { type: record-button, trigger: { device: b, key: KEY_A }, recorder: r } }
      """
    #expect(read(text).settings?.recorders.first?.directory == "/home/ada")
    let homeless = readConfiguration(Array(text.utf8), file: "c", home: nil)
    #expect(homeless.settings == nil)
    #expect(
      homeless.diagnostics.map(\.description) == [
        "c:2:54: error: \"~\" has no meaning without a home directory (expected an absolute path, or one below ~)"
      ])
  }

  @Test("what a text of the file says is shown without control characters, and cut")
  func hostileText() {
    let result = read(commandButton("hold: \"\\e[2J\(String(repeating: "x", count: 100_000))\""))
    #expect(result.diagnostics.map(\.message.utf8.count) == [130])
    #expect(result.diagnostics.first?.message.hasPrefix(#"found "\u{1B}[2Jxxx"#) == true)
    let names = read("\"\\e[2J\": 1\n\"\\e[2J\": 2\ndevices: { \"\\e[2J\": 3 }\nzones: { z: { device: x } }")
    #expect(names.diagnostics.count > 4)
    #expect(names.diagnostics.allSatisfy { !$0.message.utf8.contains(0x1B) })
  }

  @Test("the worst file of its size is answered within seconds")
  func worstCase() {
    // Long names that differ at their ends, each compared with each.
    var text = "devices:\n"
    for number in 0..<800 { text += "  \(number)\(String(repeating: "x", count: 56))\(number):\n" }
    text += "controls: { c: { type: record-button, recorder: r, feedback: [], triggers: [\n"
    for number in 0..<200 {
      text += "{ device: \(number)\(String(repeating: "x", count: 57))\(number), key: KEY_XXXX\(number) },\n"
    }
    let elapsed = ContinuousClock().measure { #expect(read(text + "] } }").settings == nil) }
    #expect(elapsed < .seconds(30))
  }

  private struct Unexpected: Error {}

  /// A command button with one more line, the second of the text.
  private func commandButton(_ line: String) -> String {
    """
    controls: { c: {
     \(line),
     type: command-button, trigger: { device: b, key: KEY_A }, run: [a] } }
    devices: { b: { match: { name: B } } }
    """
  }
}
