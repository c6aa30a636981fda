import EventLoop
import Feedback
import InputModel
import Supervision
import Takes

/// A program that is given lines. It can not hold anything up: what it does not read waits, up to a limit, and one that
/// ends is started again when there is something to say, with growing pauses.
final class LineSink {
  private static let firstPause = Interval.seconds(1)
  private static let longestPause = Interval.seconds(30)
  /// Who has run for so long has not failed at the start.
  private static let goodRun = Interval.seconds(10)
  /// How many lines wait for a program that is not there; then the oldest go.
  private static let most = 64

  private let name: String
  private let command: [String]
  private(set) var process: ProcessID?
  private var writer: LineWriter?
  private var watch: Watch?
  private var waiting: [[UInt8]] = []
  private var nextStart: Timestamp?
  private var startedAt = Timestamp.zero
  private var pause = firstPause
  private var errors: [String] = []
  private var said: Set<String> = []

  /// - Parameter start: when it is started first
  init(name: String, command: [String], start: Timestamp) {
    self.name = name
    self.command = command
    nextStart = start
  }

  /// When it is to be started.
  var deadline: Timestamp? { process == nil ? nextStart : nil }

  var token: Token? { watch?.token }

  /// Takes a line that ends with `\n`.
  func write(_ line: [UInt8], at time: Timestamp) {
    if writer != nil {
      writer?.write(line)
      return
    }
    waiting.append(line)
    if waiting.count > Self.most { waiting.removeFirst() }
    if process == nil, nextStart == nil { nextStart = max(time, startedAt + pause) }
  }

  func flush() { writer?.flush() }

  /// Starts the program when it is time, and watches it while it is slow.
  func advance(to time: Timestamp, loop: inout EventLoop) {
    if process == nil, let due = nextStart, due <= time { start(at: time) }
    guard writer?.wantsWritable == true, let descriptor = writer?.descriptor else {
      watch = nil
      return
    }
    guard watch == nil else { return }
    do {
      watch = try loop.watch(descriptor: descriptor, for: .writable, priority: .background)
    } catch {
      complain("\(error)")
    }
  }

  /// The program has ended.
  func noteEnd(_ status: ExitStatus, at time: Timestamp) {
    process = nil
    watch = nil
    writer = nil
    pause = time - startedAt >= Self.goodRun ? Self.firstPause : min(pause + pause, Self.longestPause)
    if !waiting.isEmpty { nextStart = startedAt + pause }
    complain("its program \(status.sentence); the next line starts it again")
  }

  /// Ends its input. Who has not even read what was written hangs, and is killed.
  func release() {
    watch = nil
    writer?.flush()
    if writer?.wantsWritable == true { _ = process?.signalGroup(.kill) }
    writer = nil
    nextStart = nil
    waiting = []
  }

  /// What went wrong since it was last asked; the same once.
  func takeErrors() -> [String] {
    defer { errors = [] }
    return errors
  }

  private func start(at time: Timestamp) {
    nextStart = nil
    startedAt = time
    do throws(SpawnError) {
      var invocation = Invocation(command, output: .errors)
      invocation.takesInput = true
      var child = try PreparedInvocation(invocation).launch()
      process = child.process
      guard let input = child.takeInput() else { return }
      writer = LineWriter(input.descriptor) { _ in [] }
    } catch {
      pause = min(pause + pause, Self.longestPause)
      waiting = []
      complain("\(error)")
    }
    for line in waiting { writer?.write(line) }
    waiting = []
  }

  private func complain(_ message: String) {
    if said.insert(message).inserted { errors.append("feedback '\(name)': \(message)") }
  }
}
