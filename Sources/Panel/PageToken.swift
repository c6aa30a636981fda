/// What somebody must know who wants something to be done: new with every start of the panel, and told only to pages
/// that may have it.
public struct PageToken: Hashable, Sendable {
  /// So many random bytes make one.
  public static let length = 16

  /// Hexadecimal.
  public let text: String

  /// - Parameter random: as many bytes as `length` says, from the system's own source
  public init(random: [UInt8]) {
    precondition(random.count == Self.length, "a token of another length can be guessed, or was cut")
    let digits = Array("0123456789abcdef".utf8)
    text = String(decoding: random.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Whether it is this one. The time that it takes tells nothing of how much of it is right.
  public func isSame(as guess: String) -> Bool {
    let own = Array(text.utf8)
    let other = Array(guess.utf8)
    guard own.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in own.indices { difference |= own[index] ^ other[index] }
    return difference == 0
  }
}
