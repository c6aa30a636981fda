/// Whether `pattern` (`*` any run, `?` any one character, case counts) matches the whole text.
/// Linear with one step back, so a hostile pattern costs at most the product of the lengths.
public func glob(_ pattern: String, matches text: String) -> Bool {
  let pattern = Array(pattern.unicodeScalars)
  let text = Array(text.unicodeScalars)
  var p = 0
  var t = 0
  var star: (p: Int, t: Int)?
  while t < text.count {
    if p < pattern.count, pattern[p] == "*" {
      star = (p, t)
      p += 1
    } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
      p += 1
      t += 1
    } else if let back = star {
      star = (back.p, back.t + 1)
      p = back.p + 1
      t = back.t + 1
    } else {
      return false
    }
  }
  while p < pattern.count, pattern[p] == "*" { p += 1 }
  return p == pattern.count
}
