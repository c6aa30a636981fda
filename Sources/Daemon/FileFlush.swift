import Supervision
import Takes

/// Takes that are done, on their way from the kernel's memory to the disk.
///
/// A file that was moved to its place survives the end of any program, but not a power cut in the next half minute. To
/// flush it (fsync(2)) may take seconds on a card, and a press must be answered meanwhile: so coreutils' `sync` does it,
/// a process that nobody waits for. Those that run when the daemon ends go on to their end.
struct FileFlush {
  private var running: [ProcessID] = []
  /// What is flushed when one of them has ended.
  private var waiting: [String] = []

  private static let most = 3

  /// A file, and the folder that has its name. They wait for `start`: to start a program takes a while, and that the
  /// take is complete is told first.
  mutating func add(_ file: String, in directory: String) {
    waiting.append(file)
    if !waiting.contains(directory) { waiting.append(directory) }
  }

  /// Takes note of a child that has ended; nil when it is none of these, else what went wrong.
  mutating func note(_ exit: Reaper.Exit) -> (isOurs: Bool, message: String?) {
    guard let index = running.firstIndex(of: exit.process) else { return (false, nil) }
    running.remove(at: index)
    let failure = exit.status == .exited(0) ? nil : "sync \(exit.status.sentence)"
    return (true, start() ?? failure)
  }

  /// At the daemon's end: what waits is started, to be done without us.
  mutating func startAll() -> String? { start(atMost: .max) }

  /// Starts what waits. Returns what went wrong.
  mutating func start() -> String? { start(atMost: Self.most) }

  private mutating func start(atMost limit: Int) -> String? {
    guard !waiting.isEmpty, running.count < limit else { return nil }
    let files = waiting
    waiting = []
    do throws(SpawnError) {
      let child = try PreparedInvocation(Invocation(["sync"] + files, output: .discarded)).launch()
      running.append(child.process)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
