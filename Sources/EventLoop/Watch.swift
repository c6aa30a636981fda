/// Watches one descriptor for as long as it lives. It does not own the descriptor: drop the watch, then close.
public struct Watch: ~Copyable {
  /// What to wait for. The loss of the other end is always reported too.
  public enum Interest: Hashable, Sendable {
    case readable
    case writable
    /// Nothing but the loss of the other end.
    case hangUp
  }

  /// Comes back in `Occurrence.ready`.
  public let token: Token
  private let source: Source

  init(token: Token, source: Source) {
    self.token = token
    self.source = source
  }
}
