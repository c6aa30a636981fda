/// How a recorder is made to pause and to go on.
public enum Suspension: Hashable, Sendable {
  /// To its group. After a STOP its stop signal is followed by CONT: a stopped process sees no other.
  case signal(suspend: Signal, resume: Signal)
  /// Commands that tell it to; a take whose command fails is stopped, so that nothing claims a pause that is none.
  case commands(suspend: [String], resume: [String])

  /// STOP and CONT: any recorder can be paused so.
  public static let signals = Suspension.signal(suspend: .stop, resume: .resume)
}
