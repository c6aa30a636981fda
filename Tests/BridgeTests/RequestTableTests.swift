import Bridge
import Controls
import InputModel
import Takes
import Testing

/// Every request in every state of every kind of control: whether it is done, or why not.
@Suite("Every request has one answer") struct RequestTableTests {
  static let requests = [
    "start", "stop", "toggle", "suspend", "resume", "complete", "reset", "enable", "disable", "error", "fine", "42%",
  ]

  /// What is refused at 3 s, and why; all else is done.
  struct Row: CustomTestStringConvertible, Sendable {
    var control: String
    var state: String
    var script: String
    var refused: [String: String]
    var testDescription: String { "\(control), \(state)" }

    /// - Parameter refused: the reason of one or more requests
    init(_ control: String, _ state: String, _ script: String, _ refused: [String: String]) {
      self.control = control
      self.state = state
      self.script = script
      self.refused = [:]
      for (requests, reason) in refused {
        for request in requests.split(separator: " ") { self.refused[String(request)] = reason }
      }
    }
  }

  static let rows = [
    Row(
      "record", "idle", "",
      [
        "stop suspend complete": "it is not recording",
        "resume": "it is not suspended",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "record", "pressed", "↓2900",
      [
        "stop suspend complete": "it is not recording",
        "resume": "it is not suspended",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "record", "starting", "↓2600",
      [
        "start": "its recorder is not ready yet",
        "suspend": "it is not recording",
        "resume": "it is not suspended",
        "reset": "its take is not over",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "record", "recording", "↓0",
      [
        "start": "it is recording already",
        "resume": "it is not suspended",
        "reset": "its take is not over",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "record", "suspended", "record:start@0 record:suspend@2000",
      [
        "suspend": "it is not recording",
        "reset": "its take is not over",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "record", "stopping", "record:start@0 record:stop@2500",
      [
        "start stop toggle complete": "its last take is still being closed",
        "suspend": "it is not recording",
        "resume": "it is not suspended",
        "reset": "its take is not over",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "record", "busy", "second:start@0",
      [
        "start toggle": "its recorder is busy with another take",
        "stop suspend complete": "it is not recording",
        "resume": "it is not suspended",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "record", "disabled", "off:record@0",
      [
        "start toggle": "it is disabled",
        "stop suspend complete": "it is not recording",
        "resume": "it is not suspended",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "ring", "idle", "",
      [
        "stop suspend complete": "it is not in progress",
        "resume": "it is not suspended",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "ring", "starting", "ring:start@2900",
      [
        "start suspend": "its recorder is not ready yet",
        "resume": "it is not suspended",
        "reset": "its take is not over",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "ring", "recording", "ring:start@0",
      [
        "start": "it is in progress already",
        "resume": "it is not suspended",
        "reset": "its take is not over",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "ring", "suspended", "ring:start@0 ring:suspend@2000",
      [
        "suspend": "it is not in progress",
        "reset": "its take is not over",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "ring", "stopping", "ring:start@0 ring:stop@2500",
      [
        "start stop toggle complete": "its last take is still being closed",
        "suspend": "it is not in progress",
        "resume": "it is not suspended",
        "reset": "its take is not over",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "ring", "completed", "ring:start@0 ring:stop@1000",
      [
        "start toggle": "it is completed, and has to be reset first",
        "stop suspend complete": "it is not in progress",
        "resume": "it is not suspended",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "ring", "busy", "second:start@0",
      [
        "start toggle": "its recorder is busy with another take",
        "stop suspend complete": "it is not in progress",
        "resume": "it is not suspended",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "ring", "disabled", "off:ring@0",
      [
        "start toggle": "it is disabled",
        "stop suspend complete": "it is not in progress",
        "resume": "it is not suspended",
        "42%": "its progress is that of its take",
      ]),
    Row(
      "free", "idle", "",
      [
        "stop suspend": "it is not in progress",
        "resume": "it is not suspended",
      ]),
    Row(
      "free", "in progress", "free:start@0",
      [
        "start": "it is in progress already",
        "resume": "it is not suspended",
      ]),
    Row(
      "free", "suspended", "free:start@0 free:suspend@2000",
      [
        "suspend": "it is not in progress"
      ]),
    Row(
      "free", "completed", "free:complete@0",
      [
        "start toggle complete": "it is completed, and has to be reset first",
        "stop suspend": "it is not in progress",
        "resume": "it is not suspended",
      ]),
    Row(
      "free", "disabled", "off:free@0",
      [
        "start toggle": "it is disabled",
        "stop suspend": "it is not in progress",
        "resume": "it is not suspended",
      ]),
    Row(
      "call", "idle", "",
      [
        "stop toggle suspend resume complete reset error fine 42%":
          "it is a command-button, which can only start, enable and disable"
      ]),
    Row(
      "call", "running", "play↓2990",
      [
        "start": "its command still runs",
        "stop toggle suspend resume complete reset error fine 42%":
          "it is a command-button, which can only start, enable and disable",
      ]),
    Row(
      "call", "disabled", "off:call@0",
      [
        "start": "it is disabled",
        "stop toggle suspend resume complete reset error fine 42%":
          "it is a command-button, which can only start, enable and disable",
      ]),
    Row(
      "photo", "enabled", "",
      [
        "start stop toggle suspend resume complete error fine 42%":
          "it is a transform, which can only reset, enable and disable"
      ]),
    Row(
      "photo", "disabled", "off:photo@0",
      [
        "start stop toggle suspend resume complete error fine 42%":
          "it is a transform, which can only reset, enable and disable"
      ]),
  ]

  private static let bench: Bench = {
    var bench = Bench()
    bench.secondTriggers = ["other"]
    bench.commands = [
      Bench.Command(name: "call", triggers: ["play"], occasion: .press, action: .run(["call"]))
    ]
    bench.progressButtons = [
      Bench.ProgressControl(
        name: "ring", triggers: ["hook"],
        settings: ProgressButton.Settings(progress: .elapsed, maximum: .seconds(60), hasRecorder: true)),
      Bench.ProgressControl(name: "free", triggers: ["pane"], settings: ProgressButton.Settings()),
    ]
    bench.transforms = [Bench.Transform(name: "photo", zone: "ring")]
    bench.world.closing = .seconds(1)
    return bench
  }()

  @Test("in every state", arguments: rows)
  func answers(_ row: Row) throws {
    for request in Self.requests {
      var run = BridgeRun(Self.bench, try BridgeScript("\(row.script) \(row.control):\(request)@3000"))
      let answers = run.log.compactMap {
        if case .answer(_, let refusal) = $0.effect { refusal ?? "done" } else { nil }
      }
      let expected = row.refused[request].map { "control '\(row.control)': \($0)" } ?? "done"
      #expect(answers.last == expected, "\(request)")
      run.close()
      #expect(run.problems == [], "\(request)")
    }
  }
}
