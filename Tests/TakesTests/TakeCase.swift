import InputModel
import Takes
import Testing

/// A take driven by a line of text: `prepared@0 start@300 spawned@300 stop:released@2000 exited:255@2100 gone@2100 …`.
/// `exited:1!@…` says that the group is gone with its leader, `ended:verify!@…` that the command went wrong,
/// `stalled:9000@…` that nobody ran until then, `failed@…` that it is gone and has exited with 0, although it says that it
/// failed, `probed:44/9000@…` that the file has 44 bytes and its disk
/// 9000 MB left, with `!` that its output has said that it is ready.
struct TakeCase: CustomTestStringConvertible, Sendable {
  static let begun = "prepared@0 start@300 spawned@300"
  static let started = "300 spawn, 300 starting, 600 recording"
  static let killed =
    "the recorder had to be killed: the end of its file may be missing, or all of it; give it more time with"
    + " stop.grace, or find out what it waits for"

  /// A take of an earlier run.
  struct Adoption {
    var file: String?
    var isRunning: Bool
    var verdict: TakeLifecycle.Verdict?
  }

  var name: String
  var settings: RecorderSettings
  var adoption: Adoption?
  var script: String
  var expected: String
  var testDescription: String { name }

  /// The disk is left alone where a case says nothing of it.
  init(
    _ name: String, adopting adoption: Adoption? = nil, _ change: (inout RecorderSettings) -> Void, _ script: String,
    _ expected: String
  ) {
    self.name = name
    settings = RecorderSettings(name: "story", command: ["record", "{file}"])
    settings.freeSpace = FreeSpace(stop: 0, warn: 0)
    change(&settings)
    self.adoption = adoption
    self.script = script
    self.expected = expected
  }

  init(_ name: String, _ script: String, _ expected: String) { self.init(name, { _ in }, script, expected) }

  struct Unreadable: Error { var word: Substring }

  func run() throws -> String {
    var take =
      adoption.map {
        TakeLifecycle(adopting: settings, file: $0.file, isRunning: $0.isRunning, verdict: $0.verdict)
      }
      ?? TakeLifecycle(settings: settings)
    var log: [String] = []
    for word in script.split(separator: " ") {
      let parts = word.split(separator: "@")
      guard parts.count == 2, let milliseconds = Int64(parts[1]) else { throw Unreadable(word: word) }
      let time = Timestamp(microseconds: milliseconds * 1000)
      while let due = take.deadline, due <= time {
        log += take.advance(to: due).map { "\(due.microseconds / 1000) \(Self.text($0))" }
      }
      let verb = parts[0].split(separator: ":")
      let argument = verb.count > 1 ? verb[1] : ""
      let outputs = try Self.outputs(of: &take, verb[0], argument, at: time) ?? { throw Unreadable(word: word) }()
      log += outputs.map { "\(parts[1]) \(Self.text($0))" }
    }
    return log.joined(separator: ", ")
  }

  /// Nil when there is no such word.
  private static func outputs(
    of take: inout TakeLifecycle, _ verb: Substring, _ argument: Substring, at time: Timestamp
  ) throws -> [TakeLifecycle.Output]? {
    let isMarked = argument.hasSuffix("!")
    let argument = isMarked ? argument.dropLast() : argument
    switch verb {
    case "start": return take.start(at: time)
    case "abandon": return take.abandon()
    case "stop": return take.stop(StopReason(rawValue: String(argument)) ?? .released, discard: false, at: time)
    case "discard": return take.stop(.released, discard: true, at: time)
    case "suspend": return take.suspend(at: time)
    case "resume": return take.resume(at: time)
    case "signal":
      take.noteSignal(Signal.named(argument) ?? .kill)
      return []
    case "stalled":
      take.noteStall(until: Timestamp(microseconds: (Int64(argument) ?? 0) * 1_000))
      return []
    case ".": return take.advance(to: time)
    default:
      guard let input = input(verb, argument, isMarked) else { return nil }
      return take.consume(input, at: time)
    }
  }

  private static func input(_ verb: Substring, _ argument: Substring, _ isMarked: Bool) -> TakeLifecycle.Input? {
    switch verb {
    case "prepared": return .prepared(file: argument == "none" ? nil : "f.wav")
    case "refused": return .refused(message: "no directory")
    case "spawned": return .spawned
    case "spawnfailed": return .spawnFailed(message: "not found")
    case "matched": return .outputMatched
    case "exited":
      let status = Int32(argument).map { ExitStatus.exited($0) } ?? .signalled(Signal.named(argument) ?? .kill)
      return .exited(status, lastLine: argument == "1" ? "no such card" : nil, groupIsGone: isMarked)
    case "failed": return .exited(.exited(0), lastLine: "sox FAIL sox: disk full", groupIsGone: true)
    case "gone": return .groupGone
    case "ended":
      let message = isMarked ? "it exited with 2" : nil
      return TakeCommand(rawValue: String(argument)).map { .commandEnded($0, message: message) }
    case "probed":
      let numbers = argument.split(separator: "/").map { Int64($0) }
      let free = numbers.count > 1 ? numbers[1].map { $0 * 1_000_000 } : nil
      return numbers.first.map { .probed(TakeProbe(fileSize: $0, freeSpace: free, outputMatches: isMarked)) }
    case "finished": return .finished(file: "done.wav", message: nil)
    case "deleted": return .finished(file: nil, message: nil)
    case "empty": return .finished(file: nil, message: "left no file")
    default: return nil
    }
  }

  static func text(_ output: TakeLifecycle.Output) -> String {
    switch output {
    case .spawn: "spawn"
    case .signal(let signal): signal.name
    case .abandon: "abandon"
    case .finish(let verdict): verdict.isDiscarded ? "delete" : "keep"
    case .run(let command): "run \(command.rawValue)"
    case .endCommand: "end command"
    case .probe: "probe"
    case .warning(let message): "warning (\(message))"
    case .starting: "starting"
    case .recording: "recording"
    case .suspended: "suspended"
    case .stopping(let reason): "stopping \(reason.rawValue)"
    case .completed(let outcome):
      "completed \(outcome.reason.rawValue) \(outcome.duration.microseconds / 1000) \(outcome.signal?.name ?? "-")"
        + (outcome.wasDiscarded ? " discarded" : "")
    case .failed(let outcome, let message):
      "failed \(outcome.reason.rawValue) \(outcome.file ?? "-") (\(message))"
    }
  }
}

extension Signal {
  static func named(_ name: Substring) -> Signal? { names.first { $0.name == name }?.signal }
}
