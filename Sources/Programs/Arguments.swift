import CGetopt
import Glibc

/// The options and operands of a program or of one of its verbs, read by getopt_long: abbreviated, joined and permuted as everywhere.
public struct Arguments {
  public struct Option: Sendable {
    public var name: String
    public var letter: Character?
    /// How the help calls its value; nil when it has none.
    public var value: String?
    public var help: String

    public init(name: String, letter: Character?, value: String?, help: String) {
      self.name = name
      self.letter = letter
      self.value = value
      self.help = help
    }
  }

  private var values: [String: String] = [:]
  public private(set) var operands: [String] = []

  public func has(_ option: String) -> Bool { values[option] != nil }

  /// The last value given.
  public func value(_ option: String) -> String? { values[option] }

  /// - Parameters:
  ///   - words: what follows the command
  ///   - command: the program, and its verb where it has verbs
  public init(_ words: [String], options: [Option], command: String) throws(Failure) {
    // Every option comes back as its place in the list, moved beyond all letters.
    let first: Int32 = 256
    var letters = ":"
    for case let option in options {
      guard let letter = option.letter else { continue }
      letters += String(letter) + (option.value == nil ? "" : ":")
    }
    let names = unsafe options.map { unsafe strdup($0.name) }
    // getopt moves the operands to the end, so the array is its own; what was copied is freed by its old order.
    let copies = unsafe ([command] + words.map(Self.hidden)).map { unsafe strdup($0) }
    var argv = unsafe copies + [nil]
    defer { unsafe (names + copies).forEach { unsafe free($0) } }
    var table = unsafe options.indices.map { index in
      unsafe CGetopt.option(
        name: names[index], has_arg: options[index].value == nil ? no_argument : required_argument, flag: nil,
        val: first + Int32(index))
    }
    unsafe table.append(CGetopt.option())
    evb_option_start()
    while true {
      let found = unsafe getopt_long(Int32(copies.count), &argv, letters, table, nil)
      if found == -1 { break }
      let option =
        found >= first
        ? options[Int(found - first)] : options.first { $0.letter?.asciiValue.map { Int32($0) } == found }
      guard let option else {
        let word = unsafe argv[Int(evb_option_index()) - 1].map { unsafe String(cString: $0) } ?? ""
        throw Self.refusal(found, word: word, options, first: first, command: command)
      }
      let value = unsafe evb_option_argument().map { Self.shown(unsafe String(cString: $0)) } ?? ""
      if option.value != nil, value.isEmpty {
        throw Failure(.usage, "the value of option '--\(option.name)' is empty; see \(command) --help")
      }
      values[option.name] = value
    }
    operands = unsafe argv[Int(evb_option_index())..<copies.count].compactMap {
      unsafe $0.map { Self.shown(unsafe String(cString: $0)) }
    }
  }

  private static let veil = "\u{1}"

  /// No option is a number, so a negative one is a value: getopt does not see its sign.
  private static func hidden(_ word: String) -> String {
    let rest = word.utf8.dropFirst()
    let digits = rest.first == UInt8(ascii: ".") ? rest.dropFirst() : rest
    guard word.hasPrefix("-"), let first = digits.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return word
    }
    return veil + word
  }

  private static func shown(_ word: String) -> String {
    word.hasPrefix(veil + "-") ? String(word.dropFirst(veil.count)) : word
  }

  /// What getopt found wrong: a value that is missing (`:`) or too much, or an option that is not known (`?`).
  private static func refusal(
    _ found: Int32, word: String, _ options: [Option], first: Int32, command: String
  ) -> Failure {
    let culprit = evb_option_culprit()
    let name =
      switch culprit {
      case first...: "--" + options[Int(culprit - first)].name
      case 1...: "-" + String(UnicodeScalar(UInt8(truncatingIfNeeded: culprit)))
      default: word
      }
    let what =
      if found == Int32(UInt8(ascii: ":")) {
        "option '\(name)' needs a value"
      } else {
        culprit >= first ? "option '\(name)' takes no value" : "there is no option '\(name)'"
      }
    return Failure(.usage, "\(what); see \(command) --help")
  }
}
