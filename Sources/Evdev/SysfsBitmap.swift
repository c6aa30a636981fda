/// A bitmap as sysfs prints it: hexadecimal longs with blanks between, the highest first, leading zeros left out.
struct SysfsBitmap {
  /// The numbers of the bits that are set, ascending.
  let bits: [UInt16]

  /// What is not a number counts as empty.
  init(_ text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " ")).reversed().map { UInt(String($0) ?? "", radix: 16) ?? 0 }
    bits = words.enumerated().flatMap { index, word in
      (0..<UInt.bitWidth).filter { word >> $0 & 1 == 1 }.map { UInt16(index * UInt.bitWidth + $0) }
    }
  }
}
