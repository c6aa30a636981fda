import InputModel

/// Reads the text of evemu-record and evemu-describe, versions 1.0 to 1.3.
///
/// Lenient where files in the wild are odd and nothing is lost by it: the version line may be missing, description and
/// events may be in files of their own, a line that is of no kind of the format (a comment that lost its #, text in
/// front) is a comment. A line of the format that can not be read is an error.
struct EvemuReader {
  private var trace = Trace()
  /// The device that is being read; its description is kept beside it until it is whole.
  private var device = Trace.Device()
  private var description = DeviceDescription(name: "")
  private var hasName = false
  private var isDescribed = false
  private var isTrace = false
  private var lineNumber = 0
  /// Bytes of the bit masks up to now: a mask goes on in the next line of its type.
  private var propertyBytes = 0
  private var codeBytes: [EventType: Int] = [:]

  mutating func consume(line: ArraySlice<UInt8>) throws(TraceError) {
    lineNumber += 1
    var line = line.drop(while: FieldCursor.isBlank)
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard let kind = line.popFirst() else { return }
    if kind == UInt8(ascii: "#") { return try consumeVersion(line) }
    guard line.popFirst() == UInt8(ascii: ":") else { return }
    switch kind {
    case UInt8(ascii: "E"): try consumeEvent(FieldCursor(line))
    case UInt8(ascii: "N"): try consumeName(line)
    case UInt8(ascii: "I"): try consumeIdentity(FieldCursor(line))
    case UInt8(ascii: "P"): try consumeProperties(FieldCursor(line))
    case UInt8(ascii: "B"): try consumeCodes(FieldCursor(line))
    case UInt8(ascii: "A"): try consumeAxis(FieldCursor(line))
    case UInt8(ascii: "S"): try consumeSwitch(FieldCursor(line))
    // How its lights were lit (L:) says nothing of input.
    default: return
    }
    isTrace = true
    isDescribed = isDescribed || kind != UInt8(ascii: "E")
  }

  mutating func finish() throws(TraceError) -> Trace {
    guard isTrace else { throw TraceError(line: 0, .notATrace) }
    finishDevice()
    return trace
  }

  private mutating func finishDevice() {
    device.description = isDescribed ? description : nil
    trace.devices.append(device)
  }

  private mutating func consumeVersion(_ comment: ArraySlice<UInt8>) throws(TraceError) {
    let mark = " EVEMU ".utf8
    guard comment.starts(with: mark) else { return }
    var fields = FieldCursor(comment.dropFirst(mark.count))
    guard fields.unsigned(upTo: 1, terminator: UInt8(ascii: ".")) == 1 else {
      throw TraceError(line: lineNumber, .unsupportedVersion)
    }
  }

  /// A second name is the head of another file that was put behind this one.
  private mutating func consumeName(_ name: ArraySlice<UInt8>) throws(TraceError) {
    if hasName || !device.events.isEmpty {
      guard trace.devices.count + 1 < Trace.maximumDevices else {
        throw TraceError(line: lineNumber, .unreadable("more than \(Trace.maximumDevices) devices"))
      }
      finishDevice()
      device = Trace.Device()
      isDescribed = false
      description = DeviceDescription(name: "")
      propertyBytes = 0
      codeBytes = [:]
    }
    hasName = true
    description.name = String(decoding: name.first == UInt8(ascii: " ") ? name.dropFirst() : name, as: UTF8.self)
  }

  private mutating func consumeIdentity(_ line: FieldCursor) throws(TraceError) {
    var fields = line
    guard let bus = fields.hex16(), let vendor = fields.hex16(), let product = fields.hex16(),
      let version = fields.hex16()
    else { throw malformed("I: bus vendor product version, in hexadecimal") }
    description.identity = DeviceIdentity(bus: bus, vendor: vendor, product: product, version: version)
  }

  private mutating func consumeProperties(_ line: FieldCursor) throws(TraceError) {
    var fields = line
    while !fields.isAtEnd {
      guard let byte = fields.byte() else { throw malformed("P: bytes in hexadecimal") }
      forEachBit(of: byte, at: propertyBytes) { description.properties.insert(InputProperty(rawValue: $0)) }
      propertyBytes += 1
    }
  }

  private mutating func consumeCodes(_ line: FieldCursor) throws(TraceError) {
    var fields = line
    guard let type = fields.byte().map({ EventType(rawValue: UInt16($0)) }) else {
      throw malformed("B: type bytes, in hexadecimal")
    }
    var position = codeBytes[type, default: 0]
    while !fields.isAtEnd {
      guard let byte = fields.byte() else { throw malformed("B: type bytes, in hexadecimal") }
      // The mask of EV_SYN has the types themselves, which the other masks tell as well.
      if type != .syn {
        forEachBit(of: byte, at: position) { description.codes.insert(EventCode(type, $0)) }
      }
      position += 1
    }
    codeBytes[type] = position
  }

  private mutating func consumeAxis(_ line: FieldCursor) throws(TraceError) {
    var fields = line
    guard let code = fields.hex16(), let minimum = fields.int32(), let maximum = fields.int32(),
      let fuzz = fields.int32(), let flat = fields.int32()
    else { throw malformed("A: code minimum maximum fuzz flat [resolution]") }
    // Version 1.0 has no resolution.
    let resolution = fields.isAtEnd ? 0 : fields.int32()
    guard let resolution else { throw malformed("A: code minimum maximum fuzz flat [resolution]") }
    description.codes.insert(.abs(code))
    description.axes[.abs(code)] = AxisInfo(
      minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution)
  }

  private mutating func consumeSwitch(_ line: FieldCursor) throws(TraceError) {
    var fields = line
    guard let code = fields.hex16(), let value = fields.int32() else { throw malformed("S: switch state") }
    if value != 0 { device.state.down.insert(.sw(code)) } else { device.state.down.remove(.sw(code)) }
  }

  private mutating func consumeEvent(_ line: FieldCursor) throws(TraceError) {
    var fields = line
    let seconds = fields.unsigned(upTo: UInt64(Trace.latestSecond), terminator: UInt8(ascii: "."))
    guard let seconds, let microseconds = fields.unsigned(upTo: 999_999), let type = fields.hex16(),
      let code = fields.hex16(), let value = fields.int32()
    else { throw malformed("E: seconds.microseconds type code value") }
    device.events.append(
      RawEvent(
        Timestamp(seconds: Int64(seconds), microseconds: Int64(microseconds)),
        EventCode(EventType(rawValue: type), code), value))
  }

  /// Eight bits a byte, the lowest first. Codes above the kernel's largest (`KEY_MAX`, 0x2ff) mean nothing.
  private func forEachBit(of byte: UInt8, at position: Int, _ body: (UInt16) -> Void) {
    guard position < 0x300 / 8 else { return }
    for bit in 0..<8 where byte & (1 << UInt8(bit)) != 0 { body(UInt16(position * 8 + bit)) }
  }

  private func malformed(_ expected: String) -> TraceError {
    TraceError(line: lineNumber, .malformed(expected: expected))
  }
}

extension FieldCursor {
  fileprivate mutating func byte() -> UInt8? { unsigned(radix: 16, upTo: 0xff).map { UInt8($0) } }
  fileprivate mutating func hex16() -> UInt16? { unsigned(radix: 16, upTo: 0xffff).map { UInt16($0) } }
}

extension Trace {
  /// Reads an evemu file, its description, its events, or both. Never traps, whatever the bytes are.
  public init(evemu bytes: [UInt8]) throws(TraceError) {
    guard bytes.count <= Trace.maximumSize else { throw TraceError(line: 0, .tooLarge) }
    var reader = EvemuReader()
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      try reader.consume(line: rest[..<end])
      rest = rest[end...].dropFirst()
    }
    self = try reader.finish()
  }
}
