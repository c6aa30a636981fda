/// Which keys and switches are down: a bit each, so that an event costs no allocation and no hash.
struct KeyStates {
  /// `KEY_CNT` (0x300) keys and buttons, `SW_CNT` (17) switches in the last word.
  private var words = InlineArray<13, UInt64>(repeating: 0)

  init(_ down: Set<EventCode> = []) {
    for code in down { _ = update(code, isDown: true) }
  }

  /// True when that is a change; false, and nothing kept, for a code that is neither key nor switch.
  mutating func update(_ code: EventCode, isDown: Bool) -> Bool {
    guard let bit = KeyStates.bit(of: code) else { return false }
    let mask: UInt64 = 1 << UInt64(bit % 64)
    guard (words[bit / 64] & mask != 0) != isDown else { return false }
    words[bit / 64] ^= mask
    return true
  }

  /// Every code whose state differs from an earlier one, with the state now: keys by code, then switches.
  func forEachChange(since earlier: KeyStates, _ body: (EventCode, Bool) -> Void) {
    for word in words.indices {
      var changed = words[word] ^ earlier.words[word]
      while changed != 0 {
        let bit = changed.trailingZeroBitCount
        changed &= changed - 1
        let code: EventCode = word < 12 ? .key(UInt16(word * 64 + bit)) : .sw(UInt16(bit))
        body(code, words[word] & (1 << UInt64(bit)) != 0)
      }
    }
  }

  private static func bit(of code: EventCode) -> Int? {
    switch code.type {
    case .key where code.code < 0x300: Int(code.code)
    case .sw where code.code < 64: 12 * 64 + Int(code.code)
    default: nil
    }
  }
}
