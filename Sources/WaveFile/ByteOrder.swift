/// How the numbers of a file are written: RIFF and its relatives begin with the lowest byte, RIFX with the highest.
public enum ByteOrder: Hashable, Sendable {
  case little
  case big

  /// The number in these bytes, of which there are at most eight.
  func number(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    switch self {
    case .little: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    case .big: bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  func bytes<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) -> [UInt8] {
    let little = (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    return self == .little ? little : little.reversed()
  }
}
