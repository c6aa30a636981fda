import EventLoop
import Glibc
import InputModel
import Takes
import Testing

/// What changes the whole process (signals, environment, descriptors), each in a process of its own.
@Suite struct ProcessWideTests {
  @Test("signals come after input and before the deadline and the background")
  func signals() async {
    await #expect(processExitsWith: .success) {
      var loop = try EventLoop()
      try loop.watch(signals: [.child, .terminate, .user1])
      let early = TestPipe()
      let late = TestPipe()
      let background = try loop.watch(descriptor: late.reader, priority: .background)
      let input = try loop.watch(descriptor: early.reader, priority: .input)
      early.write()
      late.write()
      try loop.setDeadline(EventLoop.now)
      raise(SIGCHLD)
      raise(SIGCHLD)
      raise(SIGTERM)
      #expect(try loop.next() == .ready(input.token))
      early.drain()
      let signals = [try loop.next(), try loop.next()]
      #expect(Set(signals) == [.signal(.child), .signal(.terminate)])
      #expect(try loop.next() == .deadline)
      #expect(try loop.next() == .ready(background.token))
      raise(SIGUSR1)
      #expect(try loop.next() == .signal(.user1))
    }
  }

  @Test("a signal can be watched once")
  func signalTwice() async {
    await #expect(processExitsWith: .success) {
      var loop = try EventLoop()
      let expected = EventLoopError(operation: .catchSignal(.interrupt), errno: EBUSY)
      #expect(throws: expected) { try loop.watch(signals: [.interrupt, .interrupt]) }
      #expect("\(expected)" == "cannot catch signal INT: Device or resource busy")
    }
  }

  @Test("a signal ends the process as ever when the loop is gone")
  func signalAfterLoop() async {
    await #expect(processExitsWith: .signal(SIGUSR2)) {
      // The threads that tests run on block nearly all signals.
      var mask = sigset_t()
      unsafe sigemptyset(&mask)
      unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
      do {
        var loop = try EventLoop()
        try loop.watch(signals: [.user2])
        raise(SIGUSR2)
        #expect(try loop.next() == .signal(.user2))
      }
      raise(SIGUSR2)
    }
  }

  @Test("watches, the timer and the loop give all descriptors back")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      let rounds = 20
      var seen = 0
      for _ in 0..<rounds {
        seen -= openDescriptors()
        var loop = try EventLoop()
        let pipe = TestPipe()
        let watch = try loop.watch(descriptor: pipe.reader, priority: .input)
        try loop.watch(signals: [.user1])
        try loop.setDeadline(EventLoop.now)
        #expect(try loop.next() == .deadline)
        seen += openDescriptors()
        _ = watch.token
      }
      // The test library itself opens and closes a few; one lost in each round would stand out.
      #expect(seen > rounds * 3, "the count can see them: two of the pipe, and more of the loop")
      #expect(openDescriptors() < before + rounds / 2)
    }
  }

  @Test("the service manager is told, each notification in one datagram")
  func notifications() async {
    await #expect(processExitsWith: .success) {
      let manager = NotificationSocket()
      try EventLoop.notify(.ready)
      try EventLoop.notify(.status("two takes\nREADY=1"))
      try EventLoop.notify(.reloading(since: Timestamp(microseconds: 1_500_000)))
      try EventLoop.notify(.stopping)
      #expect(
        manager.received() == [
          "READY=1", "STATUS=two takes READY=1", "RELOADING=1\nMONOTONIC_USEC=1500000", "STOPPING=1",
        ])
      unsafe unsetenv("NOTIFY_SOCKET")
      try EventLoop.notify(.ready)
      #expect(manager.received() == [])
      unsafe setenv("NOTIFY_SOCKET", "/nonexistent/socket", 1)
      #expect(throws: EventLoopError(operation: .notify, errno: ENOENT)) { try EventLoop.notify(.ready) }
    }
  }

  @Test("the watchdog is answered while the loop waits, and only where there is one")
  func watchdog() async {
    await #expect(processExitsWith: .success) {
      let manager = NotificationSocket()
      var loop = try EventLoop()
      unsafe unsetenv("WATCHDOG_USEC")
      #expect(try !loop.startWatchdog())
      unsafe setenv("WATCHDOG_USEC", "100000", 1)
      #expect(try loop.startWatchdog())
      try loop.setDeadline(EventLoop.now + .milliseconds(500))
      #expect(try loop.next() == .deadline)
      let answers = manager.received()
      #expect(answers.count >= 3)
      #expect(Set(answers) == ["WATCHDOG=1"])
    }
  }
}

/// How many descriptors this process has.
private func openDescriptors() -> Int {
  guard let directory = unsafe opendir("/proc/self/fd") else { preconditionFailure("no /proc") }
  defer { unsafe closedir(directory) }
  var count = 0
  while unsafe readdir(directory) != nil { count += 1 }
  return count
}
