internal import Controls
internal import InputModel

// What programs ask for.
extension BridgeState {
  mutating func consume(_ request: ControlRequest, id: RequestID, control name: String, at time: Timestamp) {
    guard let index = settings.controls.firstIndex(where: { $0.name == name }) else {
      order(.answer(id, refusal: "there is no control '\(name)'"))
      return
    }
    let refusal = controls[index].refusal(of: request)
    if refusal == nil {
      perform(controls[index].request(request, at: time), of: index)
      if request == .reset { move(index, .reset, at: time) }
    }
    order(.answer(id, refusal: refusal.map { "control '\(name)': \($0)" }))
  }
}
