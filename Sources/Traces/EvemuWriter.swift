internal import InputModel

/// Writes the text of evemu, version 1.3.
struct EvemuWriter {
  private(set) var bytes = Array("# EVEMU 1.3\n".utf8)

  mutating func write(_ description: DeviceDescription) {
    // A name is one line.
    write(line: "N: \(String(decoding: description.name.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self))")
    let identity = description.identity
    let words = [identity.bus, identity.vendor, identity.product, identity.version].map { hex($0, digits: 4) }
    write(line: "I: " + words.joined(separator: " "))
    writeMask("P:", description.properties.map(\.rawValue))
    let types = Set(description.codes.map(\.type)).map(\.rawValue).sorted()
    writeMask("B: 00", [EventType.syn.rawValue] + types)
    for type in types {
      let codes = description.codes.filter { $0.type.rawValue == type }.map(\.code)
      writeMask("B: " + hex(type, digits: 2), codes)
    }
    for (code, axis) in description.axes.sorted(by: { $0.key.code < $1.key.code }) {
      let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution].map { "\($0)" }
      write(line: "A: \(hex(code.code, digits: 2)) " + numbers.joined(separator: " "))
    }
  }

  mutating func write(_ state: DeviceState) {
    for code in state.down.filter({ $0.type == .sw }).map(\.code).sorted() {
      write(line: "S: \(hex(code, digits: 2)) 1")
    }
  }

  mutating func write(_ event: RawEvent) {
    let stamp = event.time.stamp
    let code = "\(hex(event.code.type.rawValue, digits: 4)) \(hex(event.code.code, digits: 4))"
    write(line: "E: \(stamp.seconds).\(padded("\(stamp.microseconds)", to: 6)) \(code) \(event.value)")
  }

  /// Rows of eight bytes, as far as there are bits.
  private mutating func writeMask(_ head: String, _ codes: [UInt16]) {
    let rows = Int(codes.max() ?? 0) / 64 + 1
    var mask = [UInt8](repeating: 0, count: rows * 8)
    for code in codes { mask[Int(code) / 8] |= 1 << UInt8(code % 8) }
    for row in 0..<rows {
      let words = mask[row * 8..<row * 8 + 8].map { hex(UInt16($0), digits: 2) }
      write(line: head + " " + words.joined(separator: " "))
    }
  }

  private mutating func write(line: String) {
    bytes += line.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  private func hex(_ number: UInt16, digits: Int) -> String { padded(String(number, radix: 16), to: digits) }

  private func padded(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

extension Timestamp {
  /// What formats can tell: nothing is before their first second.
  var stamp: (seconds: Int64, microseconds: Int64) {
    (max(0, microseconds) / 1_000_000, max(0, microseconds) % 1_000_000)
  }
}

extension Trace.Device {
  /// The device as an evemu file, which is of one device. The format has no phys and no uniq.
  public var evemu: [UInt8] {
    var writer = EvemuWriter()
    if let description {
      writer.write(description)
      writer.write(state)
    }
    for event in events { writer.write(event) }
    return writer.bytes
  }
}
