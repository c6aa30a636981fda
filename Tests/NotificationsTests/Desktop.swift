import Foundation
import Glibc
import Notifications

/// A session of its own: a bus, and a notification daemon on a display that nobody looks at.
final class Desktop {
  struct Refused: Error, CustomStringConvertible {
    var description: String
  }

  /// A program that this desktop has started.
  final class Part {
    let process: pid_t
    /// What it writes.
    let output: Int32

    init(_ command: [String], environment: [String: String] = [:]) throws {
      var pipe: [Int32] = [-1, -1]
      guard unsafe Glibc.pipe(&pipe) == 0 else { throw Refused(description: "no pipe") }
      for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      var actions = unsafe posix_spawn_file_actions_t()
      unsafe posix_spawn_file_actions_init(&actions)
      defer { unsafe posix_spawn_file_actions_destroy(&actions) }
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
      unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
      let all = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
      let arguments = unsafe command.map { unsafe strdup($0) }
      let variables = unsafe all.map { unsafe strdup("\($0.key)=\($0.value)") }
      defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
      var process: pid_t = 0
      let status = unsafe posix_spawnp(
        &process, command[0], &actions, nil, arguments + [nil], variables + [nil])
      close(pipe[1])
      output = pipe[0]
      self.process = process
      guard status == 0 else { throw Refused(description: "\(command[0]) can not be started: scripts/setup test") }
    }

    deinit {
      end()
      close(output)
    }

    func end() {
      guard process > 0 else { return }
      kill(process, SIGKILL)
      kill(process, SIGCONT)
      var status: Int32 = 0
      unsafe waitpid(process, &status, 0)
    }

    /// What it has written up to now.
    private(set) var text = ""

    /// Reads until the text has this, for ten seconds at the most.
    func wait(for part: String) -> Bool {
      let limit = now() + 10_000
      while !text.contains(part) {
        var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard now() < limit, unsafe poll(&waiting, 1, Int32(limit - now())) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(output, &buffer, buffer.count)
        guard count > 0 else { return false }
        text += String(decoding: buffer.prefix(count), as: UTF8.self)
      }
      return true
    }
  }

  let folder: String
  private let services: String?
  private(set) var bus: Part?
  private var screen: Part?
  private var display = ""
  private(set) var dunst: Part?

  var address: String { "unix:path=\(folder)/bus" }
  var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address, "DISPLAY": display] }

  /// - Parameter services: a folder with the programs that the bus may start; the system's folders when nil
  init(services: String? = nil) throws {
    self.services = services
    folder = "/tmp/evbridge-desktop.\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try startBus()
  }

  deinit {
    (dunst, screen, bus) = (nil, nil, nil)
    try? FileManager.default.removeItem(atPath: folder)
  }

  func startBus() throws {
    var configuration = "--session"
    if let services {
      let file = folder + "/bus.conf"
      try """
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <servicedir>\(services)</servicedir>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/> <allow eavesdrop="true"/> <allow own="*"/>
        </policy>
      </busconfig>
      """.write(toFile: file, atomically: true, encoding: .utf8)
      configuration = "--config-file=" + file
    }
    bus = try Part(["dbus-daemon", configuration, "--nofork", "--print-address=1", "--address=\(address)"])
    guard bus?.wait(for: "unix:") == true else { throw Refused(description: "the bus does not start") }
  }

  func endBus() {
    bus = nil
    try? FileManager.default.removeItem(atPath: folder + "/bus")
  }

  /// Starts dunst, which prints each notification that it is given, and waits until it is on the bus.
  func startDunst() throws {
    if screen == nil {
      let screen = try Part(["Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"])
      guard screen.wait(for: "\n") else { throw Refused(description: "Xvfb does not start") }
      display = ":" + screen.text.filter(\.isNumber)
      self.screen = screen
    }
    dunst = try Part(["dunst", "-print", "-conf", "/dev/null"], environment: environment)
    let limit = now() + 10_000
    while try run("dunstctl", "is-paused") != 0 {
      guard now() < limit else { throw Refused(description: "dunst does not come to the bus") }
      usleep(20_000)
    }
  }

  /// Stops dunst where it is.
  func hangDunst() {
    guard let dunst else { return }
    kill(dunst.process, SIGSTOP)
    var info = unsafe siginfo_t()
    unsafe waitid(P_PID, id_t(dunst.process), &info, WSTOPPED)
  }

  func endDunst() { dunst = nil }

  /// How many cards are on the screen: what is wanted, or what there is after ten seconds.
  func cards(soon wanted: Int) throws -> Int {
    let limit = now() + 10_000
    var cards = try cards()
    while cards != wanted, now() < limit {
      usleep(20_000)
      cards = try self.cards()
    }
    return cards
  }

  private func cards() throws -> Int {
    let part = try Part(["dunstctl", "count", "displayed"], environment: environment)
    return part.wait(for: "\n") ? Int(part.text.filter(\.isNumber)) ?? -1 : -1
  }

  /// Runs a program to its end; returns its exit code.
  @discardableResult
  func run(_ command: String...) throws -> Int32 {
    let part = try Part(command, environment: environment)
    var info = unsafe siginfo_t()
    unsafe waitid(P_PID, id_t(part.process), &info, WEXITED | WNOWAIT)
    return unsafe info._sifields._sigchld.si_status
  }
}

/// Milliseconds of the monotonic clock.
func now() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

extension NotificationClient {
  /// What becomes of what was shown, once there is something; empty after ten seconds.
  func outcomes() -> [Outcome] {
    let limit = now() + 10_000
    while now() < limit {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&waiting, 1, Int32(max(0, limit - now())))
      let outcomes = run()
      if !outcomes.isEmpty { return outcomes }
    }
    return []
  }
}
