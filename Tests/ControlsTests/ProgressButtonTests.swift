import Controls
import InputModel
import Takes
import Testing

struct ProgressCase: CustomTestStringConvertible, Sendable {
  var name: String
  var change: @Sendable (inout ProgressButton.Settings) -> Void
  var script: String
  var expected: String
  var refusals: [String]
  var testDescription: String { name }

  init(
    _ name: String, _ change: @escaping @Sendable (inout ProgressButton.Settings) -> Void, _ script: String,
    _ expected: String, refusals: [String] = []
  ) {
    self.name = name
    self.change = change
    self.script = script
    self.expected = expected
    self.refusals = refusals
  }

  func check() throws {
    var settings = ProgressButton.Settings(debounce: [.zero])
    change(&settings)
    let run = try ProgressButtonScript(settings, script: script)
    #expect(run.text == expected)
    #expect(run.refusals == refusals)
  }
}

@Suite("ProgressButton") struct ProgressButtonTests {
  @Sendable static func plain(_: inout ProgressButton.Settings) {}
  @Sendable static func timed(_ settings: inout ProgressButton.Settings) {
    settings.progress = .elapsed
    settings.maximum = .seconds(5)
  }
  @Sendable static func reports(_ settings: inout ProgressButton.Settings) { settings.taps = .report }
  @Sendable static func records(_ settings: inout ProgressButton.Settings) {
    timed(&settings)
    settings.hasRecorder = true
  }
  @Sendable static func greets(_ settings: inout ProgressButton.Settings) {
    records(&settings)
    settings.greets = true
  }

  static let alone = [
    ProgressCase(
      "a tap in each state", plain, "↓0 ↑100 ↓1000 ↑1100 ↓2000 ↑2100 complete@3000 ↓4000 ↑4100 .9000",
      "100 tap default, 100 inProgress 0, 1100 tap inProgress, 1100 suspended 0, 2100 tap suspended, 2100 inProgress 0, "
        + "3000 completed 100, 4100 tap completed, 4100 default 0"),
    ProgressCase(
      "a tap may be held for as long as one likes", plain, "↓0 ↑9000", "9000 tap default, 9000 inProgress 0"),
    ProgressCase("a finger that moves away does not tap", plain, "↓0 slop@50 ↑100 ↓200 out@250 ↑out@300", ""),
    ProgressCase("a device that leaves does not tap", plain, "↓0 gone@50 .500", ""),
    ProgressCase(
      "the first trigger owns the press", plain, "↓0 B↓50 B↑60 ↑100",
      "50 ignored B not-owner, 100 tap default, 100 inProgress 0"),
    ProgressCase(
      "a key that bounces taps once", { $0.debounce = [.milliseconds(20)] }, "↓0 ↑100 ↓105 ↑108 .500",
      "108 tap default, 128 inProgress 0"),
    ProgressCase(
      "the time that it is in progress completes it, suspended time left out", timed,
      "↓0 ↑0 ↓2000 ↑2000 ↓7000 ↑7000 .20000",
      "0 tap default, 0 inProgress 0-100 in 5000, 2000 tap inProgress, 2000 suspended 40, 7000 tap suspended, "
        + "7000 inProgress 40-100 in 3000, 10000 completed 100"),
    ProgressCase(
      "a tap that was before the maximum wins, although it is confirmed after it",
      {
        timed(&$0); $0.debounce = [.milliseconds(20)]
      }, "start@0 ↓4900 ↑4990 .9000", "0 inProgress 0-100 in 5000, 4990 tap inProgress, 5010 suspended 100"),
    ProgressCase(
      "what completes under the finger is not reset by it", timed, "start@0 ↓4900 ↑5100 .9000",
      "0 inProgress 0-100 in 5000, 5000 completed 100, 5100 tap inProgress"),
    ProgressCase(
      "after a reset all begins anew", timed, "start@0 .6000 reset@6000 start@7000 .9000",
      "0 inProgress 0-100 in 5000, 5000 completed 100, 6000 default 0, 7000 inProgress 0-100 in 5000"),
    ProgressCase(
      "taps that only report", reports, "↓0 ↑100 start@200 ↓300 ↑400 busy@500 ↓500 ↑600",
      "100 tap default, 200 inProgress 0, 400 tap inProgress, 600 tap inProgress"),
    ProgressCase(
      "disabled: no press, and what is in progress goes on", timed, "start@0 off@1000 ↓2000 ↑2100 .9000",
      "0 inProgress 0-100 in 5000, 2000 ignored disabled, 5000 completed 100"),
    ProgressCase(
      "progress is set from outside in any state, and moves no state", plain,
      "half@0 start@100 half@200 suspend@300 half@400 complete@500 half@600 nan@700 reset@800",
      "0 default 50, 100 inProgress 50, 300 suspended 50, 500 completed 100, 600 completed 50, 800 default 0",
      refusals: ["700 a progress is a number from 0 to 100"]),
    ProgressCase(
      "the time can not be set, and nothing but its recorder writes percent", timed, "half@0 start@10 line@20",
      "10 inProgress 0-100 in 5000", refusals: ["0 its progress is the time that passes"]),
    ProgressCase(
      "what a request would not change is refused", plain,
      "suspend@0 resume@1 stop@2 start@3 start@4 resume@5 complete@6 complete@7 start@8 toggle@9 suspend@10",
      "3 inProgress 0, 6 completed 100",
      refusals: [
        "0 it is not in progress", "1 it is not suspended", "2 it is not in progress", "4 it is in progress already",
        "5 it is not suspended", "7 it is completed, and has to be reset first",
        "8 it is completed, and has to be reset first", "9 it is completed, and has to be reset first",
        "10 it is not in progress",
      ]),
    ProgressCase(
      "start resumes, toggle starts, resumes and completes, an error is beside the state", plain,
      "toggle@0 suspend@10 start@20 suspend@30 toggle@40 error@50 toggle@60 reset@70",
      "0 inProgress 0, 10 suspended 0, 20 inProgress 0, 30 suspended 0, 40 inProgress 0, 50 inProgress 0 error, "
        + "60 completed 100 error, 70 default 0"),
    ProgressCase(
      "a program that was faster spends the tap", plain, "↓0 start@50 ↑100 ↓200 suspend@250 ↑300",
      "50 inProgress 0, 100 tap default, 250 suspended 0, 300 tap inProgress"),
    ProgressCase(
      "disabled, it can not be started or resumed, but suspended and completed", plain,
      "start@0 disable@1 suspend@2 resume@3 complete@4 reset@5 start@6 enable@7",
      "0 inProgress 0, 2 suspended 0, 4 completed 100, 5 default 0",
      refusals: ["3 it is disabled", "6 it is disabled"]),
  ]

  static let recording = [
    ProgressCase(
      "it is in progress when the recorder is ready, and completed when its file is closed", records,
      "↓0 ↑100 ready@900 ↓2000 ↑2100 ↓3000 ↑3100 ended@9000 .9900",
      "0 prepare, 100 tap default, 100 start, 900 inProgress 0-100 in 5000, 2100 tap inProgress, 2100 suspend, "
        + "2100 suspended 24, 3100 tap suspended, 3100 resume, 3100 inProgress 24-100 in 3800, 6900 stop maximum, "
        + "6900 suspended 100, 9000 completed 100"),
    ProgressCase(
      "a tap that comes to nothing gives the preparation back", records, "↓0 out@10 ↑out@100 ↓200 gone@300",
      "0 prepare, 100 abandon, 200 prepare, 300 abandon"),
    ProgressCase(
      "what can not be prepared is an error, and the tap is spent", records, "↓0 failed@1 ↑100 ↓1000 ↑1100 ready@1200",
      "0 prepare, 1 default 0 error, 100 tap default, 1000 prepare, 1000 default 0, 1100 tap default, 1100 start, "
        + "1200 inProgress 0-100 in 5000"),
    ProgressCase(
      "while it starts, a press is busy", records, "↓0 ↑100 ↓200 ↑300 ↓400 ↑500 ready@900",
      "0 prepare, 100 tap default, 100 start, 200 ignored busy, 200 hint busy, 400 ignored busy, "
        + "900 inProgress 0-100 in 5000"),
    ProgressCase(
      "suspended is what the recorder has reached; until then a press is busy", records,
      "start@0 ready@0 ↓1000 ↑1000 ↓1500 ↑1500 paused@2000 ↓3000 ↑3000 ↓3100 ↑3100 ready@3500",
      "0 prepare, 0 start, 0 inProgress 0-100 in 5000, 1000 tap inProgress, 1000 suspend, 1500 ignored busy, "
        + "1500 hint busy, 2000 suspended 40, 3000 tap suspended, 3000 resume, 3100 ignored busy, 3500 hidden, "
        + "3500 inProgress 40-100 in 3000"),
    ProgressCase(
      "T16 presses while stopping are dropped with one hint", records,
      "start@0 stop@1000 ↓1100 ↑1150 ↓1200 ↑1250 ↓1300 ↑1350 ↓1400 ↑1450 ↓1500 ↑1550 ↓1600 ↑1650 ended@2000",
      "0 prepare, 0 start, 0 inProgress 0-100 in 5000, 1000 stop complete, 1000 suspended 20, 1100 ignored busy, "
        + "1100 hint busy, 1200 ignored busy, 1300 ignored busy, 1400 ignored busy, 1500 ignored busy, "
        + "1600 ignored busy, 2000 completed 100"),
    ProgressCase(
      "a recorder that dies leaves nothing in progress, and then an error", records,
      "start@0 stopping@1000 failed@1500 ↓2000 ↑2100 .2200",
      "0 prepare, 0 start, 0 inProgress 0-100 in 5000, 1000 suspended 20, 1500 default 0 error, 2000 prepare, "
        + "2000 default 0, 2100 tap default, 2100 start, 2100 inProgress 0-100 in 5000"),
    ProgressCase(
      "a recorder that ends by itself has completed", records, "start@0 stopping@1000 ended@1500",
      "0 prepare, 0 start, 0 inProgress 0-100 in 5000, 1000 suspended 20, 1500 completed 100"),
    ProgressCase(
      "a recorder that never got ready was never in progress", records, "start@0 stopping@5000 failed@5500 ready@9000",
      "0 prepare, 0 start, 5500 default 0 error"),
    ProgressCase(
      "stopped before it was ready, what there is is complete", records, "start@0 stop@100 ready@300 ended@500",
      "0 prepare, 0 start, 100 stop complete, 500 completed 100"),
    ProgressCase(
      "a start that came to nothing without a failure", records, "start@0 ended@0 ready@9",
      "0 prepare, 0 start"),
    ProgressCase(
      "a tap while the greeting plays ends the take, and nothing is kept", greets,
      "↓0 ↑100 ↓2000 ↑2100 ended@2200 ready@9000",
      "0 prepare, 100 tap default, 100 start, 2100 tap default, 2100 stop toggled discard"),
    ProgressCase(
      "after the greeting a press is busy until the recorder is ready", greets,
      "↓0 ↑100 ↓1900 greeted@2000 ↑2050 ↓2100 ↑2200 ready@2300",
      "0 prepare, 100 tap default, 100 start, 2050 tap default, 2100 ignored busy, 2100 hint busy, "
        + "2300 inProgress 0-100 in 5000"),
    ProgressCase(
      "a busy recorder is asked for only when a take would begin", records,
      "busy@0 ↓10 ↑20 start@30 free@40 start@50 .6000 busy@6000 ↓6100 ↑6200",
      "10 ignored busy, 10 hint busy, 50 prepare, 50 start, 50 inProgress 0-100 in 5000, 2010 hidden, "
        + "5050 stop maximum, 5050 suspended 100, 5070 completed 100, 6200 tap completed, 6200 default 0",
      refusals: ["30 its recorder is busy with another take"]),
    ProgressCase(
      "no hint when it is switched off",
      {
        records(&$0); $0.showsTooltip = false
      }, "busy@0 ↓10 ↑20", "10 ignored busy"),
    ProgressCase(
      "terminate, disable: a clean stop, also before it is ready", records,
      "start@0 terminate@100 ready@900 ended@950 reset@960 start@970 ready@980 disable@1000",
      "0 prepare, 0 start, 100 stop terminate, 950 completed 100, 960 default 0, 970 prepare, 970 start, "
        + "980 inProgress 0-100 in 5000, 1000 stop disabled, 1000 suspended 0.4"),
    ProgressCase(
      "what has a take can not be reset, nor its progress be set", records,
      "start@0 reset@10 half@20 suspend@30 reset@40 complete@50 reset@60 .100 reset@110",
      "0 prepare, 0 start, 0 inProgress 0-100 in 5000, 30 suspend, 30 suspended 0.6, 50 stop complete, "
        + "70 completed 100, 110 default 0",
      refusals: [
        "10 its take is not over", "20 its progress is that of its take", "40 its take is not over",
        "60 its take is not over",
      ]),
    ProgressCase(
      "requests that come in between are refused with what they have to wait for", records,
      "start@0 suspend@10 start@20 ready@100 suspend@200 suspend@210 resume@220 start@230 paused@300 toggle@400 "
        + "resume@410 ready@500 stop@600 suspend@610 stop@620 start@630 ended@700",
      "0 prepare, 0 start, 100 inProgress 0-100 in 5000, 200 suspend, 300 suspended 4, 400 resume, "
        + "500 inProgress 4-100 in 4800, 600 stop complete, 600 suspended 6, 700 completed 100",
      refusals: [
        "10 its recorder is not ready yet", "20 its recorder is not ready yet",
        "210 its recorder is just being suspended or resumed", "220 its recorder is just being suspended or resumed",
        "230 its recorder is just being suspended or resumed", "410 its recorder is just being suspended or resumed",
        "610 it is not in progress", "620 its last take is still being closed",
        "630 its last take is still being closed",
      ]),
    ProgressCase(
      "the recorder's own percent lines",
      {
        $0.hasRecorder = true; $0.progress = .output
      }, "line@0 start@100 line@150 ready@200 line@300 suspend@400 line@500 stop@600 .700 line@710",
      "100 prepare, 100 start, 200 inProgress 0, 300 inProgress 42, 400 suspend, 400 suspended 42, "
        + "600 stop complete, 620 completed 100"),
    ProgressCase(
      "a start takes over the press that is down", records, "↓0 start@50 ↑100 .200",
      "0 prepare, 50 start, 50 inProgress 0-100 in 5000, 100 tap default"),
  ]

  @Test("without a recorder", arguments: alone) func single(_ testCase: ProgressCase) throws { try testCase.check() }
  @Test("with a recorder", arguments: recording) func takes(_ testCase: ProgressCase) throws {
    try testCase.check()
  }

  @Test("it is selected while it is in progress, and every press that is told has its end") func looks() throws {
    let run = try ProgressButtonScript(
      ProgressButton.Settings(debounce: [.zero]), script: "↓0 ↑100 ↓1000 ↑1100 ↓2000 gone@2050")
    let kinds = run.log.map(\.kind)
    let selected = kinds.compactMap { if case .stateChanged(_, let isSelected) = $0 { isSelected } else { nil } }
    #expect(selected == [true, false])
    #expect(kinds.filter { $0 == .pressDown(trigger: 0) }.count == 3)
    let ends = kinds.filter { if case .pressUp = $0 { true } else { false } }
    #expect(ends.last == .pressUp(trigger: 0, held: .milliseconds(50), reason: .deviceLost))
    #expect(ends.count == 3)
    let fades = kinds.compactMap { if case .fade(let segment) = $0 { segment.to } else { nil } }
    #expect(fades == [0.3, 1, 0.3, 1, 0.3, 1])
  }
}
