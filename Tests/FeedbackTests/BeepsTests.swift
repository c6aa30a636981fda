import Bridge
import Controls
import Feedback
import InputModel
import Takes
import Testing

/// Events at their milliseconds, and all that sounds: "milliseconds:hertz", only where it changes.
struct BeepCase: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var whileRecording = false
  var events: [(Int64, Event.Kind)]
  var expected: String

  private static let take = LightCase.take()

  static let all = [
    BeepCase(testDescription: "nothing happens: silence", events: [], expected: ""),
    BeepCase(
      testDescription: "a hint is one long, one short", events: [(0, LightCase.hint())],
      expected: "0:660 300:0 400:660 500:0"),
    BeepCase(
      testDescription: "a take is silent until its file is closed",
      events: [
        (0, .takeStarting(take)), (100, .takeRecording(take)), (500, LightCase.hint("b")),
        (600, .commandFailed(control: "b", message: "")), (900, .takeStopping(take, reason: .released)),
        (950, LightCase.hint("b")), (1_000, LightCase.completed()),
      ], expected: "1000:1320 1080:0 1160:1320 1240:0"),
    BeepCase(
      testDescription: "a take that starts cuts a tone short",
      events: [(0, LightCase.hint("b")), (100, .takeStarting(take)), (5_000, LightCase.failed())],
      expected: "0:660 100:0 5000:220 5150:0 5250:220 5400:0 5500:220 5650:0"),
    BeepCase(
      testDescription: "where it is wanted, a take is heard from the moment that it records", whileRecording: true,
      events: [(0, .takeStarting(take)), (100, .takeRecording(take)), (500, LightCase.hint("b"))],
      expected: "100:880 180:0 500:660 800:0 900:660 1000:0"),
    BeepCase(
      testDescription: "a later tone cuts an earlier one short",
      events: [(0, LightCase.failed()), (50, LightCase.hint("b"))], expected: "0:220 50:660 350:0 450:660 550:0"),
    BeepCase(
      testDescription: "what was too short is no completed take",
      events: [(0, LightCase.completed(discarded: true))], expected: ""),
    BeepCase(
      testDescription: "what its recorder ended is an error", events: [(0, LightCase.completed("a", .disk))],
      expected: "0:220 150:0 250:220 400:0 500:220 650:0"),
  ]
}

struct BeepsTests {
  @Test("a device that sounds speaks its language", arguments: BeepCase.all)
  func tones(_ test: BeepCase) {
    var beeps = Beeps(whileRecording: test.whileRecording)
    var tone: Int32 = 0
    var changes: [String] = []
    func note(_ time: Timestamp) {
      if beeps.tone != tone { changes.append("\(time.microseconds / 1_000):\(beeps.tone)") }
      tone = beeps.tone
    }
    func follow(to end: Timestamp) {
      while let due = beeps.deadline, due <= end {
        beeps.advance(to: due)
        note(due)
        #expect(beeps.deadline.map { $0 > due } ?? true, "a deadline lies in the past")
      }
    }
    for (milliseconds, kind) in test.events {
      let time = Timestamp.zero + .milliseconds(milliseconds)
      follow(to: time)
      beeps.consume(Event(time, kind))
      note(time)
    }
    follow(to: .zero + .seconds(60))
    #expect(beeps.deadline == nil, "it wakes the loop for nothing")
    #expect(changes.joined(separator: " ") == test.expected)
  }
}
