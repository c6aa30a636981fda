import Controls
import InputModel
import Testing

@Suite("ProgressRing") struct RingTests {
  static func at(_ seconds: Int64) -> Timestamp { .zero + .seconds(seconds) }

  /// What is done to a ring, each at its second, and what it then reads.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var steps: @Sendable (inout ProgressRing) -> Void
    var second: Int64
    var expected: ProgressRing.Reading

    init(
      _ name: String, at second: Int64, _ state: ProgressRing.State, _ from: Double, _ to: Double, rest: Int64 = 0,
      error: Bool = false, _ steps: @escaping @Sendable (inout ProgressRing) -> Void
    ) {
      testDescription = name
      self.steps = steps
      self.second = second
      expected = ProgressRing.Reading(
        state: state, from: from, to: to, duration: .seconds(rest), hasError: error)
    }
  }

  static let cases = [
    Case("a new ring", at: 5, .default, 0, 0) { _ in },
    Case("a stretch is read anywhere", at: 4, .inProgress, 30, 100, rest: 7) {
      $0.start(over: .seconds(10), at: at(1))
    },
    Case("a stretch ends at 100", at: 99, .inProgress, 100, 100) { $0.start(over: .seconds(10), at: at(1)) },
    Case("without an end it stays", at: 99, .inProgress, 0, 0) { $0.start(over: nil, at: at(1)) },
    Case("suspended, it stays", at: 9, .suspended, 20, 20) {
      $0.start(over: .seconds(10), at: at(0))
      $0.suspend(at: at(2))
    },
    Case("suspended, it may change", at: 9, .suspended, 60, 60) {
      $0.start(over: .seconds(10), at: at(0))
      $0.suspend(at: at(2))
      $0.set(60, at: at(3))
    },
    Case("resumed, it goes on over the rest", at: 7, .inProgress, 40, 100, rest: 6) {
      $0.start(over: .seconds(10), at: at(0))
      $0.suspend(at: at(2))
      $0.resume(over: .seconds(8), at: at(5))
    },
    Case("set while it runs, it has the same end", at: 6, .inProgress, 60, 100, rest: 4) {
      $0.start(over: .seconds(10), at: at(0))
      $0.set(20, at: at(2))
    },
    Case("set beyond the ends", at: 1, .default, 100, 100) { $0.set(.infinity, at: at(0)) },
    Case("set below", at: 1, .default, 0, 0) { $0.set(-3, at: at(0)) },
    Case("no number changes nothing", at: 5, .inProgress, 50, 100, rest: 5) {
      $0.start(over: .seconds(10), at: at(0))
      $0.set(.nan, at: at(2))
      $0.follow(.nan, at: at(2))
    },
    Case("complete sets state and progress", at: 5, .completed, 100, 100) {
      $0.start(over: .seconds(10), at: at(0))
      $0.complete()
    },
    Case("reset sets both, and ends an error", at: 5, .default, 0, 0) {
      $0.fail()
      $0.complete()
      $0.reset()
    },
    Case("rewound, it keeps an error", at: 5, .default, 0, 0, error: true) {
      $0.start(over: .seconds(10), at: at(0))
      $0.setError(true)
      $0.rewind()
    },
    Case("failed", at: 5, .default, 0, 0, error: true) {
      $0.start(over: .seconds(10), at: at(0))
      $0.fail()
    },
    Case("the next start ends an error", at: 5, .inProgress, 0, 0) {
      $0.fail()
      $0.start(over: nil, at: at(1))
    },
    Case("a rest below zero is none", at: 1, .inProgress, 100, 100) { $0.start(over: .seconds(-4), at: at(1)) },
    Case("steps that nobody sees are left out", at: 1, .inProgress, 50, 50) {
      $0.start(over: nil, at: at(0))
      for percent in [50, 50.04, 49.96, 50.09] { $0.follow(percent, at: at(0)) }
    },
    Case("the last step is not left out", at: 1, .inProgress, 100, 100) {
      $0.start(over: nil, at: at(0))
      for percent in [99.98, 100] { $0.follow(percent, at: at(0)) }
    },
  ]

  @Test("what it reads", arguments: cases) func reading(_ testCase: Case) {
    var ring = ProgressRing()
    testCase.steps(&ring)
    #expect(ring.reading(at: Self.at(testCase.second)) == testCase.expected)
    #expect(ring.value(at: Self.at(testCase.second)) == testCase.expected.from)
  }
}
