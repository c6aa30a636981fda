/// `text` with every `placeholder` replaced, left to right; what was put in is not looked at again.
/// Works on bytes: Swift's own string search would pull a megabyte of Unicode tables into the daemon.
public func substituting(_ value: String, for placeholder: String, in text: String) -> String {
  let bytes = Array(text.utf8)
  let wanted = Array(placeholder.utf8)
  guard !wanted.isEmpty, position(of: wanted, in: bytes, from: 0) != nil else { return text }
  var result: [UInt8] = []
  var from = 0
  while let found = position(of: wanted, in: bytes, from: from) {
    result += bytes[from..<found]
    result += Array(value.utf8)
    from = found + wanted.count
  }
  result += bytes[from...]
  return String(decoding: result, as: UTF8.self)
}

/// Where `wanted` first stands in `bytes` at or after `from`.
func position(of wanted: [UInt8], in bytes: [UInt8], from: Int) -> Int? {
  guard !wanted.isEmpty, bytes.count >= wanted.count, from <= bytes.count - wanted.count else { return nil }
  for start in from...(bytes.count - wanted.count) where bytes[start..<start + wanted.count].elementsEqual(wanted) {
    return start
  }
  return nil
}
