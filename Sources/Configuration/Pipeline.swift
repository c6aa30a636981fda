internal import Takes

/// A pipeline in the form whose readers live until the writer has ended, or nil when the script is no pipeline or has
/// that form already. What goes to the whole process group would end the readers first.
func survivingPipeline(_ script: String, _ ladder: StopLadder) -> String? {
  let parts = pipelineParts(script)
  guard parts.count > 1, let writer = parts.first, let signal = ladder.steps.first?.signal.name else { return nil }
  let readers = parts.dropFirst()
  let traps = ["''", "\"\""].map { "(trap \($0) \(signal)" }
  guard !readers.allSatisfy({ reader in traps.contains { reader.hasPrefix($0) } }) else { return nil }
  let isSimple = readers.allSatisfy { !$0.utf8.contains { ";&(){}".utf8.contains($0) } }
  guard isSimple else { return "WRITER | (trap '' \(signal); exec READER)" }
  return writer + readers.map { " | (trap '' \(signal); exec \($0))" }.joined()
}

/// What stands between the `|` of a script that are not quoted and not part of `||` or `>|`, without spaces around it.
private func pipelineParts(_ script: String) -> [String] {
  let bytes = Array(script.utf8)
  var parts: [String] = []
  var start = 0
  var quote: UInt8?
  var position = 0
  while position < bytes.count {
    let byte = bytes[position]
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0
    if byte == UInt8(ascii: "\\") && quote != UInt8(ascii: "'") {
      position += 1
    } else if let open = quote {
      if byte == open { quote = nil }
    } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
      quote = byte
    } else if byte == UInt8(ascii: "|") && next == byte {
      position += 1
    } else if byte == UInt8(ascii: "|") && (position == 0 || bytes[position - 1] != UInt8(ascii: ">")) {
      parts.append(trimmed(String(decoding: bytes[start..<position], as: UTF8.self)))
      start = position + 1
    }
    position += 1
  }
  parts.append(trimmed(String(decoding: bytes[start...], as: UTF8.self)))
  return parts
}
