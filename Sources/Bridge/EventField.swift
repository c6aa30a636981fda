public import InputModel

/// One named value of an event, as the JSON line and the environment of a command hook have it.
public struct EventField: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case text(String)
    case number(Int64)
    /// Written in seconds with six decimals: every microsecond, no rounding.
    case seconds(Interval)
    /// 0…1, written with four decimals; what lies outside is moved to the nearest end.
    case alpha(Double)
    /// Written with four decimals: a tenth of a micrometre.
    case decimal(Double)
    case flag(Bool)
    /// Written as an array of texts.
    case list([String])
    /// Written as an object, its keys in the given order.
    case object([EventField])
    /// Written as an array of objects.
    case objects([[EventField]])
  }

  public var name: String
  public var value: Value

  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// The value without quotes.
  public var text: String {
    if case .text(let text) = value { return text }
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [EventField] {
  /// The fields as a command finds them: `EVBRIDGE_` before the name in capitals.
  ///
  /// A variable ends at its first zero byte, and a program that has one in its environment is refused.
  public var environment: [String: String] {
    var environment: [String: String] = [:]
    for field in self {
      let text = field.text
      environment["EVBRIDGE_" + field.name.uppercased()] =
        text.utf8.contains(0) ? String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) : text
    }
    return environment
  }
}

extension EventField.Value {
  /// The value as JSON.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): bytes.append(quoted: text)
    case .number(let number): bytes.append(number)
    case .seconds(let interval): bytes.append(units: interval.microseconds, decimals: 6)
    case .alpha(let alpha):
      // NaN is not above 0 either.
      let clamped = alpha > 0 ? min(alpha, 1) : 0
      bytes.append(units: Int64(clamped * 10_000 + 0.5), decimals: 4)
    case .decimal(let number): bytes.append(units: Int64(clampingRounded: number * 10_000), decimals: 4)
    case .flag(let flag): bytes.append(flag ? "true" : "false")
    case .list(let texts): bytes.append(array: texts) { $0.append(quoted: $1) }
    case .object(let fields): JSONObject(fields).append(to: &bytes)
    case .objects(let objects): bytes.append(array: objects) { JSONObject($1).append(to: &$0) }
    }
  }
}

extension Int64 {
  /// The nearest whole number; the nearest end where there is none, 0 for NaN.
  fileprivate init(clampingRounded number: Double) {
    guard !number.isNaN else {
      self = 0
      return
    }
    let limit = 9e15
    self = Int64(Swift.min(Swift.max(number, -limit), limit).rounded())
  }
}
