/// A JSON object as text, its keys in the given order.
public struct JSONObject: Hashable, Sendable {
  public var fields: [EventField]

  public init(_ fields: [EventField]) { self.fields = fields }

  public var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func append(to bytes: inout [UInt8]) {
    var separator = UInt8(ascii: "{")
    for field in fields {
      bytes.append(separator)
      bytes.append(quoted: field.name)
      bytes.append(UInt8(ascii: ":"))
      field.value.append(to: &bytes)
      separator = UInt8(ascii: ",")
    }
    if fields.isEmpty { bytes.append(separator) }
    bytes.append(UInt8(ascii: "}"))
  }
}
