import Testing

@Suite struct RulesTests {
  struct Case: CustomTestStringConvertible {
    var path: String
    var text: String
    /// Line and rule of each violation.
    var expected: [String]

    init(_ path: String, _ text: String, _ expected: String...) {
      self.path = path
      self.text = text
      self.expected = expected
    }

    var testDescription: String { "\(path): \(text.prefix { $0 != "\n" })" }
  }

  static let imports: [Case] = [
    Case("Sources/Controls/A.swift", "import InputModel\npublic import Gestures\n"),
    Case("Sources/Configuration/A.swift", "import YAML\nimport EventNames\n"),
    Case("Sources/Controls/A.swift", "\nimport EventLoop\n", "2: Controls (pure) must not import EventLoop (edge)"),
    Case("Sources/YAML/A.swift", "import Evdev\n", "1: YAML (adapter) must not import Evdev (edge)"),
    Case("Sources/Feedback/A.swift", "import Evdev\n", "1: Feedback (edge) must not import Evdev (edge)"),
    Case("Sources/Evdev/A.swift", "import Daemon\n", "1: Evdev (edge) must not import Daemon (program)"),
    Case("Sources/Daemon/A.swift", "import Evdev\nimport Bridge\nimport Glibc\n"),
    Case("Sources/Evdev/A.swift", "private import CLibevdev\nimport CLibsystemdDevice\n"),
    Case("Sources/Daemon/A.swift", "import CLibevdev\n", "1: only Evdev imports CLibevdev"),
    Case("Sources/EventNames/A.swift", "internal import CLibyaml.Parser\n", "1: only YAML imports CLibyaml"),
    Case("Sources/EventLoop/A.swift", "import Dispatch\n", "1: Dispatch is not in ModuleTable"),
    Case("Sources/Novel/A.swift", "import InputModel\n", "1: Novel has no layer in ModuleTable"),
    Case(
      "Sources/Daemon/A.swift", "@preconcurrency import FoundationEssentials",
      "1: nothing imports FoundationEssentials: it alone would take the memory that the daemon may use"),
    Case(
      "Sources/Takes/A.swift", "@testable public import struct Glibc.timespec\n",
      "1: Takes (pure) must not import Glibc: it knows no input, output or clock"),
    Case("Sources/InputModel/Geometry.swift", "import Glibc\n"),
    Case("Tests/TakesTests/A.swift", "import Glibc\nimport Evdev\n"),
    Case("Sources/Takes/A.swift", "// import Glibc\nlet important = 1\n"),
  ]

  static let words: [Case] = [
    Case("Sources/EventLoop/A.swift", "clock_gettime(CLOCK_MONOTONIC, &now)"),
    Case("Sources/Evdev/A.swift", "clock_gettime(CLOCK_MONOTONIC, &now)"),
    Case("Sources/Daemon/A.swift", "/// clock_gettime is called by EventLoop."),
    Case(
      "Sources/Daemon/A.swift", "let a = 1\nlet b = clock_gettime(0, &now)",
      #"2: clock_gettime only in ["Evdev", "EventLoop"]: time is an input"#),
    Case(
      "Sources/Gestures/A.swift", "let now = ContinuousClock.now",
      #"1: ContinuousClock only in ["Evdev", "EventLoop"]: time is an input"#),
    Case(
      "Sources/EventLoop/A.swift", "final class A: @unchecked Sendable {}",
      "1: @unchecked nowhere: what cannot be checked is designed wrongly"),
  ]

  static let lengths: [Case] = [
    Case("Sources/Takes/A.swift", String(repeating: "\n", count: 400)),
    Case("Sources/Takes/A.swift", String(repeating: "\n", count: 401), "401: a file has at most 400 lines"),
    Case("Tests/TakesTests/A.swift", String(repeating: "\n", count: 600)),
    Case("Tests/TakesTests/A.swift", String(repeating: "\n", count: 600) + "x", "601: a file has at most 600 lines"),
  ]

  @Test("a broken rule is found, with its file and line, and nothing else", arguments: imports + words + lengths)
  func violations(expected: Case) {
    let found = Rules.violations(in: SourceFile(path: expected.path, text: expected.text))
    #expect(found.map(\.description) == expected.expected.map { "\(expected.path):\($0)" })
  }
}
