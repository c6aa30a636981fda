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
    let head = [EventField("event", .text(line.event.type)), EventField("json", .text(line.json))]
    return (line.event.fields + head).environment
  }
}
