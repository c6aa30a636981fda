internal import Bridge
internal import InputModel
internal import OutputPattern
internal import Takes
internal import YAML

extension Form<Signal> {
  /// Those that can end a recorder.
  static var stopSignal: Form { signal(besides: [.child, .resume, .stop]) }
  static var suspendSignal: Form { signal(besides: [.child, .kill, .resume]) }
  static var resumeSignal: Form { signal(besides: [.child, .kill, .stop]) }
  static var anySignal: Form { signal(besides: [.child]) }

  /// With or without SIG.
  private static func signal(besides others: [Signal]) -> Form {
    let signals = Signal.names.filter { !others.contains($0.signal) }
    let form = word(signals.map { ($0.name, $0.signal) })
    return Form(form.expected) { node, log in
      var node = node
      if case .scalar(let text, let isPlain) = node.content, text.hasPrefix("SIG") {
        node.content = .scalar(String(text.dropFirst(3)), isPlain: isPlain)
      }
      return form.read(node, log)
    }
  }
}

extension Form<Readiness> {
  static var readiness: Form {
    Form("spawned, after 300ms, file grows, or output matches REGEX") { text throws(Mistake) in
      if text == "spawned" { return .spawned }
      if text == "file grows" { return .fileGrows }
      if let pattern = rest(of: text, after: "output matches ") {
        return .outputMatches(try regularExpression(pattern))
      }
      if let wait = rest(of: text, after: "after ") { return .after(try Interval(written: wait)) }
      throw Mistake("found \(quoted(text))\(suggestion(for: text, among: ["spawned", "file grows"]))")
    }
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    text.hasPrefix(prefix) ? trimmed(text.dropFirst(prefix.utf8.count)) : nil
  }
}

extension Form<String> {
  /// A regular expression with a group that is a number.
  static var percentPattern: Form {
    Form(#"a regular expression with a group, such as "([0-9.]+)%""#) { text throws(Mistake) in
      let pattern = try regularExpression(text)
      guard hasGroup(Array(pattern.utf8)) else { throw Mistake("\(quoted(text)) has no group for the number") }
      return pattern
    }
  }

  /// An opening bracket that is neither escaped nor in a set of characters.
  private static func hasGroup(_ pattern: [UInt8]) -> Bool {
    var isEscaped = false
    var setStart: Int?
    for (position, byte) in pattern.enumerated() {
      if let start = setStart {
        // A ] at the beginning of a set is one of its characters.
        let first = pattern[start + 1] == UInt8(ascii: "^") ? start + 2 : start + 1
        if byte == UInt8(ascii: "]") && position > first { setStart = nil }
      } else if isEscaped {
        isEscaped = false
      } else {
        switch byte {
        case UInt8(ascii: "\\"): isEscaped = true
        case UInt8(ascii: "["): setStart = position
        case UInt8(ascii: "("): return true
        default: break
        }
      }
    }
    return false
  }
}

private func regularExpression(_ pattern: String) throws(Mistake) -> String {
  do throws(PatternError) {
    _ = try OutputPattern(pattern)
    return pattern
  } catch {
    throw Mistake("\(quoted(pattern)) is not a regular expression: \(error.message)")
  }
}

extension Form<TakeNaming> {
  /// A file's name: every `{…}` is known, and it stays in its directory.
  static var naming: Form {
    Form("a file name such as \"{date}-{time}-{n}.wav\"") { text throws(Mistake) in
      guard !text.isEmpty, text != ".", text != ".." else { throw .found(text) }
      guard !text.utf8.contains(UInt8(ascii: "/")) else { throw Mistake("\(quoted(text)) is a path") }
      // 255 bytes is the kernel's limit; what the placeholders stand for needs room as well.
      guard text.utf8.count <= 128 else { throw Mistake("\(quoted(text)) is longer than 128 bytes") }
      var rest = text[...]
      while let opening = rest.firstIndex(of: "{") {
        guard let closing = rest[opening...].firstIndex(of: "}") else { throw Mistake("a { is not closed") }
        let placeholder = String(rest[opening...closing])
        guard TakeNaming.placeholders.contains(placeholder) else {
          let near = suggestion(for: placeholder, among: TakeNaming.placeholders)
          throw Mistake("\(quoted(placeholder)) is none of \(joined(TakeNaming.placeholders, "and"))\(near)")
        }
        rest = rest[rest.index(after: closing)...]
      }
      return TakeNaming(pattern: text)
    }
  }
}

extension Form<[String]> {
  /// A program and its arguments.
  static func command(_ expected: String = "a list such as [aplay, -q, hint.wav]") -> Form {
    let words = list(of: .argument, expected)
    return Form(expected) { node, log in
      guard let command = words.read(node, log) else { return nil }
      switch command.first {
      case "": log.error("the name of the program is empty (expected \(expected))", at: node.mark)
      case let program? where program.hasPrefix("~/"):
        log.error("\(quoted(program)): only a shell knows ~ (expected the whole path)", at: node.mark)
      default: return command
      }
      return nil
    }
  }
}
