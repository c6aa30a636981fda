/// A word, number or sign of a gesture script.
struct ScriptToken: Hashable {
  enum Kind: Hashable {
    case number(Double)
    /// In lower case, as it is written.
    case word(String)
    case comma
    case colon
  }

  var kind: Kind
  /// Where it begins: characters from 1.
  var column: Int
}

extension ScriptToken {
  /// The tokens of one line up to its comment. A number and the unit behind it are two tokens, with or without a blank
  /// between them.
  static func tokens(of line: String, number lineNumber: Int) throws(TraceError) -> [ScriptToken] {
    var tokens: [ScriptToken] = []
    let scalars = Array(line.unicodeScalars)
    var position = 0
    while position < scalars.count, scalars[position] != "#" {
      let start = position
      let scalar = scalars[position]
      position += 1
      let kind: Kind
      switch scalar {
      case " ", "\t", "\r": continue
      case ",": kind = .comma
      case ":": kind = .colon
      case "%": kind = .word("%")
      case "°": kind = .word("deg")
      case "×": kind = .word("x")
      case "0"..."9", "-", "+", ".":
        while position < scalars.count, scalars[position].isNumeral { position += 1 }
        guard let number = number(scalars[start..<position]) else {
          throw TraceError(line: lineNumber, column: start + 1, .unreadable("this is no number"))
        }
        kind = .number(number)
      case "a"..."z", "A"..."Z":
        while position < scalars.count, scalars[position].isLetter { position += 1 }
        kind = .word(text(scalars[start..<position]).lowercased())
      default:
        throw TraceError(line: lineNumber, column: start + 1, .unreadable("a script has no such sign"))
      }
      tokens.append(ScriptToken(kind: kind, column: start + 1))
    }
    return tokens
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// Nil also for numbers that no length, time or angle of a finger has.
  private static func number(_ scalars: ArraySlice<Unicode.Scalar>) -> Double? {
    guard let number = Double(text(scalars)), abs(number) <= 1e9 else { return nil }
    return number
  }
}

extension Unicode.Scalar {
  fileprivate var isNumeral: Bool { ("0"..."9").contains(self) || self == "." }
  fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
