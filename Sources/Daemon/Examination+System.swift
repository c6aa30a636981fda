import EventLoop
import Evdev
import Glibc
import InputModel

extension Examination {
  func panel() -> [Finding] {
    guard let panelPort else {
      return [.note("no panel: its port is not known without a configuration that can be used")]
    }
    let listening = ListeningPort(panelPort)
    guard listening.socket != nil else {
      return [.ok("port \(panelPort) is free; 'evbridge-panel' shows the controls at http://127.0.0.1:\(panelPort)/")]
    }
    let holder = listening.holder
    if let holder, holder.hasPrefix("evbridge-panel (") {
      return [.ok("\(holder) answers at http://127.0.0.1:\(panelPort)/")]
    }
    return [
      .warning(
        "port \(panelPort) is taken by \(holder ?? "a program of another user"), so evbridge-panel can not start; end "
          + "that, or choose another with panel: { port: … }")
    ]
  }

  func system() -> [Finding] {
    var findings: [Finding] = [
      EventLoop.wallClockIsSynchronised
        ? .ok("the clock follows a time source")
        : .note("the clock follows no time source: events may be dated wrongly; holds and takes go by another clock")
    ]
    if Environment.hasTerminal {
      findings.append(
        .note("this session has a terminal: 'evbridge run' here ends when that is closed; a service stays"))
    }
    if let console = TextFile.lines(of: "/sys/class/tty/tty0/active").first {
      findings.append(
        .note("the console is \(console): what is typed on a keyboard goes there too, unless grab: true keeps it"))
    }
    if looksAtUInput {
      findings.append(
        UInputDevice.obstacle.map { .error("devices for tests: \($0)") } ?? .ok("devices for tests can be made"))
    }
    return findings
  }
}
