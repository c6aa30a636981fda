import Evdev
import Glibc
import InputModel
import Supervision
import Takes
import Testing

// The units as they are installed, under a real systemd.
extension Kernel {
  @Suite(.needsGuest, .needsUdev) struct ServiceTests {
    @Test("the service is ready, reloads and stops within a take, and a crash of it costs no take")
    func service() throws {
      let button = try UInputDevice(Devices.button)
      var discovery = try Discovery()
      try discovery.appearance(of: [button.node])
      let takes = "/srv/takes"
      let manager = try SystemManager()
      try manager.configure(Booth.Parts { $0.name = "{n}.wav" }.configuration(directory: takes))

      #expect(manager.control("start evbridge").code == 0)
      let first = try manager.follower()
      // In the snapshot, or in an event after it.
      try first.line("\"\(button.node)\"")
      // As its user, who looks by hand.
      let asItsUser = ["runuser", "-u", "evbridge", "--", "env", "-u", "EVBRIDGE_SOCKET", "-u", "XDG_STATE_HOME"]
      let doctor = try RunningProgram(
        "doctor", launcher: asItsUser, path: SystemManager.program, state: manager.folder.path + "/none")
      #expect(try doctor.exit() == .exited(0), "\(doctor.lines)")
      #expect(doctor.lines.contains { $0.hasPrefix("ok: the daemon runs: process ") })
      #expect(doctor.lines.contains("ok: state directory /var/lib/evbridge can be written"))

      try button.press(.keyRecord)
      try first.event("take.recording")
      #expect(manager.control("reload evbridge").code == 0)
      #expect(first.told("take.stopping").isEmpty)
      #expect(manager.control("stop evbridge").code == 0)
      #expect(try first.event("take.completed")["file"] == takes + "/0001.wav")
      #expect(WAVFile(takes + "/0001.wav") != nil)
      #expect(names(in: takes + "/.partial").isEmpty)
      try button.lift(.keyRecord)

      // A crash within a take: the recorder goes on, and the daemon that is started again finishes its file.
      #expect(manager.control("start evbridge").code == 0)
      let second = try manager.follower()
      try second.line("\"\(button.node)\"")
      try button.press(.keyRecord)
      try second.event("take.recording")
      manager.kill("evbridge")
      #expect(try second.exit() == .exited(69))
      let atCrash = bytes(of: takes + "/.partial/0002.wav").count
      try manager.wait(for: "the file") { WAVFile(takes + "/0002.wav") != nil }
      // Half of the second after which it was started again, of 44,100 frames of 4 bytes.
      #expect(bytes(of: takes + "/0002.wav").count > atCrash + 88_200)
      #expect(names(in: takes + "/.partial").isEmpty)
      #expect(manager.processes(named: "arecord").isEmpty)
      #expect(manager.control("show -P NRestarts evbridge").lines == ["1"])
      #expect(manager.control("is-active evbridge").lines == ["active"])
      try button.lift(.keyRecord)

      // The page, with none of the rights.
      #expect(manager.control("start evbridge-panel").code == 0)
      #expect(manager.processes(named: "evbridge-panel").count == 1)
      #expect(manager.control("stop evbridge-panel evbridge").code == 0)
      for unit in ["evbridge", "evbridge-panel"] {
        #expect(manager.control("show -P Result \(unit)").lines == ["success"], "\(unit)")
      }

      // A configuration that is wrong stays wrong: nothing starts it again and again.
      try manager.configure("nonsense: true")
      #expect(manager.control("start evbridge").code != 0)
      #expect(manager.control("show -P ExecMainStatus evbridge").lines == ["78"])
      #expect(manager.control("is-active evbridge").lines == ["failed"])
    }
  }
}

/// systemd as process 1 of a namespace of its own, with our units, as `make install` and the README put them in place,
/// and nothing else to start.
private final class SystemManager {
  static let program = "/usr/local/bin/evbridge"
  static let repository = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  let folder: TestFolder
  private let manager: RunningProgram
  private var process: Int32 = 0

  init() throws {
    let folder = try TestFolder()
    let units = folder.path + "/units"
    // Without a dash of the system's own units: their start takes a minute here.
    let targets = ["test", "sysinit", "basic", "shutdown", "umount", "multi-user", "sound", "time-sync"]
    unsafe system(
      """
      mkdir -p \(units) /sys/fs/cgroup /usr/local/bin /etc/evbridge
      mountpoint -q /sys/fs/cgroup || mount -t cgroup2 cgroup2 /sys/fs/cgroup
      cp \(Self.repository)/systemd/system/*.service \(units)
      for target in \(targets.joined(separator: " ")); do
        printf '[Unit]\\nDefaultDependencies=no\\n' >\(units)/$target.target
      done
      cp \(RunningProgram.path) \(RunningProgram.path)-panel /usr/local/bin
      id evbridge >/dev/null 2>&1 || useradd --system --groups input,audio evbridge
      install -d -o evbridge /srv/takes
      """)
    manager = try RunningProgram(
      "--system", "--unit=test.target",
      launcher: [
        "env", "SYSTEMD_UNIT_PATH=\(units)", "container=evbridge", "SYSTEMD_LOG_TARGET=kmsg", "unshare", "--pid",
        "--fork", "--mount", "--mount-proc", "--kill-child",
      ], path: "/lib/systemd/systemd", state: folder.path + "/systemd")
    self.folder = folder
    try wait(for: "systemd") { control("is-system-running").lines == ["running"] }
  }

  deinit {
    // It ends all that it has started; its own end would take its time.
    if process > 0 { Glibc.kill(process, SIGKILL) }
    _ = try? manager.exit()
    unsafe system("rm -rf /run/systemd/private /run/systemd/system /run/systemd/notify; umount /sys/fs/cgroup")
  }

  func configure(_ text: String) throws {
    let path = try folder.add("evbridge.yaml", text)
    unsafe system("install -m 644 \(path) /etc/evbridge/evbridge.yaml")
  }

  /// What a call of systemctl ends with and says. From outside its namespace it would not be answered.
  func control(_ words: String) -> (code: Int32, lines: [String]) {
    if process == 0 { process = manager.children.first?.rawValue ?? 0 }
    guard process > 0,
      let pipe = unsafe popen("nsenter -t \(process) -p -m systemctl --no-pager \(words) 2>&1", "re")
    else { return (-1, []) }
    var lines: [String] = []
    var buffer = [CChar](repeating: 0, count: 4_096)
    while unsafe fgets(&buffer, Int32(buffer.count), pipe) != nil {
      lines.append(String(decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return (unsafe pclose(pipe) >> 8 & 0xff, lines)
  }

  /// Reads the events of the daemon that runs now.
  func follower() throws -> RunningProgram {
    try RunningProgram(
      "status", "--follow", "--json", "--socket", "/run/evbridge/evbridge.sock", path: Self.program,
      state: folder.path + "/follower")
  }

  /// Those that systemd has started, or adopted.
  func processes(named name: String) -> [Int32] {
    names(in: "/proc").compactMap { Int32($0) }.filter { number in
      text(of: "/proc/\(number)/comm") == name + "\n" && text(of: "/proc/\(number)/cgroup").contains(".slice/evbridge")
    }
  }

  func kill(_ name: String) { for process in processes(named: name) { Glibc.kill(process, SIGKILL) } }

  func wait(for what: String, until isDone: () -> Bool) throws {
    let limit = monotonicNow() + .seconds(90)
    while !isDone() {
      guard monotonicNow() < limit else { throw RunningProgram.Impatience(wanted: what, lines: manager.lines) }
      manager.listen(until: monotonicNow() + .milliseconds(100))
    }
  }
}
