internal import InputModel

/// Walks over the tokens of one line of a script.
struct ScriptCursor {
  let line: Int
  private var rest: ArraySlice<ScriptToken>
  /// Behind the last token.
  private let endColumn: Int

  init(_ text: String, line: Int) throws(TraceError) {
    self.line = line
    rest = try ScriptToken.tokens(of: text, number: line)[...]
    endColumn = text.unicodeScalars.count + 1
  }

  var isAtEnd: Bool { rest.isEmpty }

  var column: Int { rest.first?.column ?? endColumn }

  func failure(_ message: String, column: Int? = nil) -> TraceError {
    TraceError(line: line, column: column ?? self.column, .unreadable(message))
  }

  mutating func skip(_ kind: ScriptToken.Kind) -> Bool {
    guard rest.first?.kind == kind else { return false }
    rest.removeFirst()
    return true
  }

  mutating func skip(_ words: String...) -> Bool { words.contains { skip(.word($0)) } }

  mutating func number(_ expected: String) throws(TraceError) -> Double {
    guard case .number(let number)? = rest.first?.kind else { throw failure("expected \(expected)") }
    rest.removeFirst()
    return number
  }

  /// "two", "2".
  mutating func count() throws(TraceError) -> Int {
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    let expected = "a number of fingers, 1 to \(ScriptReader.maximumFingers)"
    if case .word(let word)? = rest.first?.kind, let place = words.firstIndex(of: word) {
      rest.removeFirst()
      return place + 1
    }
    let column = column
    let number = try number(expected)
    guard (1...Double(ScriptReader.maximumFingers)).contains(number), number == number.rounded() else {
      throw failure("expected \(expected)", column: column)
    }
    return Int(number)
  }

  /// "two fingers".
  mutating func fingers() throws(TraceError) -> Int {
    let count = try count()
    guard skip("finger", "fingers") else { throw failure("expected fingers") }
    return count
  }

  /// "300ms", "1.5 s"; up to a day.
  mutating func time(from shortest: Interval = .microseconds(1)) throws(TraceError) -> Interval {
    let expected = "a time such as 300ms or 1.5s"
    let column = column
    let number = try number(expected)
    let unit: Double? =
      if skip("ms") { 1_000 } else if skip("s") { 1_000_000 } else if skip("min") { 60_000_000 } else { nil }
    guard let unit else { throw failure("expected \(expected)", column: column) }
    let time = Interval(microseconds: Int64((number * unit).rounded()))
    guard time >= shortest, time <= .minutes(24 * 60) else {
      throw failure("expected a time of up to a day", column: column)
    }
    return time
  }

  /// "90deg".
  mutating func angle() throws(TraceError) -> Radians {
    let expected = "an angle such as 90deg"
    let column = column
    let number = try number(expected)
    guard skip("deg") else { throw failure("expected \(expected)", column: column) }
    return number * .pi / 180
  }

  /// "40mm".
  mutating func millimeters() throws(TraceError) -> Millimeters {
    let expected = "a length such as 40mm"
    let column = column
    let number = try number(expected)
    guard skip("mm") else { throw failure("expected \(expected)", column: column) }
    return number
  }

  /// "20mm,50%": per cent are of the panel's side.
  mutating func vector(on size: Size) throws(TraceError) -> Vector {
    let x = try length(of: size.width)
    guard skip(.comma) else { throw failure("expected a comma and a second length: 20mm,50%") }
    return Vector(dx: x, dy: try length(of: size.height))
  }

  private mutating func length(of side: Millimeters) throws(TraceError) -> Millimeters {
    let expected = "a length such as 40mm or 50%"
    let column = column
    let number = try number(expected)
    if skip("mm") { return number }
    if skip("%") { return number / 100 * side }
    throw failure("expected \(expected)", column: column)
  }
}
