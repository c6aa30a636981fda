public import Takes

/// What `EventLoop.next()` woke up for.
public enum Occurrence: Hashable, Sendable {
  /// The watched descriptor can be read or written, as its watch asked, or its other end is gone: reading or writing
  /// tells which. Now and then there is nothing after all, when somebody else has read it in the meantime.
  ///
  /// A descriptor whose end has been seen stays ready for ever: drop its watch.
  case ready(Token)
  /// The deadline has passed. It is unset now.
  case deadline
  /// The signal came, once or several times.
  case signal(Signal)
}
