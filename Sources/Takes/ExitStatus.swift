/// How a process ended.
public enum ExitStatus: Hashable, Sendable {
  /// It called exit, with this code (0…255).
  case exited(Int32)
  /// A signal ended it.
  case signalled(Signal)
}

extension ExitStatus {
  /// "exited with 1", "was ended by KILL".
  public var sentence: String {
    switch self {
    case .exited(let code): "exited with \(code)"
    case .signalled(let signal): "was ended by \(signal.name)"
    }
  }
}
