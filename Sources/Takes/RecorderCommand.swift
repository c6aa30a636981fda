/// What a recorder's command starts: the program itself, behind those that only start another.
public struct RecorderCommand: Hashable, Sendable {
  /// A program that starts another, by what it does to it.
  public enum Wrapper: Hashable, Sendable {
    /// It runs with other rights: `sudo`, `su`, `doas`.
    case privilege(String)
    /// It is an argument of a shell.
    case shell(String)
    /// It is ended after a time: `timeout`.
    case timeout
    /// It leaves its process group: `setsid`.
    case session
    /// It runs in the same process: `env`, `nice` and so on.
    case harmless
  }

  public var wrappers: [Wrapper] = []
  /// Its name without directories; nil when there is none.
  public var program: String?
  public var arguments: [String] = []

  /// - Parameter words: the command, or a script cut at its spaces
  public init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.first {
      rest = rest.dropFirst()
      let name = Self.name(word)
      guard let wrapper = Self.wrapper(name) else {
        // What stands before a recorder: assignments, and the options of a wrapper.
        if Self.isAssignment(word) || (!wrappers.isEmpty && Self.isOption(word)) { continue }
        program = name
        arguments = Array(rest)
        return
      }
      wrappers.append(wrapper)
      if case .shell = wrapper { rest = rest.flatMap(Self.words)[...] }
      // Options of a wrapper have values; a recorder that is known is no value.
      if let known = rest.firstIndex(where: { RecorderPreset(program: $0) != nil }) { skip(to: known, &rest) }
    }
  }

  public init(_ settings: RecorderSettings) {
    self.init(settings.usesShell ? settings.command.flatMap(Self.words) : settings.command)
  }

  /// What is known of the program.
  public var preset: RecorderPreset? { program.flatMap { RecorderPreset(program: $0) } }

  /// The last value of an option that is written as `-v value`, `--value value` or `--value=value`.
  public func value(of names: [String]) -> String? {
    var value: String?
    for (position, argument) in arguments.enumerated() {
      if names.contains(argument), position + 1 < arguments.count { value = arguments[position + 1] }
      for name in names where argument.hasPrefix(name + "=") { value = String(argument.dropFirst(name.count + 1)) }
    }
    return value
  }

  /// Whether an option without a value is there; one letter may stand among others, as in `-qe`.
  public func has(_ letter: Character, _ name: String) -> Bool {
    arguments.contains { argument in
      argument == name
        || (argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.dropFirst().allSatisfy(\.isLetter)
          && argument.dropFirst().contains(letter))
    }
  }

  /// Wrappers between here and a known recorder still count.
  private mutating func skip(to known: Int, _ rest: inout ArraySlice<String>) {
    let between = rest[..<known].compactMap { Self.wrapper(Self.name($0)) }
    wrappers += between
    rest = rest[known...]
  }

  private static func name(_ word: String) -> String {
    word.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? word
  }

  private static func words(_ script: String) -> [String] {
    script.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isAssignment(_ word: String) -> Bool {
    let name = word.utf8.prefix { $0 != UInt8(ascii: "=") }
    return !name.isEmpty && name.count < word.utf8.count && !name.contains(UInt8(ascii: "/"))
  }

  private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") || word.first?.isNumber == true }

  private static func wrapper(_ name: String) -> Wrapper? {
    switch name {
    case "sudo", "su", "doas": .privilege(name)
    case "sh", "bash", "dash", "ash", "zsh": .shell(name)
    case "timeout": .timeout
    case "setsid": .session
    case "env", "nice", "ionice", "stdbuf", "chrt", "taskset", "nohup", "exec", "systemd-inhibit": .harmless
    default: nil
    }
  }
}

extension RecorderCommand {
  /// Whether the program says nothing of what its preset would wait for.
  public var isSilent: Bool {
    switch preset {
    case .ffmpeg: isSilentFFmpeg
    case .gstLaunch: has("q", "--quiet")
    default: false
    }
  }

  /// Tried with 5.1: statistics are printed from level info on, or when they are asked for.
  private var isSilentFFmpeg: Bool {
    if ["pipe:1", "pipe:2", "-", "/dev/stdout", "/dev/stderr"].contains(value(of: ["-progress"])) { return false }
    switch arguments.last(where: { $0 == "-stats" || $0 == "-nostats" }) {
    case "-stats": return false
    case "-nostats": return true
    default: break
    }
    // A level may have flags before it: "repeat+level+error".
    guard let written = value(of: ["-loglevel", "-v"]), let last = written.utf8.split(separator: UInt8(ascii: "+")).last
    else { return false }
    let level = String(decoding: last, as: UTF8.self)
    let levels = ["quiet", "panic", "fatal", "error", "warning"]
    return levels.contains(level) || Int(level).map { $0 < 32 } ?? false
  }
}
