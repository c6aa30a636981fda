import Foundation
import Glibc
import TestSupport
import Testing

/// Each fault is really there.
@Suite("doctor", .serialized, .ownThread) struct DoctorTests {
  /// A configuration whose one recorder is what is looked at.
  private func scene(
    command: String = "[sh, -c, 'sleep 9 >{file}']", directory: String = "takes", recorder: String = "",
    rest: String = ""
  ) throws -> Scene {
    let scene = try Scene()
    try scene.makeFolder("takes")
    let directory = directory.hasPrefix("/") ? directory : "\(scene.folder)/\(directory)"
    try scene.configure(
      """
      devices: { button: { match: { name: Test button } } }
      recorders: { story: { command: \(command), directory: "\(directory)", name: "{n}.wav", \(recorder) } }
      controls: { record: { type: record-button, trigger: { device: button, key: KEY_RECORD }, recorder: story } }
      \(rest)
      """)
    return scene
  }

  /// What it says of a scene, each line with its severity, and its exit code.
  private func doctor(
    _ scene: Scene, asNobody: Bool = false, socket: String? = nil, _ options: [String] = [],
    variables: [String: String] = [:]
  ) throws -> Run {
    let program = try scene.start(
      ["doctor", "-c", scene.folder + "/evbridge.yaml", "--socket", socket ?? scene.socket] + options,
      variables: variables, asNobody: asNobody)
    let run = try scene.end(program)
    #expect(run.errors.isEmpty)
    let hasError = run.output.contains { $0.hasPrefix("error: ") || $0.contains("\"severity\":\"error\"") }
    #expect(run.exitCode == (hasError ? 78 : 0))
    return run
  }

  @Test("without a configuration it looks at the machine alone") func bare() throws {
    let scene = try Scene()
    let run = try scene.perform(["doctor", "--socket", scene.folder + "/socket"])
    // Who may read no device at all has an error; there may be devices here, and we may not.
    let errors = run.output.filter { $0.hasPrefix("error: ") }
    #expect(errors.allSatisfy { $0.hasPrefix("error: none of ") } && run.errors.isEmpty)
    #expect(run.exitCode == (errors.isEmpty ? 0 : 78))
    let hasUdev = FileManager.default.fileExists(atPath: "/run/udev/control")
    #expect(run.output.contains { $0.hasPrefix("warning: udev does not run") } == !hasUdev)
    #expect(run.output.contains("ok: udev runs") == hasUdev)
    #expect(run.output.first?.hasPrefix("note: there is no configuration at \(scene.folder)/config/") == true)
    #expect(run.output.contains { $0.hasPrefix("ok: user ") })
    for kind in ["light", "beep", "rumble", "notifications", "lines"] {
      #expect(run.output.contains { $0.hasPrefix("note: \(kind): none configured; ") }, "\(kind)")
    }
    #expect(run.output.contains("note: no daemon runs; it would listen at \(scene.folder)/socket"))
    #expect(!run.output.contains { $0.contains("uinput") })
  }

  @Test("for programs it is a JSON object a line, and for people the same") func lines() throws {
    let scene = try scene()
    let people = try doctor(scene)
    let programs = try doctor(scene, ["--json"])
    #expect(programs.events.map { "\($0["severity"] ?? ""): \($0["message"] ?? "")" } == people.output)
    let areas = programs.events.compactMap { $0["area"] }
    let order = ["configuration", "rights", "devices", "recorders", "feedback", "daemon", "panel", "system"]
    #expect(areas.reduce(into: []) { if $0.last != $1 { $0.append($1) } } == order)
    #expect(programs.exitCode == 0)
  }

  @Test("with all in its place it says of each thing that it is well") func well() throws {
    let scene = try scene()
    let lines = try doctor(scene).output
    #expect(lines.first == "ok: \(scene.folder)/evbridge.yaml has no mistakes")
    #expect(lines.contains { $0.hasPrefix("ok: recorder 'story': ") && $0.hasSuffix("/sh starts sleep") })
    #expect(lines.contains { $0.hasPrefix("ok: recorder 'story': \(scene.folder)/takes can be written, ") })
    #expect(lines.contains("ok: state directory \(scene.folder)/state/evbridge can be written"))
  }

  @Test("a wrong configuration is for check to explain") func mistakes() throws {
    let scene = try Scene()
    try scene.configure("nonsense: true")
    let run = try doctor(scene)
    let file = scene.folder + "/evbridge.yaml"
    #expect(
      run.output.first
        == "error: \(file) has 2 mistakes, so what it names is not looked at: 'evbridge check \(file)' names them")
    let missing = try scene.perform(["doctor", scene.folder + "/none.yaml"])
    #expect(missing.exitCode == 66 && missing.errors.count == 1)
    #expect(try scene.perform(["doctor", "one", "two"]).exitCode == 64)
  }

  @Test(
    "a configuration that this user may not read is an error like others", .enabled("needs root") { geteuid() == 0 })
  func closedConfiguration() throws {
    let scene = try scene()
    try scene.setMode(0o600, of: "evbridge.yaml")
    let lines = try doctor(scene, asNobody: true).output
    #expect(
      lines.first
        == "error: \(scene.folder)/evbridge.yaml: Permission denied: whoever runs the daemon has to read it")
    #expect(lines.contains { $0.hasPrefix("ok: user ") })
  }

  @Test("images of the page that can not be shown are told of, by check as well") func images() throws {
    let scene = try Scene()
    try scene.write("large.png", "")
    #expect(unsafe truncate(scene.folder + "/large.png", 16 << 20 + 1) == 0)
    #expect(unsafe mkfifo(scene.folder + "/pipe.png", 0o600) == 0)
    try scene.write("good.png", "a picture")
    let names = ["none", "large", "pipe", "good"]
    let contents = names.map { "\($0): { content: { image: \(scene.folder)/\($0).png } }" }
    let controls = names.map {
      "  \($0): { type: transform, device: glass, zone: { x: 0%, y: 0%, width: 10%, height: 10% } }\n"
    }
    try scene.configure(
      """
      devices: { glass: { match: { kind: touchscreen }, size: 344mm x 194mm } }
      controls:
      \(controls.joined())
      panel: { controls: { \(contents.joined(separator: ", ")) } }
      """)
    let expected = [
      ("none", "No such file or directory"), ("large", "it is larger than 16 MiB"), ("pipe", "it is no file"),
    ]
    .map { name, reason in
      "warning: control '\(name)': its image can not be shown: \(scene.folder)/\(name).png: \(reason); the panel's user "
        + "has to read it"
    }
    #expect(try Set(doctor(scene).output.filter { $0.contains("its image") }) == Set(expected))
    let file = scene.folder + "/evbridge.yaml"
    let check = try scene.perform(["check", file])
    #expect(check.exitCode == 0)
    #expect(Set(check.output.filter { $0.contains("its image") }) == Set(expected.map { "\(file): \($0)" }))
  }

  @Test(
    "what a recorder lacks",
    arguments: [
      (
        "[evbridge-no-such-recorder, '{file}']", "",
        "error: recorder 'story': there is no program 'evbridge-no-such-recorder'"
      ),
      (
        "[sh, -c, 'evbridge-no-such-recorder {file}']", "",
        "error: recorder 'story': there is no program 'evbridge-no-such-recorder'"
      ),
      ("[/etc/passwd, '{file}']", "", "error: recorder 'story': /etc/passwd is not a program that may be run"),
      (
        "[sh, -c, 'sleep 9 >{file}']", "verify: [evbridge-no-such-verifier, '{file}']",
        "error: recorder 'story', verify: there is no program 'evbridge-no-such-verifier'"
      ),
      (
        "[arecord, -D, 'plughw:CARD=Nowhere', '{file}']", "",
        "error: recorder 'story': there is no sound card 'Nowhere'; 'arecord -l' lists those that record"
      ),
      (
        "[ffmpeg, -f, alsa, -i, 'hw:7,0', '{file}']", "",
        "error: recorder 'story': there is no sound card '7'; 'arecord -l' lists those that record"
      ),
      (
        "[sh, -c, 'sleep 9 >{file}']", "free: { stop: 900000GB }",
        "error: recorder 'story': FOLDER/takes: only "
      ),
    ])
  func recorder(command: String, key: String, expected: String) throws {
    let scene = try scene(command: command, recorder: key)
    let wanted = expected.replacingOccurrences(of: "FOLDER", with: scene.folder)
    let lines = try doctor(scene).output
    #expect(lines.contains { $0.hasPrefix(wanted) }, "\(lines)")
  }

  @Test("a directory that is not there, is closed, or is in memory") func directories() throws {
    let gone = try scene(directory: "gone")
    #expect(
      try doctor(gone).output.contains(
        "error: recorder 'story': directory \(gone.folder)/gone: No such file or directory: mkdir -p "
          + "\(gone.folder)/gone, or mount what belongs there"))
    let closed = try scene()
    try closed.setMode(0o555, of: "takes")
    #expect(
      try doctor(closed, asNobody: true).output.contains {
        $0.hasPrefix("error: recorder 'story': cannot write to directory \(closed.folder)/takes: Permission denied")
      })
    let memory = "/dev/shm/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: memory) }
    #expect(
      try doctor(scene(directory: memory)).output.contains {
        $0.hasPrefix("warning: recorder 'story': \(memory) is in memory")
      })
  }

  @Test("what earlier runs have left, and what they have left closed") func leftovers() throws {
    let scene = try scene()
    try scene.makeFolder("takes/.partial")
    try scene.write("takes/.partial/0001.wav", "sound")
    let file = "\(scene.folder)/takes/.partial/0001.wav"
    #expect(
      try doctor(scene).output.contains {
        $0.hasPrefix("warning: recorder 'story': \(scene.folder)/takes: 1 unfinished file of earlier runs in ")
          && $0.contains("such as \(file); ")
      })
    // It has only looked.
    #expect(scene.partial == ["0001.wav"])
    try scene.setMode(0o777, of: "takes")
    try scene.setMode(0o755, of: "takes/.partial")
    let closed = try doctor(scene, asNobody: true).output
    #expect(
      closed.contains { $0.hasPrefix("error: ") && $0.contains("its .partial can not be written") } == (geteuid() == 0))
  }

  @Test("a daemon that was killed: its take is for the next start, its socket is no obstacle") func killed() throws {
    let scene = try Scene("↓0 ↑600000")
    let program = try scene.startListening()
    try program.wait(forEvent: "take.recording")
    let running = try doctor(scene).output
    #expect(
      running.contains(
        "ok: the daemon runs: process \(program.number), version 0.1.0, \(scene.folder)/evbridge.yaml, at "
          + scene.socket))
    #expect(!running.contains { $0.hasPrefix("warning: ") && $0.contains("takes") })
    try scene.write("other.yaml", scene.text("evbridge.yaml"))
    let other = try scene.perform(["doctor", scene.folder + "/other.yaml", "--socket", scene.socket])
    #expect(
      other.output.contains(
        "warning: the daemon uses \(scene.folder)/evbridge.yaml, and this looks at \(scene.folder)/other.yaml: name the "
          + "file that you mean"))
    program.send(SIGKILL)
    // Its recorder goes on and keeps the pipes open: the daemon itself has to be gone.
    let status = "/proc/\(program.number)/stat"
    try wait(for: "the end of the daemon") {
      (try? String(contentsOfFile: status, encoding: .utf8))?.contains(") Z ") == true
    }
    let after = try doctor(scene).output
    #expect(
      after.contains(
        "warning: state directory \(scene.folder)/state/evbridge: 1 take of an earlier run to be finished; the next start "
          + "does that"))
    #expect(
      after.contains(
        "note: no daemon runs; \(scene.socket) is left of one that was killed, and the next one replaces it"))
    #expect(!after.contains { $0.contains("unfinished file") })
    let next = try scene.startListening()
    try next.wait(for: "the take") { $0.outputLines.contains { JSONLine($0)?.type == "take.completed" } }
    next.send(SIGTERM)
    _ = try next.end()
    _ = try program.end()
  }

  @Test("a daemon whose last take failed, and one of another version") func trouble() throws {
    let scene = try Scene("↓0 ↑600000", script: "exit 3")
    let program = try scene.startListening()
    try program.wait(forEvent: "take.failed")
    #expect(
      try doctor(scene).output.contains { $0.hasPrefix("warning: the last take of recorder 'fake' failed: ") })
    program.send(SIGTERM)
    _ = try program.end()
    let other = try Impostor(
      scene.folder + "/other", greeting: "{\"type\":\"snapshot\",\"pid\":1,\"version\":\"0.0.9\"}\n")
    #expect(
      try doctor(scene, socket: other.path).output.contains(
        "warning: the daemon is version 0.0.9, this program is 0.1.0: start the daemon anew, between takes"))
  }

  @Test("a socket's place that is taken, missing, closed, or another user's") func sockets() throws {
    let scene = try scene()
    try scene.write("file", "")
    let file = scene.folder + "/file"
    #expect(
      try doctor(scene, socket: file).output.contains(
        "error: control socket: \(file) is there and is no socket: remove it, or choose another path with --socket"))
    #expect(
      try doctor(scene, socket: scene.folder + "/none/socket").output.contains {
        $0.hasPrefix("warning: no daemon runs, and there is no folder \(scene.folder)/none for its socket")
      })
    try scene.makeFolder("closed", mode: 0o555)
    #expect(
      try doctor(scene, asNobody: true, socket: scene.folder + "/closed/socket").output.contains {
        $0.hasPrefix("error: no daemon runs, and one of this user could not listen: \(scene.folder)/closed can not")
      })
    // Somebody's who is no daemon.
    let stranger = try Impostor(scene.folder + "/strange", greeting: "hello\n")
    #expect(
      try doctor(scene, socket: stranger.path).output.contains {
        $0.hasPrefix("error: control socket: what answers at \(stranger.path) is no daemon of evbridge")
          || $0.hasPrefix("error: control socket: \(stranger.path) has closed the connection")
      })
    guard geteuid() == 0 else { return }
    try scene.makeFolder("sticky", mode: 0o1777)
    // Left behind: nobody listens there any more.
    close(try #require(UnixSocket.bound(to: scene.folder + "/sticky/socket")))
    #expect(
      try doctor(scene, asNobody: true, socket: scene.folder + "/sticky/socket").output.contains {
        $0.hasPrefix("error: ") && $0.contains("\(scene.folder)/sticky/socket")
      })
  }

  @Test("a state directory that nobody may write") func state() throws {
    let scene = try scene()
    try scene.makeFolder("state", mode: 0o555)
    #expect(
      try doctor(scene, asNobody: true).output.contains {
        $0.hasPrefix(
          "warning: state directory \(scene.folder)/state/evbridge: \(scene.folder)/state can not be written: "
            + "Permission denied")
      })
    // The folders that are not there yet are made.
    #expect(
      try doctor(scene, variables: ["STATE_DIRECTORY": "\(scene.folder)/far/away"]).output.contains(
        "ok: state directory \(scene.folder)/far/away can be written"))
  }

  @Test("the panel's port is free, ours, or taken by somebody who is named") func panel() throws {
    let scene = try Scene(ControlSocketTests.long)
    let panel = try RunningPanel(scene)
    try scene.write("evbridge.yaml", scene.text("evbridge.yaml") + "\npanel: { port: \(panel.port) }\n")
    #expect(
      try doctor(scene).output.contains {
        $0.hasPrefix("ok: evbridge-panel (process ") && $0.hasSuffix(" answers at http://127.0.0.1:\(panel.port)/")
      })
    let port = panel.port
    #expect(try panel.end() == 0)
    #expect(try doctor(scene).output.contains { $0.hasPrefix("ok: port \(port) is free; ") })
    // Any port that this process has.
    var own: UInt16 = 0
    let listener = listen(atPort: &own)
    defer { close(listener) }
    try scene.write("evbridge.yaml", scene.text("evbridge.yaml").replacingOccurrences(of: "\(port)", with: "\(own)"))
    #expect(
      try doctor(scene).output.contains {
        $0.hasPrefix("warning: port \(own) is taken by ") && $0.contains("(process \(getpid())), so evbridge-panel")
      })
  }

  @Test("feedback: what is used, and why what is not is not") func feedback() throws {
    let scene = try scene(
      rest: """
        feedback:
          lamp: { leds: [evbridge-no-such-lamp] }
          lit: { leds: [{ device: button, led: LED_MISC }] }
          beep: { beep: button }
          shake: { rumble: button }
          desk: { notify: true }
          bar: { lines: [cat], format: "{event}" }
          hook: { run: [evbridge-no-such-hook], events: [take.completed] }
        """)
    let lines = try doctor(scene, variables: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(scene.folder)/bus"]).output
    for expected in [
      "warning: feedback 'lamp': no light \"evbridge-no-such-lamp\" in /sys/class/leds; ls /sys/class/leds shows the names",
      "warning: feedback 'lit': device 'button' is not there, nor is its light",
      "warning: feedback 'beep': device 'button' is not there, so nothing sounds",
      "warning: feedback 'shake': device 'button' is not there, so nothing shakes",
      "ok: feedback 'bar': cat is given lines",
      "error: feedback 'hook': there is no program 'evbridge-no-such-hook'; install it, or give its full path",
    ] { #expect(lines.contains(expected), "\(expected)") }
    #expect(lines.contains { $0.hasPrefix("warning: feedback 'desk': no session bus for notifications (") })
    #expect(!lines.contains { $0.contains("none configured") })
  }
}

/// A socket that listens on the loopback, and its port.
private func listen(atPort port: inout UInt16) -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = unsafe withUnsafeMutablePointer(to: &address) {
    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
      unsafe bind(descriptor, place, length) | Glibc.listen(descriptor, 1) | getsockname(descriptor, place, &length)
    }
  }
  precondition(status == 0)
  port = UInt16(bigEndian: address.sin_port)
  return descriptor
}
