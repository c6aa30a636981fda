public import Bridge
import Evdev
import Feedback
import Glibc
import InputModel
import Supervision
import Takes

/// Looks for what a configuration needs on this machine, without starting anything.
public enum Inspection {
  public static func findings(of settings: Settings) throws -> [Finding] {
    let nodes = try DeviceNode.all()
    return devices(settings, nodes) + programs(of: settings) + settings.outputs.flatMap { output($0, settings, nodes) }
      + settings.recorders.compactMap(note)
  }

  /// Recorders and commands that can not be started, directories that can not be written.
  static func programs(of settings: Settings) -> [Finding] {
    settings.recorders.flatMap(recorder) + settings.controls.flatMap(command)
      + settings.gestures.flatMap { program($0.run.arguments[0], of: "gesture '\($0.label)'") }
      + settings.idle.flatMap { program($0.run.arguments[0], of: "'\($0.label)'") }
  }

  private static func devices(_ settings: Settings, _ nodes: [DeviceNode]) -> [Finding] {
    settings.devices.references.flatMap { self.device($0, settings, nodes) }
  }

  static func device(_ device: Reference<DeviceSettings>, _ settings: Settings, _ nodes: [DeviceNode]) -> [Finding] {
    let name = settings.devices[device].name
    let fitting = nodes.filter { settings.fits($0, device) }
    if fitting.isEmpty {
      let useless = nodes.compactMap { settings.uselessness(of: $0, as: device) }
      guard useless.isEmpty else { return useless.map(Finding.error) }
      return [
        .warning("device '\(name)' is not there now; 'run' waits for it, 'evbridge devices' lists what is there")
      ]
    }
    if fitting.count > 1, !settings.devices[device].takesAll {
      let all = fitting.map { "\($0.distinction) '\($0.description.name)'" }.joined(separator: ", ")
      return [
        .error(
          "device '\(name)' fits \(fitting.count) devices: \(all); add path, phys or uniq to its match, or all: true")
      ]
    }
    return fitting.compactMap { node in
      do throws(EvdevError) {
        _ = try Device(path: node.path, codes: [])
        return nil
      } catch {
        return .error("device '\(name)': \(error)")
      }
    }
  }

  static func recorder(_ recorder: RecorderSettings) -> [Finding] {
    var findings = program(recorder.arguments(file: "")[0], of: "recorder '\(recorder.name)'")
    for command: TakeCommand in [.before, .verify, .suspend, .resume] {
      guard let name = recorder.arguments(of: command, file: "")?.first else { continue }
      findings += program(name, of: "recorder '\(recorder.name)', \(command.rawValue)")
    }
    if let directory = recorder.directory, let message = TakeStorage.obstacle(to: directory) {
      findings.append(.error("recorder '\(recorder.name)': \(message)"))
    }
    return findings
  }

  /// What is known of its program, or would be.
  static func note(_ recorder: RecorderSettings) -> Finding? {
    (recorder.summary ?? recorder.hint).map {
      .note("recorder '\(recorder.name)': \($0)")
    }
  }

  static func command(_ control: ControlSettings) -> [Finding] {
    guard case .commandButton(let button) = control.kind, case .run(let arguments) = button.action else { return [] }
    return program(arguments[0], of: "control '\(control.name)'")
  }

  static func program(_ name: String, of owner: String) -> [Finding] {
    switch Executable.find(name) {
    case .found: []
    case .notExecutable(let path): [.error("\(owner): \(path) is not a program that may be run (chmod +x?)")]
    case .notFound: [.error("\(owner): there is no program '\(name)'; install it, or give its full path")]
    }
  }
}
