import Bridge
import EventLoop
import Feedback
import Glibc
import InputModel
import Supervision
import Takes

/// How events are shown on standard output.
public enum EventFormat: Hashable, Sendable {
  /// A line for a person.
  case terminal(isColored: Bool)
  /// A JSON object a line.
  case json
}

/// Hands each event to everybody who wants it. None of them can hold up a press.
final class Publisher {
  private var settings: Settings
  private let format: EventFormat
  private let terminal: TerminalFormat
  private var writer: LineWriter
  /// The number of the last event.
  private(set) var sequence: UInt64 = 0
  var server: SocketServer?
  private var outlets: [(output: Reference<OutputSettings>, outlet: any Outlet)] = []
  private var hooks: [(output: Reference<OutputSettings>, hook: CommandHook)] = []
  private var line: [UInt8] = []
  private var hasToldOfFailure = false
  private var errors: [String] = []

  /// A hook's run that is to be spawned.
  struct HookRun {
    /// The name of the output.
    var output: String
    var run: CommandHook.Run
  }

  init(_ settings: Settings, format: EventFormat, start: Timestamp) {
    self.settings = settings
    self.format = format
    switch format {
    case .terminal(let isColored):
      terminal = TerminalFormat(start: start, home: Environment.value("HOME"), isColored: isColored)
      writer = LineWriter(STDOUT_FILENO, notice: TerminalFormat.dropped)
    case .json:
      terminal = TerminalFormat(start: start)
      writer = LineWriter(STDOUT_FILENO, notice: EventLine.dropped)
    }
    makeOutputs(start)
  }

  /// - Parameter programs: those that read lines already
  private func makeOutputs(_ start: Timestamp, keeping programs: [LineOutlet] = []) {
    for output in settings.outputs.references {
      if let program = programs.first(where: { $0.output == settings.outputs[output] }) {
        outlets.append((output, program))
        continue
      }
      if case .command(let command, let types) = settings.outputs[output].kind {
        hooks.append((output, CommandHook(command: command, types: types)))
      } else if let outlet = outlet(settings.outputs[output], start) {
        outlets.append((output, outlet))
      }
    }
  }

  /// Whether whoever asks this device for anything, or writes to it, would have to wait for an output.
  func holdsUp(_ device: DeviceID) -> Bool { outlets.contains { $0.outlet.holdsUp(device) } }

  private func outlet(_ output: OutputSettings, _ start: Timestamp) -> (any Outlet)? {
    let isHeldUp = { [unowned self] device in holdsUp(device) }
    switch output.kind {
    case .command: return nil
    case .light(let lights): return LightOutlet(lights, name: output.name, isHeldUp: isHeldUp)
    case .lines(let lines): return LineOutlet(output, lines, start: start)
    case .beep(let device, let whileRecording):
      return BeepOutlet(device, whileRecording: whileRecording, name: output.name, isHeldUp: isHeldUp)
    case .rumble(let device, let whileRecording):
      return RumbleOutlet(device, whileRecording: whileRecording, name: output.name)
    case .notification:
      do {
        return try DesktopCards(name: output.name)
      } catch {
        errors.append("feedback '\(output.name)': \(error)")
        return nil
      }
    }
  }

  /// Gives the old outputs back and takes those of a changed configuration, which know of no device yet. A program that
  /// reads the same lines as before goes on.
  func reload(_ settings: Settings, at time: Timestamp) {
    var programs: [LineOutlet] = []
    for (_, outlet) in outlets {
      if let program = outlet as? LineOutlet, settings.outputs.contains(program.output) {
        programs.append(program)
      } else {
        outlet.release()
        errors += outlet.takeErrors()
      }
    }
    outlets = []
    hooks = []
    self.settings = settings
    makeOutputs(time, keeping: programs)
  }

  /// When an output has something to do by itself.
  var deadline: Timestamp? { outlets.reduce(nil) { earliest($0, $1.outlet.deadline) } }

  /// The descriptor of standard output while it is too slow for us.
  var blockedDescriptor: Int32? { writer.wantsWritable ? writer.descriptor : nil }

  /// Shows an event; returns the hooks that are to be run for it.
  ///
  /// - Parameter time: when it happened
  func publish(_ event: Event, at time: WallTime, runningHooks: (String) -> Int) -> [HookRun] {
    sequence += 1
    let json = EventLine(event, sequence: sequence, time: time)
    line.removeAll(keepingCapacity: true)
    switch format {
    case .terminal: terminal.append(event, to: &line)
    case .json: json.append(to: &line)
    }
    writer.write(line)
    server?.publish(json)
    for (output, outlet) in outlets where settings.output(output, shows: event) { outlet.consume(json) }
    var runs: [HookRun] = []
    for index in hooks.indices where settings.output(hooks[index].output, shows: event) {
      let output = settings.outputs[hooks[index].output].name
      if let run = hooks[index].hook.consume(json, running: runningHooks(output)) {
        runs.append(HookRun(output: output, run: run))
      }
    }
    return runs
  }

  func advance(to time: Timestamp, loop: inout EventLoop) {
    for (_, outlet) in outlets { outlet.advance(to: time, loop: &loop) }
  }

  /// A watched descriptor is ready; false when it is of no output.
  func noteReady(_ token: Token) -> Bool { outlets.contains { $0.outlet.noteReady(token) } }

  /// A process has ended; false when it is of no output.
  func noteEnd(of process: ProcessID, _ status: ExitStatus, at time: Timestamp) -> Bool {
    outlets.contains { $0.outlet.noteEnd(of: process, status, at: time) }
  }

  func noteArrival(of device: OpenDevice) {
    for (_, outlet) in outlets { outlet.noteArrival(of: device) }
  }

  func noteDeparture(of device: DeviceID) {
    for (_, outlet) in outlets { outlet.noteDeparture(of: device) }
  }

  func flush() { writer.flush() }

  /// Why standard output can not be written; that its reader has gone, or its terminal, is no failure.
  var outputFailure: String? {
    guard let failure = writer.failure, ![EPIPE, ECONNRESET, EIO].contains(failure) else { return nil }
    return "standard output: " + Environment.sentence(failure)
  }

  /// What went wrong with outputs and, once, with standard output, to be logged.
  func takeErrors() -> [String] {
    var errors = self.errors + outlets.flatMap { $0.outlet.takeErrors() }
    self.errors = []
    if let outputFailure, !hasToldOfFailure {
      hasToldOfFailure = true
      errors.append(outputFailure + "; going on without it")
    }
    return errors
  }

  /// Gives the lights back as they were, and ends what programs are told.
  func release() {
    for (_, outlet) in outlets { outlet.release() }
  }
}
