import InputModel

/// A sequence of lit and dark stages that is repeated.
struct Blink: Hashable, Sendable {
  struct Stage: Hashable, Sendable {
    var isLit: Bool
    var duration: Interval

    static func lit(_ milliseconds: Int64) -> Stage { Stage(isLit: true, duration: .milliseconds(milliseconds)) }
    static func dark(_ milliseconds: Int64) -> Stage { Stage(isLit: false, duration: .milliseconds(milliseconds)) }
  }

  var stages: [Stage]
  /// How often all stages are shown; nil for ever.
  var cycles: Int64?

  /// 5 Hz for 3 s.
  static let error = Blink(stages: [.lit(100), .dark(100)], cycles: 15)
  /// 1 Hz. Dark first: it follows a steady light.
  static let suspended = Blink(stages: [.dark(500), .lit(500)], cycles: nil)
  /// One long, one short. Dark first and last, so that they stand out from a press and from a light that is lit.
  static let hint = Blink(stages: [.dark(200), .lit(600), .dark(200), .lit(200), .dark(200)], cycles: 1)
  /// One short blip every 5 s.
  static let alive = Blink(stages: [.lit(50), .dark(4_950)], cycles: nil)
  /// Two blips, dark first and last for the same reason.
  static let completed = Blink(stages: [.dark(200), .lit(150), .dark(150), .lit(150), .dark(200)], cycles: 1)

  /// What is shown so long after the beginning, and when after the beginning it changes; nil once it is over.
  func stage(after elapsed: Interval) -> (isLit: Bool, end: Interval)? {
    let period = stages.reduce(Interval.zero) { $0 + $1.duration }
    let (cycle, within) = elapsed.microseconds.quotientAndRemainder(dividingBy: period.microseconds)
    if let cycles, cycle >= cycles { return nil }
    var end = elapsed - Interval(microseconds: within)
    for stage in stages {
      end = end + stage.duration
      if elapsed < end { return (stage.isLit, end) }
    }
    return nil
  }
}
