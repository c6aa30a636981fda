import Controls
import InputModel
import Takes

extension Event {
  /// What the event says beside its time and type, in the order of the documentation. What is nil is left out.
  public var fields: [EventField] {
    switch kind {
    case .deviceAdded(let presence), .deviceRemoved(let presence):
      make(
        .text("device", presence.device), .text("node", presence.node), .text("name", presence.name),
        .text("kind", presence.kind.rawValue))
    case .pressDown(let control, let trigger):
      make(.text("control", control), .text("trigger", trigger))
    case .pressUp(let control, let trigger, let held, let reason):
      make(
        .text("control", control), .text("trigger", trigger), EventField("held", .seconds(held)),
        .text("reason", reason?.rawValue))
    case .pressIgnored(let control, let trigger, let reason):
      make(.text("control", control), .text("trigger", trigger), .text("reason", reason.rawValue))
    case .tap(let control, let state):
      make(.text("control", control), .text("state", state.rawValue))
    case .tooltipShown(let control, let hint, let text):
      make(.text("control", control), .text("hint", hint.rawValue), .text("text", text))
    case .tooltipHidden(let control):
      make(.text("control", control))
    case .fade(let control, let segment):
      make(
        .text("control", control), EventField("from", .alpha(segment.from)), EventField("to", .alpha(segment.to)),
        EventField("duration", .seconds(segment.duration)))
    case .controlState(let control, let isEnabled, let isSelected):
      make(
        .text("control", control), EventField("enabled", .flag(isEnabled)), EventField("selected", .flag(isSelected)))
    case .progress(let control, let ring):
      make(
        .text("control", control), .text("state", ring.state.rawValue), EventField("from", .decimal(ring.from)),
        EventField("to", .decimal(ring.to)), EventField("duration", .seconds(ring.duration)),
        EventField("error", .flag(ring.hasError)))
    case .gesture(let report): report.fields
    case .transform(let control, let target, let placement):
      make(.text("control", control), .text("target", target)) + placement.fields
    case .takeStarting(let take), .takeRecording(let take), .takeSuspended(let take):
      take.fields + make(.text("file", take.file))
    case .takeStopping(let take, let reason):
      take.fields + make(.text("file", take.file), .text("reason", reason.rawValue))
    case .takeCompleted(let take, let result):
      take.fields + result.fields
    case .takeFailed(let take, let result, let message):
      take.fields + result.fields + make(.text("message", message))
    case .commandFinished(let control, let status):
      make(.text("control", control), status.exitCode, status.exitSignal)
    case .commandFailed(let control, let message):
      make(.text("control", control), .text("message", message))
    case .anomaly(let device, let message):
      make(.text("device", device), .text("message", message))
    }
  }
}

private func make(_ fields: EventField?...) -> [EventField] { fields.compactMap { $0 } }

extension EventField {
  fileprivate static func text(_ name: String, _ text: String?) -> EventField? {
    text.map { EventField(name, .text($0)) }
  }
}

extension TakeReference {
  fileprivate var fields: [EventField] {
    make(
      .text("control", control), EventField("take", .number(Int64(clamping: take.rawValue))),
      .text("recorder", recorder))
  }
}

extension TakeResult {
  fileprivate var fields: [EventField] {
    make(
      .text("file", file), .text("reason", reason.rawValue), EventField("duration", .seconds(duration)),
      status?.exitCode, status?.exitSignal, .text("stop_signal", signal?.name),
      EventField("discarded", .flag(wasDiscarded)))
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
