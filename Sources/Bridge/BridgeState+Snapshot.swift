internal import Controls
internal import Gestures
public import InputModel
internal import Takes

extension BridgeState {
  /// All that is so now, for those who come later than the events that told of it.
  ///
  /// - Parameters:
  ///   - program: what only the outside knows
  ///   - time: now; an earlier time than the core's counts as the core's
  ///   - lags: the longest time lately from an event's stamp until it was read, by device; those without one are left
  ///     out
  public func snapshot(of program: Snapshot.Program, at time: Timestamp, lags: [DeviceID: Interval] = [:]) -> Snapshot {
    let time = max(time, now)
    let devices = settings.devices.references.flatMap { describe($0, lags: lags) }
    let controls = controls.indices.map { describe(control: $0, at: time) }
    let takes = takes.compactMap { $0.description(at: time) }
    let recorders = settings.recorders.map { describe($0) }
    return Snapshot(
      time: time,
      fields: present(
        EventField("pid", .number(program.pid)), EventField("version", .text(program.version)),
        .text("configuration", program.configuration), EventField("devices", .objects(devices)),
        EventField("controls", .objects(controls)), EventField("takes", .objects(takes)),
        .text("last_file", lastFile), EventField("recorders", .objects(recorders))))
  }

  /// Each device that is there, or the one that is awaited.
  private func describe(_ device: Reference<DeviceSettings>, lags: [DeviceID: Interval]) -> [[EventField]] {
    let name = settings.devices[device].name
    let present = sessions.filter { $0.device == device }.map { session in
      describe(name, session, counters[device.position], lag: lags[session.id])
    }
    return present.isEmpty ? [describe(name, nil, counters[device.position], lag: nil)] : present
  }

  private func describe(_ name: String, _ session: DeviceSession?, _ counters: DeviceCounters, lag: Interval?)
    -> [EventField]
  {
    let presence = session?.presence
    return present(
      .text("device", name), .text("state", presence == nil ? "waiting" : "present"), .text("node", presence?.node),
      .text("name", presence?.name), .text("kind", presence?.kind.rawValue),
      session?.surface.map { EventField("width", .decimal($0.width)) },
      session?.surface.map { EventField("height", .decimal($0.height)) },
      EventField("drops", .number(counters.drops)), EventField("reopens", .number(counters.reopens)),
      lag.map { EventField("lag", .seconds($0)) })
  }

  private func describe(control index: Int, at time: Timestamp) -> [EventField] {
    let control = control(index)
    let look = controls[index].snapshot(at: time)
    let head = present(
      .text("control", control.name), .text("type", control.kind.name),
      zone(of: control).map { EventField("zone", .object($0)) }, EventField("enabled", .flag(look.isEnabled)),
      EventField("selected", .flag(look.isSelected)))
    if case .transform(let transform) = control.kind {
      let target = EventField("target", .text(transform.target ?? control.name))
      return head + [EventField("transform", .object([target] + (look.placement?.fields ?? [])))]
    }
    return head
      + present(
        .text("pressed", pressed[index]), .text("tooltip", look.hint.map { control.text(of: $0) }),
        look.fade.map { EventField("fade", .object($0.fields)) },
        look.ring.map { EventField("ring", .object($0.fields)) })
  }

  /// Where the first of its zones lies whose device is there; nil for a control without one.
  private func zone(of control: ControlSettings) -> [EventField]? {
    for trigger in control.triggers {
      guard case .zone(let reference) = trigger.source else { continue }
      let zone = settings.zones[reference]
      guard let surface = sessions.first(where: { $0.device == zone.device && $0.surface != nil })?.surface
      else { continue }
      let shape = zone.outline.resolved(on: surface)
      let box = shape.box(on: surface)
      return [
        EventField("device", .text(settings.devices[zone.device].name)), EventField("zone", .text(zone.name)),
        EventField("shape", .text(shape.word)), EventField("x", .decimal(box.origin.x)),
        EventField("y", .decimal(box.origin.y)), EventField("width", .decimal(box.size.width)),
        EventField("height", .decimal(box.size.height)),
      ]
    }
    return nil
  }

  private func describe(_ recorder: RecorderSettings) -> [EventField] {
    present(
      .text("recorder", recorder.name), EventField("busy", .flag(isBusy(recorder))),
      .text("last_error", recorderErrors[recorder.name]))
  }
}

extension ActiveTake {
  /// Nil while nothing was told of it.
  fileprivate func description(at time: Timestamp) -> [EventField]? {
    guard let stage else { return nil }
    return present(
      EventField("take", .number(Int64(clamping: id.rawValue))), .text("control", controlName),
      .text("recorder", recorder.name), .text("state", stage.rawValue), .text("file", lifecycle.file),
      startedAt.map { EventField("started", .number($0.microseconds)) },
      EventField("duration", .seconds(duration(at: time))))
  }
}

extension ControlSettings.Kind {
  /// The word of the configuration.
  var name: String {
    switch self {
    case .recordButton: "record-button"
    case .progressButton: "progress-button"
    case .commandButton: "command-button"
    case .transform: "transform"
    }
  }
}

extension ZoneShape {
  /// What it is called in a snapshot.
  fileprivate var word: String {
    switch self {
    case .whole, .rectangle: "rectangle"
    case .circle: "circle"
    }
  }

  /// The smallest rectangle that holds it; of the whole surface that itself.
  fileprivate func box(on surface: Size) -> (origin: Point, size: Size) {
    switch self {
    case .whole: (Point(x: 0, y: 0), surface)
    case .rectangle(let origin, let size): (origin, size)
    case .circle(let center, let radius):
      (Point(x: center.x - radius, y: center.y - radius), Size(width: 2 * radius, height: 2 * radius))
    }
  }
}
