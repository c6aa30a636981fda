/// A program with all that it is started with. No shell is involved.
public struct Invocation: Hashable, Sendable {
  /// Where the program's standard output and standard error go.
  public enum Output: Hashable, Sendable {
    /// Into one pipe, read line by line through `Child.output`.
    case captured
    /// To /dev/null.
    case discarded
    /// Both to our standard error, where our own messages go: standard output may be somebody's event stream.
    case log
    /// Standard error to ours, standard output to /dev/null: for a program that runs on and on, and may print each line
    /// that it is given.
    case errors
  }

  /// The program, as a path or a name to look up in PATH, then its arguments.
  public var arguments: [String]
  /// Added to this process's environment, or put in place of what has the same name there.
  public var environment: [String: String]
  /// The program's working directory; ours when nil.
  public var workingDirectory: String?
  public var output: Output
  /// Whether its standard input is a pipe, written through `Child.takeInput`; else it is /dev/null.
  public var takesInput = false
  /// What all that comes of the program is found by, see `MarkedGroup`: a text that nobody else has. It goes to the
  /// environment; without one there is none there, whatever our own environment has.
  public var mark: String?

  public init(
    _ arguments: [String], environment: [String: String] = [:], workingDirectory: String? = nil,
    output: Output = .captured, mark: String? = nil
  ) {
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.output = output
    self.mark = mark
  }
}

extension Invocation {
  /// The environment variable of the mark.
  static let markVariable = "EVBRIDGE_MARK"
}
