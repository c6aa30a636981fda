import Bridge
import Controls
import InputModel
import Takes
import Testing

/// A progress button and a record button with one recorder, asked by programs.
@Suite("Requests to buttons with a recorder") struct ProgressButtonRunTests {
  private struct Run {
    var state: BridgeState
    var log: [String] = []

    init() {
      var recorder = RecorderSettings(name: "story", command: ["rec"], readiness: .spawned)
      recorder.retries = 0
      let progress = ProgressButton.Settings(
        progress: .elapsed, maximum: .seconds(10), hasRecorder: true, debounce: [])
      state = BridgeState(
        settings: Settings(
          recorders: [recorder],
          controls: [
            ControlSettings(
              name: "film", triggers: [TriggerSettings(.zone(Reference(0)), label: "glass:film")],
              kind: .progressButton(ProgressButtonSettings(button: progress, recorder: Reference(0)))),
            ControlSettings(
              name: "record", triggers: [TriggerSettings(.zone(Reference(0)), label: "glass:record")],
              kind: .recordButton(RecordButtonSettings(recorder: Reference(0)))),
          ]))
    }

    /// Consumes an input, answers at once what the world would, and notes what is told of rings, takes and requests.
    mutating func consume(_ input: Input, at second: Int64) {
      let time = Timestamp.zero + .seconds(second)
      var effects: [Effect] = []
      state.reduce(input, at: time, into: &effects)
      var index = 0
      while index < effects.count {
        switch effects[index] {
        case .prepareTake(let plan): state.reduce(.take(plan.take, .prepared(file: nil)), at: time, into: &effects)
        case .spawnRecorder(let take): state.reduce(.take(take, .spawned), at: time, into: &effects)
        case .finishTake(let take, _):
          state.reduce(.take(take, .finished(file: nil, message: nil)), at: time, into: &effects)
        case .answer(_, let refusal): log.append("\(second) \(refusal ?? "done")")
        case .publish(let event):
          switch event.kind {
          case .progress(let control, let ring):
            log.append("\(second) \(control) \(ring.state.rawValue) \(Int(ring.from))\(ring.hasError ? " error" : "")")
          case .takeRecording, .takeSuspended, .takeStopping, .takeCompleted, .takeFailed:
            log.append("\(second) \(event.type)")
          default: break
          }
        default: break
        }
        index += 1
      }
    }

    mutating func ask(_ control: String, _ request: ControlRequest, at second: Int64) {
      consume(.request(RequestID(rawValue: UInt64(second)), control: control, request), at: second)
    }
  }

  private static let take = TakeID(rawValue: 1)

  @Test("states follow the take, and the other button of the recorder is busy meanwhile") func completed() {
    var run = Run()
    run.ask("film", .start, at: 0)
    run.ask("record", .start, at: 1)
    run.ask("film", .suspend, at: 2)
    run.ask("film", .resume, at: 4)
    run.ask("film", .complete, at: 5)
    run.consume(.take(Self.take, .exited(.exited(0), lastLine: nil, groupIsGone: true)), at: 6)
    run.ask("film", .reset, at: 7)
    run.ask("nobody", .start, at: 8)
    #expect(
      run.log == [
        "0 done", "0 take.recording", "0 film inProgress 0",
        "1 control 'record': its recorder is busy with another take",
        "2 take.suspended", "2 film suspended 20", "2 done",
        "4 take.recording", "4 film inProgress 20", "4 done",
        "5 take.stopping", "5 film suspended 30", "5 done",
        "6 take.completed", "6 film completed 100", "7 film default 0", "7 done",
        "8 there is no control 'nobody'; the controls are film, record",
      ])
    #expect(run.state.deadline == nil)
  }

  @Test("a recorder that dies leaves no ring in progress, and an error", arguments: ["film", "record"])
  func died(_ control: String) {
    var run = Run()
    run.ask(control, .start, at: 0)
    run.consume(.take(Self.take, .exited(.exited(1), lastLine: nil, groupIsGone: true)), at: 3)
    let closing = control == "film" ? "3 film suspended 30" : "3 record default 0"
    #expect(
      run.log == [
        "0 done", "0 take.recording", "0 \(control) inProgress 0", closing, "3 take.failed",
        "3 \(control) default 0 error",
      ])
    #expect(run.state.deadline == nil)
  }
}
