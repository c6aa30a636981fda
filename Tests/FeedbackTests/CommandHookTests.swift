import Bridge
import Controls
import Feedback
import InputModel
import Takes
import Testing

struct CommandHookTests {
  private func line(_ kind: Event.Kind) -> EventLine {
    EventLine(Event(.zero, kind), sequence: 1, time: WallTime(sinceEpoch: .zero))
  }

  @Test("a run has the event in its environment")
  func environment() throws {
    let take = TakeReference(take: TakeID(rawValue: 9), control: "record", recorder: "story", file: "/t/.partial/a")
    let result = TakeResult(
      reason: .released, file: "/t/a b.wav", duration: .milliseconds(1_700), status: .exited(255), signal: .interrupt)
    var hook = CommandHook(command: ["say", "$EVBRIDGE_FILE"])
    let completed = line(.takeCompleted(take, result))
    let first = hook.consume(completed, running: 0)
    let run = try #require(first)
    #expect(run.arguments == ["say", "$EVBRIDGE_FILE"])
    #expect(
      run.environment == [
        "EVBRIDGE_EVENT": "take.completed", "EVBRIDGE_JSON": completed.json, "EVBRIDGE_CONTROL": "record",
        "EVBRIDGE_TAKE": "9", "EVBRIDGE_RECORDER": "story", "EVBRIDGE_FILE": "/t/a b.wav",
        "EVBRIDGE_REASON": "released", "EVBRIDGE_DURATION": "1.700000", "EVBRIDGE_EXIT_CODE": "255",
        "EVBRIDGE_STOP_SIGNAL": "INT", "EVBRIDGE_DISCARDED": "false",
      ])
    let hint = line(.tooltipShown(control: "c", hint: .busy, text: "\"Wait\"\n\u{0}!"))
    let second = hook.consume(hint, running: 0)
    let shown = try #require(second)
    #expect(
      shown.environment.filter { $0.key != "EVBRIDGE_JSON" } == [
        "EVBRIDGE_EVENT": "tooltip.shown", "EVBRIDGE_CONTROL": "c", "EVBRIDGE_HINT": "busy",
        "EVBRIDGE_TEXT": "\"Wait\"\n!",
      ])
    #expect(shown.environment["EVBRIDGE_JSON"]?.utf8.contains(0) == false)
  }

  @Test("it runs for the types it names, and for all when it names none")
  func types() {
    let down = line(.pressDown(control: "c", trigger: "a:b"))
    let anomaly = line(.anomaly(device: nil, message: "m"))
    for (types, expected) in [
      ([], [true, true]), (["press.down"], [true, false]), (["press.up"], [false, false]),
      (["anomaly", "press.down"], [true, true]),
    ] as [([String], [Bool])] {
      var hook = CommandHook(command: ["x"], types: types)
      let runs = [down, anomaly].map { hook.consume($0, running: 0) != nil }
      #expect(runs == expected)
    }
  }

  @Test("a hook that hangs costs four processes, and what it missed is counted")
  func bound() {
    var hook = CommandHook(command: ["x"], types: ["press.down"])
    let down = line(.pressDown(control: "c", trigger: "a:b"))
    let runs = (0..<7).map { hook.consume(down, running: $0) != nil }
    #expect(runs == [true, true, true, true, false, false, false])
    #expect(hook.skipped == 3)
    let unwanted = hook.consume(line(.tooltipHidden(control: "c")), running: 4)
    #expect(unwanted == nil)
    #expect(hook.skipped == 3, "an event that it does not want is not skipped")
    let later = hook.consume(down, running: 3)
    #expect(later != nil)
  }
}
