import Foundation

/// The manual page, as far as it repeats what `--help` says.
struct Manual {
  struct Verb {
    var name: String
    /// As `--help` writes them, without `-h, --help`, which all have: `-c, --config FILE`.
    var options: [String]
  }

  private(set) var verbs: [Verb] = []

  /// Reads a page in mdoc: a verb is a `.Ss` of the section VERBS, an option an `.It Fl c , Fl -config Ar FILE` in it.
  init(path: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    var isInVerbs = false
    for line in text.split(separator: "\n") {
      var words = line.split(separator: " ").map(String.init)
      switch words.removeFirst() {
      case ".Sh": isInVerbs = words == ["VERBS"]
      case ".Ss" where isInVerbs: verbs.append(Verb(name: words.joined(separator: " "), options: []))
      case ".It" where isInVerbs && words.first == "Fl": verbs[verbs.count - 1].options.append(Self.option(words))
      default: break
      }
    }
  }

  private static func option(_ words: [String]) -> String {
    var option = ""
    var isFlag = false
    for word in words {
      switch word {
      case "Fl": isFlag = true
      case "Ar": option += " "
      case ",": option += ", "
      default:
        option += (isFlag ? "-" : "") + word
        isFlag = false
      }
    }
    return option
  }
}
