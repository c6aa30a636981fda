import EventLoop
import Glibc
import InputModel
import Takes
import Testing

@Suite struct EventLoopTests {
  @Test(
    "the deadline is never early and hardly late, and past ones occur at once",
    arguments: [Interval.seconds(-1), .zero, .microseconds(1), .microseconds(999), .milliseconds(5), .milliseconds(20)])
  func deadline(_ distance: Interval) throws {
    var loop = try EventLoop()
    var lateness: [Interval] = []
    for _ in 0..<5 {
      let deadline = EventLoop.now + distance
      try loop.setDeadline(deadline)
      #expect(try loop.next() == .deadline)
      lateness.append(EventLoop.now - deadline)
    }
    lateness.sort()
    #expect(lateness[0] >= .zero)
    // The median, as a busy machine may hold up one or two; sd-event's own choice would be up to 250 ms.
    #expect(lateness[2] < max(.zero, .zero - distance) + .milliseconds(50))
  }

  @Test("the timer has one deadline: the last that was set, and none after it has passed or was set to nil")
  func oneDeadline() throws {
    var loop = try EventLoop()
    let pipe = TestPipe()
    let watch = try loop.watch(descriptor: pipe.reader, priority: .background)
    let start = EventLoop.now
    try loop.setDeadline(start + .minutes(1))
    try loop.setDeadline(start + .milliseconds(10))
    #expect(try loop.next() == .deadline)
    // Of what is ready the deadline would come first, if there were one.
    pipe.write()
    #expect(try loop.next() == .ready(watch.token), "it has passed")
    try loop.setDeadline(start)
    try loop.setDeadline(nil)
    #expect(try loop.next() == .ready(watch.token), "it was set to nil")
    try loop.setDeadline(Timestamp(microseconds: -5))
    #expect(try loop.next() == .deadline, "it was set again")
  }

  @Test("input comes before an expired deadline as long as there is any, the background after it")
  func priorities() throws {
    var loop = try EventLoop()
    let early = TestPipe()
    let late = TestPipe()
    let background = try loop.watch(descriptor: late.reader, priority: .background)
    let input = try loop.watch(descriptor: early.reader, priority: .input)
    try loop.setDeadline(EventLoop.now - .seconds(1))
    early.write()
    late.write()
    for _ in 0..<3 { #expect(try loop.next() == .ready(input.token)) }
    #expect(early.drain() == 1)
    #expect(try loop.next() == .deadline)
    for _ in 0..<3 { #expect(try loop.next() == .ready(background.token)) }
    early.write()
    #expect(try loop.next() == .ready(input.token), "new input overtakes what is ready")
  }

  @Test("input that never ends keeps neither a deadline nor the background waiting") func endlessInput() throws {
    var loop = try EventLoop()
    let early = TestPipe()
    let other = TestPipe()
    let late = TestPipe()
    let background = try loop.watch(descriptor: late.reader, priority: .background)
    let first = try loop.watch(descriptor: early.reader, priority: .input)
    let second = try loop.watch(descriptor: other.reader, priority: .input)
    try loop.setDeadline(EventLoop.now - .seconds(1))
    early.write()
    other.write()
    late.write()
    var seen: [Occurrence] = []
    for _ in 0..<25 { seen.append(try loop.next()) }
    // Each fifth is another's turn, the deadline's first.
    let others = stride(from: 4, to: 25, by: 5).map { seen[$0] }
    let turns = Array(repeating: Occurrence.ready(background.token), count: 4)
    #expect(others == [.deadline] + turns)
    #expect(seen.count { $0 == .ready(first.token) } == 10)
    #expect(seen.count { $0 == .ready(second.token) } == 10)
  }

  @Test("input that never pauses leaves the background a turn in five")
  func saturation() throws {
    var loop = try EventLoop()
    let pipe = TestPipe()
    let one = TestPipe()
    let two = TestPipe()
    let input = try loop.watch(descriptor: pipe.reader, priority: .input)
    let first = try loop.watch(descriptor: one.reader, priority: .background)
    let second = try loop.watch(descriptor: two.reader, priority: .background)
    pipe.write()
    one.write()
    two.write()
    var seen: [Occurrence: Int] = [:]
    for _ in 0..<40 { seen[try loop.next(), default: 0] += 1 }
    #expect(seen == [.ready(input.token): 32, .ready(first.token): 4, .ready(second.token): 4])
    one.drain()
    two.drain()
    // What was seen to be ready may be told once more.
    for _ in 0..<10 { _ = try loop.next() }
    for _ in 0..<36 { #expect(try loop.next() == .ready(input.token), "nothing is ready there") }
  }

  @Test("clients have one turn of the background together, and take turns in it")
  func clients() throws {
    var loop = try EventLoop()
    let a = TestPipe()
    let b = TestPipe()
    let c = TestPipe()
    let d = TestPipe()
    a.write()
    b.write()
    c.write()
    d.write()
    let recorder = try loop.watch(descriptor: a.reader, priority: .background)
    var seen: [Occurrence: Int] = [:]
    do {
      let one = try loop.watch(descriptor: b.reader, priority: .client)
      let two = try loop.watch(descriptor: c.reader, priority: .client)
      let three = try loop.watch(descriptor: d.reader, priority: .client)
      for _ in 0..<36 { seen[try loop.next(), default: 0] += 1 }
      #expect(seen[.ready(recorder.token)] == 18)
      for token in [one.token, two.token, three.token] { #expect(seen[.ready(token)] == 6) }
    }
    for _ in 0..<9 { #expect(try loop.next() == .ready(recorder.token), "the clients are gone") }
  }

  @Test("watches of the background take turns")
  func turns() throws {
    var loop = try EventLoop()
    let one = TestPipe()
    let two = TestPipe()
    let first = try loop.watch(descriptor: one.reader, priority: .background)
    let second = try loop.watch(descriptor: two.reader, priority: .background)
    one.write()
    two.write()
    var seen: [Occurrence: Int] = [:]
    for _ in 0..<10 { seen[try loop.next(), default: 0] += 1 }
    #expect(seen == [.ready(first.token): 5, .ready(second.token): 5])
  }

  @Test("a dropped watch is silent, even when its descriptor was ready, and its token never comes back")
  func droppedWatch() throws {
    var loop = try EventLoop()
    let one = TestPipe()
    let two = TestPipe()
    one.write()
    two.write()
    var tokens: Set<Token> = []
    for _ in 0..<100 {
      let kept = try loop.watch(descriptor: two.reader, priority: .background)
      do {
        let dropped = try loop.watch(descriptor: one.reader, priority: .input)
        #expect(try loop.next() == .ready(dropped.token))
        tokens.insert(dropped.token)
      }
      #expect(try loop.next() == .ready(kept.token))
      tokens.insert(kept.token)
    }
    #expect(tokens.count == 200)
  }

  @Test("a full pipe is writable when it has been drained")
  func writable() throws {
    var loop = try EventLoop()
    let pipe = TestPipe()
    let watch = try loop.watch(descriptor: pipe.writer, for: .writable, priority: .input)
    #expect(try loop.next() == .ready(watch.token))
    pipe.fill()
    try loop.setDeadline(EventLoop.now)
    #expect(try loop.next() == .deadline)
    pipe.drain()
    #expect(try loop.next() == .ready(watch.token))
  }

  @Test("the loss of the other end makes a descriptor ready")
  func otherEnd() throws {
    var loop = try EventLoop()
    var pipe = TestPipe()
    let watch = try loop.watch(descriptor: pipe.reader, priority: .input)
    pipe.closeWriter()
    #expect(try loop.next() == .ready(watch.token))
  }

  @Test("who watches for the loss of the other end alone hears of nothing else")
  func hangUp() throws {
    var loop = try EventLoop()
    var pipe = TestPipe()
    let watch = try loop.watch(descriptor: pipe.reader, for: .hangUp, priority: .input)
    pipe.write()
    try loop.setDeadline(EventLoop.now)
    #expect(try loop.next() == .deadline)
    pipe.closeWriter()
    #expect(try loop.next() == .ready(watch.token))
  }

  @Test("a watch may outlive its loop")
  func outliving() throws {
    let pipe = TestPipe()
    let watch: Watch
    do {
      var loop = try EventLoop()
      watch = try loop.watch(descriptor: pipe.reader, priority: .input)
    }
    #expect(watch.token.rawValue > 0)
  }

  @Test("what can not be watched is an error that says what and why")
  func errors() throws {
    var loop = try EventLoop()
    let pipe = TestPipe()
    let watch = try loop.watch(descriptor: pipe.reader, priority: .input)
    let file = unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    for (descriptor, errno) in [(pipe.reader, EEXIST), (file, EPERM), (-1, EBADF)] {
      let expected = EventLoopError(operation: .watch(descriptor: descriptor), errno: errno)
      #expect(throws: expected) { _ = try loop.watch(descriptor: descriptor, priority: .input) }
    }
    #expect(
      "\(EventLoopError(operation: .watch(descriptor: 7), errno: EPERM))"
        == "cannot watch descriptor 7: Operation not permitted")
    pipe.write()
    #expect(try loop.next() == .ready(watch.token), "the loop goes on")
  }

  @Test("while nothing occurs nothing wakes up")
  func idle() throws {
    var loop = try EventLoop()
    let pipe = TestPipe()
    _ = try loop.startWatchdog()
    let watch = try loop.watch(descriptor: pipe.reader, priority: .input)
    try loop.setDeadline(EventLoop.now + .milliseconds(300))
    let before = voluntarySwitches()
    #expect(try loop.next() == .deadline)
    #expect(voluntarySwitches() - before <= 1, "one sleep, until the deadline")
    _ = watch.token
  }

  @Test("a suspend is what separates the two clocks: there is none during a test")
  func clocks() {
    let before = EventLoop.now
    let offset = EventLoop.sleepOffset
    #expect(EventLoop.now >= before)
    #expect(offset >= .zero)
    #expect(EventLoop.sleepOffset - offset < .seconds(1))
  }
}

/// How often this thread has gone to sleep.
private func voluntarySwitches() -> Int {
  var usage = rusage()
  // The C constant is RUSAGE_THREAD.
  precondition(unsafe getrusage(__rusage_who_t(1), &usage) == 0)
  return usage.ru_nvcsw
}
