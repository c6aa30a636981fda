import Bridge
import Controls
import Feedback
import InputModel
import Takes
import Testing

/// Events at their milliseconds, and all that the light shows: "milliseconds:percent", only where it changes.
struct LightCase: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var idle = LightSettings.Idle.off
  var isGraded = false
  var events: [(Int64, Event.Kind)]
  var expected: String
  /// A suspended take blinks for ever: how far to look.
  var end: Int64 = 60_000

  init(
    _ description: String, idle: LightSettings.Idle = .off, isGraded: Bool = false, end: Int64 = 60_000,
    _ events: [(Int64, Event.Kind)], _ expected: String
  ) {
    testDescription = description
    self.idle = idle
    self.isGraded = isGraded
    self.events = events
    self.expected = expected
    self.end = end
  }

  static func press(_ control: String = "a", from: Double = 1) -> Event.Kind {
    .fade(control: control, PressFade.Segment(from: from, to: 0.3, duration: .zero))
  }
  static func release(_ control: String = "a") -> Event.Kind {
    .fade(control: control, PressFade.Segment(from: 0.3, to: 1, duration: PressFade.releaseDuration))
  }
  static func take(_ control: String = "a") -> TakeReference {
    TakeReference(take: TakeID(rawValue: 1), control: control, recorder: "r", file: nil)
  }
  static func completed(
    _ control: String = "a", _ reason: StopReason = .released, _ status: Takes.ExitStatus = .exited(0),
    discarded: Bool = false
  ) -> Event.Kind {
    .takeCompleted(take(control), TakeResult(reason: reason, status: status, wasDiscarded: discarded))
  }
  static func failed(_ control: String = "a") -> Event.Kind {
    .takeFailed(take(control), TakeResult(reason: .recorderExit), message: "")
  }
  static func hint(_ control: String = "a") -> Event.Kind {
    .tooltipShown(control: control, hint: .tapAndHold, text: "Tap and Hold")
  }

  static func ring(_ state: ProgressRing.State, error: Bool = false) -> Event.Kind {
    .progress(
      control: "a", ProgressRing.Reading(state: state, from: 0, to: 100, duration: .seconds(60), hasError: error))
  }

  /// 5 Hz for 3 s from a time on.
  static func flashes(from start: Int64, to end: Int64? = nil) -> String {
    stride(from: start, to: end ?? start + 3_000, by: 100)
      .map { "\($0):\(($0 - start) / 100 % 2 == 0 ? 100 : 0)" }.joined(separator: " ")
  }

  static let all = [
    LightCase("nothing happens: dark", [], "0:0"),
    LightCase("nothing happens, idle on: lit", idle: .on, [], "0:100"),
    LightCase(
      "a press lights it at once and steadily, a release darkens it at once", [(10, press()), (110, release())],
      "0:0 10:100 110:0"),
    LightCase(
      "a press dims a light that is lit while idle", idle: .on, [(10, press()), (110, release())],
      "0:100 10:30 110:100"),
    LightCase(
      "recording only from ready to the stop, then two blips",
      [
        (0, press()), (300, .takeStarting(take())), (600, .takeRecording(take())), (2_000, release()),
        (2_500, .takeStopping(take(), reason: .released)), (2_600, completed()),
      ], "0:100 2500:0 2800:100 2950:0 3100:100 3250:0"),
    LightCase(
      "starting alone claims nothing", [(0, press()), (300, .takeStarting(take())), (350, release())], "0:100 350:0"),
    LightCase(
      "a take of a light that is lit while idle", idle: .on,
      [
        (0, press()), (600, .takeRecording(take())), (2_000, release()),
        (2_500, .takeStopping(take(), reason: .released)), (2_600, completed()),
      ], "0:30 600:100 2600:0 2800:100 2950:0 3100:100 3250:0 3450:100"),
    LightCase(
      "a hint is one long and one short and outshines the next press",
      [(0, press()), (150, release()), (150, hint()), (500, press()), (560, release())],
      "0:100 150:0 350:100 950:0 1150:100 1350:0"),
    LightCase(
      "a press that is still held shows again after the hint", [(0, hint()), (100, press())],
      "0:0 200:100 800:0 1000:100 1200:0 1400:100"),
    LightCase(
      "suspended blinks once a second until it goes on", end: 6_000,
      [
        (0, .takeRecording(take())), (1_000, .takeSuspended(take())), (3_200, .takeRecording(take())),
        (4_000, .takeStopping(take(), reason: .complete)),
      ], "0:100 1000:0 1500:100 2000:0 2500:100 3000:0 3200:100 4000:0"),
    LightCase(
      "suspended has no end of its own", end: 2_200, [(0, .takeSuspended(take()))], "0:0 500:100 1000:0 1500:100 2000:0"
    ),
    LightCase("a failed take flashes for 3 s", [(0, failed())], flashes(from: 0)),
    LightCase(
      "a command that can not be run flashes too", [(0, .commandFailed(control: "a", message: ""))], flashes(from: 0)),
    LightCase(
      "a recorder that gave up is an error though its file is kept",
      [(0, completed("a", .recorderExit, .exited(1)))], flashes(from: 0)),
    LightCase(
      "a recorder that came to its own end is not", [(0, completed("a", .recorderExit, .exited(0)))],
      "0:0 200:100 350:0 500:100 650:0"),
    LightCase(
      "what a recorder says after our stop is no error", [(0, completed("a", .released, .exited(255)))],
      "0:0 200:100 350:0 500:100 650:0"),
    LightCase("a full disk is an error", [(0, completed("a", .disk))], flashes(from: 0)),
    LightCase("a discarded take has no blips", [(0, completed(discarded: true))], "0:0"),
    LightCase(
      "an error outshines another control's recording", [(0, .takeRecording(take("b"))), (250, failed())],
      // Lit already when the first flash begins.
      "0:100" + flashes(from: 250).dropFirst("250:100".count) + " 3250:100"),
    LightCase(
      "an error is over when its control records again", [(0, failed()), (250, .takeRecording(take()))],
      "0:100 100:0 200:100"),
    LightCase(
      "recording outshines another control's suspension, hint and press",
      [
        (0, .takeSuspended(take("b"))), (100, .takeRecording(take())), (200, hint("b")), (300, press("c")),
        (5_000, .takeStopping(take("b"), reason: .complete)),
      ], "0:0 100:100"),
    LightCase(
      "of a hint and a completed take the later one is shown", [(0, completed()), (100, hint())],
      "0:0 300:100 900:0 1100:100 1300:0"),
    LightCase(
      "two presses on one light are one until both are over",
      [(0, press()), (50, press("b")), (100, release()), (200, release("b"))], "0:100 200:0"),
    LightCase(
      "alive: a short blip every 5 s, but not beside anything else", idle: .alive, end: 16_000,
      [
        (2_000, press()), (2_100, release()), (7_000, .takeRecording(take())),
        (11_000, .takeStopping(take(), reason: .maximum)),
      ],
      "0:100 50:0 2000:100 2100:0 5000:100 5050:0 7000:100 11000:0 15000:100 15050:0"),
    LightCase(
      "a ring without takes is steady, blinks, goes on, and ends with two blips", end: 6_000,
      [
        (0, ring(.inProgress)), (1_000, ring(.suspended)), (2_200, ring(.inProgress)), (2_500, ring(.inProgress)),
        (3_000, ring(.completed)), (5_000, ring(.default)),
      ], "0:100 1000:0 1500:100 2000:0 2200:100 3000:0 3200:100 3350:0 3500:100 3650:0"),
    LightCase(
      "the ring of a take says nothing that its take does not",
      [
        (0, .takeStarting(take())), (0, ring(.default)), (100, .takeRecording(take())), (100, ring(.inProgress)),
        (2_000, .takeStopping(take(), reason: .released)), (2_000, ring(.suspended)), (2_600, completed()),
        (2_600, ring(.completed)),
      ], "0:0 100:100 2000:0 2800:100 2950:0 3100:100 3250:0"),
    LightCase(
      "a ring with an error flashes", [(0, ring(.default, error: true)), (9_000, ring(.default))], flashes(from: 0)),
    LightCase(
      "the error of a failed take is told once",
      [(0, ring(.default)), (0, failed()), (500, ring(.default, error: true)), (20_000, ring(.default, error: true))],
      flashes(from: 0)),
    LightCase(
      "other events change nothing",
      [
        (0, .pressDown(control: "a", trigger: "")), (1, .pressIgnored(control: "a", trigger: "", reason: .busy)),
        (2, .tooltipHidden(control: "a")), (3, .anomaly(device: nil, message: "")),
        (4, .controlState(control: "a", isEnabled: false, isSelected: true)),
        (5, .commandFinished(control: "a", .exited(1))),
      ], "0:0"),
  ]
}

struct LightPatternTests {
  /// Follows the pattern's own deadlines, as the loop does.
  private func changes(_ test: LightCase) -> [(milliseconds: Int64, level: Double)] {
    var pattern = LightPattern(idle: test.idle, isGraded: test.isGraded)
    var changes: [(milliseconds: Int64, level: Double)] = []
    func note(_ time: Timestamp) {
      let milliseconds = time.microseconds / 1_000
      if changes.last?.milliseconds == milliseconds { changes.removeLast() }
      if changes.last?.level != pattern.level { changes.append((milliseconds, pattern.level)) }
    }
    func follow(to end: Timestamp) {
      while let deadline = pattern.deadline, deadline <= end {
        let before = pattern
        pattern.advance(to: deadline)
        note(deadline)
        #expect(pattern.deadline.map { $0 > deadline } ?? true, "a deadline lies in the past")
        #expect(pattern != before)
      }
    }
    note(.zero)
    for (milliseconds, kind) in test.events {
      let time = Timestamp.zero + .milliseconds(milliseconds)
      follow(to: time)
      pattern.consume(Event(time, kind))
      note(time)
    }
    let end = Timestamp.zero + .milliseconds(test.end)
    follow(to: end)
    if test.end == 60_000, test.idle != .alive { #expect(pattern.deadline == nil, "it wakes the loop for nothing") }
    return changes
  }

  @Test("a light speaks its language", arguments: LightCase.all)
  func language(_ test: LightCase) {
    let text = changes(test).map { "\($0.milliseconds):\(Int($0.level * 100 + 0.5))" }.joined(separator: " ")
    #expect(text == test.expected)
  }

  @Test("a graded light follows the fade in steps of 10 ms", arguments: [false, true])
  func fade(isIdleOn: Bool) {
    let test = LightCase(
      "", idle: isIdleOn ? .on : .off, isGraded: true, [(0, LightCase.press()), (100, LightCase.release())], "")
    let changes = changes(test)
    #expect(changes.map(\.milliseconds) == [0] + stride(from: 110, through: 500, by: 10))
    for (milliseconds, level) in changes {
      let alpha = milliseconds <= 100 ? 0.3 : 0.3 + 0.7 * Double(milliseconds - 100) / 400
      #expect(abs(level - (isIdleOn ? alpha : (1 - alpha) / 0.7)) < 1e-9)
    }
  }

  @Test("a press interrupts the fade at once and from wherever it is")
  func interruptedFade() {
    let test = LightCase(
      "", isGraded: true,
      [(0, LightCase.press()), (100, LightCase.release()), (205, LightCase.press(from: 0.48375))], "")
    let changes = changes(test)
    #expect(changes.map(\.milliseconds) == [0] + stride(from: 110, through: 200, by: 10) + [205])
    #expect(changes.last?.level == 1)
  }

  @Test("a late loop shows what a prompt one shows", arguments: LightCase.all)
  func lateness(_ test: LightCase) {
    var prompt = LightPattern(idle: test.idle, isGraded: test.isGraded)
    var late = prompt
    for (milliseconds, kind) in test.events {
      let time = Timestamp.zero + .milliseconds(milliseconds)
      while let deadline = prompt.deadline, deadline <= time { prompt.advance(to: deadline) }
      prompt.consume(Event(time, kind))
      late.consume(Event(time, kind))
      #expect(late == prompt)
    }
  }
}
