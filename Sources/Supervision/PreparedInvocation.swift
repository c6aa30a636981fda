import CSpawn
import Glibc

/// A program that is ready to start: found, its pipe open, its arguments in C memory. Built when a button goes down, so
/// that at the end of the hold there is nothing left but the spawn; dropped without a trace when the hold is too short.
public struct PreparedInvocation: ~Copyable {
  private let program: String
  private let path: String
  private let arguments: CStringArray
  private let environment: CStringArray
  private let plan: SpawnPlan
  /// The child's end of the pipe, or /dev/null. Closed after the spawn, or the pipe would never end.
  private let childOutput: Descriptor?
  private let output: OutputReader?
  /// The child's end of the pipe that it reads, closed after the spawn.
  private let childInput: Descriptor?
  private let input: InputPipe?

  /// Looks the program up in the PATH that it will run with.
  public init(_ invocation: Invocation) throws(SpawnError) {
    let program = invocation.arguments.first ?? ""
    guard !program.isEmpty, invocation.isFreeOfZeroBytes else { throw .malformed(program: program) }
    if let directory = invocation.workingDirectory, let errno = obstacle(to: directory) {
      throw .workingDirectory(program: program, path: directory, errno: errno)
    }
    let path: String
    switch Executable.find(
      program, path: invocation.environment["PATH"], workingDirectory: invocation.workingDirectory)
    {
    case .found(let place): path = place
    case .notExecutable(let place): throw .notExecutable(program: program, path: place)
    case .notFound: throw .notFound(program: program)
    }

    // Nothing is thrown from here on: the two ends have no owner yet.
    let ends = try Ends(for: invocation, program: program)
    self.program = program
    self.path = path
    arguments = CStringArray(invocation.arguments)
    environment = invocation.fullEnvironment
    plan = SpawnPlan(
      input: ends.childInput, output: ends.child ?? STDERR_FILENO,
      errors: invocation.output == .errors ? STDERR_FILENO : ends.child ?? STDERR_FILENO,
      directory: invocation.workingDirectory)
    childOutput = ends.child.map { Descriptor(owning: $0) }
    output = ends.ours.map { OutputReader(owning: $0) }
    childInput = ends.childInput.map { Descriptor(owning: $0) }
    input = ends.ourInput.map { InputPipe(owning: $0) }
  }

  /// Starts the program. Returns when the child has become it, so that a program that can not run is an error here and
  /// not an exit status later.
  public consuming func launch() throws(SpawnError) -> Child {
    var process: pid_t = 0
    let status = unsafe posix_spawn(
      &process, path, plan.actions, plan.attributes, arguments.pointers, environment.pointers)
    guard status == 0 else { throw .system(program: program, errno: status) }
    return Child(process: ProcessID(rawValue: process), output: output, input: input)
  }
}

/// The descriptors that standard input and output need.
private struct Ends {
  var child: Int32?
  var ours: Int32?
  var childInput: Int32?
  var ourInput: Int32?

  init(for invocation: Invocation, program: String) throws(SpawnError) {
    switch invocation.output {
    case .captured: (ours, child) = try Self.pipe(program)
    case .discarded, .errors:
      let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard null >= 0 else { throw .system(program: program, errno: errno) }
      child = null
    case .log: break
    }
    guard invocation.takesInput else { return }
    do throws(SpawnError) {
      (childInput, ourInput) = try Self.pipe(program)
    } catch {
      for descriptor in [child, ours] { if let descriptor { close(descriptor) } }
      throw error
    }
  }

  private static func pipe(_ program: String) throws(SpawnError) -> (reading: Int32, writing: Int32) {
    var pipe: [Int32] = [-1, -1]
    guard unsafe pipe2(&pipe, O_CLOEXEC) == 0 else { throw .system(program: program, errno: errno) }
    return (pipe[0], pipe[1])
  }
}

/// Why a directory can not be the working directory.
private func obstacle(to directory: String) -> Int32? {
  var status = stat()
  guard unsafe stat(directory, &status) == 0 else { return errno }
  guard status.st_mode & S_IFMT == S_IFDIR else { return ENOTDIR }
  return unsafe access(directory, X_OK) == 0 ? nil : errno
}

extension Invocation {
  /// A zero byte would cut a C string short.
  fileprivate var isFreeOfZeroBytes: Bool {
    let texts =
      arguments + environment.keys + environment.values + [workingDirectory, mark].compactMap { $0 }
    return texts.allSatisfy { !$0.utf8.contains(0) }
  }

  /// Variables between this process and who started it, no business of its children.
  private static let privateVariables: Set<String> = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", markVariable,
  ]

  fileprivate var fullEnvironment: CStringArray {
    var result = CStringArray()
    var next = unsafe evb_environment()
    while let entry = unsafe next?.pointee {
      let text = unsafe String(cString: entry)
      let name = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "=") }))
      if environment[name] == nil, !Self.privateVariables.contains(name) { unsafe result.append(copying: entry) }
      unsafe next = next?.successor()
    }
    for (name, value) in environment where name != Self.markVariable { result.append(name + "=" + value) }
    if let mark { result.append(Self.markVariable + "=" + mark) }
    return result
  }
}
