extension Trace {
  /// As many bytes as a trace may have. The largest real one seen has 3 MiB, 20 s of up to ten fingers.
  public static let maximumSize = 128 * 1_048_576

  /// As many devices as a trace may have: no machine has so many.
  public static let maximumDevices = 256

  /// The largest stamp in seconds: half of what microseconds can count, so that no threshold reaches beyond their end.
  static let latestSecond = Int64.max / 1_000_000 / 2

  /// Reads a file of any format: evemu, `libinput record`, or a gesture script. Never traps, whatever the bytes are.
  public init(_ bytes: [UInt8]) throws(TraceError) {
    if Trace.isLibinputRecording(bytes) {
      try self.init(libinputRecording: bytes)
    } else if ScriptReader.isScript(bytes) {
      try self.init(gestureScript: bytes)
    } else {
      try self.init(evemu: bytes)
    }
  }

  /// The same events, with the descriptions of another file in place of those that are missing here, device by device:
  /// evemu keeps a description and its events in two files where they were made by two programs.
  public func described(by other: Trace) -> Trace {
    var trace = self
    for (place, described) in zip(trace.devices.indices, other.devices)
    where trace.devices[place].description == nil {
      trace.devices[place].description = described.description
      trace.devices[place].state = described.state
    }
    return trace
  }

  /// YAML has a key `devices` before any line that evemu would write.
  private static func isLibinputRecording(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.drop(while: FieldCursor.isBlank)
      if line.starts(with: "devices:".utf8) { return true }
      if line.starts(with: "N:".utf8) || line.starts(with: "E:".utf8) { return false }
      rest = line.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    }
    return false
  }
}
