import Controls
import InputModel
import Testing

/// A script with what the button does, what its ring shows, and what is refused.
struct TakeCase: CustomTestStringConvertible, Sendable {
  var name: String
  var change: @Sendable (inout RecordButton.Settings) -> Void
  var script: String
  var actions: String
  var ring: String
  var refusals: [String]
  var testDescription: String { name }

  init(_ name: String, _ script: String, _ actions: String, ring: String = "", refusals: [String] = []) {
    self.init(name, { _ in }, script, actions, ring: ring, refusals: refusals)
  }

  init(
    _ name: String, _ change: @escaping @Sendable (inout RecordButton.Settings) -> Void, _ script: String,
    _ actions: String, ring: String = "", refusals: [String] = []
  ) {
    self.name = name
    self.change = change
    self.script = script
    self.actions = actions
    self.ring = ring
    self.refusals = refusals
  }
}

/// The ring is at its end after five seconds in all of them.
@Suite("RecordButton and its take") struct RecordButtonTakeTests {
  @Sendable static func greets(_ settings: inout RecordButton.Settings) { settings.greets = true }
  @Sendable static func greetsToggle(_ settings: inout RecordButton.Settings) {
    settings.greets = true
    settings.mode = .toggle
  }
  @Sendable static func toggle(_ settings: inout RecordButton.Settings) { settings.mode = .toggle }
  @Sendable static func suspends(_ settings: inout RecordButton.Settings) { settings.onRelease = .suspend }

  static let rings = [
    TakeCase(
      "the ring runs from ready to the maximum, and is back as soon as the take stops", "↓0 ready@1300 ↑2300 .9000",
      "0 prepare, 300 start, 2320 stop released", ring: "1300 inProgress 0-100 in 5000, 2320 default 0"),
    TakeCase(
      "at the maximum it is full", "↓0 .9000", "0 prepare, 300 start, 5300 stop maximum",
      ring: "300 inProgress 0-100 in 5000, 5300 default 0"),
    TakeCase(
      "without a maximum it is in progress at 0", { $0.maximum = nil }, "↓0 ↑2000 .9000",
      "0 prepare, 300 start, 2020 stop released", ring: "300 inProgress 0, 2020 default 0"),
    TakeCase(
      "clips add up, and the ring stands still between them", suspends, "↓0 ↑1280 ↓3000 ↑4280 .9000",
      "0 prepare, 300 start, 1300 suspend, 3300 resume, 4300 suspend",
      ring:
        "300 inProgress 0-100 in 5000, 1300 suspended 20, 3300 inProgress 20-100 in 4000, 4300 suspended 40"),
    TakeCase(
      "suspended is what the recorder has reached, not what it was told", suspends,
      "↓0 ready@300 ↑1280 paused@1800 ↓3000 ready@3900 .4000",
      "0 prepare, 300 start, 1300 suspend, 3300 resume",
      ring: "300 inProgress 0-100 in 5000, 1800 suspended 30, 3900 inProgress 30-100 in 3400"),
    TakeCase(
      "a recorder that dies ends progress and selection at once, and a press is busy until its file is closed",
      "↓0 stopping@2000 ↑2200 ↓2500 ↑2600 failed@3000 .3100",
      "0 prepare, 300 start, 2500 ignored busy, 2500 hint busy",
      ring: "300 inProgress 0-100 in 5000, 2000 default 0, 3000 default 0 error"),
    TakeCase(
      "an error stays until the next press that counts", "↓0 failed@1000 ↑1100 .2000 ↓3000 ↑3100 .3200",
      "0 prepare, 300 start, 3000 prepare, 3120 abandon, 3120 hint hold",
      ring: "300 inProgress 0-100 in 5000, 1000 default 0 error, 3000 default 0"),
    TakeCase(
      "what could not be prepared is an error as well, told anew each time",
      "↓0 failed@1 ↑100 ↓1000 failed@1001 ↑1100 .1200",
      "0 prepare, 1000 prepare",
      ring: "1 default 0 error, 1000 default 0, 1001 default 0 error"),
    TakeCase(
      "stopped before it was ready, it was never in progress", "↓0 gone@600 ready@700 ended@900 .2000",
      "0 prepare, 300 start, 600 stop device-lost"),
  ]

  static let greetings = [
    TakeCase(
      "a release while the greeting plays ends the take, and nothing is kept", greets, "↓0 ↑2000 ready@9000 .2100",
      "0 prepare, 300 start, 2020 stop released discard, 2020 hint hold, 4020 hidden"),
    TakeCase(
      "after the greeting the usual rules hold", greets, "↓0 greeted@2000 ready@2300 ↑2500 .9000",
      "0 prepare, 300 start, 3300 stop released", ring: "2300 inProgress 0-100 in 5000, 3300 default 0"),
    TakeCase(
      "a release that was in the greeting counts so, even when it is confirmed after it", greets,
      "↓0 ↑1990 greeted@2000 ready@2300 .9000",
      "0 prepare, 300 start, 2010 stop released discard, 2010 hint hold, 4010 hidden"),
    TakeCase(
      "a bounce in the greeting is no release", greets, "↓0 ↑1990 greeted@2000 ↓2005 ready@2300 ↑4000 .9000",
      "0 prepare, 300 start, 4020 stop released", ring: "2300 inProgress 0-100 in 5000, 4020 default 0"),
    TakeCase(
      "the second press of a toggle ends it in the greeting", greetsToggle, "↓0 ↑100 ↓2000 ready@9000 .2100",
      "0 prepare, 0 start, 2000 stop toggled discard"),
    TakeCase(
      "a request to complete ends it in the greeting", greetsToggle, "↓0 ↑100 complete@2000 ready@9000 .2100",
      "0 prepare, 0 start, 2000 stop complete discard"),
    TakeCase(
      "an unplugged device ends it in the greeting", greets, "↓0 gone@2000 ready@9000 .2100",
      "0 prepare, 300 start, 2000 stop device-lost discard"),
    TakeCase(
      "a greeting that nobody told the end of is over when the recorder is ready", greets, "↓0 ready@2000 ↑4000 .9000",
      "0 prepare, 300 start, 4020 stop released", ring: "2000 inProgress 0-100 in 5000, 4020 default 0"),
  ]

  static let requests = [
    TakeCase(
      "start goes on without being held until the maximum", "start@0 .9000", "0 prepare, 0 start, 5000 stop maximum",
      ring: "0 inProgress 0-100 in 5000, 5000 default 0"),
    TakeCase(
      "the next press stops what a request has started", "start@0 ↓2000 ↑2100 .9000",
      "0 prepare, 0 start, 2000 stop toggled", ring: "0 inProgress 0-100 in 5000, 2000 default 0"),
    TakeCase(
      "start takes over a press that is down, whose release then does nothing", "↓0 start@100 ↑200 .2000",
      "0 prepare, 100 start", ring: "100 inProgress 0-100 in 5000"),
    TakeCase(
      "stop and complete are at once, whatever tail and minimum say", { $0.tail = .seconds(1) },
      "↓0 ↑400 stop@500 ↓1000 complete@1400 ↑2000 .3000",
      "0 prepare, 300 start, 500 stop complete, 1000 prepare, 1300 start, 1400 stop complete",
      ring: "300 inProgress 0-100 in 5000, 500 default 0, 1300 inProgress 0-100 in 5000, 1400 default 0"),
    TakeCase(
      "toggle starts, stops, and goes on with what is suspended", suspends,
      "toggle@0 toggle@1000 .1500 ↓2000 ↑3000 toggle@4000 .4500",
      "0 prepare, 0 start, 1000 stop complete, 2000 prepare, 2300 start, 3020 suspend, 4000 resume",
      ring:
        "0 inProgress 0-100 in 5000, 1000 default 0, 2300 inProgress 0-100 in 5000, 3020 suspended 14.4, "
        + "4000 inProgress 14.4-100 in 4280"),
    TakeCase(
      "suspended by a request, resumed by a hold, which stops it", "start@0 suspend@1000 ↓3000 ↑4300 .9000",
      "0 prepare, 0 start, 1000 suspend, 3300 resume, 4320 stop released",
      ring: "0 inProgress 0-100 in 5000, 1000 suspended 20, 3300 inProgress 20-100 in 4000, 4320 default 0"),
    TakeCase(
      "a toggle's press goes on with what a request has suspended", toggle,
      "↓0 ↑100 suspend@1000 ↓2000 ↑2100 ↓4000 .9000",
      "0 prepare, 0 start, 1000 suspend, 2000 resume, 4000 stop toggled",
      ring: "0 inProgress 0-100 in 5000, 1000 suspended 20, 2000 inProgress 20-100 in 4000, 4000 default 0"),
    TakeCase(
      "a hold that a request has suspended holds nothing any more", "↓0 suspend@1300 ↑2000 resume@3000 ↓5000 .9000",
      "0 prepare, 300 start, 1300 suspend, 3000 resume, 5000 stop toggled",
      ring: "300 inProgress 0-100 in 5000, 1300 suspended 20, 3000 inProgress 20-100 in 4000, 5000 default 0"),
    TakeCase(
      "complete ends what is suspended", suspends, "↓0 ↑1280 complete@3000 .9000",
      "0 prepare, 300 start, 1300 suspend, 3000 stop complete",
      ring: "300 inProgress 0-100 in 5000, 1300 suspended 20, 3000 default 0"),
    TakeCase(
      "what is not recording can not be stopped, suspended or resumed",
      "stop@0 complete@1 suspend@2 resume@3 progress@4 .5", "",
      refusals: [
        "0 it is not recording", "1 it is not recording", "2 it is not recording", "3 it is not suspended",
        "4 its progress is that of its take",
      ]),
    TakeCase(
      "what records can be neither started nor reset, and suspended only when it is ready",
      "start@0 suspend@100 ready@300 start@400 reset@500 stop@600 stop@610 start@610 .700",
      "0 prepare, 0 start, 600 stop complete", ring: "300 inProgress 0-100 in 5000, 600 default 0",
      refusals: [
        "100 it is not recording", "400 it is recording already", "500 its take is not over",
        "610 its last take is still being closed", "610 its last take is still being closed",
      ]),
    TakeCase(
      "a busy recorder and a disabled button refuse to start",
      "busy@0 start@0 free@1 disable@2 start@3 enable@4 start@5 .6",
      "5 prepare, 5 start", ring: "5 inProgress 0-100 in 5000",
      refusals: ["0 its recorder is busy with another take", "3 it is disabled"]),
    TakeCase(
      "disable is a clean stop", "start@0 disable@1000 .2000", "0 prepare, 0 start, 1000 stop disabled",
      ring: "0 inProgress 0-100 in 5000, 1000 default 0"),
    TakeCase(
      "reset ends an error, and a program may set one", "error@0 reset@100 error@200 start@300 .400",
      "300 prepare, 300 start",
      ring: "0 default 0 error, 100 default 0, 200 default 0 error, 300 default 0, 300 inProgress 0-100 in 5000"),
  ]

  static func check(_ testCase: TakeCase) throws {
    var settings = RecordButton.Settings(maximum: .seconds(5), debounce: [.milliseconds(20)])
    testCase.change(&settings)
    let run = try RecordButtonScript(settings, script: testCase.script)
    #expect(run.text == testCase.actions)
    #expect(run.ringText == testCase.ring)
    #expect(run.refusals == testCase.refusals)
  }

  @Test("the ring", arguments: rings) func ring(_ testCase: TakeCase) throws { try Self.check(testCase) }
  @Test("greetings", arguments: greetings) func greeting(_ testCase: TakeCase) throws { try Self.check(testCase) }
  @Test("requests", arguments: requests) func request(_ testCase: TakeCase) throws { try Self.check(testCase) }

  @Test(
    "percent lines move the ring when it is told so, and only while the take is going on", arguments: [true, false])
  func percent(isTold: Bool) {
    var button = RecordButton(
      settings: RecordButton.Settings(mode: .toggle, maximum: nil, progress: isTold ? .output : .elapsed))
    var log: [ControlAction] = []
    let inputs: [(Int64, RecordButton.Input)] = [
      (0, .percent(10)), (0, .request(.start)), (100, .percent(20)), (200, .takeReady), (300, .percent(12.5)),
      (400, .percent(12.52)), (500, .percent(250)), (600, .takeStopping), (700, .percent(70)),
      (800, .takeEnded(failed: false)), (900, .percent(30)),
    ]
    for (time, input) in inputs { log += button.consume(input, at: .zero + .milliseconds(time)) }
    let told = "200 inProgress 0, 300 inProgress 12.5, 500 inProgress 100, 600 default 0"
    #expect(log.compactMap(ringStep).joined(separator: ", ") == (isTold ? told : "200 inProgress 0, 600 default 0"))
  }

  @Test("a button whose recorder died is not selected any more, before its file is closed") func selection() {
    var button = RecordButton(settings: RecordButton.Settings(mode: .toggle))
    _ = button.consume(.request(.start), at: .zero)
    _ = button.consume(.takeReady, at: .zero + .milliseconds(300))
    #expect(button.isSelected)
    let actions = button.consume(.takeStopping, at: .zero + .seconds(2))
    #expect(!button.isSelected)
    #expect(actions.map(\.kind).first == .stateChanged(isEnabled: true, isSelected: false))
    #expect(button.deadline == nil)
  }
}
