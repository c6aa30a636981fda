import Bridge
import Daemon
import EventNames
import Evdev
import InputModel

/// What `devices` says of one node.
struct DeviceListing {
  private static let codesShown = 8

  private let node: DeviceNode
  private let lights: [String]
  /// That of a touchscreen, once it is opened.
  private var surface: SurfaceSize?
  private var down: [String] = []
  /// Why it can not be opened.
  private var error: EvdevError?

  init(_ node: DeviceNode) {
    self.node = node
    lights = node.lights
    do throws(EvdevError) {
      let codes = node.description.codes.filter { $0.type == .key || $0.type == .sw }
      let device = try Device(path: node.path, codes: codes)
      if node.deviceClass == .touchscreen { surface = Calibration(describing: device.description)?.surface }
      down = device.stateAtOpening.down.map(Self.name).sorted()
    } catch {
      self.error = error
    }
  }

  /// All of it, for programs: lists are there when they are empty, what is not known is left out.
  var json: String {
    let description = node.description
    var fields = [
      EventField("node", .text(node.path)), EventField("name", .text(description.name)),
      EventField("kind", .text(node.deviceClass.rawValue)), EventField("id", .text(id)),
      EventField("bus", .text(hex(description.identity.bus))),
      EventField("version", .text(hex(description.identity.version))),
      EventField("phys", .text(description.phys)), EventField("uniq", .text(description.uniq)),
      EventField("links", .list(node.links)), EventField("keys", .list(codes(.key))),
      EventField("switches", .list(codes(.sw))), EventField("lights", .list(codes(.led))),
      EventField("leds", .list(lights)),
    ]
    if let matrix = node.calibrationMatrix { fields.append(EventField("matrix", .text(matrix))) }
    if let surface {
      fields += [
        EventField("width_mm", .number(Int64(surface.size.width.rounded()))),
        EventField("height_mm", .number(Int64(surface.size.height.rounded()))),
        EventField("size_assumed", .flag(surface.isAssumed)),
      ]
    }
    fields.append(error.map { EventField("error", .text("\($0)")) } ?? EventField("down", .list(down)))
    return JSONObject(fields).text
  }

  /// - Parameter isWhole: with every key, of which a keyboard has hundreds
  func text(isWhole: Bool) -> String {
    let description = node.description
    let size = surface.map { surface in
      "\(Int(surface.size.width.rounded())) x \(Int(surface.size.height.rounded())) mm"
        + (surface.isAssumed ? " (assumed)" : "")
    }
    let lines = [
      ("name", description.name), ("kind", node.deviceClass.rawValue), ("id", id),
      ("bus", "\(hex(description.identity.bus)), version \(hex(description.identity.version))"),
      ("by-path", links("by-path")), ("by-id", links("by-id")), ("phys", description.phys), ("uniq", description.uniq),
      ("keys", shown(codes(.key), isWhole)), ("switches", shown(codes(.sw), isWhole)),
      ("lights", shown(codes(.led), isWhole)), ("leds", shown(lights, isWhole)),
      ("matrix", node.calibrationMatrix ?? ""), ("size", size ?? ""), ("down", down.joined(separator: " ")),
      ("error", error.map { "\($0)" } ?? ""),
    ]
    return ([node.path] + lines.filter { !$0.1.isEmpty }.map(Self.line)).joined(separator: "\n")
  }

  private var id: String { "\(hex(node.description.identity.vendor)):\(hex(node.description.identity.product))" }

  private func links(_ folder: String) -> String {
    node.links.filter { $0.hasPrefix("/dev/input/\(folder)/") }.joined(separator: " ")
  }

  private func codes(_ type: EventType) -> [String] {
    node.description.codes.filter { $0.type == type }.sorted { $0.code < $1.code }.map(Self.name)
  }

  private func shown(_ names: [String], _ isWhole: Bool) -> String {
    let count = isWhole ? names.count : min(names.count, Self.codesShown)
    let more = names.count > count ? " … and \(names.count - count) more (--all shows them)" : ""
    return names.prefix(count).joined(separator: " ") + more
  }

  private static func line(_ name: String, _ text: String) -> String {
    "  \(name)\(String(repeating: " ", count: 10 - name.count))\(TerminalFormat.printable(text))"
  }

  private static func name(_ code: EventCode) -> String { EventNames.name(of: code) ?? "\(code.code)" }
}

/// Four hexadecimal digits, as ids are written.
private func hex(_ number: UInt16) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 4 - digits.count) + digits
}
