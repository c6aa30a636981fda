import Controls
import InputModel
import Takes

extension Event {
  /// What the event says beside its time and type, in the order of the documentation. What is nil is left out.
  public var fields: [EventField] {
    switch kind {
    case .deviceAdded(let presence), .deviceRemoved(let presence):
      present(
        .text("device", presence.device), .text("node", presence.node), .text("name", presence.name),
        .text("kind", presence.kind.rawValue))
    case .pressDown(let control, let trigger):
      present(.text("control", control), .text("trigger", trigger))
    case .pressUp(let control, let trigger, let held, let reason):
      present(
        .text("control", control), .text("trigger", trigger), EventField("held", .seconds(held)),
        .text("reason", reason?.rawValue))
    case .pressIgnored(let control, let trigger, let reason):
      present(.text("control", control), .text("trigger", trigger), .text("reason", reason.rawValue))
    case .tap(let control, let state):
      present(.text("control", control), .text("state", state.rawValue))
    case .tooltipShown(let control, let hint, let text):
      present(.text("control", control), .text("hint", hint.rawValue), .text("text", text))
    case .tooltipHidden(let control):
      present(.text("control", control))
    case .fade(let control, let segment): present(.text("control", control)) + segment.fields
    case .controlState(let control, let isEnabled, let isSelected):
      present(
        .text("control", control), EventField("enabled", .flag(isEnabled)), EventField("selected", .flag(isSelected)))
    case .progress(let control, let ring): present(.text("control", control)) + ring.fields
    case .gesture(let report): report.fields
    case .transform(let control, let target, let placement, let duration):
      present(.text("control", control), .text("target", target)) + placement.fields
        + present(duration.map { EventField("duration", .seconds($0)) })
    case .takeStarting(let take), .takeRecording(let take), .takeSuspended(let take):
      take.fields + present(.text("file", take.file))
    case .takeStopping(let take, let reason):
      take.fields + present(.text("file", take.file), .text("reason", reason.rawValue))
    case .takeCompleted(let take, let result):
      take.fields + result.fields
    case .takeFailed(let take, let result, let message):
      take.fields + result.fields + present(.text("message", message))
    case .commandFinished(let control, let status):
      present(.text("control", control), status.exitCode, status.exitSignal)
    case .commandFailed(let control, let message):
      present(.text("control", control), .text("message", message))
    case .anomaly(let device, let control, let message):
      present(.text("device", device), .text("control", control), .text("message", message))
    }
  }
}

/// Those that have a value.
func present(_ fields: EventField?...) -> [EventField] { fields.compactMap { $0 } }

extension EventField {
  /// Nil where there is no text.
  static func text(_ name: String, _ text: String?) -> EventField? {
    text.map { EventField(name, .text($0)) }
  }
}

extension PressFade.Segment {
  var fields: [EventField] {
    present(EventField("from", .alpha(from)), EventField("to", .alpha(to)), EventField("duration", .seconds(duration)))
  }
}

extension ProgressRing.Reading {
  var fields: [EventField] {
    present(
      .text("state", state.rawValue), EventField("from", .decimal(from)), EventField("to", .decimal(to)),
      EventField("duration", .seconds(duration)), EventField("error", .flag(hasError)),
      isAnimated ? nil : EventField("animated", .flag(false)))
  }
}

extension TakeReference {
  fileprivate var fields: [EventField] {
    present(
      .text("control", control), EventField("take", .number(Int64(clamping: take.rawValue))),
      .text("recorder", recorder))
  }
}

extension TakeResult {
  fileprivate var fields: [EventField] {
    present(
      .text("file", file), .text("reason", reason.rawValue), EventField("duration", .seconds(duration)),
      status?.exitCode, status?.exitSignal, .text("stop_signal", signal?.name),
      EventField("discarded", .flag(wasDiscarded)),
      earlierTake.map { EventField("earlier_take", .number(Int64(clamping: $0.rawValue))) })
  }
}

extension ExitStatus {
  fileprivate var exitCode: EventField? {
    if case .exited(let code) = self { EventField("exit_code", .number(Int64(code))) } else { nil }
  }

  fileprivate var exitSignal: EventField? {
    if case .signalled(let signal) = self { EventField("exit_signal", .text(signal.name)) } else { nil }
  }
}
