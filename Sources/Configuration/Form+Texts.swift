internal import Bridge
internal import EventNames
internal import InputModel
internal import YAML

extension Form<String> {
  /// Any text, in quotes also an empty one.
  static var argument: Form { Form("a text") { text throws(Mistake) in text } }

  static func text(_ expected: String = "a text") -> Form {
    Form(expected) { text throws(Mistake) in text }.refusing { $0.isEmpty ? "found an empty text" : nil }
  }

  static var absolutePath: Form {
    Form("an absolute path such as /dev/input/by-path/…") { text throws(Mistake) in
      guard text.hasPrefix("/") else { throw .found(text) }
      return text
    }
  }

  /// A directory, with `~` put in.
  static func directory(home: String?) -> Form {
    Form("an absolute path, or one below ~") { text throws(Mistake) in
      if text.hasPrefix("/") { return text }
      guard text == "~" || text.hasPrefix("~/") else {
        let isName = text.first.map { $0 != "~" && $0 != "." } ?? false
        throw isName ? Mistake("found \(quoted(text)): write ~/\(text)") : .found(text)
      }
      guard let home else { throw Mistake("\(quoted(text)) has no meaning without a home directory") }
      return home + text.dropFirst()
    }
  }

  /// The name of a light under /sys/class/leds.
  static var light: Form {
    Form("the name of a light as in /sys/class/leds") { text throws(Mistake) in
      guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "/")), text != ".", text != ".." else {
        throw .found(text)
      }
      return text
    }
  }

  /// One of the given words.
  static func oneOf(_ words: [String]) -> Form { word(words.map { ($0, $0) }) }
}

extension Form<Bool> {
  static var flag: Form {
    Form("true or false") { text throws(Mistake) in
      switch text {
      case "true", "yes", "on": return true
      case "false", "no", "off": return false
      default: throw .found(text)
      }
    }
  }
}

extension Form<EventCode> {
  static var key: Form { code(of: .key, prefixes: ["KEY_", "BTN_"], "the name of a key such as KEY_RECORD or BTN_0") }
  static var `switch`: Form { code(of: .sw, prefixes: ["SW_"], "the name of a switch such as SW_LID") }

  private static func code(of type: EventType, prefixes: [String], _ expected: String) -> Form {
    Form(expected) { text throws(Mistake) in
      if let code = EventNames.code(named: text) {
        if code.type == type { return code }
        switch code.type {
        case .key: throw Mistake("\(text) is a key: write key: \(text)")
        case .sw: throw Mistake("\(text) is a switch: write switch: \(text)")
        default: throw Mistake("\(text) is neither a key nor a switch")
        }
      }
      let whole = prefixes.map { $0 + text.uppercased() }.first { EventNames.code(named: $0)?.type == type }
      let near = whole ?? closest(to: text, among: EventNames.all(of: type))
      throw Mistake("unknown name \(quoted(text))" + (near.map { ", did you mean \(quoted($0))?" } ?? ""))
    }
  }
}

extension Form<(vendor: UInt16, product: UInt16)> {
  static var identity: Form {
    Form("vendor and product in hexadecimal such as \"16c0:05e1\"") { text throws(Mistake) in
      let halves = text.split(separator: ":", omittingEmptySubsequences: false)
      guard halves.count == 2, halves.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }),
        let vendor = UInt16(halves[0], radix: 16), let product = UInt16(halves[1], radix: 16)
      else { throw .found(text) }
      return (vendor, product)
    }
  }
}
