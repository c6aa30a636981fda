import InputModel

/// A line of `--json`, taken apart: one flat object of texts, numbers, flags and lists of texts. A list is
/// given as its texts with blanks between.
struct JSONLine: CustomStringConvertible {
  let description: String
  private var fields: [String: String] = [:]

  /// Nil for a line that is no such object, down to its last byte.
  init?(_ line: String) {
    description = line
    var rest = Array(line.utf8)[...]
    guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
    var separator: UInt8?
    repeat {
      guard let name = Self.value(&rest), rest.popFirst() == UInt8(ascii: ":"), let value = Self.value(&rest) else {
        return nil
      }
      fields[name] = value
      separator = rest.popFirst()
    } while separator == UInt8(ascii: ",")
    guard separator == UInt8(ascii: "}"), rest.isEmpty else { return nil }
  }

  subscript(name: String) -> String? { fields[name] }

  /// The type of an event.
  var type: String { fields["type"] ?? "" }

  /// When an event happened.
  var time: Timestamp { Timestamp(microseconds: number("mono_us")) }

  /// A whole number, or seconds with their six decimals as microseconds; -1 without one.
  func number(_ name: String) -> Int64 {
    Int64(String(decoding: (fields[name] ?? "").utf8.filter { $0 != UInt8(ascii: ".") }, as: UTF8.self)) ?? -1
  }

  /// A number with a fraction; not a number without one.
  func decimal(_ name: String) -> Double { fields[name].flatMap { Double($0) } ?? .nan }

  private static func list(_ rest: inout ArraySlice<UInt8>) -> String? {
    rest.removeFirst()
    guard rest.first != UInt8(ascii: "]") else {
      rest.removeFirst()
      return ""
    }
    var texts: [String] = []
    while let text = value(&rest), let separator = rest.popFirst() {
      texts.append(text)
      if separator == UInt8(ascii: "]") { return texts.joined(separator: " ") }
      guard separator == UInt8(ascii: ",") else { return nil }
    }
    return nil
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> String? {
    if rest.first == UInt8(ascii: "[") { return list(&rest) }
    guard rest.first == UInt8(ascii: "\"") else {
      let end = rest.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? rest.endIndex
      defer { rest = rest[end...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        // No test needs to know which control character it was.
        bytes.append(escaped)
      default: bytes.append(byte)
      }
    }
    return nil
  }
}
