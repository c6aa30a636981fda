import Glibc
import Supervision
import Takes
import Testing

/// Each test is a process of its own: reaping takes every child there is.
@Suite struct MarkedGroupTests {
  @Test("a child that left the group by setsid keeps it present, gets each signal once, and is seen gone")
  func escape() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      // util-linux' setsid starts the program as a child and ends, as it leads a group itself.
      var child = try Invocation(
        ["setsid", "sh", "-c", "trap 'echo INT' INT; echo $$; while :; do sleep 0.05; done"], mark: "mark-escape"
      ).start()
      var group = MarkedGroup(child: child.process, mark: "mark-escape")
      let escaped = ProcessID(rawValue: Int32(child.lines(first: 1)[0]) ?? 0)
      #expect(nextExits() == [Reaper.Exit(process: child.process, status: .exited(0))])
      #expect(group.look() == .present)
      #expect(group.group == nil)
      #expect(group.followed.map(\.process).contains(escaped))
      #expect(group.signal(.interrupt) == .sent)
      #expect(child.lines(first: 1) == ["INT"])
      #expect(group.signal(.kill) == .sent)
      reapEverybody()
      #expect(group.look() == .gone)
      #expect(group.signal(.kill) == .gone)
    }
  }

  @Test("a daemon that forks twice is found by its mark, until it has ended")
  func doubleFork() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      var child = try Invocation(
        ["sh", "-c", "(setsid sh -c '(echo up; exec sleep 1000) & exit 0' &) ; exit 0"], mark: "mark-double"
      ).start()
      var group = MarkedGroup(child: child.process, mark: "mark-double")
      #expect(child.lines(first: 1) == ["up"])
      let exits = nextExits()
      #expect(exits.contains(Reaper.Exit(process: child.process, status: .exited(0))))
      #expect(group.look() == .present)
      while group.followed.count != 1 || group.group != nil {
        _ = Reaper.reap()
        #expect(group.look() == .present)
      }
      let worker = try ProcessHandle(group.followed[0])
      #expect(group.signal(.terminate) == .sent)
      var entry = pollfd(fd: worker.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(unsafe poll(&entry, 1, 20_000) == 1)
      reapEverybody()
      #expect(group.look() == .gone)
    }
  }

  @Test("each signal goes once to who is in the group, and once to who is not")
  func inAndOut() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      let script = "trap 'echo USR1' USR1; echo up; while :; do sleep 0.05; done"
      var child = try Invocation(
        ["sh", "-c", "setsid sh -c \"$1\" & \(script)", "sh", script], mark: "mark-both"
      ).start()
      var group = MarkedGroup(child: child.process, mark: "mark-both")
      #expect(child.lines(first: 2) == ["up", "up"])
      #expect(group.signal(.user1) == .sent)
      // The shells say besides how their sleeps ended.
      let answers = child.output?.lines { lines in lines.count { $0 == "USR1" } >= 2 } ?? []
      #expect(answers.count { $0 == "USR1" } == 2)
      #expect(group.signal(.kill) == .sent)
      #expect(!child.lines().contains("USR1"))
      reapEverybody()
      #expect(group.look() == .gone)
    }
  }

  @Test("another mark, a longer one, and no mark are nobody's")
  func foreign() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      unsafe setenv("EVBRIDGE_MARK", "mark-1", 1)
      // What we were given ourselves is not handed on, nor is what somebody writes as a plain variable.
      let others = [
        try Invocation(["sleep", "1000"], environment: ["EVBRIDGE_MARK": "mark-1"]).start().process,
        try Invocation(["sleep", "1000"], mark: "mark-12").start().process,
        try Invocation(["sleep", "1000"], environment: ["X": "EVBRIDGE_MARK=mark-1"], mark: "mark-").start().process,
      ]
      var group = MarkedGroup(child: try Invocation(["true"]).start().process, mark: "mark-1")
      _ = nextExits()
      #expect(group.look() == .gone)
      for other in others { #expect(other.signalGroup(.kill) == .sent) }
      reapEverybody()
    }
  }

  @Test("an adopted group counts while its leader or one with the mark is in it; its number alone is nothing")
  func adopted() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      // The second of the group has no mark.
      let child = try Invocation(["sh", "-c", "env -u EVBRIDGE_MARK sleep 1000 & exec sleep 1000"], mark: "mark-a")
        .start()
      let leader = try #require(ProcessIdentity(of: child.process))
      var group = MarkedGroup(adopting: leader, mark: "mark-a", since: 0)
      while group.followed.count < 2 { #expect(group.look() == .present) }
      // The same number, a tick later: another process.
      let reused = ProcessIdentity(child.process, startTime: leader.startTime + 1)
      #expect(!reused.isRunning && leader.isRunning)
      var stranger = MarkedGroup(adopting: reused, mark: "mark-b", since: 0)
      #expect(stranger.signal(.kill) == .gone)
      #expect(stranger.look() == .gone)
      #expect(reused.signal(.kill) == .gone)
      #expect(leader.isRunning)
      #expect(group.signal(.kill) == .sent)
      reapEverybody()
      #expect(group.look() == .gone)
      #expect(group.signal(.kill) == .gone)
      #expect(!leader.isRunning)
    }
  }

  @Test("without a number the mark finds them")
  func markAlone() async {
    await #expect(processExitsWith: .success) {
      let child = try Invocation(["sleep", "1000"], mark: "mark-alone").start()
      var group = MarkedGroup(adopting: nil, mark: "mark-alone", since: 0)
      #expect(group.look() == .present)
      #expect(group.followed.map(\.process) == [child.process])
      #expect(group.signal(.terminate) == .sent)
      #expect(nextExits() == [Reaper.Exit(process: child.process, status: .signalled(.terminate))])
      #expect(group.look() == .gone)
    }
  }

  @Test("without a number the group that one with the mark leads gets a signal at one time")
  func ledGroup() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      let script = "trap 'echo USR1' USR1; echo up; while :; do sleep 0.05; done"
      // One of them has no mark, and is reached with the group alone.
      var child = try Invocation(
        ["sh", "-c", "env -u EVBRIDGE_MARK sh -c \"$1\" & \(script)", "sh", script], mark: "mark-led"
      ).start()
      #expect(child.lines(first: 2) == ["up", "up"])
      var group = MarkedGroup(adopting: nil, mark: "mark-led", since: 0)
      #expect(group.look() == .present)
      #expect(group.signal(.user1) == .sent)
      let answers = child.output?.lines { lines in lines.count { $0 == "USR1" } >= 2 } ?? []
      #expect(answers.count { $0 == "USR1" } == 2)
      #expect(group.signal(.kill) == .sent)
      #expect(!child.lines().contains("USR1"))
      reapEverybody()
    }
  }

  @Test("while our program runs in another process, that may be about to become the one that is looked for")
  func birth() async {
    // Who waits for this process runs the same program.
    await #expect(processExitsWith: .success) {
      var unborn = MarkedGroup(adopting: nil, mark: "mark-unborn", since: 0)
      #expect(unborn.look() == .unclear)
      var looks = 1
      while unborn.look() == .unclear, looks < 20 { looks += 1 }
      #expect(looks == 10)
      // Who was started later than this can not have been waiting for its birth.
      var later = MarkedGroup(adopting: nil, mark: "mark-unborn", since: .max)
      #expect(later.look() == .gone)
    }
  }

  @Test("a handle follows a process that is no child of ours, and a process that is gone has none")
  func handle() async {
    await #expect(processExitsWith: .success) {
      // Not a subreaper: the sleeper goes to process 1.
      var child = try Invocation(["sh", "-c", "sleep 1000 & echo $!"]).start()
      let sleeper = ProcessID(rawValue: Int32(child.lines(first: 1)[0]) ?? 0)
      reapEverybody()
      let identity = try #require(ProcessIdentity(of: sleeper))
      let handle = try ProcessHandle(identity)
      var entry = pollfd(fd: handle.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(unsafe poll(&entry, 1, 0) == 0)
      #expect(handle.signal(.kill) == .sent)
      #expect(unsafe poll(&entry, 1, 20_000) == 1)
      #expect(!identity.isRunning)
      let before = openDescriptors()
      for start in [identity.startTime + 1, 0] {
        #expect(throws: ProcessHandle.Failure.gone) {
          _ = try ProcessHandle(ProcessIdentity(ProcessID(rawValue: getpid()), startTime: start))
        }
      }
      #expect(openDescriptors() == before)
    }
  }
}
