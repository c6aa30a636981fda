import Bridge
import Evdev
import Glibc
import InputModel

extension Examination {
  /// Who we are, and which event nodes that user may read.
  func rights(_ nodes: [DeviceNode]) -> [Finding] {
    let groups = Account.groups.isEmpty ? "no groups" : "groups \(Account.groups.joined(separator: ", "))"
    let user = Finding.ok("user \(Environment.userName), \(groups)")
    guard !nodes.isEmpty else {
      return [
        user,
        .warning(
          "there are no event nodes in /dev/input: plug in a device; in a container, hand /dev/input in (--device, or a "
            + "volume)"),
      ]
    }
    let refusals = nodes.compactMap { node in Device.obstacle(to: node.path).map { (node, $0) } }
    let readable = "\(nodes.count - refusals.count) of \(nodes.count) event nodes can be read"
    guard let (_, first) = refusals.first else { return [user, .ok(readable)] }
    // Those of the configuration are looked at one by one.
    if settings != nil || refusals.count < nodes.count { return [user, .note(readable)] }
    return [user, .error("none of \(nodes.count) event nodes can be read: \(Account.advice(on: first))")]
  }

  func devices(_ nodes: [DeviceNode], _ answer: DaemonAnswer) -> [Finding] {
    let udev: Finding =
      Discovery.isUdevRunning
      ? .ok("udev runs")
      : .warning(
        "udev does not run (no /run/udev/control): new devices are seen in /dev/input, but nobody gives them to group "
          + "input, makes links by-id and by-path, or knows what kind they are; start systemd-udevd, or in a container "
          + "hand /run/udev in")
    guard let settings else {
      return [udev] + nodes.map { .note("\($0.path) is '\($0.description.name)' (\($0.deviceClass.rawValue))") }
    }
    return [udev] + settings.devices.references.flatMap { device($0, settings, nodes, answer) }
  }

  private func device(
    _ device: Reference<DeviceSettings>, _ settings: Settings, _ nodes: [DeviceNode], _ answer: DaemonAnswer
  ) -> [Finding] {
    let name = settings.devices[device].name
    let fitting = nodes.filter { settings.fits($0, device) }
    // It may run as another user, who may what this one may not.
    let read = fitting.filter { answer.isRead($0.path, as: name) }
    guard read.isEmpty else {
      return read.flatMap { node -> [Finding] in
        let head = "device '\(name)': \(node.path) '\(node.description.name)'"
        let others = NodeReader.all(of: node.path).filter { $0.name != "evbridge" }
        guard !others.isEmpty else { return [.ok("\(head) is read by the daemon")] }
        return [
          .ok("\(head) is read by the daemon"),
          .note(
            "\(head) is also open in: \(list(others)); if no press gets here, one of them may have "
              + "grabbed it: stop evbridge and ask doctor again"),
        ]
      }
    }
    let findings = Inspection.device(device, settings, nodes)
    guard findings.isEmpty else {
      return findings.map { finding in
        // The one who is a member already, but not yet in this session, is told so.
        guard let error = fitting.compactMap({ Device.obstacle(to: $0.path) }).first,
          finding.message == "device '\(name)': \(error)"
        else { return finding }
        return .error("device '\(name)': \(Account.advice(on: error))")
      }
    }
    return fitting.flatMap { node -> [Finding] in
      let head = "device '\(name)': \(node.path) '\(node.description.name)'"
      // A daemon may read it whose socket and descriptors are not for this user.
      if OpenFiles.isRunning("evbridge") { return [.ok("\(head) can be read; an evbridge runs")] }
      guard let handle = try? Device(path: node.path, codes: settings.codes(of: device, on: node.description)) else {
        return [.warning("\(head) has just gone")]
      }
      let size = assumedSize(of: handle, settings.devices[device], node).map { [Finding.note("\(head): \($0)")] } ?? []
      return [grab(of: handle, node, head)] + size
    }
  }

  /// Whether somebody else has taken the device for himself. Only a grab tells: for a moment, and never while a key is
  /// down or while a daemon of ours reads.
  private func grab(of handle: consuming Device, _ node: DeviceNode, _ head: String) -> Finding {
    var handle = handle
    do throws(EvdevError) {
      try handle.grab()
      handle.release()
      return .ok("\(head) can be read")
    } catch {
      guard case .grabbedByAnother = error else { return .ok("\(head) can be read (\(error))") }
      let readers = NodeReader.all(of: node.path)
      let others = readers.isEmpty ? "whose it is can not be seen by this user" : list(readers)
      return .error(
        "\(head): another program has grabbed it, and gets its events alone; it is open in: \(others); end that "
          + "program, or let it leave the device alone")
    }
  }

  private func list(_ readers: [NodeReader]) -> String {
    readers.map { "\($0.name) (process \($0.process))" }.joined(separator: ", ")
  }

  /// What millimetres rest on where the device does not say how large it is.
  private func assumedSize(of handle: borrowing Device, _ settings: DeviceSettings, _ node: DeviceNode) -> String? {
    guard settings.kind ?? node.deviceClass == .touchscreen, settings.size == nil,
      let surface = Calibration(describing: handle.description)?.surface, surface.isAssumed
    else { return nil }
    let (width, height) = (Int(surface.size.width.rounded()), Int(surface.size.height.rounded()))
    return "it does not say how large it is; \(width) x \(height) mm are assumed; give its size"
  }
}
