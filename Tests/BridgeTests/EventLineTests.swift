import Bridge
import Controls
import Foundation
import Gestures
import InputModel
import Takes
import Testing

/// An event with its exact fields, as the line has them after `type`.
struct EventLineCase: CustomTestStringConvertible, Sendable {
  var kind: Event.Kind
  var type: String
  var fields: String
  var testDescription: String { type }

  init(_ type: String, _ kind: Event.Kind, _ fields: String) {
    self.type = type
    self.kind = kind
    self.fields = fields
  }

  private static let presence = DevicePresence(
    device: "button", node: "/dev/input/event5", name: "Arcade \"Big\" Button", kind: .buttons)
  private static let take = TakeReference(
    take: TakeID(rawValue: 3), control: "record", recorder: "story", file: "/t/.partial/a.wav")
  private static let fileless = TakeReference(
    take: TakeID(rawValue: 4), control: "record", recorder: "ring", file: nil)
  private static let ended = TakeResult(
    reason: .released, file: "/t/a.wav", duration: .milliseconds(1_700), status: .exited(255), signal: .interrupt)
  private static let endedBefore = TakeResult(
    reason: .crash, file: "/t/a.wav", earlierTake: TakeID(rawValue: 7))
  private static let killed = TakeResult(reason: .recorderExit, status: .signalled(.kill))

  /// Each type with all its fields, and again without those that may be missing.
  static let all = plain + gestures

  private static let plain = [
    EventLineCase(
      "device.added", .deviceAdded(presence),
      #""device":"button","node":"/dev/input/event5","name":"Arcade \"Big\" Button","kind":"buttons""#),
    EventLineCase(
      "device.removed", .deviceRemoved(presence),
      #""device":"button","node":"/dev/input/event5","name":"Arcade \"Big\" Button","kind":"buttons""#),
    EventLineCase(
      "press.down", .pressDown(control: "record", trigger: "button:KEY_RECORD"),
      #""control":"record","trigger":"button:KEY_RECORD""#),
    EventLineCase(
      "press.up", .pressUp(control: "record", trigger: "glass:record", held: .microseconds(299_600), reason: nil),
      #""control":"record","trigger":"glass:record","held":0.299600"#),
    EventLineCase(
      "press.up", .pressUp(control: "record", trigger: "glass:record", held: .seconds(75), reason: .deviceLost),
      #""control":"record","trigger":"glass:record","held":75.000000,"reason":"device-lost""#),
    EventLineCase(
      "press.ignored", .pressIgnored(control: "record", trigger: "a:b", reason: .downAtOpen),
      #""control":"record","trigger":"a:b","reason":"down-at-open""#),
    EventLineCase(
      "press.tap", .tap(control: "laundry", state: .inProgress), #""control":"laundry","state":"inProgress""#),
    EventLineCase(
      "tooltip.shown", .tooltipShown(control: "record", hint: .tapAndHold, text: "Tap\nand\tHold ☝"),
      #""control":"record","hint":"hold","text":"Tap\nand\tHold ☝""#),
    EventLineCase("tooltip.hidden", .tooltipHidden(control: "record"), #""control":"record""#),
    EventLineCase(
      "fade",
      .fade(control: "record", PressFade.Segment(from: 0.3, to: 1, duration: PressFade.releaseDuration)),
      #""control":"record","from":0.3000,"to":1.0000,"duration":0.400000"#),
    EventLineCase(
      "fade", .fade(control: "record", PressFade.Segment(from: .nan, to: -.infinity, duration: .microseconds(-1))),
      #""control":"record","from":0.0000,"to":0.0000,"duration":-0.000001"#),
    EventLineCase(
      "control.state", .controlState(control: "record", isEnabled: true, isSelected: false),
      #""control":"record","enabled":true,"selected":false"#),
    EventLineCase(
      "progress",
      .progress(
        control: "record",
        ProgressRing.Reading(
          state: .inProgress, from: 0, to: 100, duration: .minutes(3), hasError: false)),
      #""control":"record","state":"inProgress","from":0.0000,"to":100.0000,"duration":180.000000,"error":false"#),
    EventLineCase(
      "progress",
      .progress(
        control: "record",
        ProgressRing.Reading(
          state: .default, from: 33.33333, to: 33.33333, duration: .zero, hasError: true)),
      #""control":"record","state":"default","from":33.3333,"to":33.3333,"duration":0.000000,"error":true"#),
    EventLineCase(
      "progress",
      .progress(
        control: "work",
        ProgressRing.Reading(
          state: .inProgress, from: 50, to: 50, duration: .zero, hasError: false, isAnimated: false)),
      #""control":"work","state":"inProgress","from":50.0000,"to":50.0000,"duration":0.000000,"error":false,"#
        + #""animated":false"#),
    EventLineCase(
      "transform",
      .transform(control: "photo", target: "photo", TransformControl().placement, duration: .milliseconds(400)),
      #""control":"photo","target":"photo","a":1.0000,"b":0.0000,"c":0.0000,"d":1.0000,"e":0.0000,"f":0.0000,"#
        + #""dx":0.0000,"dy":0.0000,"scale":1.0000,"angle":0.0000,"duration":0.400000"#),
    EventLineCase(
      "transform",
      .transform(control: "photo", target: "map", carried),
      #""control":"photo","target":"map","a":0.0000,"b":2.0000,"c":-2.0000,"d":0.0000,"e":80.0000,"f":-109.0000,"#
        + #""dx":0.5000,"dy":0.0000,"scale":2.0000,"angle":90.0000"#),
    EventLineCase(
      "take.starting", .takeStarting(take),
      #""control":"record","take":3,"recorder":"story","file":"/t/.partial/a.wav""#),
    EventLineCase("take.starting", .takeStarting(fileless), #""control":"record","take":4,"recorder":"ring""#),
    EventLineCase(
      "take.recording", .takeRecording(take),
      #""control":"record","take":3,"recorder":"story","file":"/t/.partial/a.wav""#),
    EventLineCase("take.recording", .takeRecording(fileless), #""control":"record","take":4,"recorder":"ring""#),
    EventLineCase(
      "take.suspended", .takeSuspended(take),
      #""control":"record","take":3,"recorder":"story","file":"/t/.partial/a.wav""#),
    EventLineCase("take.suspended", .takeSuspended(fileless), #""control":"record","take":4,"recorder":"ring""#),
    EventLineCase(
      "take.stopping", .takeStopping(take, reason: .released),
      #""control":"record","take":3,"recorder":"story","file":"/t/.partial/a.wav","reason":"released""#),
    EventLineCase(
      "take.stopping", .takeStopping(fileless, reason: .lostRelease),
      #""control":"record","take":4,"recorder":"ring","reason":"lost-release""#),
    EventLineCase(
      "take.completed", .takeCompleted(take, ended),
      #""control":"record","take":3,"recorder":"story","file":"/t/a.wav","reason":"released","duration":1.700000,"#
        + #""exit_code":255,"stop_signal":"INT","discarded":false"#),
    EventLineCase(
      "take.completed", .takeCompleted(take, TakeResult(reason: .released, signal: .kill, wasDiscarded: true)),
      #""control":"record","take":3,"recorder":"story","reason":"released","duration":0.000000,"#
        + #""stop_signal":"KILL","discarded":true"#),
    EventLineCase(
      "take.completed", .takeCompleted(take, killed),
      #""control":"record","take":3,"recorder":"story","reason":"recorder-exit","duration":0.000000,"#
        + #""exit_signal":"KILL","discarded":false"#),
    EventLineCase(
      "take.failed", .takeFailed(take, killed, message: "C:\\ \u{0}\u{1f}\u{7f}\r"),
      #""control":"record","take":3,"recorder":"story","reason":"recorder-exit","duration":0.000000,"#
        + #""exit_signal":"KILL","discarded":false,"message":"C:\\ \u0000\u001f"# + "\u{7f}" + #"\r""#),
    EventLineCase(
      "take.failed", .takeFailed(take, ended, message: ""),
      #""control":"record","take":3,"recorder":"story","file":"/t/a.wav","reason":"released","duration":1.700000,"#
        + #""exit_code":255,"stop_signal":"INT","discarded":false,"message":"""#),
    EventLineCase(
      "take.completed", .takeCompleted(take, endedBefore),
      #""control":"record","take":3,"recorder":"story","file":"/t/a.wav","reason":"crash","duration":0.000000,"#
        + #""discarded":false,"earlier_take":7"#),
    EventLineCase(
      "take.failed", .takeFailed(take, endedBefore, message: "m"),
      #""control":"record","take":3,"recorder":"story","file":"/t/a.wav","reason":"crash","duration":0.000000,"#
        + #""discarded":false,"earlier_take":7,"message":"m""#),
    EventLineCase(
      "command.finished", .commandFinished(control: "replay", .exited(0)), #""control":"replay","exit_code":0"#),
    EventLineCase(
      "command.finished", .commandFinished(control: "replay", .signalled(.terminate)),
      #""control":"replay","exit_signal":"TERM""#),
    EventLineCase(
      "command.failed", .commandFailed(control: "replay", message: "no aplay"),
      #""control":"replay","message":"no aplay""#),
    EventLineCase(
      "anomaly", .anomaly(device: "glass", message: "events lost"), #""device":"glass","message":"events lost""#),
    EventLineCase("anomaly", .anomaly(device: nil, message: "late"), #""message":"late""#),
    EventLineCase(
      "anomaly", .anomaly(device: nil, control: "record", message: "the disk is nearly full"),
      #""control":"record","message":"the disk is nearly full""#),
  ]

  /// Each gesture with its values.
  private static let gestures: [EventLineCase] = {
    let step = Vector(dx: 1.5, dy: -0.00004)
    let values: [(GestureEvent.Values, GestureEvent.Phase, Int, String)] = [
      (.tap, .ended, 1, #""gesture":"tap","phase":"ended","fingers":1,"x":12.3457,"y":0.0000"#),
      (.doubleTap, .ended, 1, #""gesture":"double-tap","phase":"ended","fingers":1,"x":12.3457,"y":0.0000"#),
      (.longPress, .began, 1, #""gesture":"long-press","phase":"began","fingers":1,"x":12.3457,"y":0.0000"#),
      (
        .pan(translation: Vector(dx: -20, dy: 3), step: step, velocity: .zero), .changed, 2,
        #""gesture":"pan","phase":"changed","fingers":2,"x":12.3457,"y":0.0000,"dx":-20.0000,"dy":3.0000,"#
          + #""step_x":1.5000,"step_y":0.0000,"vx":0.0000,"vy":0.0000"#
      ),
      (
        .pinch(scale: 2, step: 1.01), .ended, 1,
        #""gesture":"pinch","phase":"ended","fingers":1,"x":12.3457,"y":0.0000,"scale":2.0000,"step":1.0100"#
      ),
      (
        .rotation(angle: 2.5 * .pi, step: -.pi / 180), .cancelled, 0,
        #""gesture":"rotate","phase":"cancelled","fingers":0,"x":12.3457,"y":0.0000,"angle":450.0000,"step":-1.0000"#
      ),
      (
        .swipe(.up, velocity: Vector(dx: 1, dy: -300)), .ended, 3,
        #""gesture":"swipe-up","phase":"ended","fingers":3,"x":12.3457,"y":0.0000,"vx":1.0000,"vy":-300.0000"#
      ),
    ]
    return values.map { values, phase, contacts, fields in
      let gesture = GestureEvent(values, phase, at: .zero, contacts: contacts, focus: Point(x: 12.34567, y: 0))
      return EventLineCase(
        "gesture", .gesture(GestureReport(device: "glass", zone: "photo", gesture: gesture)),
        #""device":"glass","zone":"photo","# + fields)
    }
  }()

  /// Twice as large, turned by a quarter about 60 mm, 10 mm, and carried by half a millimetre.
  private static let carried: TransformControl.Placement = {
    var control = TransformControl()
    let pivot = Point(x: 60, y: 10)
    let values: [GestureEvent.Values] = [
      .pan(translation: Vector(dx: 0.5, dy: 0), step: Vector(dx: 0.5, dy: 0), velocity: .zero),
      .pinch(scale: 2, step: 2), .rotation(angle: .pi / 2, step: .pi / 2),
    ]
    for values in values {
      _ = control.consume(.gesture(GestureEvent(values, .began, at: .zero, contacts: 2, focus: pivot)))
    }
    return control.placement
  }()

  var line: EventLine {
    EventLine(
      Event(Timestamp(microseconds: 812_300_001), kind), sequence: 7,
      time: WallTime(sinceEpoch: .milliseconds(1_796_043_909_042), offset: .minutes(60)))
  }
}

/// What every line begins with.
private struct Head: Decodable, Equatable {
  var v: Int
  var seq: Int
  var time: String
  var microseconds: Int
  var type: String

  enum CodingKeys: String, CodingKey {
    case v, seq, time, type
    case microseconds = "mono_us"
  }
}

struct EventLineTests {
  @Test("a list is an array of texts")
  func list() {
    let object = JSONObject([EventField("full", .list(["a", "\"b\"", ""])), EventField("empty", .list([]))])
    #expect(object.text == #"{"full":["a","\"b\"",""],"empty":[]}"#)
  }

  @Test("objects lie within objects, their keys in order")
  func nested() {
    let inner = [EventField("z", .number(1)), EventField("a", .objects([[], [EventField("\"", .flag(true))]]))]
    let object = JSONObject([EventField("inner", .object(inner)), EventField("none", .objects([]))])
    #expect(object.text == #"{"inner":{"z":1,"a":[{},{"\"":true}]},"none":[]}"#)
  }

  @Test("every type has exactly these bytes, and they are JSON", arguments: EventLineCase.all)
  func bytes(of test: EventLineCase) throws {
    var bytes = Array("before\n".utf8)
    test.line.append(to: &bytes)
    let object =
      #"{"v":1,"seq":7,"time":"2026-11-30T14:05:09.042+01:00","mono_us":812300001,"type":"\#(test.type)",\#(test.fields)}"#
    #expect(String(decoding: bytes, as: UTF8.self) == "before\n" + object + "\n")
    #expect(test.line.json == object)
    let head = try JSONDecoder().decode(Head.self, from: Data(object.utf8))
    #expect(
      head
        == Head(
          v: 1, seq: 7, time: "2026-11-30T14:05:09.042+01:00", microseconds: 812_300_001, type: test.type))
  }

  @Test("no text can leave its string", arguments: 0..<0xa0 as Range<UInt32>)
  func escapes(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let message = "a\(Character(scalar))\"\\\u{2028}e\u{301}🎙"
    let line = EventLine(
      Event(.zero, .anomaly(device: nil, message: message)), sequence: 1, time: WallTime(sinceEpoch: .zero))
    let decoded = try JSONDecoder().decode([String: Mixed].self, from: Data(line.json.utf8))
    #expect(decoded["message"]?.text.map { Array($0.utf8) } == Array(message.utf8))
    #expect(line.json.utf8.allSatisfy { $0 >= 0x20 })
  }

  @Test("the page names every type in order, and the fields that are really written")
  func page() throws {
    let page = try EventPage()
    #expect(page.types == Event.types)
    #expect(Set(EventLineCase.all.map(\.type)) == Set(Event.types))
    for type in Event.types {
      let written = EventLineCase.all.filter { $0.type == type }.map { $0.line.event.fields.map(\.name) }
      let documented = page.fields[type, default: []]
      #expect(Event.fieldNames[type] == documented.map(\.name))
      for names in written {
        #expect(names == documented.map(\.name).filter(names.contains), "\(type)")
      }
      for field in documented {
        #expect(written.contains { $0.contains(field.name) }, "\(type).\(field.name) is never written")
        #expect(field.isOptional == !written.allSatisfy { $0.contains(field.name) }, "\(type).\(field.name)")
      }
    }
    #expect(page.stopReasons == StopReason.allCases.map(\.rawValue))
  }

  @Test("wall time is RFC 3339 in any zone and any year")
  func wallTime() {
    let cases: [(Interval, Interval, String)] = [
      (.zero, .zero, "1970-01-01T00:00:00.000Z"),
      (.microseconds(951_782_399_999_999), .zero, "2000-02-28T23:59:59.999Z"),
      (.seconds(951_782_400), .zero, "2000-02-29T00:00:00.000Z"),
      (.seconds(1_709_251_199), .zero, "2024-02-29T23:59:59.000Z"),
      (.seconds(1_798_761_600), .minutes(-210), "2026-12-31T20:30:00.000-03:30"),
      (.seconds(1_798_761_599), .minutes(345), "2027-01-01T05:44:59.000+05:45"),
      (.seconds(4_107_542_400), .zero, "2100-03-01T00:00:00.000Z"),
      (.microseconds(.max), .minutes(60), "9999-12-31T23:59:59.999+01:00"),
      (.microseconds(.min), .minutes(-6_000), "1970-01-01T00:00:00.000-23:59"),
    ]
    for (time, offset, text) in cases {
      let line = EventLine(
        Event(.zero, .tooltipHidden(control: "a")), sequence: 1, time: WallTime(sinceEpoch: time, offset: offset))
      #expect(
        line.json == #"{"v":1,"seq":1,"time":"\#(text)","mono_us":0,"type":"tooltip.hidden","control":"a"}"#)
    }
    #expect(WallTime(sinceEpoch: .seconds(3)) - .seconds(1) == WallTime(sinceEpoch: .seconds(2)))
  }

  @Test("wall time agrees with Foundation up to the year 9999")
  func wallTimeAgrees() {
    // Every four years and five hours, nearly.
    for seconds in stride(from: Int64(0), to: 253_402_300_800, by: 126_246_961) {
      let line = EventLine(
        Event(.zero, .tooltipHidden(control: "a")), sequence: 1, time: WallTime(sinceEpoch: .seconds(seconds)))
      let text = Date(timeIntervalSince1970: Double(seconds)).ISO8601Format(.init(includingFractionalSeconds: true))
      #expect(line.json.contains(text), "\(seconds)")
    }
  }

  @Test("a gap is told with its length")
  func dropped() {
    #expect(String(decoding: EventLine.dropped(12), as: UTF8.self) == "{\"v\":1,\"type\":\"dropped\",\"dropped\":12}\n")
  }

  @Test("an event goes to the outputs of its control, all others to every output")
  func outputs() {
    let light = Reference<OutputSettings>(0)
    let hook = Reference<OutputSettings>(1)
    let button = ControlSettings.Kind.recordButton(RecordButtonSettings(recorder: Reference(0)))
    let settings = Settings(controls: [
      ControlSettings(name: "all", triggers: [], kind: button),
      ControlSettings(name: "light", triggers: [], kind: button, outputs: [light]),
      ControlSettings(name: "none", triggers: [], kind: button, outputs: []),
    ])
    let cases: [(Event.Kind, [Bool])] = [
      (.tooltipHidden(control: "all"), [true, true]),
      (.tooltipHidden(control: "light"), [true, false]),
      (.tooltipHidden(control: "none"), [false, false]),
      (.tooltipHidden(control: "gone in a reload"), [true, true]),
      (.anomaly(device: "light", message: ""), [true, true]),
      (.anomaly(device: nil, control: "light", message: ""), [true, false]),
      (.deviceAdded(DevicePresence(device: "light", node: "", name: "", kind: .other)), [true, true]),
    ]
    for (kind, expected) in cases {
      #expect([light, hook].map { settings.output($0, shows: Event(.zero, kind)) } == expected, "\(kind)")
    }
  }
}

/// A JSON value of a flat object.
private enum Mixed: Decodable {
  case text(String)
  case number(Double)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// docs/EVENTS.md as far as a program can read it.
struct EventPage {
  var types: [String] = []
  var fields: [String: [(name: String, isOptional: Bool)]] = [:]
  /// Of the snapshot, by the names of the lists and objects in it; its own by "snapshot".
  var snapshot: [String: [(name: String, isOptional: Bool)]] = [:]
  var stopReasons: [String] = []

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/EVENTS.md"), encoding: .utf8)
    var section = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") { section = String(line) }
      if line.hasPrefix("### ") { types.append(String(line.dropFirst(4))) }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count > 1, cells[0].hasPrefix("`") else { continue }
      let name = cells[0].trimmingCharacters(in: ["`"])
      if section.hasPrefix("### ") {
        fields[String(section.dropFirst(4)), default: []].append((name, cells[1].hasSuffix("optional")))
      } else if section == "## Snapshot" {
        snapshot["snapshot", default: []].append((name, cells[1].hasSuffix("optional")))
      } else if section.hasPrefix("#### ") {
        snapshot[String(section.dropFirst(5)), default: []].append((name, cells[1].hasSuffix("optional")))
      } else if section == "## Stop reasons" {
        stopReasons.append(name)
      }
    }
  }
}
