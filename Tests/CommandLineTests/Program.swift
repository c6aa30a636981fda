import Glibc
import Synchronization

/// The built program as a child, each of its outputs a pipe. Whoever waits for it sleeps, and not for ever.
final class Program {
  /// Longer than anything here takes on a busy machine, or in the guest, which emulates its processor.
  static let patience: Int64 = unsafe getenv("EVBRIDGE_GUEST") == nil ? 30_000 : 300_000

  struct TookTooLong: Error, CustomStringConvertible {
    var awaited: String
    var output: [String]
    var errors: [String]

    var description: String {
      (["waited in vain for \(awaited); standard output:"] + output + ["standard error:"] + errors)
        .joined(separator: "\n")
    }
  }

  /// `evbridge`, in the folder `EVBRIDGE_PROGRAMS`, else beside the bundle of these tests: `.build/<configuration>`.
  static let path: String = {
    if let folder = unsafe getenv("EVBRIDGE_PROGRAMS") { return unsafe String(cString: folder) + "/evbridge" }
    var link = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &link, link.count)
    let bundle = String(decoding: link.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return bundle.prefix(through: bundle.lastIndex(of: "/") ?? bundle.startIndex) + "evbridge"
  }()

  /// The folder of this package.
  static let repository: String =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")

  /// Another program that is started meanwhile would inherit the pipes, and keep them from ending.
  private static let oneAtATime = Mutex(())

  private let process: pid_t
  /// While false nothing is read from its standard output, which then fills.
  var readsOutput = true
  /// The same for standard error.
  var readsErrors = true
  private var output: LinePipe
  private var errors: LinePipe
  private var hasBeenReaped = false

  /// - Parameters:
  ///   - command: a program by its full path, and its arguments
  ///   - environment: all that it finds there
  ///   - outputCapacity: how much its standard output holds while nobody reads; the kernel's 64 KiB when nil
  init(_ command: [String], environment: [String: String], outputCapacity: Int32? = nil) {
    (output, errors, process) = Self.oneAtATime.withLock { _ in
      let (output, outputEnd) = LinePipe.make(capacity: outputCapacity)
      let (errors, errorsEnd) = LinePipe.make()
      defer {
        close(outputEnd)
        close(errorsEnd)
      }
      return (output, errors, spawn(command, environment: environment, output: outputEnd, errors: errorsEnd))
    }
  }

  deinit {
    if !hasBeenReaped {
      kill(-process, SIGKILL)
      var status: Int32 = 0
      unsafe waitpid(process, &status, 0)
    }
  }

  /// Its process number.
  var number: Int32 { process }
  var outputLines: [String] { output.lines }
  var errorLines: [String] { errors.lines }

  func send(_ signal: Int32) { kill(process, signal) }

  /// As a reader does that goes away.
  func closeOutput() { output.close() }

  /// Waits until what it has said is enough.
  func wait(for awaited: String, until isEnough: (Program) -> Bool) throws {
    let limit = now() + Self.patience
    while !isEnough(self) {
      guard !(output.isOver && errors.isOver), pump(until: limit) else {
        throw TookTooLong(awaited: awaited, output: output.lines, errors: errors.lines)
      }
    }
  }

  /// Waits until it has told of an event of this type.
  func wait(forEvent type: String) throws {
    try wait(for: type) { program in program.outputLines.contains { JSONLine($0)?.type == type } }
  }

  /// Waits until it has ended, and all that it may have left behind; returns its exit code, or its signal, negative.
  func end() throws -> Int32 {
    readsOutput = true
    readsErrors = true
    let limit = now() + Self.patience
    while !(output.isOver && errors.isOver) {
      guard pump(until: limit) else {
        throw TookTooLong(awaited: "its end", output: output.lines, errors: errors.lines)
      }
    }
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, 0) == process else { preconditionFailure("somebody else has reaped it") }
    hasBeenReaped = true
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }

  /// Reads what there is, having slept until there is something; false when there is nothing more to come in time.
  private func pump(until limit: Int64) -> Bool {
    var entries = [
      pollfd(fd: readsOutput ? output.descriptor : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readsErrors ? errors.descriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    guard unsafe poll(&entries, 2, Int32(max(0, limit - now()))) > 0 else { return false }
    if entries[0].revents != 0 { output.read() }
    if entries[1].revents != 0 { errors.read() }
    return true
  }
}

/// Milliseconds of the monotonic clock.
private func now() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

/// Starts a program as a session of its own, with no terminal, and with every signal as at the start of the world.
private func spawn(_ command: [String], environment: [String: String], output: Int32, errors: Int32) -> pid_t {
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
  unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  var everySignal = sigset_t()
  unsafe sigfillset(&everySignal)
  var noSignal = sigset_t()
  unsafe sigemptyset(&noSignal)
  // POSIX_SPAWN_SETSID, which glibc shows to _GNU_SOURCE only.
  let setSession: Int16 = 0x80
  unsafe posix_spawnattr_setflags(
    &attributes, setSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
  unsafe posix_spawnattr_setsigmask(&attributes, &noSignal)
  unsafe posix_spawnattr_setsigdefault(&attributes, &everySignal)
  let arguments = unsafe command.map { unsafe strdup($0) }
  let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") }
  defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
  var process: pid_t = 0
  let status = unsafe posix_spawn(
    &process, command[0], &actions, &attributes, arguments + [nil], variables + [nil])
  guard status == 0 else { preconditionFailure("\(command[0]) can not be started: error \(status)") }
  return process
}
