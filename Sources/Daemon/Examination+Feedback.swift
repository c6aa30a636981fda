import Bridge
import Evdev
import Feedback
import Glibc
import InputModel
import Notifications

extension Examination {
  /// What is used of each kind of feedback, and why not; of a kind that nothing is configured of, what there would be.
  func feedback(_ nodes: [DeviceNode]) -> [Finding] {
    let outputs = settings?.outputs ?? []
    let chosen = outputs.flatMap { output -> [Finding] in
      guard let settings else { return [] }
      let findings = Inspection.output(output, settings, nodes)
      guard findings.isEmpty else { return findings.map { explained($0, output) } }
      return [use(of: output, settings, nodes)]
    }
    let has = { (isKind: (OutputSettings.Kind) -> Bool) in outputs.contains { isKind($0.kind) } }
    var others: [Finding] = []
    if !has({ if case .light = $0 { true } else { false } }) { others.append(unused("light", lights(nodes))) }
    if !has({ if case .beep = $0 { true } else { false } }) {
      let sounding = nodes.filter { $0.description.has(.tone) || $0.description.has(.bell) }
      others.append(unused("beep", sounding.map(title)))
    }
    if !has({ if case .rumble = $0 { true } else { false } }) {
      others.append(unused("rumble", nodes.filter { $0.description.has(.rumble) }.map(title)))
    }
    if !has({ if case .notification = $0 { true } else { false } }) { others.append(unusedNotifications) }
    if !has({ if case .lines = $0 { true } else { false } }) {
      others.append(.note("lines: none configured; any program that reads lines could be given them, such as wob"))
    }
    return chosen + others
  }

  private func title(_ node: DeviceNode) -> String { "\(node.path) '\(node.description.name)'" }

  /// Lights of the system by their names, and those of devices.
  private func lights(_ nodes: [DeviceNode]) -> [String] {
    let names = Directory.names(in: Light.folder)
    let open = names.filter { Light.obstacle(to: $0) == nil }
    let closed = names.count - open.count
    return open + (closed > 0 ? ["\(closed) that this user can not write"] : [])
      + nodes.filter { node in node.description.codes.contains { $0.type == .led } }.map { "those of \(title($0))" }
  }

  private func unused(_ kind: String, _ candidates: [String]) -> Finding {
    let most = 8
    let list = candidates.prefix(most).joined(separator: ", ") + (candidates.count > most ? ", …" : "")
    return .note(
      "\(kind): none configured; \(candidates.isEmpty ? "this machine has nothing for it" : "there would be \(list)")")
  }

  private var unusedNotifications: Finding {
    let obstacle = NotificationClient.obstacle()
    return .note("notifications: none configured; \(obstacle.map { "\($0)" } ?? "somebody here would show them")")
  }

  private func explained(_ finding: Finding, _ output: OutputSettings) -> Finding {
    guard case .notification = output.kind, finding.message.hasSuffix("\(NotificationError.absent)"),
      NotificationClient.canBeStarted()
    else { return finding }
    return .warning(
      finding.message + "; the bus knows one that it could start, which evbridge never asks for, since that may take "
        + "minutes: let the session start it")
  }

  /// What an output that lacks nothing does with what.
  private func use(of output: OutputSettings, _ settings: Settings, _ nodes: [DeviceNode]) -> Finding {
    let name = "feedback '\(output.name)'"
    let fitting = { (device: Reference<DeviceSettings>) in
      nodes.filter { settings.fits($0, device) }.map(title)
    }
    /// Of a device that is absent nothing can be said.
    func on(_ device: Reference<DeviceSettings>, _ what: String) -> Finding {
      let nodes = fitting(device)
      guard !nodes.isEmpty else {
        return .warning("\(name): device '\(settings.devices[device].name)' is not there, so nothing \(what)")
      }
      return .ok("\(name): \(nodes.joined(separator: ", ")) \(what)")
    }
    switch output.kind {
    case .command(let command, _): return .ok("\(name): \(command[0]) is run for events")
    case .lines(let lines): return .ok("\(name): \(lines.command[0]) is given lines")
    case .notification: return .ok("\(name): notifications are shown on the session bus")
    case .beep(let device, _): return on(device, "sounds")
    case .rumble(let device, _): return on(device, "shakes")
    case .light(let lights):
      let system = lights.names.map { name in
        let levels = Light.levels(of: name) ?? 1
        return levels > 1 ? "\(name) (\(levels) levels, so a press fades)" : "\(name) (on and off)"
      }
      let absent = lights.deviceLights.first { fitting($0.device).isEmpty }
      let own = lights.deviceLights.flatMap { fitting($0.device) }.map { "a light of \($0) (on and off)" }
      let all = system + own
      if let absent {
        let device = "device '\(settings.devices[absent.device].name)' is not there, nor is its light"
        return .warning("\(name): \(device)\(all.isEmpty ? "" : "; there is \(all.joined(separator: ", "))")")
      }
      return .ok("\(name): \(all.joined(separator: ", "))")
    }
  }
}
