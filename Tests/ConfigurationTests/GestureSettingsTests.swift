import Bridge
import Configuration
import Controls
import Gestures
import InputModel
import Testing

/// What the core gets of the gestures, transforms and thresholds that a person wrote.
@Suite struct GestureSettingsTests {
  private let glass = Reference<DeviceSettings>(0)

  @Test("gestures and idle times arrive with their zones, phases, policies and labels")
  func gestures() throws {
    let result = read(
      """
      devices: { glass: { match: { kind: touchscreen } } }
      zones: { photo: { device: glass, x: 0%, y: 0%, width: 100%, height: 90% } }
      gestures:
        - { device: glass, gesture: swipe-left, fingers: 3, run: [wtype, -k, Right] }
        - { device: glass, zone: whole, gesture: swipe, run: [any] }
        - { zone: photo, gesture: tap, on: ended, run: [a] }
        - { device: glass, zone: photo, gesture: double-tap, run: [a] }
        - { zone: photo, gesture: long-press, run: [a], concurrency: restart }
        - { zone: photo, gesture: pan, fingers: 1, on: [began, ended, cancelled], run: [a], every: 0.2s }
        - { zone: photo, gesture: pinch, fingers: 2, on: changed, run: [a], concurrency: parallel 4, every: 200ms }
        - { zone: photo, gesture: rotate, run: [a], concurrency: single }
        - { device: glass, idle: 60s, run: [kiosk-home] }
        - { idle: 5min, run: [a], every: 1h }
      """)
    let whole = Reference<ZoneSettings>(0)
    let photo = Reference<ZoneSettings>(1)
    let command = CommandSettings(["a"])
    let fast = CommandSettings(["a"], policy: .parallel(4), interval: .milliseconds(200))
    #expect(result.diagnostics == [])
    let settings = try #require(result.settings)
    #expect(
      settings.gestures == [
        GestureSettings(
          label: "glass:swipe-left", zone: whole, pattern: .init(.swipe, fingers: 3, direction: .left),
          run: CommandSettings(["wtype", "-k", "Right"])),
        GestureSettings(label: "glass:swipe", zone: whole, pattern: .init(.swipe), run: CommandSettings(["any"])),
        GestureSettings(label: "glass:photo:tap", zone: photo, pattern: .init(.tap), run: command),
        GestureSettings(label: "glass:photo:double-tap", zone: photo, pattern: .init(.doubleTap), run: command),
        GestureSettings(
          label: "glass:photo:long-press", zone: photo, pattern: .init(.longPress), phases: [.began],
          run: CommandSettings(["a"], policy: .restart)),
        GestureSettings(
          label: "glass:photo:pan", zone: photo, pattern: .init(.pan, fingers: 1),
          phases: [.began, .ended, .cancelled], run: CommandSettings(["a"], interval: .milliseconds(200))),
        GestureSettings(
          label: "glass:photo:pinch", zone: photo, pattern: .init(.pinch, fingers: 2), phases: [.changed], run: fast),
        GestureSettings(label: "glass:photo:rotate", zone: photo, pattern: .init(.rotation), run: command),
      ])
    #expect(
      settings.idle == [
        IdleSettings(label: "glass:idle", device: glass, after: .minutes(1), run: CommandSettings(["kiosk-home"])),
        IdleSettings(
          label: "idle", device: nil, after: .minutes(5), run: CommandSettings(["a"], interval: .minutes(60))),
      ])
    // All of the glass lies behind the photo.
    #expect(settings.zones.map(\.name) == ["whole", "photo"])
    #expect(settings.zones.map(\.parent) == [nil, whole])
  }

  @Test("a transform is the zone that its fingers are on, what they move, and how far")
  func transforms() throws {
    let result = read(
      """
      devices: { glass: { match: { kind: touchscreen } } }
      zones: { pad: { device: glass, center: [50%, 50%], radius: 20mm } }
      feedback: { page: { run: [tell] } }
      controls:
        photo: { type: transform, device: glass, zone: { x: 0%, y: 0%, width: 100%, height: 50% } }
        map: { type: transform, zone: pad, target: atlas, scale: { minimum: 0.5, maximum: 4 }, enabled: no, feedback: [] }
        all: { type: transform, device: glass, scale: { maximum: 1e1 } }
      """)
    #expect(result.diagnostics == [])
    let settings = try #require(result.settings)
    let widest = TransformControl.Settings.widestLimits
    #expect(
      settings.controls == [
        ControlSettings(
          name: "photo", triggers: [TriggerSettings(.zone(Reference(2)), label: "glass:photo")],
          kind: .transform(TransformControl.Settings())),
        ControlSettings(
          name: "map", triggers: [TriggerSettings(.zone(Reference(1)), label: "glass:pad")],
          kind: .transform(TransformControl.Settings(target: "atlas", scaleLimits: 0.5...4)), isEnabled: false,
          outputs: []),
        ControlSettings(
          name: "all", triggers: [TriggerSettings(.zone(Reference(0)), label: "glass:whole")],
          kind: .transform(TransformControl.Settings(scaleLimits: widest.lowerBound...10))),
      ])
  }

  @Test("every threshold can be written; a zone's own come over those of its device")
  func thresholds() throws {
    let result = read(
      """
      devices:
        glass:
          match: { kind: touchscreen }
          simultaneous: false
          thresholds:
            press-slop: 4mm
            pan-slop: 2.5 mm
            pinch-slop: 1mm
            rotate-slop: 6deg
            rotate-slop-in-pinch: 12deg
            rotate-arc-slop: 0mm
            smallest-span: 9mm
            long-press: 400ms
            longest-tap: 250ms
            double-tap-window: 350ms
            double-tap-minimum: 30ms
            double-tap-distance: 20mm
            swipe-speed: 60mm/s
            swipe-distance: 12mm
            swipe-deviation: 20deg
            longest-swipe: 1s
            velocity-window: 90ms
            stop-gap: 30ms
            highest-speed: 1000 mm/s
      zones:
        photo: { device: glass, center: [50%, 50%], radius: 20mm, simultaneous: true,
          thresholds: { pan-slop: 0mm, longest-tap: none } }
      gestures:
        - { device: glass, gesture: tap, run: [a] }
        - { zone: photo, gesture: tap, run: [a] }
      """)
    var expected = Thresholds()
    expected.pressSlop = 4
    expected.panSlop = 2.5
    expected.pinchSlop = 1
    expected.rotationSlop = 6 * .pi / 180
    expected.rotationSlopInPinch = 12 * .pi / 180
    expected.rotationArcSlop = 0
    expected.smallestSpan = 9
    expected.longPress = .milliseconds(400)
    expected.longestTap = .milliseconds(250)
    expected.pairWindow = .milliseconds(350)
    expected.pairMinimum = .milliseconds(30)
    expected.pairDistance = 20
    expected.swipeSpeed = 60
    expected.swipeDistance = 12
    expected.swipeDeviation = 20 * .pi / 180
    expected.longestSwipe = .seconds(1)
    expected.velocityWindow = .milliseconds(90)
    expected.stopGap = .milliseconds(30)
    expected.fastest = 1_000
    // A new threshold is not forgotten here.
    for (own, standard) in zip(Mirror(reflecting: expected).children, Mirror(reflecting: Thresholds()).children) {
      #expect(String(describing: own.value) != String(describing: standard.value), "\(own.label ?? "")")
    }
    #expect(result.diagnostics == [])
    let zones = try #require(result.settings).zones
    #expect(zones.map(\.name) == ["whole", "photo"])
    #expect(zones[0].thresholds == expected)
    expected.panSlop = 0
    expected.longestTap = nil
    #expect(zones[1].thresholds == expected)
    #expect(zones.map(\.isSimultaneous) == [false, true])
  }

  @Test("the manual page has every threshold with the default that it really has")
  func thresholdsOfThePage() throws {
    let page = String(decoding: Folder(#filePath, up: 2, "docs").bytes("evbridge.yaml.5"), as: UTF8.self)
    let section = page.split(separator: "\n").drop { $0 != ".Ss thresholds" }.prefix { $0 != ".Ss feedback" }
    let keys = section.filter { $0.hasPrefix(".It Ic ") }.map { $0.split(separator: " ")[2] }
    let defaults = section.filter { $0.hasPrefix("Default: ") }
      .map { line in line.dropFirst(9).prefix { $0 != "," }.drop { $0 == " " } }
      .map { $0.last == "." ? $0.dropLast() : $0 }
    #expect(keys.count == defaults.count && keys.count == Mirror(reflecting: Thresholds()).children.count)
    let written = zip(keys, defaults).map { "\($0): \($1)" }.joined(separator: ", ")
    let result = read(
      """
      devices: { glass: { match: { kind: touchscreen }, thresholds: { \(written) } } }
      gestures: [{ device: glass, gesture: tap, run: [a] }]
      """)
    #expect(result.diagnostics == [])
    var expected = Thresholds()
    expected.panSlop = Thresholds.panSlop
    #expect(result.settings?.zones.map(\.thresholds) == [expected])
  }

  @Test("the same gesture with as many fingers may be bound as a pan and as a swipe, and twice")
  func together() {
    let result = read(
      """
      devices: { glass: { match: { kind: touchscreen } } }
      gestures:
        - { device: glass, gesture: pan, fingers: 2, run: [a] }
        - { device: glass, gesture: swipe, fingers: 2, run: [b] }
        - { device: glass, gesture: swipe, fingers: 2, run: [c] }
      """)
    #expect(result.diagnostics == [])
    #expect(result.settings?.gestures.count == 3)
  }

  @Test("a booth with everything in one file is read without a word")
  func wholeExample() throws {
    let result = read(
      """
      devices:
        button: { match: { name: "*Arcade*" } }
        glass:  { match: { kind: touchscreen }, rotate: 90, size: 344mm x 194mm }
      recorders:
        story:
          command: [arecord, -q, -D, default, -f, cd, "{file}"]
          directory: ~/takes
          name: "{date}-{time}-{n}.wav"
      zones:
        toolbar: { device: glass, inside: photo, x: 0%, y: 90%, width: 100%, height: 10%, block: true }
      controls:
        photo:  { type: transform, device: glass, zone: { x: 0%, y: 0%, width: 100%, height: 100% } }
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: story, maximum: 3min,
          feedback: [led] }
        ring:   { type: record-button, trigger: { device: glass, zone: { center: [50%, 80%], radius: 12mm } },
          recorder: story }
        replay: { type: command-button, trigger: { device: button, key: KEY_PLAY }, on: short,
          run: [aplay, "{last-file}"] }
      gestures:
        - { device: glass, zone: whole, gesture: swipe-left, fingers: 3, run: [wtype, -k, Right] }
        - { device: glass, idle: 60s, run: [kiosk-home] }
      feedback:
        led: { leds: [ACT] }
      """)
    #expect(result.diagnostics == [])
    let zones = try #require(result.settings).zones
    #expect(
      zones.map { "\($0.name) in \($0.parent.map { zones[$0].name } ?? "-")" } == [
        "whole in -", "photo in whole", "toolbar in photo", "ring in whole",
      ])
  }
}
