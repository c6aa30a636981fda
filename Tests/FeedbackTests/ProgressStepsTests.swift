import Controls
import Feedback
import InputModel
import Testing

/// A stretch of a ring, and every look that is taken at it.
struct ProgressStepsTests {
  private func follow(
    _ steps: inout ProgressSteps, from start: Int64, to end: Int64
  ) -> [(milliseconds: Int64, percent: Int)] {
    var seen: [(milliseconds: Int64, percent: Int)] = []
    while let due = steps.deadline, due <= .zero + .milliseconds(end) {
      for control in steps.advance(to: due) {
        seen.append((due.microseconds / 1_000, steps.percent(of: control, at: due) ?? -1))
      }
      #expect(steps.deadline.map { $0 > due } ?? true, "a deadline lies in the past")
    }
    return seen
  }

  private func reading(_ from: Double, _ to: Double, _ seconds: Int64) -> ProgressRing.Reading {
    ProgressRing.Reading(state: .inProgress, from: from, to: to, duration: .seconds(seconds), hasError: false)
  }

  @Test("a slow ring is looked at once for each whole percent, and not after its end")
  func slow() {
    var steps = ProgressSteps(pause: .milliseconds(250))
    steps.consume(reading(0, 100, 100), of: "a", at: .zero)
    let seen = follow(&steps, from: 0, to: 200_000)
    #expect(seen.map(\.percent) == Array(1...100))
    #expect(seen.map(\.milliseconds) == (1...100).map { $0 * 1_000 })
    #expect(steps.deadline == nil)
  }

  @Test("a fast ring is looked at no more often than somebody can see, and at its end", arguments: [Int64(100), 250])
  func fast(pause: Int64) {
    var steps = ProgressSteps(pause: .milliseconds(pause))
    steps.consume(reading(0, 100, 2), of: "a", at: .zero)
    let seen = follow(&steps, from: 0, to: 10_000)
    #expect(seen.map(\.milliseconds) == stride(from: pause, through: 2_000, by: Int(pause)).map { $0 })
    #expect(seen.map(\.percent) == seen.map { Int($0.milliseconds) / 20 })
  }

  @Test("a ring that falls is followed too")
  func falling() {
    var steps = ProgressSteps(pause: .milliseconds(250))
    steps.consume(reading(50, 40, 10), of: "a", at: .zero)
    let seen = follow(&steps, from: 0, to: 60_000)
    #expect(seen.map(\.percent) == [49, 48, 47, 46, 45, 44, 43, 42, 41, 40])
  }

  @Test("a ring that stands still wakes nobody, nor does one that nobody looks at")
  func still() {
    var steps = ProgressSteps(pause: .milliseconds(250))
    steps.consume(reading(30, 30, 0), of: "a", at: .zero)
    #expect(steps.deadline == nil)
    #expect(steps.percent(of: "a", at: .zero) == 30)
    steps.consume(reading(0, 100, 10), of: "b", at: .zero)
    #expect(steps.deadline == .zero + .milliseconds(250))
    steps.remove("b")
    #expect(steps.deadline == nil)
    #expect(steps.percent(of: "b", at: .zero) == nil)
  }
}
