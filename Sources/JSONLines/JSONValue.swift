/// A value of a JSON text (RFC 8259).
public enum JSONValue: Hashable, Sendable {
  /// In the order of the text, no name twice.
  case object([JSONMember])
  case array([JSONValue])
  case text(String)
  /// A number without fraction and exponent.
  case integer(Int64)
  /// A number with a fraction or an exponent; always finite.
  case number(Double)
  case flag(Bool)
  case null
}

/// A name in an object, and its value.
public struct JSONMember: Hashable, Sendable {
  public var name: String
  public var value: JSONValue

  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue {
  /// The value of a name; nil when it is not there, or this is no object.
  public subscript(name: String) -> JSONValue? { members?.first { $0.name == name }?.value }

  public var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }

  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  public var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  /// Any number.
  public var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    default: nil
    }
  }

  public var flag: Bool? {
    if case .flag(let flag) = self { flag } else { nil }
  }

  /// What it is, for a message: "a text", "an object".
  public var kind: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .text: "a text"
    case .integer, .number: "a number"
    case .flag: "true or false"
    case .null: "null"
    }
  }
}
