internal import CLibyaml

/// Reads a text event by event, in memory that does not grow with it: for texts that are too long for a tree.
///
/// Owns a libyaml parser. It points into itself and into the text, so it lives on the heap and only inside `body`.
@safe
public struct YAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: [UInt8]

  /// Nil when there is no memory for a parser.
  private init?(_ text: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      return nil
    }
    unsafe yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe self.parser = parser
    self.text = text
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  public static func parse<Result>(
    _ text: [UInt8], _ body: (borrowing YAMLParser) throws(YAMLProblem) -> Result
  ) throws(YAMLProblem) -> Result {
    try unsafe text.withUnsafeBufferPointer { (buffer) throws(YAMLProblem) -> Result in
      guard let parser = unsafe YAMLParser(text, buffer) else { throw YAMLProblem(.start, "out of memory") }
      return try body(parser)
    }
  }

  /// After `streamEnd` there is nothing.
  public func next() throws(YAMLProblem) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe Self.translate(event)
  }

  private static func translate(_ event: yaml_event_t) -> YAMLEvent {
    let mark = unsafe YAMLMark(event.start_mark)
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, mark: mark)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, mark: mark)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, mark: mark)
    case YAML_ALIAS_EVENT:
      return YAMLEvent(kind: .alias(unsafe string(event.data.alias.anchor) ?? ""), mark: mark)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let value = unsafe String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      return unsafe YAMLEvent(
        kind: .scalar(value, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE), mark: mark,
        anchor: string(scalar.anchor), tag: string(scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      return unsafe YAMLEvent(kind: .sequenceStart, mark: mark, anchor: string(start.anchor), tag: string(start.tag))
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, mark: mark)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      return unsafe YAMLEvent(kind: .mappingStart, mark: mark, anchor: string(start.anchor), tag: string(start.tag))
    case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, mark: mark)
    default: return YAMLEvent(kind: .streamEnd, mark: mark)
    }
  }

  private static func string(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe bytes.map { unsafe String(cString: $0) }
  }

  private func failure() -> YAMLProblem {
    let state = unsafe parser.pointee
    let problem = unsafe state.problem.map { unsafe String(cString: $0) } ?? ""
    switch unsafe state.error {
    case YAML_MEMORY_ERROR: return YAMLProblem(.start, "out of memory")
    case YAML_READER_ERROR: return unreadable(at: unsafe Int(state.problem_offset))
    default:
      let failure = unsafe YAMLSyntaxError(
        problem: problem, index: Int(state.problem_mark.index), mark: YAMLMark(state.problem_mark),
        context: state.context.map { unsafe String(cString: $0) } ?? "", contextIndex: Int(state.context_mark.index),
        contextMark: YAMLMark(state.context_mark))
      return failure.explained(in: text)
    }
  }

  /// libyaml gives no mark for a byte that it can not read, only its offset.
  private func unreadable(at offset: Int) -> YAMLProblem {
    var mark = YAMLMark.start
    for scalar in String(decoding: text.prefix(offset), as: UTF8.self).unicodeScalars {
      mark.column += 1
      if scalar == "\n" { mark = YAMLMark(line: mark.line + 1, column: 1) }
    }
    let byte = offset < text.count ? text[offset] : 0
    return byte < 0x80
      ? YAMLProblem(mark, "a control character (\(byte)) is not allowed here")
      : YAMLProblem(mark, "this is not UTF-8: save the file in that encoding")
  }
}

extension YAMLMark {
  init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }
}
