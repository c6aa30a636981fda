internal import Bridge
internal import InputModel
internal import YAML

extension SettingsReader {
  /// What only shows when everything is read.
  func check(_ drafts: [ControlDraft], _ settings: Settings) {
    warnOfSharedTriggers(drafts, settings)
    zones.checkDevices(settings.devices)
    // After an error an element may be unused only because what uses it could not be read.
    guard !log.hasErrors else { return }
    warnOfGrabbedGlass(settings)
    devices.warnOfUnused()
    recorders.warnOfUnused()
    outputs.warnOfUnused()
    zones.warnOfUnused()
  }

  private func warnOfSharedTriggers(_ drafts: [ControlDraft], _ settings: Settings) {
    var owners: [TriggerSettings.Source: String] = [:]
    for (draft, control) in zip(drafts, settings.controls) where draft.triggers.count == control.triggers.count {
      // What carries the content of a zone does not press it.
      if case .transform = control.kind { continue }
      for (written, trigger) in zip(draft.triggers, control.triggers) {
        var source = trigger.source
        if case .code(let device, let code, _) = source { source = .code(device, code, inverted: false) }
        if let owner = owners[source] {
          let other = owner == control.name ? "this control twice" : "the control \(quoted(owner)) as well"
          log.warning("\(trigger.label) operates \(other)", at: written.mark)
        } else {
          owners[source] = control.name
        }
      }
    }
  }

  private func warnOfGrabbedGlass(_ settings: Settings) {
    let touched = Set(settings.zones.map(\.device))
    for (device, item) in zip(settings.devices.references, devices.items)
    where settings.devices[device].grab && touched.contains(device) {
      log.warning("the desktop gets no touches while \(quoted(item.name)) is grabbed", at: item.mark)
    }
  }
}
