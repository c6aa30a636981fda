import Explain
import Foundation
import InputModel
import Testing
import Traces

/// Traces of real devices (`EVBRIDGE_TRACES`, else ../shared/traces).
private enum RealTraces {
  static let folder: String =
    ProcessInfo.processInfo.environment["EVBRIDGE_TRACES"]
    ?? URL(filePath: #filePath).appending(path: "../../../../shared/traces").standardized.path()

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter { name in
    [".evemu", ".events", ".yml"].contains { name.hasSuffix($0) }
  }

  static func trace(_ name: String) throws -> Trace {
    func read(_ name: String) throws -> Trace {
      try Trace(Array(try Data(contentsOf: URL(filePath: folder).appending(path: name))))
    }
    let (trace, ending) = (try read(name), ".events")
    return name.hasSuffix(ending) ? trace.described(by: try read(name.dropLast(ending.count) + ".desc")) : trace
  }
}

@Suite(.enabled(if: !RealTraces.names.isEmpty, "the traces are not there: set EVBRIDGE_TRACES"))
struct RealTraceExplanationTests {
  @Test("every touch has each gesture once, as it was or as what stood against it", arguments: RealTraces.names)
  func everyGesture(_ name: String) throws {
    let trace = try RealTraces.trace(name)
    let kinds = ["tap", "double tap", "long press", "pan", "pinch", "rotate", "swipe"]
    for (device, summary) in zip(trace.devices, TraceSummary(trace).devices) {
      let explanation = Explanation(
        device, expecting: Expectations(describing: device.knownDescription), start: trace.start)
      let touches = explanation.stories.filter { $0.title == "whole" }
      #expect(touches.map(\.begin) == summary.touches.map(\.begin))
      for touch in touches {
        let against = touch.remarks.filter { $0.time == nil }.flatMap { $0.subject.components(separatedBy: ", ") }
        let told = Set(touch.remarks.filter { $0.time != nil }.map(\.subject).filter { kinds.contains($0) })
        #expect((against + told).sorted() == kinds.sorted(), "\(touch)")
        // Nothing else was against what was near enough.
        #expect(!touch.remarks.contains { $0.text == "it came to nothing" }, "\(touch)")
      }
      let presses = explanation.stories.filter { $0.title != "whole" }
      #expect(presses.count <= summary.presses.count)
    }
  }

  @Test("what became of real touches and presses", arguments: ["buttons__ion", "touchscreen-B8__elo"])
  func golden(_ prefix: String) throws {
    let name = try #require(RealTraces.names.first { $0.hasPrefix(prefix) })
    let device = try #require(try RealTraces.trace(name).devices.first)
    let explanation = Explanation(
      device, expecting: Expectations(describing: device.knownDescription), start: device.events[0].time)
    let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(prefix).txt")
    #expect(explanation.text + "\n" == (try String(contentsOf: fixture, encoding: .utf8)))
  }
}
