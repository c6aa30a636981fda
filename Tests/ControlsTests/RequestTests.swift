import Controls
import Gestures
import InputModel
import Takes
import Testing

@Suite("Requests to controls without a take") struct RequestTests {
  private static let others: [ControlRequest] = [
    .stop, .toggle, .suspend, .resume, .complete, .setProgress(1), .setError(true),
  ]

  @Test("a command button runs, also while a finger is on another thing, unless it is disabled or runs already")
  func command() {
    var button = CommandButton(settings: CommandButton.Settings(occasion: .double))
    #expect(button.consume(.request(.start), at: .zero) == [ControlAction(.zero, .run)])
    button.isBusy = true
    #expect(button.refusal(of: .start) == "its command still runs")
    #expect(button.consume(.request(.start), at: .zero) == [])
    button.isBusy = false
    let disabled = ControlAction(.zero, .stateChanged(isEnabled: false, isSelected: false))
    #expect(button.consume(.request(.disable), at: .zero) == [disabled])
    #expect(button.refusal(of: .start) == "it is disabled")
    #expect(button.consume(.request(.start), at: .zero) == [])
    #expect(button.refusal(of: .enable) == nil)
    #expect(button.consume(.request(.enable), at: .zero).count == 1)
    #expect(button.consume(.request(.enable), at: .zero) == [])
  }

  @Test("what a command button can not do is refused, and does nothing", arguments: others + [.reset])
  func command(_ request: ControlRequest) {
    var button = CommandButton(settings: CommandButton.Settings())
    #expect(button.refusal(of: request) == "it is a command-button, which can only start, enable and disable")
    #expect(button.consume(.request(request), at: .zero) == [])
  }

  @Test("what a transform can not do is refused", arguments: others + [.start])
  func transform(_ request: ControlRequest) {
    let refusal = TransformControl().refusal(of: request)
    #expect(refusal == "it is a transform, which can only reset, enable and disable")
  }

  @Test("what a transform can do is not", arguments: [ControlRequest.reset, .enable, .disable])
  func transformDoes(_ request: ControlRequest) { #expect(TransformControl().refusal(of: request) == nil) }

  @Test("what is left of a fade is told to who comes late") func fade() {
    var button = RecordButton(settings: RecordButton.Settings(debounce: [.zero]))
    #expect(button.fade(at: .zero) == PressFade.Segment(from: 1, to: 1, duration: .zero))
    _ = button.consume(.trigger(0, .down), at: .zero)
    #expect(button.fade(at: .zero + .seconds(9)) == PressFade.Segment(from: 0.3, to: 0.3, duration: .zero))
    #expect(button.hint == nil)
    let up = Timestamp.zero + .milliseconds(100)
    _ = button.consume(.trigger(0, .up(inside: true)), at: up)
    #expect(button.hint == .tapAndHold)
    let rest = button.fade(at: up + .milliseconds(100))
    #expect(abs(rest.from - 0.475) < 1e-9)
    #expect(rest.to == 1)
    #expect(rest.duration == .milliseconds(300))
    #expect(button.advance(to: up + .seconds(2)).map(\.kind) == [.tooltipHidden])
    #expect(button.hint == nil)
  }
}
