internal import Controls
internal import InputModel

// What programs ask for.
extension BridgeState {
  /// Every request has one answer, after all that came of it at once. That a take was asked for is no promise that it
  /// will be recorded: its own events tell.
  mutating func consume(_ request: ControlRequest, id: RequestID, control name: String, at time: Timestamp) {
    let refusal = refusal(of: request, control: name)
    if refusal == nil, let index = settings.controls.firstIndex(where: { $0.name == name }) {
      if request == .reset { move(index, .reset, during: TransformControl.resetDuration, at: time) }
      isAsked = true
      perform(controls[index].request(request, at: time), of: index)
      isAsked = false
    }
    order(.answer(id, refusal: refusal))
  }

  /// Why a request is not done; nil when it will be.
  private func refusal(of request: ControlRequest, control name: String) -> String? {
    guard !isTerminating else { return "evbridge is ending; ask again when it has been started again" }
    guard let index = settings.controls.firstIndex(where: { $0.name == name }) else {
      return "there is no control '\(name.shortened)'; \(settings.sentenceOfControls)"
    }
    return controls[index].refusal(of: request).map { "control '\(name)': \($0)" }
  }
}

extension Settings {
  /// How many names a person reads.
  private static let longestList = 20

  fileprivate var sentenceOfControls: String {
    guard !controls.isEmpty else { return "the configuration has none" }
    let names = controls.prefix(Self.longestList).map(\.name).joined(separator: ", ")
    let rest = controls.count - Self.longestList
    return "the controls are " + names + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension String {
  /// As much of what somebody sent as an answer repeats.
  fileprivate var shortened: String {
    // Not of characters: one may be of any length.
    let short = unicodeScalars.prefix(40)
    return String(short) + (short.endIndex < unicodeScalars.endIndex ? "…" : "")
  }
}
