/// ", did you mean …?" for a word that is close to a known one, else nothing.
public func suggestion(for word: String, among known: [String]) -> String {
  closest(to: word, among: known).map { ", did you mean \($0.debugDescription)?" } ?? ""
}

/// The known word with the fewest edits, at most two and at most one for a short word; case does not count.
public func closest(to word: String, among known: [String]) -> String? {
  let wanted = Array(word.lowercased().utf8)
  guard (1...64).contains(wanted.count) else { return nil }
  let limit = min(2, (wanted.count + 1) / 3)
  let candidates = known.filter { abs($0.utf8.count - wanted.count) <= limit }
    .map { (word: $0, bytes: Array($0.lowercased().utf8)) }
  for edits in 0...limit {
    if let near = candidates.first(where: { isWithin(edits, wanted[...], $0.bytes[...]) }) { return near.word }
  }
  return nil
}

/// Whether so many bytes to insert, delete, replace or swap with their neighbour make one word of the other.
/// Few edits are tried out faster than the whole table of the usual algorithm is filled.
private func isWithin(_ edits: Int, _ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
  let same = zip(a, b).prefix { $0 == $1 }.count
  let a = a.dropFirst(same)
  let b = b.dropFirst(same)
  guard !a.isEmpty && !b.isEmpty else { return max(a.count, b.count) <= edits }
  guard edits > 0 else { return false }
  let isSwap = a.prefix(2).elementsEqual(b.prefix(2).reversed())
  return isWithin(edits - 1, a.dropFirst(), b.dropFirst()) || isWithin(edits - 1, a.dropFirst(), b)
    || isWithin(edits - 1, a, b.dropFirst()) || (isSwap && isWithin(edits - 1, a.dropFirst(2), b.dropFirst(2)))
}
