internal import Controls
public import InputModel
internal import Takes

extension BridgeState {
  /// Takes a changed configuration, as if it had begun with it: every device has left (what was held on it has ended)
  /// and is to arrive anew, with an id of its own.
  ///
  /// What stays: the numbers of takes and commands, the commands that run, the last file, counters; and, for controls of
  /// the same name and kind, whether a program has enabled or disabled them, and where the content of a transform is.
  ///
  /// - Returns: false, and nothing has changed, while a take is going on or being prepared, or when the program is ending
  public mutating func reload(_ settings: Settings, at time: Timestamp, into effects: inout [Effect]) -> Bool {
    advance(to: max(time, now), into: &effects)
    guard isIdle, !isTerminating else { return false }
    collect(into: &effects) { state in
      state.letGo()
      let old = state
      state.adopt(settings)
      state.tellChanges(since: old)
    }
    return true
  }

  /// Ends whatever is held or shown.
  private mutating func letGo() {
    while !sessions.isEmpty { removeSession(0, at: now) }
    for index in controls.indices {
      // A release that was not confirmed yet.
      perform(controls[index].stop(.deviceLost, at: now), of: index)
      if controls[index].snapshot(at: now).hint != nil {
        publish(.tooltipHidden(control: control(index).name), at: now)
      }
    }
  }

  private mutating func adopt(_ new: Settings) {
    let old = self
    settings = new
    counters = new.devices.map { device in
      old.settings.devices.firstIndex { $0.name == device.name }.map { old.counters[$0] } ?? DeviceCounters()
    }
    controls = new.controls.map { control in
      guard let before = old.index(ofControlLike: control) else { return ControlState(control) }
      var control = control
      let was = old.controls[before].snapshot(at: now)
      if was.isEnabled != old.control(before).isEnabled { control.isEnabled = was.isEnabled }
      return ControlState(control, placement: was.placement)
    }
    pressed = controls.map { _ in nil }
    idleTimers = new.idle.map { IdleTimer($0) }
    commands.reassign { owner in new.owner(like: owner, in: old.settings) ?? .former(old.name(of: owner)) }
    for index in controls.indices where !commands.running(.control(index)).isEmpty { controls[index].noteBusy(true) }
    recorderErrors = recorderErrors.filter { error in new.recorders.contains { $0.name == error.key } }
    noteRecorders()
  }

  /// What is no longer as it was told.
  private mutating func tellChanges(since old: BridgeState) {
    for index in controls.indices {
      let control = control(index)
      guard let before = old.index(ofControlLike: control) else { continue }
      let (was, new) = (old.controls[before].snapshot(at: now), controls[index].snapshot(at: now))
      if (was.isEnabled, was.isSelected) != (new.isEnabled, new.isSelected) {
        publish(
          .controlState(control: control.name, isEnabled: new.isEnabled, isSelected: new.isSelected), at: now)
      }
      if was.ring != new.ring, let ring = new.ring { publish(.progress(control: control.name, ring), at: now) }
      // New limits of its scale.
      if was.placement != new.placement, let placement = new.placement { publish(placement, of: index, at: now) }
    }
  }

  private func index(ofControlLike control: ControlSettings) -> Int? {
    settings.controls.firstIndex { $0.name == control.name && $0.kind.name == control.kind.name }
  }
}

extension Settings {
  /// Who runs now what somebody ran in earlier settings; nil when nobody does.
  fileprivate func owner(like owner: CommandTable.Owner, in old: Settings) -> CommandTable.Owner? {
    switch owner {
    case .control(let index):
      let control = old.controls[index]
      return controls.firstIndex { $0.name == control.name && $0.kind.name == control.kind.name }.map { .control($0) }
    case .gesture(let reference):
      let gesture = old.gestures[reference]
      return gestures.references.first {
        gestures[$0].label == gesture.label && gestures[$0].pattern == gesture.pattern
      }.map { .gesture($0) }
    case .idle(let reference):
      return idle.references.first { idle[$0].label == old.idle[reference].label }.map { .idle($0) }
    case .former: return nil
    }
  }
}
