import Glibc
import Supervision
import Takes
import Testing

/// Each test is a process of its own: reaping takes every child there is, and signals belong to the whole process.
@Suite struct SpawnTests {
  @Test("a program starts with clean signals in a session of its own, without our descriptors")
  func cleanStart() async {
    await #expect(processExitsWith: .success) {
      // What a daemon does to itself, and a descriptor that it leaks.
      var everySignal = sigset_t()
      unsafe sigfillset(&everySignal)
      unsafe pthread_sigmask(SIG_SETMASK, &everySignal, nil)
      for number in [SIGINT, SIGTERM, SIGPIPE, SIGHUP] { signal(number, SIG_IGN) }
      #expect(dup2(STDERR_FILENO, 50) == 50)

      // No shell here: dash blocks signals now and then.
      var grep = try Invocation(["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"]).start()
      // "SigBlk:\t" and a mask in hexadecimal. The two signals above 31 are glibc's own.
      let masks = grep.lines().map { UInt64($0.dropFirst(8), radix: 16).map { $0 & 0x7fff_ffff } }
      // SIGPIPE alone stays ignored: bit 12 is signal 13.
      #expect(masks == [0, 0x1000])
      #expect(nextExits() == [Reaper.Exit(process: grep.process, status: .exited(0))])

      let script = """
        cut -d ' ' -f 1,5,6 /proc/$$/stat
        ls /proc/$$/fd
        readlink /proc/$$/fd/0
        grep flags /proc/$$/fdinfo/1
        kill -TERM $$
        """
      var child = try Invocation.shell(script).start()
      let number = child.process.rawValue
      #expect(
        child.lines() == [
          "\(number) \(number) \(number)",
          "0", "1", "2",
          "/dev/null",
          // Written to as any program expects: O_WRONLY without O_NONBLOCK.
          "flags:\t01",
        ])
      #expect(nextExits() == [Reaper.Exit(process: child.process, status: .signalled(.terminate))])
    }
  }

  @Test("exit codes and signals are told apart")
  func statuses() async {
    await #expect(processExitsWith: .success) {
      let cases: [(script: String, expected: Takes.ExitStatus)] = [
        ("exit 0", .exited(0)), ("exit 1", .exited(1)), ("exit 255", .exited(255)),
        ("kill -INT $$", .signalled(.interrupt)), ("kill -KILL $$", .signalled(.kill)),
        ("ulimit -c unlimited; kill -QUIT $$", .signalled(.quit)),
      ]
      let directory = TestDirectory()
      for (script, expected) in cases {
        let child = try Invocation(["sh", "-c", script], workingDirectory: directory.path).start()
        #expect(nextExits() == [Reaper.Exit(process: child.process, status: expected)], "\(script)")
        #expect(!child.process.groupExists)
      }
      #expect(Reaper.reap() == [])
      #expect(!hasChildren())
    }
  }

  @Test("the environment is ours with additions, without what belongs to us and the service manager")
  func environment() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("EVB_KEPT", "kept", 1)
      unsafe setenv("EVB_REPLACED", "old", 1)
      unsafe setenv("NOTIFY_SOCKET", "/run/systemd/notify", 1)
      unsafe setenv("WATCHDOG_USEC", "1000000", 1)
      unsafe setenv("EVB_LATIN1", [0x66, 0xfc, 0x72].map { CChar(truncatingIfNeeded: $0) } + [0], 1)
      let script = """
        echo "$EVB_KEPT $EVB_REPLACED $EVB_ADDED ${NOTIFY_SOCKET-none} ${WATCHDOG_USEC-none}"
        env | grep -c ^EVB_REPLACED=
        printf %s "$EVB_LATIN1" | od -An -tx1
        pwd
        """
      var child = try Invocation(
        ["sh", "-c", script], environment: ["EVB_REPLACED": "new", "EVB_ADDED": "a=b c"], workingDirectory: "/proc"
      ).start()
      #expect(child.lines() == ["kept new a=b c none none", "1", " 66 fc 72", "/proc"])
      reapEverybody()
    }
  }

  @Test("arguments arrive as they are, and no shell looks at them")
  func arguments() async {
    await #expect(processExitsWith: .success) {
      let arguments = ["a b", "$HOME", "*", "", "\"'", "ü;|&"]
      var child = try Invocation(["printf", "<%s>\n"] + arguments).start()
      #expect(child.lines() == arguments.map { "<\($0)>" })
      reapEverybody()
    }
  }

  @Test("output can be thrown away, or go where ours goes, or only errors do")
  func outputs() async {
    await #expect(processExitsWith: .success) {
      let script = #"for n in 1 2; do [ "$(readlink /proc/$$/fd/$n)" = "$EXPECTED" ] || exit 1; done"#
      let discarded = try Invocation(
        ["sh", "-c", script], environment: ["EXPECTED": "/dev/null"], output: .discarded
      ).start()
      #expect(nextExits() == [Reaper.Exit(process: discarded.process, status: .exited(0))])
      if discarded.output != nil { Issue.record("there is nothing to read") }

      let directory = TestDirectory()
      directory.addFile("log", mode: 0o600)
      let log = unsafe open("\(directory.path)/log", O_WRONLY | O_CLOEXEC)
      for number in [STDOUT_FILENO, STDERR_FILENO] { #expect(dup2(log, number) == number) }
      let inherited = try Invocation(
        ["sh", "-c", script], environment: ["EXPECTED": "\(directory.path)/log"], output: .log
      ).start()
      #expect(nextExits() == [Reaper.Exit(process: inherited.process, status: .exited(0))])

      let both = #"[ "$(readlink /proc/$$/fd/1)" = /dev/null ] && [ "$(readlink /proc/$$/fd/2)" = "$EXPECTED" ]"#
      let errors = try Invocation(
        ["sh", "-c", both], environment: ["EXPECTED": "\(directory.path)/log"], output: .errors
      ).start()
      #expect(nextExits() == [Reaper.Exit(process: errors.process, status: .exited(0))])
    }
  }

  @Test("a daemon without standard input and output starts programs all the same")
  func closedStandardDescriptors() async {
    await #expect(processExitsWith: .success) {
      for number in [STDIN_FILENO, STDOUT_FILENO] { close(number) }
      var child = try Invocation.shell("echo up; readlink /proc/$$/fd/0; ls /proc/$$/fd").start()
      #expect(child.lines() == ["up", "/dev/null", "0", "1", "2"])
      reapEverybody()
    }
  }

  @Test("what can not start is an error at once, and leaves neither a child nor a descriptor")
  func errors() async {
    await #expect(processExitsWith: .success) {
      let directory = TestDirectory()
      directory.addFile("plain", mode: 0o644)
      directory.addFile("text", "no program at all\n", mode: 0o755)
      directory.addFile("script", "#!/nonexistent/interpreter\n", mode: 0o755)
      let path = directory.path
      let missing = "evbridge-no-such-program"
      let cases: [(invocation: Invocation, expected: SpawnError)] = [
        (Invocation([missing]), .notFound(program: missing)),
        (Invocation(["\(path)/none"]), .notFound(program: "\(path)/none")),
        (Invocation(["sh"], environment: ["PATH": path]), .notFound(program: "sh")),
        (
          Invocation(["plain"], environment: ["PATH": path]),
          .notExecutable(program: "plain", path: "\(path)/plain")
        ),
        (Invocation([path]), .notExecutable(program: path, path: path)),
        (
          Invocation(["sh"], workingDirectory: "\(path)/none"),
          .workingDirectory(program: "sh", path: "\(path)/none", errno: ENOENT)
        ),
        (
          Invocation(["sh"], workingDirectory: "\(path)/plain"),
          .workingDirectory(program: "sh", path: "\(path)/plain", errno: ENOTDIR)
        ),
        (Invocation([]), .malformed(program: "")),
        (Invocation(["sh", "a\0b"]), .malformed(program: "sh")),
        (Invocation(["sh"], environment: ["A": "a\0b"]), .malformed(program: "sh")),
        (Invocation(["\(path)/text"]), .system(program: "\(path)/text", errno: ENOEXEC)),
        (Invocation(["./script"], workingDirectory: path), .system(program: "./script", errno: ENOENT)),
      ]
      let before = openDescriptors()
      for _ in 0..<5 {
        for (invocation, expected) in cases { #expect(throws: expected) { _ = try invocation.start() } }
      }
      // The test library itself opens and closes a few; one lost in each case would stand out.
      #expect(openDescriptors() < before + 5 * cases.count / 4)
      #expect(!hasChildren())
    }
  }

  @Test("a program that vanishes between the press and the deadline is an error at the deadline")
  func vanished() async {
    await #expect(processExitsWith: .success) {
      let directory = TestDirectory()
      directory.addFile("tool", "#!/bin/sh\n", mode: 0o755)
      let prepared = try PreparedInvocation(Invocation(["\(directory.path)/tool"]))
      directory.removeFile("tool")
      let expected = SpawnError.system(program: "\(directory.path)/tool", errno: ENOENT)
      do throws(SpawnError) {
        _ = try prepared.launch()
        Issue.record("it started")
      } catch {
        #expect(error == expected)
      }
    }
  }

  @Test("preparing starts nothing, and neither a dropped preparation nor a finished program leaves a descriptor")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      let rounds = 20
      var seen = 0
      for _ in 0..<rounds {
        seen -= openDescriptors()
        let prepared = try PreparedInvocation(Invocation(["true"]))
        seen += openDescriptors()
        #expect(!hasChildren())
        _ = consume prepared
        var child = try Invocation(["true"]).start()
        #expect(child.lines() == [])
        #expect(nextExits() == [Reaper.Exit(process: child.process, status: .exited(0))])
      }
      // The test library itself opens and closes a few; one lost in each round would stand out.
      #expect(seen > rounds, "the count can see a pipe")
      #expect(openDescriptors() < before + rounds / 2)
    }
  }
}
