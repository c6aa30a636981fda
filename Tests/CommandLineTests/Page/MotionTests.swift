import Foundation
import Testing

extension PageTests {
  /// motion.js as the panel serves it, in the browser.
  @Suite("What moves, as functions of time", .serialized) struct Motion {
    private func values(_ expressions: [String]) throws -> [Double] {
      let kiosk = try Kiosk("")
      defer { try? kiosk.end() }
      return try kiosk.tab.value(
        """
        return import('/motion.js').then(({ along, spring, bubble, pop, back, jump, springTime, jumpTime }) =>
          [\(expressions.joined(separator: ", "))]);
        """)
    }

    struct Spring: Sendable, CustomTestStringConvertible {
      var mass: Double
      var stiffness: Double
      var damping: Double
      var velocity: Double
      var testDescription: String { "m \(mass), k \(stiffness), c \(damping), v \(velocity)" }
    }

    private static let springs = [
      Spring(mass: 1, stiffness: 100, damping: 15, velocity: 10),
      Spring(mass: 2, stiffness: 50, damping: 1, velocity: 0),
      Spring(mass: 1, stiffness: 100, damping: 20, velocity: 3),
      Spring(mass: 1, stiffness: 100, damping: 40, velocity: 10),
    ]

    /// Its equation, m x'' = k (1 - x) - c x', integrated in small steps (Runge-Kutta), is an answer of another kind.
    private static func integrated(_ spring: Spring, steps: Int, step: Double) -> [Double] {
      var (x, v) = (0.0, spring.velocity)
      func force(_ x: Double, _ v: Double) -> Double { (spring.stiffness * (1 - x) - spring.damping * v) / spring.mass }
      return (0..<steps).map { _ in
        defer {
          let (k1, l1) = (v, force(x, v))
          let (k2, l2) = (v + step / 2 * l1, force(x + step / 2 * k1, v + step / 2 * l1))
          let (k3, l3) = (v + step / 2 * l2, force(x + step / 2 * k2, v + step / 2 * l2))
          let (k4, l4) = (v + step * l3, force(x + step * k3, v + step * l3))
          x += step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
          v += step / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
        }
        return x
      }
    }

    @Test("a spring is the solution of its equation, whether it swings, just does not, or creeps") func spring() throws
    {
      let expressions = Self.springs.map { spring in
        """
        ...Array.from({ length: 1500 }, (_, i) => spring(i / 1000, { mass: \(spring.mass), stiffness: \(spring.stiffness), \
        damping: \(spring.damping), velocity: \(spring.velocity) }))
        """
      }
      let values = try values(expressions + ["spring(0.1)", "spring(-1)"])
      for (index, spring) in Self.springs.enumerated() {
        let expected = Self.integrated(spring, steps: 1_500, step: 0.001)
        let worst = zip(values[(index * 1_500)...], expected).map { abs($0 - $1) }.max() ?? .infinity
        #expect(worst < 1e-6, "\(spring.testDescription)")
      }
      // By itself it is the tooltip's.
      #expect(abs(values[6_000] - values[100]) < 1e-12 && values[6_001] == 0)
    }

    @Test("the others are what they are said to be, at their ends and between") func laws() throws {
      let fade = "{ from: 0.3, to: 1, duration: 0.4 }"
      let placement = "{ a: 3, b: 1, c: -1, d: 3, e: 40, f: -8 }"
      let cases: [(expression: String, value: Double)] = [
        ("along(\(fade), -1)", 0.3), ("along(\(fade), 0)", 0.3), ("along(\(fade), 0.1)", 0.475),
        ("along(\(fade), 0.2)", 0.65), ("along(\(fade), 0.4)", 1), ("along(\(fade), 9)", 1),
        ("along({ from: 1, to: 0.3, duration: 0 }, 0)", 0.3), ("springTime", 1), ("bubble(0)", 0), ("bubble(2)", 0),
        ("bubble(1)", Press.bubble(1)), ("bubble(0.2)", Press.bubble(0.2)), ("bubble(1.8)", Press.bubble(0.2)),
        ("bubble(1.999)", Press.bubble(0.001)), ("bubble(-1)", 0), ("pop(0)", 1), ("pop(0.1)", 1.15), ("pop(0.2)", 1.3),
        ("pop(0.25)", 1.15), ("pop(0.3)", 1), ("pop(-1)", 1), ("jumpTime", 0.25), ("jump(8, 0)", 8),
        ("jump(8, 0.125)", 4),
        ("jump(8, 0.25)", 0), ("jump(8, -1)", 8), ("back(\(placement), 0, 0.4).e", 40),
        ("back(\(placement), -1, 0.4).a", 3),
        ("back(\(placement), 0.2, 0.4).e", 20), ("back(\(placement), 0.1, 0.4).a", 1 + 2 * 0.843_75),
        ("back(\(placement), 0.4, 0.4).d", 1), ("back(\(placement), 0, 0).f", 0),
      ]
      let values = try values(cases.map(\.expression))
      for (item, value) in zip(cases, values) {
        #expect(abs(item.value - value) < 1e-9, "\(item.expression): \(value)")
      }
    }
  }
}
