/// Makes lines of what comes in pieces. A line that is longer than it may be is the end: what follows can not be
/// trusted to begin a new one.
public struct LineAssembler: Hashable, Sendable {
  public struct TooLong: Error, Hashable, Sendable {}

  private let maximum: Int
  private var buffer: [UInt8] = []
  /// Before this place there is no end of a line.
  private var searched = 0

  /// - Parameter maximum: of a line without its end, in bytes
  public init(maximum: Int) { self.maximum = maximum }

  /// How much waits for its end.
  public var count: Int { buffer.count }

  public mutating func append(_ bytes: some Collection<UInt8>) { buffer.append(contentsOf: bytes) }

  /// The next line that is whole, without its end (`\n` or `\r\n`).
  public mutating func next() throws(TooLong) -> [UInt8]? {
    guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.count
      guard buffer.count <= maximum else { throw TooLong() }
      return nil
    }
    guard end <= maximum else { throw TooLong() }
    var line = Array(buffer[..<end])
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    buffer.removeSubrange(...end)
    searched = 0
    return line
  }
}
