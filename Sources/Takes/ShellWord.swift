/// A text as one word for a shell: in quotes where it needs them.
public func shellWord(_ text: String) -> String {
  let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-".utf8
  guard text.isEmpty || !text.utf8.allSatisfy(plain.contains) else { return text }
  return "'" + substituting("'\\''", for: "'", in: text) + "'"
}
