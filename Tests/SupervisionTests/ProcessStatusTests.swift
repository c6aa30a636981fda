import Testing

@testable import Supervision

@Suite struct ProcessStatusTests {
  private static let rest =
    "4194304 96 0 0 0 0 0 0 0 20 0 1 0 5512345 2633728 240 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0\n"

  @Test(
    "the line of /proc is read behind the last parenthesis",
    arguments: ["sleep", "a b", ") S 9 9 9 9", "((", ") Z 1 1", "", "\u{fffd}\n) R 1"])
  func name(_ name: String) throws {
    let line = "77 (\(name)) S 41 42 43 0 -1 \(Self.rest)"
    let status = try #require(ProcessStatus(parsing: Array(line.utf8)))
    #expect(status.parent.rawValue == 41 && status.group.rawValue == 42)
    #expect(status.startTime == 5_512_345)
    #expect(!status.hasExited && status.hasMemory)
  }

  @Test("who has exited, and who has no memory, is told", arguments: ["Z", "X"])
  func exited(_ state: String) throws {
    let line = "77 (x) \(state) 41 42 43 0 -1 4194304 96 0 0 0 0 0 0 0 20 0 1 0 5512345 0 0\n"
    let status = try #require(ProcessStatus(parsing: Array(line.utf8)))
    #expect(status.hasExited && !status.hasMemory)
  }

  @Test(
    "what is no such line is nobody",
    arguments: [
      "", "77 (x", "77 (x)", "77 (x) S 1 2 3", "77 (x) S a 42 43 0 -1 \(rest)", "77 (x) S -1 99999999999 4 \(rest)",
    ])
  func nonsense(_ line: String) {
    #expect(ProcessStatus(parsing: Array(line.utf8)) == nil)
  }
}
