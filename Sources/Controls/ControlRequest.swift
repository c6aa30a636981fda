/// What a program may ask of a control, in place of a finger.
public enum ControlRequest: Hashable, Sendable {
  case start
  case stop
  /// Starts what does not run, stops what does.
  case toggle
  case suspend
  case resume
  /// Ends a take, also one that is suspended; a progress becomes 100.
  case complete
  /// Back to the beginning: a progress to 0, a content to where it was.
  case reset
  case enable
  case disable
  /// In percent, 0…100; shown on its way there, or at once.
  case setProgress(Double, isAnimated: Bool = true)
  case setError(Bool)
}
