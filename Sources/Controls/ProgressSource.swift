/// Where the progress of a control comes from. The raw value is the word in the configuration.
public enum ProgressSource: String, Hashable, Sendable, CaseIterable {
  /// The time that it has run, of its maximum.
  case elapsed
  /// What its recorder writes.
  case output
  /// Requests of programs.
  case request
}
