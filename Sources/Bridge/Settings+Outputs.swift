extension Settings {
  /// Whether an output shows an event: those of a control go where the control says, all others everywhere. So do those
  /// of a control that a reload has taken away: a light must hear of the end of its take.
  public func output(_ output: Reference<OutputSettings>, shows event: Event) -> Bool {
    guard let name = event.control, let control = controls.first(where: { $0.name == name }),
      let chosen = control.outputs
    else { return true }
    return chosen.contains(output)
  }
}
