internal import Controls
internal import InputModel

// What programs ask for.
extension BridgeState {
  mutating func consume(_ request: ControlRequest, id: RequestID, control name: String, at time: Timestamp) {
    guard let index = settings.controls.firstIndex(where: { $0.name == name }) else {
      order(.answer(id, refusal: "there is no control '\(name)'"))
      return
    }
    switch request {
    case .enable, .disable:
      perform(controls[index].setEnabled(request == .enable, at: time), of: index)
      order(.answer(id, refusal: nil))
    default: order(.answer(id, refusal: "control '\(name)' can not do that"))
    }
  }
}
