public import InputModel

extension Settings {
  /// Whether an output shows an event: those of a control go where the control says, all others everywhere. So do those
  /// of a control that a reload has taken away: a light must hear of the end of its take.
  public func output(_ output: Reference<OutputSettings>, shows event: Event) -> Bool {
    guard let name = event.control, let control = controls.first(where: { $0.name == name }),
      let chosen = control.outputs
    else { return true }
    return chosen.contains(output)
  }

  /// Whether outputs can use a device of this description that nothing else is bound on.
  public func outputsCanUse(_ device: Reference<DeviceSettings>, _ description: DeviceDescription) -> Bool {
    outputs.contains { output in
      switch output.kind {
      case .light(let lights): lights.deviceLights.contains { $0.device == device && description.has($0.code) }
      case .beep(let own, _): own == device && (description.has(.tone) || description.has(.bell))
      case .rumble(let own, _): own == device && description.has(.rumble)
      case .command, .notification, .lines: false
      }
    }
  }

  /// Whether an output is on this device.
  public func usesDevice(_ device: Reference<DeviceSettings>) -> Bool {
    outputs.contains { output in
      switch output.kind {
      case .light(let lights): lights.deviceLights.contains { $0.device == device }
      case .beep(let own, _), .rumble(let own, _): own == device
      case .command, .notification, .lines: false
      }
    }
  }
}
