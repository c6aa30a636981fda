import Glibc

/// Strings in C memory with a null pointer behind the last, as `argv` and `environ` are.
@safe struct CStringArray: ~Copyable {
  private(set) var pointers: [UnsafeMutablePointer<CChar>?] = unsafe [nil]

  init(_ strings: [String] = []) {
    for string in strings { append(string) }
  }

  deinit {
    unsafe pointers.forEach { unsafe free($0) }
  }

  mutating func append(_ string: String) { unsafe append(copying: string) }

  /// Byte by byte, whatever its encoding.
  @unsafe mutating func append(copying string: UnsafePointer<CChar>) {
    unsafe pointers.insert(strdup(string), at: pointers.count - 1)
  }
}
