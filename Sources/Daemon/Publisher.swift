import Bridge
import Feedback
import Glibc
import InputModel

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
  private var lights: [(output: Reference<OutputSettings>, light: LightOutput)] = []
  private var hooks: [(output: Reference<OutputSettings>, hook: CommandHook)] = []
  private var line: [UInt8] = []
  private var hasToldOfFailure = false

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
    makeOutputs()
  }

  private func makeOutputs() {
    for output in settings.outputs.references {
      switch settings.outputs[output].kind {
      case .light(let names, let idleOn):
        lights.append((output, LightOutput(names: names, isIdleOn: idleOn)))
      case .command(let command, let types): hooks.append((output, CommandHook(command: command, types: types)))
      }
    }
  }

  /// Gives the old outputs back and takes those of a changed configuration.
  func reload(_ settings: Settings) {
    release()
    lights = []
    hooks = []
    self.settings = settings
    makeOutputs()
  }

  /// When a light is to change by itself.
  var deadline: Timestamp? { lights.reduce(nil) { earliest($0, $1.light.deadline) } }

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
    for (output, light) in lights where settings.output(output, shows: event) { light.consume(event) }
    var runs: [HookRun] = []
    for index in hooks.indices where settings.output(hooks[index].output, shows: event) {
      let output = settings.outputs[hooks[index].output].name
      if let run = hooks[index].hook.consume(json, running: runningHooks(output)) {
        runs.append(HookRun(output: output, run: run))
      }
    }
    return runs
  }

  func advance(to time: Timestamp) {
    for (_, light) in lights { light.advance(to: time) }
  }

  func flush() { writer.flush() }

  /// Why standard output can not be written; that its reader has gone, or its terminal, is no failure.
  var outputFailure: String? {
    guard let failure = writer.failure, ![EPIPE, ECONNRESET, EIO].contains(failure) else { return nil }
    return "standard output: " + Environment.sentence(failure)
  }

  /// What went wrong with lights and, once, with standard output, to be logged.
  func takeErrors() -> [String] {
    var errors = lights.flatMap { $0.light.takeErrors().map(\.description) }
    if let outputFailure, !hasToldOfFailure {
      hasToldOfFailure = true
      errors.append(outputFailure + "; going on without it")
    }
    return errors
  }

  /// Gives the lights back as they were.
  func release() {
    for (_, light) in lights { light.release() }
  }
}
