import InputModel

/// An event as programs outside read it: one JSON object on a line. The same event is always the same bytes; the keys
/// and their order are in docs/EVENTS.md.
public struct EventLine: Hashable, Sendable {
  /// Raised when a field changes its meaning or goes; new fields and types do not raise it.
  public static let version: Int64 = 1

  public var event: Event
  /// Counts the events of this run of the program, from 1.
  public var sequence: UInt64
  /// When it happened.
  public var time: WallTime

  public init(_ event: Event, sequence: UInt64, time: WallTime) {
    self.event = event
    self.sequence = sequence
    self.time = time
  }

  /// The JSON object without the end of the line.
  public var json: String {
    var bytes: [UInt8] = []
    appendObject(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the line with its `\n`.
  public func append(to bytes: inout [UInt8]) {
    appendObject(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The line that tells a slow reader how many lines it has missed, where they would have been.
  public static func dropped(_ count: UInt64) -> [UInt8] {
    Array("{\"v\":\(version),\"type\":\"dropped\",\"dropped\":\(count)}\n".utf8)
  }

  /// What every line begins with.
  static func head(_ type: String, sequence: UInt64, at time: Timestamp, _ wallTime: WallTime) -> [EventField] {
    [
      EventField("v", .number(version)), EventField("seq", .number(Int64(clamping: sequence))),
      EventField("time", .text(wallTime.text)), EventField("mono_us", .number(time.microseconds)),
      EventField("type", .text(type)),
    ]
  }

  private func appendObject(to bytes: inout [UInt8]) {
    let head = Self.head(event.type, sequence: sequence, at: event.time, time)
    JSONObject(head + event.fields).append(to: &bytes)
  }
}
