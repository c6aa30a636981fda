internal import InputModel
internal import YAML

/// Reads the YAML of `libinput record`: several devices, each with its description and its events.
///
/// It goes through the events of the YAML parser and builds no tree: a recording of a minute has a million values. Keys
/// that say nothing of input (system, udev, quirks, what HID sent) are passed over.
struct LibinputReader {
  private(set) var trace = Trace()
  /// The device that is being read; its description is kept beside it until it is whole.
  private var device = Trace.Device()
  private var description = DeviceDescription(name: "")

  /// What is deeper is hostile.
  private static let maximumDepth = 32
  /// As many codes as the type with the most has, `EV_KEY`.
  private static let maximumCodes = 0x300
  private static let seconds = 0...Int(Trace.latestSecond)

  mutating func readFile(_ parser: borrowing YAMLParser) throws(YAMLProblem) {
    var first = try parser.next()
    while first.kind == .streamStart || first.kind == .documentStart { first = try parser.next() }
    var hasDevices = false
    try forEachEntry(of: first, parser) { (reader, key, value) throws(YAMLProblem) in
      guard key == "devices" else { return try reader.skip(value, parser) }
      hasDevices = true
      try reader.forEachItem(of: value, parser) { (reader, item) throws(YAMLProblem) in
        try reader.readDevice(item, parser)
      }
    }
    guard hasDevices else { throw YAMLProblem(first.mark, "expected a key devices, as libinput record writes it") }
  }

  private mutating func readDevice(_ first: YAMLEvent, _ parser: borrowing YAMLParser) throws(YAMLProblem) {
    device = Trace.Device()
    try forEachEntry(of: first, parser) { (reader, key, value) throws(YAMLProblem) in
      switch key {
      case "evdev": try reader.readDescription(value, parser)
      case "events":
        try reader.forEachItem(of: value, parser) { (reader, item) throws(YAMLProblem) in
          try reader.readFrame(item, parser)
        }
      default: try reader.skip(value, parser)
      }
    }
    guard trace.devices.count < Trace.maximumDevices else {
      throw YAMLProblem(first.mark, "more than \(Trace.maximumDevices) devices")
    }
    trace.devices.append(device)
  }

  private mutating func readDescription(_ first: YAMLEvent, _ parser: borrowing YAMLParser) throws(YAMLProblem) {
    var isDescribed = false
    description = DeviceDescription(name: "")
    try forEachEntry(of: first, parser) { (reader, key, value) throws(YAMLProblem) in
      isDescribed = true
      switch key {
      case "name":
        guard case .scalar(let name, _) = value.kind else { throw YAMLProblem(value.mark, "expected a name") }
        reader.description.name = name
      case "id":
        let id = try reader.integers(value, parser, in: 0...0xffff, count: 4, "id: [bus, vendor, product, version]")
        reader.description.identity = DeviceIdentity(
          bus: UInt16(id[0]), vendor: UInt16(id[1]), product: UInt16(id[2]), version: UInt16(id[3]))
      case "codes":
        try reader.forEachEntry(of: value, parser) { (reader, type, codes) throws(YAMLProblem) in
          try reader.readCodes(of: type, codes, parser)
        }
      case "absinfo":
        try reader.forEachEntry(of: value, parser) { (reader, code, axis) throws(YAMLProblem) in
          try reader.readAxis(code, axis, parser)
        }
      case "properties":
        let properties = try reader.integers(value, parser, in: 0...0xffff, "a list of properties")
        reader.description.properties = Set(properties.map { InputProperty(rawValue: UInt16($0)) })
      default: try reader.skip(value, parser)
      }
    }
    device.description = isDescribed ? description : nil
  }

  private mutating func readCodes(
    of type: String, _ first: YAMLEvent, _ parser: borrowing YAMLParser
  ) throws(YAMLProblem) {
    guard let type = UInt16(type).map({ EventType(rawValue: $0) }) else {
      throw YAMLProblem(first.mark, "expected the number of an event type before this")
    }
    let codes = try integers(first, parser, in: 0...0xffff, "a list of codes")
    // That of EV_SYN has the types themselves, which the others tell as well.
    if type != .syn { description.codes.formUnion(codes.map { EventCode(type, UInt16($0)) }) }
  }

  private mutating func readAxis(
    _ code: String, _ first: YAMLEvent, _ parser: borrowing YAMLParser
  ) throws(YAMLProblem) {
    guard let code = UInt16(code).map({ EventCode.abs($0) }) else {
      throw YAMLProblem(first.mark, "expected the number of an axis before this")
    }
    let range = Int(Int32.min)...Int(Int32.max)
    let expected = "an axis: [minimum, maximum, fuzz, flat, resolution]"
    let numbers = try integers(first, parser, in: range, count: 5, expected).map { Int32($0) }
    description.codes.insert(code)
    description.axes[code] = AxisInfo(
      minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3], resolution: numbers[4])
  }

  /// One entry of `events`: what evdev told up to a report, or what libinput or HID told.
  private mutating func readFrame(_ first: YAMLEvent, _ parser: borrowing YAMLParser) throws(YAMLProblem) {
    try forEachEntry(of: first, parser) { (reader, key, value) throws(YAMLProblem) in
      guard key == "evdev" else { return try reader.skip(value, parser) }
      try reader.forEachItem(of: value, parser) { (reader, item) throws(YAMLProblem) in
        try reader.readEvent(item, parser)
      }
    }
  }

  private mutating func readEvent(_ first: YAMLEvent, _ parser: borrowing YAMLParser) throws(YAMLProblem) {
    let expected = "an event: [seconds, microseconds, type, code, value]"
    let numbers = try integers(first, parser, in: .min ... .max, count: 5, expected)
    guard Self.seconds.contains(numbers[0]), (0...999_999).contains(numbers[1]),
      let type = UInt16(exactly: numbers[2]), let code = UInt16(exactly: numbers[3]),
      let value = Int32(exactly: numbers[4])
    else { throw YAMLProblem(first.mark, "expected \(expected)") }
    device.events.append(
      RawEvent(
        Timestamp(seconds: Int64(numbers[0]), microseconds: Int64(numbers[1])),
        EventCode(EventType(rawValue: type), code), value))
  }
}

// MARK: Values, each given by its first event

extension LibinputReader {
  /// A mapping, or nothing where one belongs.
  private mutating func forEachEntry(
    of first: YAMLEvent, _ parser: borrowing YAMLParser,
    _ body: (inout LibinputReader, String, YAMLEvent) throws(YAMLProblem) -> Void
  ) throws(YAMLProblem) {
    guard !first.isNothing else { return }
    guard first.kind == .mappingStart else { throw YAMLProblem(first.mark, "expected keys and values here") }
    while true {
      let key = try parser.next()
      if key.kind == .mappingEnd { return }
      let value: YAMLEvent
      switch key.kind {
      case .scalar(let name, _):
        value = try parser.next()
        try body(&self, name, value)
      default: throw YAMLProblem(key.mark, "expected a word as a key")
      }
    }
  }

  /// A sequence, or nothing where one belongs.
  private mutating func forEachItem(
    of first: YAMLEvent, _ parser: borrowing YAMLParser,
    _ body: (inout LibinputReader, YAMLEvent) throws(YAMLProblem) -> Void
  ) throws(YAMLProblem) {
    guard !first.isNothing else { return }
    guard first.kind == .sequenceStart else { throw YAMLProblem(first.mark, "expected a list here") }
    while true {
      let item = try parser.next()
      if item.kind == .sequenceEnd { return }
      try body(&self, item)
    }
  }

  /// A list of whole numbers.
  private mutating func integers(
    _ first: YAMLEvent, _ parser: borrowing YAMLParser, in range: ClosedRange<Int>, count: Int? = nil,
    _ expected: String
  ) throws(YAMLProblem) -> [Int] {
    var numbers: [Int] = []
    try forEachItem(of: first, parser) { (_, item) throws(YAMLProblem) in
      guard case .scalar(let text, _) = item.kind, let number = Int(text), range.contains(number),
        numbers.count < count ?? Self.maximumCodes
      else { throw YAMLProblem(item.mark, "expected \(expected)") }
      numbers.append(number)
    }
    guard count == nil || numbers.count == count else { throw YAMLProblem(first.mark, "expected \(expected)") }
    return numbers
  }

  private func skip(_ first: YAMLEvent, _ parser: borrowing YAMLParser) throws(YAMLProblem) {
    var depth = first.kind.nesting
    while depth > 0 {
      let event = try parser.next()
      depth += event.kind.nesting
      guard depth <= Self.maximumDepth else {
        throw YAMLProblem(event.mark, "more than \(Self.maximumDepth) levels of nesting")
      }
    }
  }
}

extension YAMLEvent {
  /// Nothing is written where a value belongs (`events:`).
  fileprivate var isNothing: Bool { kind == .scalar("", isPlain: true) }
}

extension YAMLEvent.Kind {
  fileprivate var nesting: Int {
    switch self {
    case .sequenceStart, .mappingStart: 1
    case .sequenceEnd, .mappingEnd: -1
    default: 0
    }
  }
}

extension Trace {
  /// Reads what `libinput record` writes. Never traps, whatever the bytes are.
  public init(libinputRecording bytes: [UInt8]) throws(TraceError) {
    guard bytes.count <= Trace.maximumSize else { throw TraceError(line: 0, .tooLarge) }
    if let line = Trace.directive(in: bytes) {
      throw TraceError(line: line, column: 1, .unreadable("a recording has no directives such as this"))
    }
    do throws(YAMLProblem) {
      self = try YAMLParser.parse(Trace.withoutTabs(bytes)) { (parser) throws(YAMLProblem) in
        var reader = LibinputReader()
        try reader.readFile(parser)
        return reader.trace
      }
    } catch {
      throw TraceError(line: error.mark.line, column: error.mark.column, .unreadable(error.message))
    }
  }

  /// The line of a directive of YAML, which stands before everything else. A recording has none, and for a million of
  /// them libyaml would take hours.
  private static func directive(in bytes: [UInt8]) -> Int? {
    var line = 1
    var rest = bytes[...]
    while let first = rest.first {
      if first == UInt8(ascii: "%") { return line }
      let text = rest.drop { FieldCursor.isBlank($0) || $0 == UInt8(ascii: "\r") }
      guard text.first == UInt8(ascii: "#") || text.first == UInt8(ascii: "\n") else { return nil }
      rest = text.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
      line += 1
    }
    return nil
  }

  /// YAML has no tabs in front of a line; recordings that went through an editor or a mail have. Everybody's tabs are
  /// eight columns. At most 64 blanks are made of them: recordings are indented by ten.
  private static func withoutTabs(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "\t")) else { return bytes }
    var text: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let indent = rest.prefix(while: FieldCursor.isBlank)
      var column = 0
      for byte in indent { column = byte == UInt8(ascii: "\t") ? (column / 8 + 1) * 8 : column + 1 }
      rest = rest[indent.endIndex...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      if end > rest.startIndex {
        text += repeatElement(UInt8(ascii: " "), count: min(column, 64))
        text += rest[..<end]
      }
      if end < rest.endIndex { text.append(UInt8(ascii: "\n")) }
      rest = rest[end...].dropFirst()
    }
    return text
  }
}
