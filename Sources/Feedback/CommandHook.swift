public import Bridge

/// A command that is run for events, with the event in its environment. Whoever owns it spawns the runs.
public struct CommandHook: Hashable, Sendable {
  /// How many runs may be alive at a time: a hook that hangs must not fill the machine with processes.
  public static let runsAtOnce = 4

  /// One run to be spawned.
  public struct Run: Hashable, Sendable {
    /// The command and its arguments, as configured.
    public var arguments: [String]
    /// Added to the program's own environment.
    public var environment: [String: String]
  }

  private let command: [String]
  private let types: Set<String>
  /// How many events did not run it because too many runs were alive.
  public private(set) var skipped: UInt64 = 0

  /// - Parameters:
  ///   - command: the command and its arguments
  ///   - types: the types of the events it is run for, all when empty
  public init(command: [String], types: [String] = []) {
    self.command = command
    self.types = Set(types)
  }

  /// The run for an event; nil when there is to be none.
  /// - Parameter running: how many runs of this hook are alive
  public mutating func consume(_ line: EventLine, running: Int) -> Run? {
    guard types.isEmpty || types.contains(line.event.type) else { return nil }
    guard running < Self.runsAtOnce else {
      skipped += 1
      return nil
    }
    return Run(arguments: command, environment: Self.environment(of: line))
  }

  private static func environment(of line: EventLine) -> [String: String] {
    var environment = ["EVBRIDGE_EVENT": line.event.type, "EVBRIDGE_JSON": line.json]
    for field in line.event.fields {
      environment["EVBRIDGE_" + field.name.uppercased()] = withoutZeros(field.text)
    }
    return environment
  }

  /// A variable ends at its first zero byte, and a program that has one in its environment is refused.
  private static func withoutZeros(_ text: String) -> String {
    text.utf8.contains(0) ? String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) : text
  }
}
