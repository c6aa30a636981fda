private import CLibjansson

extension JSONValue {
  /// The usual bound of a text, in bytes.
  public static let usualLength = 65_536
  /// The usual bound of nesting: an object in a list in an object is 3.
  public static let usualDepth = 16

  /// Reads one value that is all of the text, but for white space about it.
  ///
  /// The text is hostile: not UTF-8, a name twice in an object, a zero byte (`\u0000` too), a number that does not fit,
  /// and anything after the value are errors.
  public init(
    parsing text: [UInt8], maximumLength: Int = Self.usualLength, maximumDepth: Int = Self.usualDepth
  ) throws(JSONSyntaxError) {
    guard text.count <= maximumLength else {
      throw JSONSyntaxError(line: 1, column: 1, message: "it is longer than \(maximumLength) bytes")
    }
    try checkDepth(of: text, atMost: maximumDepth)
    self = try JSONTree(text).value
  }
}

/// The library's own bound is 2,048 levels, and it and `JSONValue` free a tree by recursion.
private func checkDepth(of text: [UInt8], atMost maximum: Int) throws(JSONSyntaxError) {
  var depth = 0
  var line = 1
  var column = 0
  var isInText = false
  var isEscaped = false
  for byte in text {
    // The bytes of a character after its first.
    if byte & 0xC0 != 0x80 { column += 1 }
    switch byte {
    case _ where isEscaped: isEscaped = false
    case UInt8(ascii: "\\") where isInText: isEscaped = true
    case UInt8(ascii: "\""): isInText.toggle()
    case UInt8(ascii: "{") where !isInText, UInt8(ascii: "[") where !isInText:
      depth += 1
      guard depth <= maximum else {
        throw JSONSyntaxError(line: line, column: column, message: "more than \(maximum) levels of nesting")
      }
    case UInt8(ascii: "}") where !isInText, UInt8(ascii: "]") where !isInText: depth -= 1
    case UInt8(ascii: "\n"): (line, column) = (line + 1, 0)
    default: break
    }
  }
}

/// The one owner of a tree of the library's values.
@safe private struct JSONTree: ~Copyable {
  private let root: UnsafeMutablePointer<json_t>

  init(_ text: [UInt8]) throws(JSONSyntaxError) {
    // The library wants an address, and an empty array has none.
    guard !text.isEmpty else { throw JSONSyntaxError(line: 1, column: 1, message: "there is nothing") }
    var error = json_error_t()
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY
    let root = unsafe text.withUnsafeBytes { bytes in
      unsafe json_loadb(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, Int(flags), &error)
    }
    guard let root = unsafe root else { throw JSONSyntaxError(error) }
    unsafe self.root = root
  }

  deinit { unsafe json_decref(root) }

  var value: JSONValue { unsafe Self.value(of: root) }

  private static func value(of node: UnsafeMutablePointer<json_t>) -> JSONValue {
    switch unsafe node.pointee.type {
    case JSON_OBJECT: unsafe .object(members(of: node))
    case JSON_ARRAY:
      unsafe .array(
        (0..<json_array_size(node)).map { unsafe json_array_get(node, $0).map { unsafe value(of: $0) } ?? .null })
    case JSON_STRING:
      .text(
        unsafe String(
          decoding: UnsafeRawBufferPointer(start: json_string_value(node), count: json_string_length(node)),
          as: UTF8.self))
    case JSON_INTEGER: .integer(unsafe Int64(json_integer_value(node)))
    case JSON_REAL: .number(unsafe json_real_value(node))
    case JSON_TRUE: .flag(true)
    case JSON_FALSE: .flag(false)
    default: .null
    }
  }

  private static func members(of node: UnsafeMutablePointer<json_t>) -> [JSONMember] {
    var members: [JSONMember] = []
    unsafe members.reserveCapacity(json_object_size(node))
    var position = unsafe json_object_iter(node)
    while let here = unsafe position {
      if let name = unsafe json_object_iter_key(here), let member = unsafe json_object_iter_value(here) {
        unsafe members.append(JSONMember(String(cString: name), value(of: member)))
      }
      unsafe position = json_object_iter_next(node, here)
    }
    return members
  }
}

extension JSONSyntaxError {
  fileprivate init(_ error: json_error_t) {
    let message = unsafe withUnsafeBytes(of: error.text) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // Of an empty text it says no place.
    self.init(line: max(1, Int(error.line)), column: max(1, Int(error.column)), message: message)
  }
}
