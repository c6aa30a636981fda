import Bridge
@testable import Feedback
import Glibc
import Testing

/// Two ends of something that lines go through.
private struct Ends: ~Copyable {
  enum Kind: CaseIterable, Sendable {
    case pipe, socket, terminal
  }

  let reading: Int32
  let writing: Int32

  init(_ kind: Kind) throws {
    var ends: [Int32] = [-1, -1]
    switch kind {
    case .pipe:
      let status = unsafe pipe(&ends)
      try #require(status == 0)
    case .socket:
      let status = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
      try #require(status == 0)
    case .terminal:
      ends[0] = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var number: Int32 = 0
      // TIOCSPTLCK and TIOCGPTN: unlock the other side and tell its number.
      let unlocked = unsafe ioctl(ends[0], 0x4004_5431, &number)
      let told = unsafe ioctl(ends[0], 0x8004_5430, &number)
      try #require(unlocked == 0 && told == 0)
      ends[1] = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(ends[1] >= 0)
      // As the lines are, without a carriage return before each end.
      var settings = termios()
      unsafe tcgetattr(ends[1], &settings)
      settings.c_oflag &= ~tcflag_t(OPOST)
      unsafe tcsetattr(ends[1], TCSANOW, &settings)
    }
    reading = ends[0]
    writing = ends[1]
    // The reader of the test must not wait either.
    _ = fcntl(reading, F_SETFL, fcntl(reading, F_GETFL) | O_NONBLOCK)
  }

  func hangUp() { close(reading) }

  deinit {
    close(reading)
    close(writing)
  }

  /// Reads all that is there.
  func read() -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(reading, &buffer, buffer.count)
      guard count > 0 else { return result }
      result += buffer.prefix(count)
    }
  }
}

/// A way to write, with or without being able to open the other end once more.
private struct Way: CustomTestStringConvertible, Sendable {
  var kind: Ends.Kind
  var mayReopen: Bool
  var testDescription: String { "\(kind), \(mayReopen ? "opened once more" : "as it is")" }

  static let all = Ends.Kind.allCases.flatMap { kind in [true, false].map { Way(kind: kind, mayReopen: $0) } }
}

@Suite(.serialized) struct LineWriterTests {
  @Test("lines arrive, and the caller's descriptor keeps its flags", arguments: Way.all)
  fileprivate func arrive(_ way: Way) throws {
    let ends = try Ends(way.kind)
    let flags = fcntl(ends.writing, F_GETFL)
    var writer = LineWriter(Target(ends.writing, mayReopen: way.mayReopen), notice: EventLine.dropped)
    writer.write(Array("one\n".utf8))
    writer.write(Array("two\n".utf8))
    #expect(ends.read() == Array("one\ntwo\n".utf8))
    #expect(writer.wantsWritable == false)
    #expect(writer.descriptor != ends.writing)
    #expect(fcntl(ends.writing, F_GETFL) == flags)
    #expect(flags & O_NONBLOCK == 0)
    #expect(fcntl(writer.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test("T38: a reader that stalls loses whole lines and is told how many, where they are missing", arguments: Way.all)
  fileprivate func stall(_ way: Way) throws {
    let ends = try Ends(way.kind)
    var writer = LineWriter(Target(ends.writing, mayReopen: way.mayReopen), notice: EventLine.dropped)
    var number = 0
    func line(_ number: Int) -> [UInt8] { Array("\(number) \(String(repeating: "x", count: number % 300))\n".utf8) }
    // The kernel keeps some as well: a socket some 200 KiB.
    while writer.dropped < 100 {
      writer.write(line(number))
      number += 1
      try #require(number < 100_000, "it never stalls")
    }
    #expect(writer.wantsWritable == true)

    var received = ends.read()
    while writer.wantsWritable {
      writer.flush()
      received += ends.read()
    }
    let last = number
    writer.write(line(last))
    received += ends.read()

    // Every line in order, and a notice of the right length wherever some are missing.
    var expected = 0
    var notices = 0
    for text in String(decoding: received, as: UTF8.self).split(separator: "\n") {
      if text.hasPrefix("{") {
        let count = try #require(Int(text.dropFirst("{\"v\":1,\"type\":\"dropped\",\"dropped\":".count).dropLast()))
        expected += count
        notices += 1
      } else {
        let whole = Array(text.utf8) + [UInt8(ascii: "\n")]
        #expect(whole == line(expected))
        expected += 1
      }
    }
    #expect(expected == last + 1)
    #expect(notices == 1)
    #expect(writer.isClosed == false)
  }

  @Test("a slow reader gets a notice for many lines, not one for each")
  func slow() throws {
    let ends = try Ends(.pipe)
    // F_SETPIPE_SZ
    _ = fcntl(ends.writing, 1_031, 4_096)
    var writer = LineWriter(Target(ends.writing), capacity: 1_000, notice: EventLine.dropped)
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 99) + [UInt8(ascii: "\n")]
    var received: [UInt8] = []
    for round in 0..<2_000 {
      writer.write(line)
      if round % 50 == 49 { received += ends.read() }
    }
    while writer.wantsWritable {
      writer.flush()
      received += ends.read()
    }
    let lines = received.split(separator: UInt8(ascii: "\n"))
    let notices = lines.filter { $0.first == UInt8(ascii: "{") }
    #expect(UInt64(lines.count - notices.count) + writer.dropped == 2_000)
    #expect(writer.dropped > 0)
    #expect((1...40).contains(notices.count))
  }

  @Test("a line that is longer than the queue is dropped, and the next one follows its notice")
  func long() throws {
    let ends = try Ends(.pipe)
    var writer = LineWriter(Target(ends.writing), capacity: 100, notice: TerminalFormat.dropped)
    writer.write([UInt8](repeating: UInt8(ascii: "x"), count: 101))
    writer.write(Array("next\n".utf8))
    #expect(ends.read() == Array("         (1 lines dropped)\nnext\n".utf8))
  }

  @Test("what a regular file has already stays, whoever wrote it", arguments: [0, O_APPEND])
  func file(flags: Int32) throws {
    var template = Array("/tmp/evbridge-lines-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&template)
    try #require(descriptor >= 0)
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      close(descriptor)
      unsafe unlink(path)
    }
    _ = fcntl(descriptor, F_SETFL, flags)
    unsafe write(descriptor, "before\n", 7)
    var writer = LineWriter(descriptor, notice: EventLine.dropped)
    writer.write(Array("line\n".utf8))
    unsafe write(descriptor, "after\n", 6)
    lseek(descriptor, 0, SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "before\nline\nafter\n")
    #expect(writer.wantsWritable == false)
  }

  @Test("a descriptor that is not there closes the writer at once")
  func absent() {
    var writer = LineWriter(-1, notice: EventLine.dropped)
    writer.write(Array("line\n".utf8))
    #expect(writer.isClosed == true)
    #expect(writer.wantsWritable == false)
  }

  @Test("T38: a reader that is gone closes the writer and not the program")
  func gone() async {
    await #expect(processExitsWith: .exitCode(3)) {
      ignoreBrokenPipes()
      for way in Way.all where way.kind != .terminal {
        let ends = try Ends(way.kind)
        var writer = LineWriter(Target(ends.writing, mayReopen: way.mayReopen), notice: EventLine.dropped)
        writer.write(Array("one\n".utf8))
        guard !writer.isClosed else { exit(1) }
        ends.hangUp()
        writer.write(Array("two\n".utf8))
        writer.write(Array("three\n".utf8))
        guard writer.isClosed, !writer.wantsWritable else { exit(2) }
      }
      exit(3)
    }
  }

  @Test("a line that was asked for may be longer than the queues, but only one at a time")
  func insistsOnLength() throws {
    let ends = try Ends(.socket)
    var writer = LineWriter(Target(ends.writing), capacity: 400, notice: EventLine.dropped)
    // More than a socket takes at once.
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 2_000_000) + [UInt8(ascii: "\n")]
    #expect(writer.insist(line) == true)
    #expect(writer.insist(line) == false)
    var received: [UInt8] = []
    while writer.wantsWritable {
      received += ends.read()
      writer.flush()
    }
    received += ends.read()
    #expect(received == line)
    #expect(writer.insist(line) == true)
  }

  @Test("what a reader has asked for is kept when events are dropped, up to a bound")
  func insists() throws {
    let ends = try Ends(.socket)
    var writer = LineWriter(Target(ends.writing), capacity: 400, notice: EventLine.dropped)
    let line = Array((String(repeating: "x", count: 99) + "\n").utf8)
    // The socket itself is full first.
    while !writer.wantsWritable { writer.write(line) }
    for _ in 0..<10 { writer.write(line) }
    let dropped = writer.dropped
    #expect(dropped > 0)
    #expect(writer.insist(Array("answer\n".utf8)) == true)
    var kept = 1
    while writer.insist(Array("answer\n".utf8)) { kept += 1 }
    #expect((20...100).contains(kept) && writer.dropped == dropped && !writer.isClosed)
    var received: [UInt8] = []
    while writer.wantsWritable {
      received += ends.read()
      writer.flush()
    }
    received += ends.read()
    let lines = received.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    #expect(lines.filter { $0 == "answer" }.count == kept)
    #expect(lines.allSatisfy { $0 == "answer" || $0.utf8.count == 99 || $0 == lines.last })
    #expect(lines.last == #"{"v":1,"type":"dropped","dropped":\#(dropped)}"#)
  }

  @Test("no descriptor is left open")
  func leaks() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let ends = try Ends(.pipe)
      for _ in 0..<100 { _ = LineWriter(ends.writing, notice: EventLine.dropped) }
      let next = dup(ends.writing)
      exit(next < ends.writing + 10 ? 0 : 1)
    }
  }
}
