import Bridge
import Controls
import Foundation
import Gestures
import InputModel
import Takes
import Testing

@Suite("All that is so now") struct SnapshotTests {
  private static let program = Snapshot.Program(pid: 4242, version: "1.2.3", configuration: "/etc/evbridge.yaml")

  private static func busy() throws -> Snapshot {
    var bench = Bench()
    bench.secondTriggers = ["other"]
    bench.commands = [
      Bench.Command(name: "call", triggers: ["play"], occasion: .short, action: .run(["call"]))
    ]
    bench.zones = [Bench.Zone("photo", .glass, .whole)]
    bench.transforms = [Bench.Transform(name: "photo", zone: "photo")]
    bench.world.fileProblem = "no file"
    bench.recorder.readiness = .spawned
    let script =
      "found:running@0 gone:other@100 back:other@150 drop:glass@160 f1:20,20@500 f1:40,20@516 gone:glass@600 other↓1000 off:call@1000 ↓1200 ↑1300 found:running@1490 .1500"
    let run = BridgeRun(bench, try BridgeScript(script))
    return run.state.snapshot(
      of: program, at: run.start + .milliseconds(1_500), lags: [DeviceID(rawValue: 1): .microseconds(812)])
  }

  /// A take without a file goes on, or has ended with one.
  private static func quiet(_ script: String, directory: String?) throws -> Snapshot {
    var bench = Bench()
    bench.recorder.directory = directory
    let run = BridgeRun(bench, try BridgeScript(script))
    return run.state.snapshot(of: Snapshot.Program(pid: 1, version: "", configuration: nil), at: .zero)
  }

  /// Everything on glass.
  private static func glass() throws -> Snapshot {
    var bench = Bench()
    bench.triggers = ["ring"]
    bench.zones += [
      Bench.Zone("photo", .glass, .whole),
      Bench.Zone(
        "bar", .glass,
        .rectangle(x: .fraction(0.5), y: .millimeters(0), width: .fraction(0.25), height: .millimeters(10))),
    ]
    bench.commands = [Bench.Command(name: "call", triggers: ["play", "bar"], occasion: .press, action: .run(["call"]))]
    bench.transforms = [Bench.Transform(name: "photo", zone: "photo")]
    let run = BridgeRun(bench, try BridgeScript(".1000"))
    return run.state.snapshot(of: program, at: .zero)
  }

  @Test("a control on glass says where it lies, in millimetres")
  func zones() throws {
    let text = Self.text(try Self.glass())
    for part in [
      #""kind":"touchscreen","width":100.0000,"height":100.0000,"drops":0"#,
      #"{"control":"record","type":"record-button","zone":{"device":"glass","zone":"ring","shape":"circle","#
        + #""x":38.0000,"y":68.0000,"width":24.0000,"height":24.0000},"enabled":true"#,
      #"{"control":"call","type":"command-button","zone":{"device":"glass","zone":"bar","shape":"rectangle","#
        + #""x":50.0000,"y":0.0000,"width":25.0000,"height":10.0000},"enabled":true"#,
      #"{"control":"photo","type":"transform","zone":{"device":"glass","zone":"photo","shape":"rectangle","#
        + #""x":0.0000,"y":0.0000,"width":100.0000,"height":100.0000},"enabled":true"#,
    ] { #expect(text.contains(part), "\(part)\n\(text)") }
  }

  private static func text(_ snapshot: Snapshot) -> String {
    var bytes: [UInt8] = []
    snapshot.append(to: &bytes, sequence: 7, time: WallTime(sinceEpoch: .milliseconds(1_500)))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("these are its very bytes, and they are JSON")
  func bytes() throws {
    let text = Self.text(try Self.busy())
    let expected = [
      #"{"v":1,"seq":7,"time":"1970-01-01T00:00:01.500Z","mono_us":1500000,"type":"snapshot","pid":4242,"version":"1.2.3","#,
      #""configuration":"/etc/evbridge.yaml","devices":["#,
      #"{"device":"button","state":"present","node":"/dev/input/event1","name":"button","kind":"buttons","drops":0,"#,
      #""reopens":0,"lag":0.000812},"#,
      #"{"device":"other","state":"present","node":"/dev/input/event4","name":"other","kind":"buttons","drops":0,"reopens":1},"#,
      #"{"device":"hook","state":"waiting","drops":0,"reopens":0},{"device":"glass","state":"waiting","drops":1,"reopens":0},"#,
      #"{"device":"pane","state":"waiting","drops":0,"reopens":0},{"device":"film","state":"waiting","drops":0,"reopens":0}],"#,
      #""controls":[{"control":"record","type":"record-button","enabled":true,"selected":false,"tooltip":"Please wait","#,
      #""fade":{"from":1.0000,"to":1.0000,"duration":0.000000},"#,
      #""ring":{"state":"default","from":0.0000,"to":0.0000,"duration":0.000000,"error":false}},"#,
      #"{"control":"second","type":"record-button","enabled":true,"selected":true,"pressed":"other","#,
      #""fade":{"from":0.3000,"to":0.3000,"duration":0.000000},"#,
      #""ring":{"state":"inProgress","from":0.0667,"to":100.0000,"duration":299.800000,"error":false}},"#,
      #"{"control":"call","type":"command-button","enabled":false,"selected":false,"#,
      #""fade":{"from":1.0000,"to":1.0000,"duration":0.000000}},"#,
      #"{"control":"photo","type":"transform","enabled":true,"selected":false,"transform":{"target":"photo","#,
      #""a":1.0000,"b":0.0000,"c":0.0000,"d":1.0000,"e":18.0000,"f":0.0000,"dx":18.0000,"dy":0.0000,"scale":1.0000,"#,
      #""angle":0.0000}}],"takes":["#,
      #"{"take":2,"control":"second","recorder":"story","state":"recording","file":"/takes/.partial/2","started":1300000,"#,
      #""duration":0.200000},"#,
      #"{"take":3,"control":"record","recorder":"story","state":"stopping","file":"/takes/.partial/left","duration":0.000000}],"#,
      #""recorders":[{"recorder":"story","busy":true,"last_error":"no file"}]}"#,
    ]
    #expect(text == expected.joined() + "\n")
    #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
  }

  @Test("the page names every field in order")
  func page() throws {
    let documented = try EventPage().snapshot
    let snapshots = [
      try Self.busy(), try Self.glass(), try Self.quiet("↓0 .1000", directory: nil),
      try Self.quiet("↓0 ↑2000 .3000", directory: "/takes"),
    ]
    var written: [String: [[String]]] = ["snapshot": snapshots.map { $0.fields.map(\.name) }]
    for field in snapshots.flatMap(\.fields) {
      if case .objects(let objects) = field.value {
        written[field.name, default: []] += objects.map { $0.map(\.name) }
      }
    }
    #expect(Set(written.keys) == Set(documented.keys))
    for (part, objects) in written {
      let fields = documented[part, default: []]
      for names in objects { #expect(names == fields.map(\.name).filter(names.contains), "\(part)") }
      for field in fields {
        #expect(objects.contains { $0.contains(field.name) }, "\(part).\(field.name) is never written")
        #expect(field.isOptional == !objects.allSatisfy { $0.contains(field.name) }, "\(part).\(field.name)")
      }
    }
  }

  @Test(
    "a stretch is told as what is left of it",
    arguments: [(0, 0.3, 0.4), (100, 0.475, 0.3), (400, 1, 0), (9_000, 1, 0)])
  func fade(after milliseconds: Int64, _ value: Double, _ left: Double) throws {
    let run = BridgeRun(Bench(), try BridgeScript("↓0 ↑100 .120"))
    let snapshot = run.state.snapshot(of: Self.program, at: run.start + .milliseconds(120 + milliseconds))
    let text = Self.text(snapshot)
    let fade = JSONObject([
      EventField("from", .alpha(value)), EventField("to", .alpha(1)),
      EventField("duration", .seconds(.milliseconds(Int64(left * 1_000)))),
    ])
    #expect(text.contains("\"fade\":\(fade.text)"), "\(text)")
  }

  @Test("it says what the events have said", arguments: 0..<100)
  func agrees(seed: Int) throws {
    let random = RandomBench(seed: seed)
    let run = BridgeRun(random.bench, try BridgeScript(random.script))
    let told = Told(random.bench.settings, run.log.map(\.effect))
    let snapshot = run.state.snapshot(of: Self.program, at: run.state.now)
    for field in snapshot.fields {
      guard case .objects(let objects) = field.value else { continue }
      switch field.name {
      case "controls": #expect(objects.map(Told.Control.init) == told.controls, "\(random.script)")
      case "takes": #expect(objects.map { $0[0].text + " " + $0[3].text } == told.takes, "\(random.script)")
      case "devices": #expect(objects.compactMap { $0[1].text == "present" ? $0[2].text : nil }.sorted() == told.nodes)
      default: break
      }
    }
  }
}

/// What a program knows that has read all events.
private struct Told {
  struct Control: Equatable {
    var values: [String: String]

    init(_ fields: [EventField]) {
      values = [:]
      for field in fields where ["control", "enabled", "selected", "pressed", "tooltip"].contains(field.name) {
        values[field.name] = field.text
      }
    }
  }

  var controls: [Control]
  var takes: [String] = []
  private var present: Set<String> = []
  var nodes: [String] { present.sorted() }

  init(_ settings: Settings, _ effects: [Effect]) {
    controls = settings.controls.map { control in
      Control([
        EventField("control", .text(control.name)), EventField("enabled", .flag(control.isEnabled)),
        EventField("selected", .flag(false)),
      ])
    }
    for case .publish(let event) in effects { note(event, in: settings) }
  }

  private mutating func note(_ event: Event, in settings: Settings) {
    let fields = Dictionary(uniqueKeysWithValues: event.fields.map { ($0.name, $0.text) })
    let name = String(event.type.split(separator: ".").last ?? "")
    switch event.kind {
    case .deviceAdded(let presence): present.insert(presence.node)
    case .deviceRemoved(let presence): present.remove(presence.node)
    case .takeStarting, .takeRecording, .takeSuspended, .takeStopping, .takeCompleted, .takeFailed:
      let take = fields["take"] ?? ""
      let line = take + " " + name
      let place = takes.firstIndex { $0.hasPrefix(take + " ") }
      if ["completed", "failed"].contains(name) {
        if let place { takes.remove(at: place) }
      } else if let place {
        takes[place] = line
      } else {
        takes.append(line)
      }
    default:
      guard let index = settings.controls.firstIndex(where: { $0.name == event.control }) else { return }
      switch event.kind {
      case .pressDown: controls[index].values["pressed"] = fields["trigger"]
      case .pressUp: controls[index].values["pressed"] = nil
      case .tooltipShown: controls[index].values["tooltip"] = fields["text"]
      case .tooltipHidden: controls[index].values["tooltip"] = nil
      case .controlState:
        controls[index].values["enabled"] = fields["enabled"]
        controls[index].values["selected"] = fields["selected"]
      default: break
      }
    }
  }
}
