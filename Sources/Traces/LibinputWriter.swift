internal import InputModel

/// Writes YAML as `libinput record` does, so that `libinput replay` can play it.
struct LibinputWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ trace: Trace) {
    write(line: "# libinput record")
    write(line: "version: 1")
    write(line: "ndevices: \(trace.devices.count)")
    write(line: "devices:")
    for (place, device) in trace.devices.enumerated() {
      write(line: "- node: /dev/input/event\(place)")
      write(line: "  evdev:")
      if let description = device.description { write(description) }
      write(line: "  events:")
      write(device.events)
    }
  }

  private mutating func write(_ description: DeviceDescription) {
    let identity = description.identity
    write(line: "    name: \(quoted(description.name))")
    write(line: "    id: [\(identity.bus), \(identity.vendor), \(identity.product), \(identity.version)]")
    write(line: "    codes:")
    for type in Set(description.codes.map(\.type)).map(\.rawValue).sorted() {
      let codes = description.codes.filter { $0.type.rawValue == type }.map(\.code).sorted()
      write(line: "      \(type): \(list(codes))")
    }
    write(line: "    absinfo:")
    for (code, axis) in description.axes.sorted(by: { $0.key.code < $1.key.code }) {
      write(line: "      \(code.code): \(list([axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]))")
    }
    write(line: "    properties: \(list(description.properties.map(\.rawValue).sorted()))")
  }

  private mutating func write(_ events: [RawEvent]) {
    var isInFrame = false
    for event in events {
      if !isInFrame { write(line: "  - evdev:") }
      let stamp = event.time.stamp
      let code = "\(event.code.type.rawValue), \(event.code.code)"
      write(line: "    - [\(stamp.seconds), \(stamp.microseconds), \(code), \(event.value)]")
      isInFrame = event.code != .synReport
    }
  }

  private func list(_ numbers: [some BinaryInteger]) -> String {
    "[" + numbers.map { "\($0)" }.joined(separator: ", ") + "]"
  }

  /// In double quotes, with everything that is no visible character of ASCII or a letter escaped.
  private func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      case _ where scalar.properties.isAlphabetic: quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
      }
    }
    return quoted + "\""
  }

  private mutating func write(line: String) {
    bytes += line.utf8
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension Trace {
  /// All devices as one file of `libinput record`. The format has no switches that were on, no phys and no uniq.
  public var libinputRecording: [UInt8] {
    var writer = LibinputWriter()
    writer.write(self)
    return writer.bytes
  }
}
