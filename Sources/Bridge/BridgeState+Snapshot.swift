internal import Controls
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
      describe(name, session.presence, counters[device.position], lag: lags[session.id])
    }
    return present.isEmpty ? [describe(name, nil, counters[device.position], lag: nil)] : present
  }

  private func describe(_ name: String, _ presence: DevicePresence?, _ counters: DeviceCounters, lag: Interval?)
    -> [EventField]
  {
    present(
      .text("device", name), .text("state", presence == nil ? "waiting" : "present"), .text("node", presence?.node),
      .text("name", presence?.name), .text("kind", presence?.kind.rawValue),
      EventField("drops", .number(counters.drops)), EventField("reopens", .number(counters.reopens)),
      lag.map { EventField("lag", .seconds($0)) })
  }

  private func describe(control index: Int, at time: Timestamp) -> [EventField] {
    let control = control(index)
    let look = controls[index].snapshot(at: time)
    let head = present(
      .text("control", control.name), .text("type", control.kind.name), EventField("enabled", .flag(look.isEnabled)),
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
