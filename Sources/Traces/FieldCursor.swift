/// Walks over the fields of one line, which are parted by blanks.
struct FieldCursor {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) { rest = line }

  /// Whether only blanks are left.
  var isAtEnd: Bool { rest.allSatisfy { FieldCursor.isBlank($0) } }

  /// A whole number without sign up to the field's end, or up to `terminator`, which is taken as well. Zeros in front
  /// mean nothing. Nil, also for one above `limit`.
  mutating func unsigned(radix: UInt64 = 10, upTo limit: UInt64, terminator: UInt8? = nil) -> UInt64? {
    skipBlanks()
    guard let value = digits(radix: radix, upTo: limit) else { return nil }
    return endField(terminator) ? value : nil
  }

  /// A decimal number with or without sign. Nil for one that is not an `Int32`.
  mutating func int32() -> Int32? {
    skipBlanks()
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    guard let value = digits(radix: 10, upTo: UInt64(Int32.max) + (isNegative ? 1 : 0)), endField(nil) else {
      return nil
    }
    return Int32(isNegative ? -Int64(value) : Int64(value))
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private mutating func skipBlanks() {
    while let byte = rest.first, FieldCursor.isBlank(byte) { rest.removeFirst() }
  }

  private mutating func digits(radix: UInt64, upTo limit: UInt64) -> UInt64? {
    var value: UInt64 = 0
    var isEmpty = true
    while let byte = rest.first, let digit = FieldCursor.digit(byte), digit < radix {
      let (product, overflows) = value.multipliedReportingOverflow(by: radix)
      guard !overflows, product <= limit, limit - product >= digit else { return nil }
      value = product + digit
      isEmpty = false
      rest.removeFirst()
    }
    return isEmpty ? nil : value
  }

  private mutating func endField(_ terminator: UInt8?) -> Bool {
    guard let byte = rest.first else { return terminator == nil }
    guard let terminator else { return FieldCursor.isBlank(byte) }
    guard byte == terminator else { return false }
    rest.removeFirst()
    return true
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
