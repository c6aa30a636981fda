internal import Glibc

/// A POSIX extended regular expression over the lines that a recorder prints.
///
/// It is matched on bytes, anywhere in the line. Without back references the C library's matcher takes time in
/// proportion to the line; the limits below keep its compiled form small as well.
@safe
public struct OutputPattern: ~Copyable {
  /// In bytes.
  public static let maximumLength = 256
  /// All `{n}` of a pattern multiplied: nested, they copy what they repeat so many times.
  public static let maximumRepetition = 1000

  private let expression: UnsafeMutablePointer<regex_t>
  private let isCapturing: Bool

  /// - Parameter capturing: for `number(in:)`, which takes longer.
  public init(_ pattern: String, capturing: Bool = false) throws(PatternError) {
    let bytes = Array(pattern.utf8)
    if let refusal = Self.refusal(of: bytes) { throw PatternError(refusal) }
    let expression = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
    let status = unsafe regcomp(expression, pattern, REG_EXTENDED | (capturing ? 0 : REG_NOSUB))
    guard status == 0 else {
      let message = unsafe Self.message(status, expression)
      unsafe expression.deallocate()
      throw PatternError(message)
    }
    unsafe self.expression = expression
    isCapturing = capturing
  }

  deinit {
    unsafe regfree(expression)
    unsafe expression.deallocate()
  }

  /// Whether the pattern matches somewhere in the line (without its newline; zero bytes are characters like others).
  public func matches(_ line: [UInt8]) -> Bool {
    var range = regmatch_t(rm_so: 0, rm_eo: regoff_t(line.count))
    // The range is what counts; the zero byte behind it is there for those who take any text to have one (ASan does).
    return unsafe (line + [0]).withUnsafeBytes { bytes in
      guard let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
      return unsafe regexec(expression, text, 1, &range, REG_STARTEND) == 0
    }
  }

  /// The number that stands in the line where the pattern's first group matches, or the whole pattern when it has no
  /// group: digits with a decimal point, spaces about them. Nil when nothing matches, when what does is no number, and
  /// when the pattern was not made capturing.
  public func number(in line: [UInt8]) -> Double? {
    guard isCapturing else { return nil }
    var ranges = [regmatch_t](repeating: regmatch_t(rm_so: 0, rm_eo: regoff_t(line.count)), count: 2)
    let hasGroup = unsafe expression.pointee.re_nsub > 0
    let matches = unsafe (line + [0]).withUnsafeBytes { bytes in
      guard let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
      return unsafe regexec(expression, text, ranges.count, &ranges, REG_STARTEND) == 0
    }
    let range = ranges[hasGroup ? 1 : 0]
    // A group may have no part in a match.
    guard matches, range.rm_so >= 0, range.rm_eo <= line.count else { return nil }
    let digits = line[Int(range.rm_so)..<Int(range.rm_eo)].drop { $0 == UInt8(ascii: " ") }
    let end = digits.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? digits.startIndex
    // Double reads "inf", "nan" and hexadecimal numbers too.
    let numeric = digits[..<end]
    guard numeric.allSatisfy({ Self.isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
    return Double(String(decoding: numeric, as: UTF8.self))
  }

  private static func refusal(of bytes: [UInt8]) -> String? {
    guard !bytes.isEmpty else { return "the pattern is empty" }
    guard bytes.count <= maximumLength else { return "the pattern is longer than \(maximumLength) bytes" }
    guard !bytes.contains(0) else { return "the pattern contains a zero byte" }
    for (byte, next) in zip(bytes, bytes.dropFirst()) where byte == UInt8(ascii: "\\") && isDigit(next) {
      return "back references (\\\(next - UInt8(ascii: "0"))) are not supported"
    }
    guard repetition(of: bytes) <= maximumRepetition else {
      return "the pattern repeats more than \(maximumRepetition) times"
    }
    return nil
  }

  /// The largest number of each pair of braces, multiplied; anything above the maximum is as good as infinite.
  private static func repetition(of bytes: [UInt8]) -> Int {
    var product = 1
    for opening in bytes.indices where bytes[opening] == UInt8(ascii: "{") {
      let numbers = bytes[(opening + 1)...].prefix { isDigit($0) || $0 == UInt8(ascii: ",") }
      let largest = numbers.split(separator: UInt8(ascii: ",")).map { digits in
        digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), maximumRepetition + 1) }
      }.max()
      product = min(product * max(largest ?? 1, 1), maximumRepetition + 1)
    }
    return product
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func message(_ status: Int32, _ expression: UnsafeMutablePointer<regex_t>) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      unsafe regerror(status, expression, buffer.baseAddress, buffer.count)
      return unsafe buffer.baseAddress.map { unsafe String(cString: $0) } ?? ""
    }
  }
}
