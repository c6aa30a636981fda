import Bridge
import Evdev
import Feedback
import InputModel
import Notifications

// What feedback needs. A recording needs none of it: nothing here is an error but a program that is not there.
extension Inspection {
  static func output(_ output: OutputSettings, _ settings: Settings, _ nodes: [DeviceNode]) -> [Finding] {
    let name = "feedback '\(output.name)'"
    /// Looks at the nodes of a device that can be opened; of the others more is said elsewhere.
    func each(_ device: Reference<DeviceSettings>, _ obstacle: (borrowing Device) -> EvdevError?) -> [Finding] {
      nodes.filter { settings.fits($0, device) }.compactMap { node in
        guard let handle = try? Device(path: node.path, codes: []), let error = obstacle(handle) else { return nil }
        return .warning("\(name): \(error)")
      }
    }
    switch output.kind {
    case .command(let command, _): return program(command[0], of: name)
    case .lines(let lines): return program(lines.command[0], of: name)
    case .notification: return NotificationClient.obstacle().map { [.warning("\(name): \($0)")] } ?? []
    case .beep(let device, _): return each(device) { DeviceOutput.obstacle(to: $0, sounds: true) }
    case .rumble(let device, _): return each(device) { DeviceOutput.obstacle(to: $0, rumbles: true) }
    case .light(let lights):
      return lights.names.compactMap { Light.obstacle(to: $0) }.map { .warning("\(name): \($0)") }
        + lights.deviceLights.flatMap { light in
          each(light.device) { DeviceOutput.obstacle(to: $0, lights: [light.code]) }
        }
    }
  }
}
