import Bridge
import Configuration
import Controls
import InputModel
import Takes
import Testing

@Suite("Progress in the configuration") struct ProgressSettingsTests {
  /// What is written of a progress button, and what it means.
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var button: ProgressButton.Settings
    var testDescription: String { text }

    init(
      _ text: String, _ progress: ProgressSource, maximum: Interval? = nil, recorder: Bool = false,
      _ change: (inout ProgressButton.Settings) -> Void = { _ in }
    ) {
      self.text = text
      button = ProgressButton.Settings(progress: progress, maximum: maximum, hasRecorder: recorder)
      change(&button)
    }
  }

  static let cases = [
    Case("enabled: true", .request),
    Case("maximum: 90s", .elapsed, maximum: .seconds(90)),
    Case("maximum: 90s, progress: request", .request, maximum: .seconds(90)),
    Case("maximum: none", .request),
    Case("recorder: r", .elapsed, maximum: .minutes(60), recorder: true),
    Case("recorder: r, maximum: 3min", .elapsed, maximum: .minutes(3), recorder: true),
    Case("recorder: r, maximum: none", .request, recorder: true),
    Case("recorder: r, progress: output", .output, maximum: .minutes(60), recorder: true),
    Case("taps: report", .request) { $0.taps = .report },
    Case("taps: act, debounce: 50ms", .request) { $0.debounce = [.milliseconds(50)] },
    Case("recorder: r, tooltip: { show: never }", .elapsed, maximum: .minutes(60), recorder: true) {
      $0.showsTooltip = false
    },
  ]

  private func settings(_ control: String, recorder: String = "") throws -> Settings {
    let recorders = control.contains("recorder") ? "recorders: { r: { command: [ffmpeg]\(recorder) } }" : ""
    let result = read(
      """
      devices: { b: { match: { name: B } } }
      \(recorders)
      controls: { c: { trigger: { device: b, key: KEY_A }, \(control) } }
      """)
    #expect(result.diagnostics == [])
    return try #require(result.settings)
  }

  @Test("what a progress button becomes", arguments: cases) func progressButton(_ testCase: Case) throws {
    let settings = try settings("type: progress-button, \(testCase.text)")
    let recorder = testCase.button.hasRecorder ? Reference<RecorderSettings>(0) : nil
    let expected = ProgressButtonSettings(button: testCase.button, recorder: recorder)
    #expect(settings.controls.first?.kind == .progressButton(expected))
    #expect(settings.controls.first?.recorder == recorder)
  }

  @Test("a button whose recorder greets knows it", arguments: ["progress-button", "record-button"], [true, false])
  func greeting(_ type: String, _ greets: Bool) throws {
    let settings = try settings("type: \(type), recorder: r", recorder: greets ? ", before: [aplay, hello.wav]" : "")
    switch try #require(settings.controls.first).kind {
    case .recordButton(let record): #expect(type == "record-button" && record.button.greets == greets)
    case .progressButton(let progress): #expect(type == "progress-button" && progress.button.greets == greets)
    case .commandButton, .transform: Issue.record("it became something else")
    }
  }

  @Test("a busy text of its own") func busyText() throws {
    let settings = try settings("type: progress-button, recorder: r, tooltip: { busy: Moment }")
    #expect(settings.controls.first?.text(of: .busy) == "Moment")
  }

  @Test(
    "a recorder whose output is the progress gets the usual pattern",
    arguments: ["type: progress-button, recorder: r", "type: record-button, recorder: r"])
  func percent(_ control: String) throws {
    #expect(try settings(control).recorders.first?.percentPattern == nil)
    let pattern = try settings(control + ", progress: output").recorders.first?.percentPattern
    #expect(pattern == #"([0-9]+(\.[0-9]+)?) ?%"#)
  }
}
