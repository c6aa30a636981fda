import Glibc
import Supervision
import Takes
import Testing

/// Each test is a process of its own, so that it can not meet the children of another.
@Suite struct OutputReaderTests {
  @Test("lines end with newline, carriage return or the output, whatever they are made of")
  func splitting() async {
    await #expect(processExitsWith: .success) {
      let limit = OutputReader.maximumLineLength
      let cases: [(script: String, expected: [String])] = [
        (":", []),
        (#"printf 'one\ntwo\n'"#, ["one", "two"]),
        (#"printf 'size=1\rsize=2\rsize=3\n'"#, ["size=1", "size=2", "size=3"]),
        (#"printf 'one\r\n\n\r\rtwo\r\n'"#, ["one", "two"]),
        (#"printf 'no end'"#, ["no end"]),
        (#"echo out; echo err >&2"#, ["out", "err"]),
        (#"printf 'f\374r\n'"#, ["f\u{FFFD}r"]),
        (#"printf 'für\n'"#, ["für"]),
        // Longer than one read, and across the end of a read.
        (#"printf '%03000d\n%03000d\n' 1 2"#, [padded("1", to: 3_000), padded("2", to: 3_000)]),
        (
          #"printf '%0\#(limit)d\n%0\#(limit + 1)d\nnext\n' 1 2"#,
          [padded("1", to: limit), padded("", to: limit), "next"]
        ),
        (#"head -c 100000 /dev/zero | tr '\0' 0; echo; echo next"#, [padded("", to: limit), "next"]),
      ]
      for (script, expected) in cases {
        var child = try Invocation.shell(script).start()
        #expect(child.lines() == expected, "\(script)")
        reapEverybody()
      }
    }
  }

  @Test("a flood is read a little at a time, and an empty pipe not at all")
  func flood() async {
    await #expect(processExitsWith: .success) {
      var child = try Invocation(["yes"]).start()
      _ = child.lines(first: 1)
      guard var output = child.output.take() else { preconditionFailure("captured by default") }
      for _ in 0..<200 {
        var lines = 0
        let progress = output.drain { _ in lines += 1 }
        #expect(progress != .ended)
        #expect(lines <= 2_048, "one page at most")
      }
      #expect(child.process.signalGroup(.kill) == .sent)
      _ = output.lines()
      #expect(output.drain { _ in } == .ended)

      var silent = try Invocation(["sleep", "1000"]).start()
      #expect(silent.output?.drain { _ in } == .drained)
      #expect(silent.process.signalGroup(.kill) == .sent)
      #expect(silent.lines() == [])
      #expect(Set(reapEverybody().map(\.status)) == [.signalled(.kill)])
    }
  }

  @Test("an output ends when its last writer does, not with the program")
  func lastWriter() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      var child = try Invocation.shell("sleep 1000 & exit 0").start()
      #expect(nextExits() == [Reaper.Exit(process: child.process, status: .exited(0))])
      #expect(child.output?.drain { _ in } == .drained)
      #expect(child.process.signalGroup(.terminate) == .sent)
      #expect(child.lines() == [])
      #expect(reapEverybody().map(\.status) == [.signalled(.terminate)])
    }
  }
}

private func padded(_ text: String, to length: Int) -> String {
  String(repeating: "0", count: length - text.count) + text
}
