import Controls
import InputModel
import Testing

struct ScriptCase: CustomTestStringConvertible, Sendable {
  var name: String
  var change: @Sendable (inout RecordButton.Settings) -> Void
  var script: String
  var expected: String
  var testDescription: String { name }

  init(_ name: String, _ script: String, _ expected: String) { self.init(name, { _ in }, script, expected) }

  init(
    _ name: String, _ change: @escaping @Sendable (inout RecordButton.Settings) -> Void, _ script: String,
    _ expected: String
  ) {
    self.name = name
    self.change = change
    self.script = script
    self.expected = expected
  }

  func check() throws {
    var settings = RecordButton.Settings(debounce: [.milliseconds(20), .milliseconds(20)])
    change(&settings)
    let run = try RecordButtonScript(settings, script: script)
    #expect(run.text == expected, "\(name): \(script)")
  }
}

@Suite("RecordButton") struct RecordButtonTests {
  static let hold: [ScriptCase] = [
    ScriptCase(
      "T22 released at 299 ms is short", "↓0 ↑299 .5000", "0 prepare, 319 abandon, 319 hint hold, 2319 hidden"),
    ScriptCase(
      "T22 released at 301 ms starts and is extended to the minimum", "↓0 ↑301 .5000",
      "0 prepare, 300 start, 1300 stop released"),
    ScriptCase(
      "a long hold stops when its release is confirmed", "↓0 ↑2000 .5000", "0 prepare, 300 start, 2020 stop released"),
    ScriptCase("the minimum counts from ready", "↓0 ↑400 ready@900 .5000", "0 prepare, 300 start, 1900 stop released"),
    ScriptCase(
      "T5 released before ready waits for ready", "↓0 ↑350 ready@3000 .9000", "0 prepare, 300 start, 4000 stop released"
    ),
    ScriptCase(
      "T12 bounce on both edges is one take", "↓0 ↑3 ↓6 ↑8 ↓11 ↑1500 ↓1504 ↑1507 .5000",
      "0 prepare, 300 start, 1527 stop released"),
    ScriptCase(
      "a bounce across the deadline starts at its return", "↓0 ↑290 ↓305 ↑1500 .5000",
      "0 prepare, 305 start, 1520 stop released"),
    ScriptCase(
      "a bounce at the end is one take", "↓0 ↑2000 ↓2004 ↑2007 .5000", "0 prepare, 300 start, 2027 stop released"),
    ScriptCase("T13 a spike is nothing when told so", { $0.ignoreShorterThan = .milliseconds(5) }, "↓0 ↑2 .5000", ""),
    ScriptCase("T13 a spike is a short press by default", "↓0 ↑2 .100", "0 prepare, 22 abandon, 22 hint hold"),
    ScriptCase(
      "a press longer than the spike limit counts from its down", { $0.ignoreShorterThan = .milliseconds(5) },
      "↓0 ↑2000 .2500", "5 prepare, 300 start, 2020 stop released"),
    ScriptCase(
      "a bouncing press is not a spike", { $0.ignoreShorterThan = .milliseconds(5) }, "↓0 ↑3 ↓6 ↑400 .420",
      "6 prepare, 300 start"),
    ScriptCase(
      "T15 the first trigger owns the hold", "↓0 B↓400 B↑600 ↑2000 .2100",
      "0 prepare, 300 start, 400 ignored B not-owner, 2020 stop released"),
    ScriptCase(
      "a trigger that was ignored does not inherit the hold", "↓0 B↓100 ↑200 .600 B↑700 .800",
      "0 prepare, 100 ignored B not-owner, 220 abandon, 220 hint hold"),
    ScriptCase(
      "T16 presses while stopping are dropped with one hint",
      "↓0 ↑1500 ↓1600 ↑1650 ↓1700 ↑1750 ↓1800 ↑1850 ended@2400 .5000",
      "0 prepare, 300 start, 1520 stop released, 1600 ignored busy, 1600 hint busy, 1700 ignored busy, 1800 ignored busy, 3600 hidden"
    ),
    ScriptCase(
      "T25 a press while the file is closed starts nothing", "↓0 ↑1500 ↓1600 ended@2300 ↑4000 .4100",
      "0 prepare, 300 start, 1520 stop released, 1600 ignored busy, 1600 hint busy, 3600 hidden"),
    ScriptCase(
      "a press while another control records is busy", "busy@0 ↓10 ↑500 .600", "10 ignored busy, 10 hint busy"),
    ScriptCase(
      "T24 a press in the tail goes on with the take", { $0.tail = .milliseconds(300) }, "↓0 ↑2000 ↓2150 ↑4000 .5000",
      "0 prepare, 300 start, 4300 stop released"),
    ScriptCase(
      "the tail is added to the release", { $0.tail = .milliseconds(300) }, "↓0 ↑2000 .5000",
      "0 prepare, 300 start, 2300 stop released"),
    ScriptCase(
      "a press in the wait for the minimum holds the take again", "↓0 ↑400 ↓600 ↑3000 .5000",
      "0 prepare, 300 start, 3020 stop released"),
    ScriptCase(
      "T11 the maximum stops and a fresh press is needed", { $0.maximum = .seconds(2) }, "↓0 .9000 ↑9100 ↓9500 .9900",
      "0 prepare, 300 start, 2300 stop maximum, 9500 prepare, 9800 start"),
    ScriptCase(
      "the maximum counts from ready", { $0.maximum = .seconds(2) }, "↓0 ready@1000 .9000",
      "0 prepare, 300 start, 3000 stop maximum"),
    ScriptCase(
      "a release before the maximum is the reason even when it is confirmed later", { $0.maximum = .seconds(2) },
      "↓0 ↑2295 .9000", "0 prepare, 300 start, 2315 stop released"),
    ScriptCase(
      "discard stops a short take at once and hints", { $0.onShort = .discard }, "↓0 ↑800 .900",
      "0 prepare, 300 start, 820 stop released discard, 820 hint hold"),
    ScriptCase(
      "discard waits for ready", { $0.onShort = .discard }, "↓0 ↑400 ready@700 .900",
      "0 prepare, 300 start, 700 stop released discard, 700 hint hold"),
    ScriptCase(
      "discard keeps a long take", { $0.onShort = .discard }, "↓0 ↑1400 .1500",
      "0 prepare, 300 start, 1420 stop released"),
    ScriptCase(
      "T26 one tooltip at a time", "↓0 ↑100 ↓500 ↑600 ↓1000 ↑1100 ↓2200 ↑2300 .2400",
      "0 prepare, 120 abandon, 120 hint hold, 500 prepare, 620 abandon, 1000 prepare, 1120 abandon, 2120 hidden, 2200 prepare, 2320 abandon, 2320 hint hold"
    ),
    ScriptCase(
      "no tooltip when it is switched off", { $0.showsTooltip = false }, "↓0 ↑100 .5000", "0 prepare, 120 abandon"),
    ScriptCase("the recorder's death spends the press", "↓0 ended@800 ↑3000 .5000", "0 prepare, 300 start"),
    ScriptCase("a refused preparation spends the press", "↓0 ended@1 ↑100 .5000", "0 prepare"),
  ]

  static let cancelled: [ScriptCase] = [
    ScriptCase("T8 unplugged before the hold: no tooltip", "↓0 gone@200 .5000", "0 prepare, 200 abandon"),
    ScriptCase(
      "T8 unplugged during a take: a clean stop at once", "↓0 gone@600 .5000",
      "0 prepare, 300 start, 600 stop device-lost"),
    ScriptCase(
      "a release seen before the unplugging counts", "↓0 ↑200 gone@210 .1000", "0 prepare, 210 abandon, 210 hint hold"),
    ScriptCase("T7 up after a drop: no tooltip", "↓0 resync@200 .5000", "0 prepare, 200 abandon"),
    ScriptCase("T7 up after a drop during a take", "↓0 resync@1500 .5000", "0 prepare, 300 start, 1500 stop resync"),
    ScriptCase(
      "T10 a lost release ends the take", "↓0 lost@1300 .5000", "0 prepare, 300 start, 1300 stop lost-release"),
    ScriptCase("a system sleep ends the hold", "↓0 sleep@900 .5000", "0 prepare, 300 start, 900 stop suspend"),
    ScriptCase(
      "terminate stops at once, whatever minimum and tail say", { $0.tail = .seconds(1) },
      "↓0 ↑500 terminate@600 .5000", "0 prepare, 300 start, 600 stop terminate"),
    ScriptCase("terminate before the hold", "↓0 terminate@100 .5000", "0 prepare, 100 abandon"),
    ScriptCase(
      "disabled during a take", "↓0 off@900 ↑2000 ↓2500 .5000",
      "0 prepare, 300 start, 900 stop disabled, 2500 ignored disabled"),
    ScriptCase(
      "disabled: no press, no tooltip", "off@0 ↓100 ↑200 on@300 ↓400 ↑500 .600",
      "100 ignored disabled, 400 prepare, 520 abandon, 520 hint hold"),
  ]

  @Sendable static func touch(_ settings: inout RecordButton.Settings) { settings.debounce = [.zero] }
  static let zone: [ScriptCase] = [
    ScriptCase("a finger's release is not debounced", touch, "↓0 ↑150 .200", "0 prepare, 150 abandon, 150 hint hold"),
    ScriptCase("a release outside gives no tooltip", touch, "↓0 out@50 ↑out@150 .500", "0 prepare, 150 abandon"),
    ScriptCase(
      "out and in again, released inside", touch, "↓0 out@50 in@90 ↑150 .500", "0 prepare, 150 abandon, 150 hint hold"),
    ScriptCase(
      "a finger that leaves the slop is not a long press", touch, "↓0 slop@100 ↑900 .1000",
      "0 prepare, 900 abandon, 900 hint hold"),
    ScriptCase(
      "after the start the finger may slide anywhere", touch, "↓0 slop@400 out@500 ↑out@2000 .3000",
      "0 prepare, 300 start, 2000 stop released"),
  ]

  @Sendable static func toggle(_ settings: inout RecordButton.Settings) { settings.mode = .toggle }
  static let modes: [ScriptCase] = [
    ScriptCase(
      "toggle starts at the press and stops at the next", toggle, "↓0 ↑100 ↓3000 ↑3100 .5000",
      "0 prepare, 0 start, 3000 stop toggled"),
    ScriptCase(
      "toggle does not stop before the minimum, presses in between are ignored", toggle,
      "↓0 ↑50 ↓200 ↑250 ↓400 ↑450 .3000",
      "0 prepare, 0 start, 400 ignored busy, 400 hint busy, 1000 stop toggled, 2400 hidden"),
    ScriptCase(
      "toggle is not held, so holding changes nothing", toggle, "↓0 ↑2000 .2500 ↓3000 .3100",
      "0 prepare, 0 start, 3000 stop toggled"),
    ScriptCase(
      "an unplugged toggle goes on", toggle, "↓0 gone@500 .2000 ↓3000 .3100", "0 prepare, 0 start, 3000 stop toggled"),
    ScriptCase(
      "hybrid: holding records while held", { $0.mode = .hybrid }, "↓0 ↑2000 .3000",
      "0 prepare, 300 start, 2020 stop released"),
    ScriptCase(
      "hybrid: a quick second press latches at its release", { $0.mode = .hybrid },
      "↓0 ↑120 ↓250 ↑330 .3000 ↓5000 ↑5100 .6000",
      "0 prepare, 140 abandon, 140 hint hold, 250 prepare, 250 hidden, 350 start, 5000 stop toggled"),
    ScriptCase(
      "hybrid: a second press that is held is a hold", { $0.mode = .hybrid }, "↓0 ↑120 ↓250 ↑2000 .3000",
      "0 prepare, 140 abandon, 140 hint hold, 250 prepare, 250 hidden, 550 start, 2020 stop released"),
    ScriptCase(
      "hybrid: a second press after 300 ms is a first one", { $0.mode = .hybrid }, "↓0 ↑120 ↓421 ↑500 .1000",
      "0 prepare, 140 abandon, 140 hint hold, 421 prepare, 520 abandon"),
    ScriptCase(
      "hybrid: a second press within 40 ms is a first one", { $0.mode = .hybrid }, "↓0 ↑120 ↓150 ↑200 .1000",
      "0 prepare, 140 abandon, 140 hint hold, 150 prepare, 220 abandon"),
    ScriptCase(
      "suspend: clips add up until complete", { $0.onRelease = .suspend }, "↓0 ↑2000 ↓3000 ↑4000 complete@6000 .9000",
      "0 prepare, 300 start, 2020 suspend, 3300 resume, 4020 suspend, 6000 stop complete"),
    ScriptCase(
      "suspend: clips add up to the maximum",
      {
        $0.onRelease = .suspend; $0.maximum = .seconds(5)
      }, "↓0 ↑2300 ↓3000 .9000", "0 prepare, 300 start, 2320 suspend, 3300 resume, 6280 stop maximum"),
    ScriptCase(
      "suspend: a short press does not resume", { $0.onRelease = .suspend }, "↓0 ↑2000 ↓3000 ↑3100 .3500",
      "0 prepare, 300 start, 2020 suspend, 3120 hint hold"),
  ]

  @Test("R39 ten short taps in five seconds are three hints at most") func rate() throws {
    let taps = (0..<10).map { "↓\($0 * 500) ↑\($0 * 500 + 100)" }.joined(separator: " ")
    let run = try RecordButtonScript(RecordButton.Settings(), script: taps + " .9000")
    let hints = run.log.filter { $0.kind == .tooltipShown(.tapAndHold) }
    #expect(hints.map(stampText) == ["120", "2620"])
    #expect(!run.log.contains { $0.kind == .take(.start) })
  }

  @Test("a library user can veto the tooltip: it is not hidden either, and the next one may show") func veto() {
    var button = RecordButton(settings: RecordButton.Settings(debounce: [.zero]))
    func tap(at milliseconds: Int64) -> [ControlAction.Kind] {
      let time = Timestamp.zero + .milliseconds(milliseconds)
      return
        (button.consume(.trigger(0, .down), at: time)
        + button.consume(.trigger(0, .up(inside: true)), at: time + .milliseconds(100))).map(\.kind)
    }
    #expect(tap(at: 0).contains(.tooltipShown(.tapAndHold)))
    button.vetoTooltip()
    #expect(button.deadline == nil)
    _ = button.consume(.takeEnded(failed: true), at: Timestamp.zero + .milliseconds(100))
    #expect(tap(at: 500).contains(.tooltipShown(.tapAndHold)))
  }

  @Test("the timing rules", arguments: hold) func timing(_ testCase: ScriptCase) throws { try testCase.check() }
  @Test("cancelled presses", arguments: cancelled) func cancelling(_ testCase: ScriptCase) throws {
    try testCase.check()
  }
  @Test("zones", arguments: zone) func zones(_ testCase: ScriptCase) throws { try testCase.check() }
  @Test("toggle, hybrid, suspend", arguments: modes) func mode(_ testCase: ScriptCase) throws { try testCase.check() }
}
