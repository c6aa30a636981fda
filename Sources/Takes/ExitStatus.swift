/// How a process ended.
public enum ExitStatus: Hashable, Sendable {
  /// It called exit, with this code (0…255).
  case exited(Int32)
  /// A signal ended it.
  case signalled(Signal)
}
