import Testing

/// The first second of a take that is ready after 300 ms.
let begun = "0 down, 0 prepare, 300 spawn, 300 starting, 600 recording"
/// What is said of a loss of events.
let dropped = "the kernel dropped events; state read back"

/// A script on a bench and what comes of it.
struct BridgeCase: CustomTestStringConvertible, Sendable {
  var name: String
  var change: @Sendable (inout Bench) -> Void
  var script: String
  var expected: String
  var testDescription: String { name }

  init(_ name: String, _ script: String, _ expected: String) { self.init(name, { _ in }, script, expected) }

  init(_ name: String, _ change: @escaping @Sendable (inout Bench) -> Void, _ script: String, _ expected: String) {
    self.name = name
    self.change = change
    self.script = script
    self.expected = expected
  }

  func check() throws {
    var bench = Bench()
    change(&bench)
    let script = try BridgeScript(script)
    var run = BridgeRun(bench, script)
    #expect(run.text == expected, "\(name): \(self.script)")
    // Read only once, when all is over, in one batch.
    let late = BridgeRun(bench, script, reads: [])
    #expect(late.text == run.text, "\(name), read late: \(self.script)")
    run.close()
    #expect(run.problems == [], "\(name): \(self.script)")
  }
}
