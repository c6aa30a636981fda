public import Bridge
import EventNames
public import Evdev
public import InputModel

extension Settings {
  /// Whether a node is what a device of the configuration means: it matches, and has something that is bound.
  public func fits(_ node: DeviceNode, _ device: Reference<DeviceSettings>) -> Bool {
    fits(node.description, node: node.path, links: node.links, kind: node.deviceClass, device)
  }

  func fits(
    _ description: DeviceDescription, node: String, links: [String], kind: DeviceClass,
    _ device: Reference<DeviceSettings>
  ) -> Bool {
    let settings = devices[device]
    let kind = settings.kind ?? kind
    guard settings.match.fits(description, node: node, links: links, kind: kind) else { return false }
    if bindsCode(of: device, description) || (kind == .touchscreen && hasZone(on: device)) { return true }
    return isForOutputAlone(device) && outputsCanUse(device, description)
  }

  /// Why a node that matches is of no use: it has nothing that is bound. Nil for one that fits, or does not match.
  func uselessness(of node: DeviceNode, as device: Reference<DeviceSettings>) -> String? {
    let settings = devices[device]
    let kind = settings.kind ?? node.deviceClass
    guard settings.match.fits(node.description, node: node.path, links: node.links, kind: kind),
      !fits(node, device)
    else { return nil }
    var wanted: [String] = []
    for case .code(device, let code, _) in sources { wanted.append(EventNames.name(of: code) ?? "code \(code.code)") }
    if isForOutputAlone(device) { wanted.append("light, sound or rumble that the feedback needs") }
    if hasZone(on: device) { wanted.append("touch (it is a \(kind.rawValue); kind: touchscreen makes it one)") }
    let own = node.description.codes.filter { $0.type == .key || $0.type == .sw }.sorted { $0.code < $1.code }
    let names = own.prefix(8).map { EventNames.name(of: $0) ?? "code \($0.code)" }.joined(separator: " ")
    return "device '\(settings.name)': \(node.distinction) '\(node.description.name)' matches, but has no "
      + wanted.joined(separator: ", no ") + (names.isEmpty ? "" : "; it has \(names)\(own.count > 8 ? " …" : "")")
  }

  /// The codes that the configuration binds on such a device, of those that the device has.
  func codes(of device: Reference<DeviceSettings>, on description: DeviceDescription) -> Set<EventCode> {
    var codes: Set<EventCode> = []
    for case .code(device, let code, _) in sources where description.has(code) { codes.insert(code) }
    if hasZone(on: device) { codes.formUnion(Device.touchCodes(of: description)) }
    return codes
  }

  private func bindsCode(of device: Reference<DeviceSettings>, _ description: DeviceDescription) -> Bool {
    sources.contains { source in
      if case .code(device, let code, _) = source { return description.has(code) }
      return false
    }
  }

  /// Nothing of it is read.
  private func isForOutputAlone(_ device: Reference<DeviceSettings>) -> Bool {
    let isRead = sources.contains { if case .code(device, _, _) = $0 { true } else { false } }
    return !isRead && !hasZone(on: device) && usesDevice(device)
  }

  private func hasZone(on device: Reference<DeviceSettings>) -> Bool { zones.contains { $0.device == device } }

  private var sources: [TriggerSettings.Source] { controls.flatMap { $0.triggers.map(\.source) } }
}

extension DeviceNode {
  /// What udev says it is, else what it looks like.
  public var deviceClass: DeviceClass { kind ?? DeviceClass(describing: description) }

  /// How to tell it from its twins: the first by-path link, else where it is plugged in, else its node.
  public var distinction: String {
    if let link = links.first(where: { $0.hasPrefix("/dev/input/by-path/") }) { return link }
    return description.phys.isEmpty ? path : "\(path) (phys \(description.phys))"
  }

  /// udev's matrix; nil when there is none, it is not six numbers, or it can not be used.
  var matrix: CalibrationMatrix? {
    guard let numbers = calibrationMatrix?.split(separator: " ").map({ Double($0) }), numbers.count == 6 else {
      return nil
    }
    let values = numbers.compactMap { $0 }
    guard values.count == 6 else { return nil }
    let matrix = CalibrationMatrix(values[0], values[1], values[2], values[3], values[4], values[5])
    return matrix.isUsable ? matrix : nil
  }
}
