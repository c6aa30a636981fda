internal import Bridge
internal import Takes
internal import YAML

/// Reads a whole file. All names are known before the first reference is read, so that the order of the sections is
/// free and a wrong element does not make every reference to it wrong.
struct SettingsReader {
  static let noControl = """
    there is neither a control nor a gesture (expected at least one, such as

      devices:
        button: { match: { name: "*Button*" } }
      recorders:
        story: { command: [arecord, -q, -f, cd, "{file}"], directory: ~/takes, name: "{date}-{time}-{n}.wav" }
      controls:
        record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: story }
    )
    """

  let log: DiagnosticLog
  let home: String?
  let devices: Section<DeviceSettings>
  let recorders: Section<RecorderSettings>
  let outputs: Section<OutputSettings>
  let controls: Section<ControlSettings>
  let zones: ZoneTable
  private let gestures: [YAMLNode]
  /// The section `panel`, not yet read.
  let panelNode: YAMLNode?

  /// Nil, and in the log, when the file is not a mapping.
  init?(_ root: YAMLNode, home: String?, _ log: DiagnosticLog) {
    guard var file = MappingReader(root, "the file", at: .start, log) else { return nil }
    self.log = log
    self.home = home
    devices = Section("devices", of: "device", in: &file, log)
    recorders = Section("recorders", of: "recorder", in: &file, log)
    let zones = Section<ZoneSettings>("zones", of: "zone", in: &file, log)
    controls = Section("controls", of: "control", in: &file, log)
    gestures = Self.gestures(in: &file, log)
    outputs = Section("feedback", of: "feedback", in: &file, log)
    panelNode = file.node("panel")
    self.zones = ZoneTable(zones, log)
    file.finish()
  }

  /// The settings as far as they could be read; of use only when there are no errors.
  func settings() -> Settings {
    var settings = Settings()
    let devices = self.devices.items.map(device)
    settings.devices = devices.map(\.settings)
    zones.defaults = devices.map(\.recognition)
    settings.recorders = recorders.items.map(recorder)
    settings.outputs = outputs.items.map(output)
    for item in zones.section.items { zone(item) }
    let drafts = controls.items.compactMap(control)
    let gestureDrafts = gestures.compactMap(gesture)
    zones.arrange()
    settings.zones = zones.zones
    settings.controls = drafts.map { draft in
      ControlSettings(
        name: draft.name, triggers: draft.triggers.compactMap { trigger($0, settings) }, kind: draft.kind,
        isEnabled: draft.isEnabled, outputs: draft.outputs)
    }
    connect(&settings)
    for draft in gestureDrafts { add(draft, to: &settings) }
    if controls.items.isEmpty && gestures.isEmpty { log.error(Self.noControl, at: .start) }
    check(drafts, settings)
    return settings
  }

  private func trigger(_ draft: ControlDraft.Trigger, _ settings: Settings) -> TriggerSettings? {
    switch draft.source {
    case .code(let device, let code, let name, let isInverted):
      return TriggerSettings(
        .code(device, code, inverted: isInverted), label: "\(settings.devices[device].name):\(name)")
    case .zone(let use):
      guard let reference = zones.reference(to: use) else { return nil }
      let zone = settings.zones[reference]
      let device = settings.devices.isEmpty ? "" : settings.devices[zone.device].name
      return TriggerSettings(.zone(reference), label: "\(device):\(zone.name)")
    }
  }
}
