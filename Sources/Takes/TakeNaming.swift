/// The name of a take's file, from a pattern.
///
/// `{date}` is 2026-11-30, `{time}` is 14-05-09 (local time), `{n}` a counter that is kept on disk (four digits or
/// more), `{boot}` the first eight digits of the kernel's boot id, `{control}` and `{recorder}` their names.
/// Where the pattern has a date or time and the clock is not synchronised, the boot id is added before the extension:
/// a clock that starts at the same time at each boot must not make two takes look like one.
public struct TakeNaming: Hashable, Sendable {
  /// What a name is made from; read by the edge at the press.
  public struct Values: Hashable, Sendable {
    public var date: String
    public var time: String
    public var counter: Int
    public var boot: String
    public var clockIsSynchronised: Bool
    public var control: String
    public var recorder: String

    public init(
      date: String, time: String, counter: Int, boot: String, clockIsSynchronised: Bool, control: String,
      recorder: String
    ) {
      self.date = date
      self.time = time
      self.counter = counter
      self.boot = boot
      self.clockIsSynchronised = clockIsSynchronised
      self.control = control
      self.recorder = recorder
    }
  }

  public static let placeholders = ["{date}", "{time}", "{n}", "{boot}", "{control}", "{recorder}"]

  public var pattern: String

  public init(pattern: String = "{date}-{time}-{n}") { self.pattern = pattern }

  /// Whether names are numbered by the counter.
  public var usesCounter: Bool { has("{n}") }

  /// Whether names end in a dot and something, by which other programs know the format.
  public var hasExtension: Bool { fileExtension != nil }

  /// What names end in, without the dot; nil when that is nothing.
  public var fileExtension: String? {
    guard let dot = Self.dot(in: pattern) else { return nil }
    let rest = pattern[pattern.index(after: dot)...]
    return rest.isEmpty ? nil : String(rest)
  }

  /// The file name for the `attempt`th try (from 1); later tries differ from all earlier ones: by the counter, else by
  /// a number before the extension.
  public func name(_ values: Values, attempt: Int = 1) -> String {
    var name = pattern
    let counter = String(values.counter + (usesCounter ? attempt - 1 : 0))
    let digits = String(repeating: "0", count: max(0, 4 - counter.utf8.count)) + counter
    let pairs = [
      ("{date}", values.date), ("{time}", values.time), ("{n}", digits), ("{boot}", values.boot),
      ("{control}", values.control), ("{recorder}", values.recorder),
    ]
    for (placeholder, value) in pairs { name = substituting(value, for: placeholder, in: name) }
    if !values.clockIsSynchronised && usesClock { name = inserting("-" + values.boot, beforeExtensionOf: name) }
    if attempt > 1, !usesCounter { name = inserting("-\(attempt)", beforeExtensionOf: name) }
    return name
  }

  private var usesClock: Bool { has("{date}") || has("{time}") }

  private func has(_ placeholder: String) -> Bool {
    position(of: Array(placeholder.utf8), in: Array(pattern.utf8), from: 0) != nil
  }

  private func inserting(_ suffix: String, beforeExtensionOf name: String) -> String {
    guard let dot = Self.dot(in: name) else { return name + suffix }
    return name[..<dot] + suffix + name[dot...]
  }

  /// Where the extension begins.
  private static func dot(in name: String) -> String.Index? {
    name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
  }
}
