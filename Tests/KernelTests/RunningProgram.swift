import CGlibc
import Glibc
import InputModel
import Supervision
import Takes

/// The built program at work, in a session of its own, and all that it says: events and messages in one order.
final class RunningProgram {
  /// It did not do in time what a test waits for.
  struct Impatience: Error, CustomStringConvertible {
    var wanted: String
    var lines: [String]
    var description: String { "waited in vain for \(wanted) after:\n" + lines.joined(separator: "\n") }
  }

  /// An emulated machine is slow; nothing that works takes this long.
  private static let patience = Interval.seconds(40)

  /// Beside the test bundle, which is the program that runs now.
  static var path: String {
    let bundle = target(of: "/proc/self/exe") ?? ""
    return bundle.prefix(through: bundle.lastIndex(of: "/") ?? bundle.startIndex) + "evbridge"
  }

  let process: ProcessID
  private(set) var lines: [String] = []
  private(set) var events: [JSONLine] = []
  private var output: OutputReader
  private var outputHasEnded = false
  /// Readable when the process has ended.
  private let ending: Int32
  private var status: ExitStatus?
  /// The events and lines before these have been waited for.
  private var nextEvent = 0
  private var nextLine = 0

  /// - Parameters:
  ///   - launcher: what starts the program: a command that ends in it, with its arguments
  ///   - state: the folder for what the program keeps; its socket is beside it, or two daemons would meet
  init(_ arguments: String..., launcher: [String] = [], path: String = RunningProgram.path, state: String) throws {
    var child = try PreparedInvocation(
      Invocation(
        launcher + [path] + arguments,
        environment: ["XDG_STATE_HOME": state, "EVBRIDGE_SOCKET": state + ".socket", "LC_ALL": "C"])
    ).launch()
    process = child.process
    ending = pidfd_open(process.rawValue, 0)
    guard let output = child.takeOutput(), ending >= 0 else { throw TestFolder.Refused(what: "pidfd", number: errno) }
    self.output = output
  }

  deinit {
    if status == nil {
      // First as a service manager would: what it started ends with it.
      send(.resume)
      send(.terminate)
      if !isReadable(ending, within: 10_000) { _ = process.signalGroup(.kill) }
      _ = reap()
    }
    close(ending)
  }

  // MARK: What it does

  /// The next event of this type that fits; what comes before it is passed over.
  @discardableResult func event(_ type: String, where fits: (JSONLine) -> Bool = { _ in true }) throws -> JSONLine {
    let limit = monotonicNow() + Self.patience
    while true {
      while nextEvent < events.count {
        nextEvent += 1
        let event = events[nextEvent - 1]
        if event.type == type, fits(event) { return event }
      }
      guard pump(until: limit) else { throw Impatience(wanted: type, lines: lines) }
    }
  }

  /// All events of this type up to now.
  func told(_ type: String) -> [JSONLine] { events.filter { $0.type == type } }

  /// The next line, message or event, that has all these parts.
  @discardableResult func line(_ parts: String...) throws -> String {
    let limit = monotonicNow() + Self.patience
    while true {
      while nextLine < lines.count {
        nextLine += 1
        let line = lines[nextLine - 1]
        if parts.allSatisfy({ line.contains($0) }) { return line }
      }
      guard pump(until: limit) else { throw Impatience(wanted: parts.joined(separator: " … "), lines: lines) }
    }
  }

  /// Takes note of what it says until a point in time.
  func listen(until time: Timestamp) { while pump(until: time) {} }

  /// Waits for its end, and takes note of its last words.
  func exit() throws -> ExitStatus {
    let limit = monotonicNow() + Self.patience
    while true {
      if let status {
        while drain() == .more {}
        return status
      }
      guard pump(until: limit) else { throw Impatience(wanted: "the end", lines: lines) }
    }
  }

  // MARK: What is done to it

  func send(_ signal: Signal) { kill(process.rawValue, signal.rawValue) }

  /// Stops it where it is; returns when it has stopped.
  func freeze() {
    send(.stop)
    var info = unsafe siginfo_t()
    unsafe waitid(P_PID, id_t(process.rawValue), &info, WSTOPPED)
  }

  func thaw() { send(.resume) }

  // MARK: Reading

  /// Waits for output or the end; false when there was neither in time, or nothing is left to come.
  private func pump(until limit: Timestamp) -> Bool {
    guard !outputHasEnded || status == nil else { return false }
    let left = (limit - monotonicNow()).microseconds
    guard left > 0 else { return false }
    var waiting = [
      pollfd(fd: outputHasEnded ? -1 : output.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
    ]
    guard unsafe poll(&waiting, nfds_t(waiting.count), Int32((left + 999) / 1_000)) > 0 else { return false }
    if waiting[0].revents != 0 { outputHasEnded = drain() == .ended }
    if waiting[1].revents != 0, status == nil { status = reap() }
    return true
  }

  private func drain() -> OutputReader.Progress {
    output.drain { line in
      lines.append(line)
      if let event = JSONLine(line) { events.append(event) }
    }
  }

  private func reap() -> ExitStatus {
    var info = unsafe siginfo_t()
    unsafe waitid(P_PID, id_t(process.rawValue), &info, WEXITED)
    let child = unsafe info._sifields._sigchld
    let hasExited = unsafe info.si_code == Int32(CLD_EXITED)
    return hasExited ? .exited(child.si_status) : .signalled(Signal(rawValue: child.si_status))
  }
}

// MARK: - What /proc says of it

extension RunningProgram {
  private var folder: String { "/proc/\(process.rawValue)" }

  /// Its open descriptors, with what they lead to.
  var descriptors: [Int32: String] {
    var result: [Int32: String] = [:]
    for name in names(in: folder + "/fd") {
      if let number = Int32(name), let target = target(of: "\(folder)/fd/\(name)") { result[number] = target }
    }
    return result
  }

  /// A number of its status file, such as VmRSS in kB.
  func status(_ name: String) -> Int? {
    let line = text(of: folder + "/status").split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { line in Int(line.drop { !$0.isNumber }.prefix { $0.isNumber }) }
  }

  /// The processes that it is the parent of.
  var children: [ProcessID] {
    names(in: "/proc").compactMap { Int32($0).map(ProcessID.init(rawValue:)) }
      .filter { Self.stat(of: $0).parent == process }
  }

  /// Waits until it waits: all that came of what it has told is done.
  func sleep() throws {
    let limit = monotonicNow() + Self.patience
    while Self.stat(of: process).state != "S" {
      guard monotonicNow() < limit else { throw Impatience(wanted: "rest", lines: lines) }
      listen(until: monotonicNow() + .milliseconds(5))
    }
  }

  /// Waits until it has no child: what flushes a finished take may outlive the take.
  func beAlone() throws {
    let limit = monotonicNow() + Self.patience
    while !children.isEmpty {
      guard monotonicNow() < limit else { throw Impatience(wanted: "the end of its children", lines: lines) }
      listen(until: monotonicNow() + .milliseconds(5))
    }
  }

  static func stat(of process: ProcessID) -> (state: Substring, parent: ProcessID?, session: Int32?) {
    // The program's name is in parentheses and may have spaces.
    let stat = text(of: "/proc/\(process.rawValue)/stat")
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    guard fields.count > 4 else { return ("", nil, nil) }
    return (fields[1], Int32(fields[2]).map(ProcessID.init(rawValue:)), Int32(fields[4]))
  }
}
