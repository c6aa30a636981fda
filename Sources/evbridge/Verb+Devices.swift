import Bridge
import Daemon
import EventNames
import Evdev
import InputModel

extension Verb {
  static let devices = Verb(
    name: "devices", summary: "list the input devices: name, kind, ids, links, size, what is down", operands: "",
    text: """
      Lists every event device with all that a configuration can match it by. What is down now is shown too: press a
      button while you call it, or see which way round a switch is.
      """,
    options: [json]
  ) { arguments in
    try arguments.refuseOperands(verb: "devices")
    let nodes = try DeviceNode.all()
    for node in nodes {
      let listing = DeviceListing(node)
      try Main.say(arguments.has("json") ? JSONObject(listing.fields).text : listing.text)
    }
    if nodes.isEmpty, !arguments.has("json") {
      try Main.say("There are no input devices (/dev/input has no event nodes).")
    }
    return .success
  }
}

/// What `devices` says of one node.
private struct DeviceListing {
  private static let namesShown = 8

  var node: DeviceNode
  private var lines: [(name: String, text: String)] = []

  init(_ node: DeviceNode) {
    self.node = node
    let description = node.description
    let identity = description.identity
    lines = [
      ("name", description.name), ("kind", node.deviceClass.rawValue),
      ("id", "\(hex(identity.vendor)):\(hex(identity.product))"),
      ("bus", "\(hex(identity.bus)), version \(hex(identity.version))"),
    ]
    for folder in ["by-path", "by-id"] {
      let links = node.links.filter { $0.hasPrefix("/dev/input/\(folder)/") }
      if !links.isEmpty { lines.append((folder, links.joined(separator: " "))) }
    }
    if !description.phys.isEmpty { lines.append(("phys", description.phys)) }
    if !description.uniq.isEmpty { lines.append(("uniq", description.uniq)) }
    for (name, type) in [("keys", EventType.key), ("switches", .sw), ("lights", .led)] {
      if let codes = Self.codes(type, of: description.codes) { lines.append((name, codes)) }
    }
    if let matrix = node.calibrationMatrix { lines.append(("matrix", matrix)) }
    do throws(EvdevError) {
      let device = try Device(path: node.path, codes: description.codes.filter { $0.type == .key || $0.type == .sw })
      if let calibration = Calibration(describing: device.description), node.deviceClass == .touchscreen {
        let size = calibration.surface.size
        let sides = "\(Int(size.width.rounded())) x \(Int(size.height.rounded())) mm"
        lines.append(("size", sides + (calibration.surface.isAssumed ? " (assumed)" : "")))
      }
      let down = device.stateAtOpening.down.map(Self.name).sorted().joined(separator: " ")
      if !down.isEmpty { lines.append(("down", down)) }
    } catch {
      lines.append(("error", "\(error)"))
    }
  }

  var fields: [EventField] {
    [EventField("node", .text(node.path))] + lines.map { EventField($0.name, .text($0.text)) }
  }

  var text: String {
    let body = lines.map {
      "  \($0.name)\(String(repeating: " ", count: 10 - $0.name.count))\(TerminalFormat.printable($0.text))\n"
    }.joined()
    return node.path + "\n" + body
  }

  private static func codes(_ type: EventType, of codes: Set<EventCode>) -> String? {
    let own = codes.filter { $0.type == type }.sorted { $0.code < $1.code }
    guard !own.isEmpty else { return nil }
    let more = own.count > namesShown ? " and \(own.count - namesShown) more" : ""
    return own.prefix(namesShown).map(name).joined(separator: " ") + more
  }

  private static func name(_ code: EventCode) -> String { EventNames.name(of: code) ?? "\(code.code)" }
}

/// Four hexadecimal digits, as ids are written.
private func hex(_ number: UInt16) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 4 - digits.count) + digits
}
