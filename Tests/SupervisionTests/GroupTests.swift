import Glibc
import Supervision
import Takes
import Testing

/// Each test is a process of its own: reaping takes every child there is.
@Suite struct GroupTests {
  @Test("a group is gone only when the worker that outlived its leader is gone, and we reap it")
  func worker() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      var child = try Invocation.shell("sleep 1000 & echo $!; exit 3").start()
      let worker = ProcessID(rawValue: Int32(child.lines(first: 1)[0]) ?? 0)
      let group = child.process
      #expect(nextExits() == [Reaper.Exit(process: group, status: .exited(3))])
      #expect(group.groupExists)
      #expect(Reaper.reap() == [])
      #expect(group.signalGroup(.terminate) == .sent)
      #expect(reapAll(of: group) == [Reaper.Exit(process: worker, status: .signalled(.terminate))])
      #expect(group.signalGroup(.terminate) == .gone)
      #expect(child.lines() == [])
      #expect(!hasChildren())
    }
  }

  @Test("one INT reaches everybody in the group")
  func interrupt() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      // Each of a pipeline says that it is there, past its shell, and would stay.
      let stay = "sh -c 'echo up >&2; exec sleep 1000'"
      var child = try Invocation.shell("\(stay) | \(stay) | \(stay)").start()
      #expect(child.lines(first: 3) == ["up", "up", "up"])
      #expect(child.process.signalGroup(.interrupt) == .sent)
      #expect(child.lines() == [], "it ends, so nobody is left who could write")
      #expect(!reapAll(of: child.process).isEmpty)
      #expect(!hasChildren())
    }
  }

  @Test("a group that ignores INT and TERM is ended by KILL; a stopped one by CONT and TERM")
  func stubborn() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      var child = try Invocation.shell("trap '' INT TERM; echo up; while :; do sleep 1000; done").start()
      #expect(child.lines(first: 1) == ["up"])
      for signal in [Signal.interrupt, .terminate, .kill] { #expect(child.process.signalGroup(signal) == .sent) }
      let exits = reapAll(of: child.process)
      #expect(exits.contains(Reaper.Exit(process: child.process, status: .signalled(.kill))))

      let stopped = try Invocation(["sleep", "1000"]).start()
      for signal in [Signal.stop, .terminate] { #expect(stopped.process.signalGroup(signal) == .sent) }
      #expect(stopped.process.groupExists, "stopped, it can not be ended")
      #expect(stopped.process.signalGroup(.resume) == .sent)
      #expect(
        reapAll(of: stopped.process) == [Reaper.Exit(process: stopped.process, status: .signalled(.terminate))])
    }
  }

  @Test("what leaves the group by setsid is adopted and reaped")
  func escape() async {
    await #expect(processExitsWith: .success) {
      Reaper.adoptOrphans()
      var child = try Invocation.shell(#"setsid sh -c 'echo $$; exec sleep 1000' & exit 0"#).start()
      let escaped = ProcessID(rawValue: Int32(child.lines(first: 1)[0]) ?? 0)
      #expect(reapAll(of: child.process) == [Reaper.Exit(process: child.process, status: .exited(0))])
      #expect(hasChildren())
      #expect(escaped.signalGroup(.kill) == .sent)
      #expect(reapAll(of: escaped) == [Reaper.Exit(process: escaped, status: .signalled(.kill))])
      #expect(!hasChildren())
    }
  }

  @Test("many exits at once are all reaped")
  func many() async {
    await #expect(processExitsWith: .success) {
      var expected: Set<Reaper.Exit> = []
      for code in 0..<30 {
        let child = try Invocation.shell("exit \(code)", output: .discarded).start()
        expected.insert(Reaper.Exit(process: child.process, status: .exited(Int32(code))))
      }
      let exits = reapEverybody()
      #expect(exits.count == 30)
      #expect(Set(exits) == expected)
    }
  }

  @Test("no group can stand for our own or for everybody", arguments: [Int32.min, -7, -1, 0, 1])
  func dangerous(number: Int32) {
    #expect(!ProcessID(rawValue: number).groupExists)
  }

  @Test("a group of another user's processes is refused, and still there", .enabled(if: getuid() == 0))
  func refused() async {
    await #expect(processExitsWith: .success) {
      // Dies of SIGPIPE when this process is gone.
      var child = try Invocation(["yes"]).start()
      #expect(child.lines(first: 1).first == "y")
      #expect(setuid(65_534) == 0)
      #expect(child.process.signalGroup(.terminate) == .refused(errno: EPERM))
      #expect(child.process.groupExists)
    }
  }
}
