import Glibc
import Supervision

extension Invocation {
  static func shell(_ script: String, output: Output = .captured) -> Invocation {
    Invocation(["sh", "-c", script], output: output)
  }

  func start() throws(SpawnError) -> Started {
    var child = try PreparedInvocation(self).launch()
    return Started(process: child.process, output: child.takeOutput())
  }
}

/// A child and its output, each to be had by itself.
struct Started: ~Copyable {
  let process: ProcessID
  var output: OutputReader?
}

extension OutputReader {
  /// Reads until `isEnough`, or to the end, sleeping while there is nothing to read.
  mutating func lines(until isEnough: ([String]) -> Bool = { _ in false }) -> [String] {
    var lines: [String] = []
    while !isEnough(lines) {
      switch drain({ lines.append($0) }) {
      case .more: break
      case .drained: waitUntilReadable(descriptor)
      case .ended: return lines
      }
    }
    return lines
  }
}

private func waitUntilReadable(_ descriptor: Int32) {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  let ready = unsafe poll(&entry, 1, 20_000)
  precondition(ready == 1, "nothing to read for 20 seconds")
}

extension Started {
  /// All the lines to the end of the output.
  mutating func lines() -> [String] { output?.lines() ?? [] }

  /// The first lines, once that many are there.
  mutating func lines(first count: Int) -> [String] { output?.lines { $0.count >= count } ?? [] }
}

/// Reaps, having slept until there is somebody to reap. A test that waits in vain is ended by SIGALRM.
func nextExits() -> [Reaper.Exit] {
  alarm(20)
  defer { alarm(0) }
  var info = unsafe siginfo_t()
  let status = unsafe waitid(P_ALL, 0, &info, WEXITED | WNOWAIT)
  precondition(status == 0, "no child is left")
  return Reaper.reap()
}

/// Reaps until nobody of the group is left.
func reapAll(of group: ProcessID) -> [Reaper.Exit] {
  var exits: [Reaper.Exit] = []
  while group.groupExists { exits += nextExits() }
  return exits
}

/// Reaps until no child is left.
@discardableResult
func reapEverybody() -> [Reaper.Exit] {
  var exits: [Reaper.Exit] = []
  while hasChildren() { exits += nextExits() }
  return exits
}

/// Whether this process has any child, alive or not.
func hasChildren() -> Bool {
  var info = unsafe siginfo_t()
  return unsafe waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | WNOHANG) == 0
}

/// How many descriptors this process has.
func openDescriptors() -> Int {
  guard let directory = unsafe opendir("/proc/self/fd") else { preconditionFailure("no /proc") }
  defer { unsafe closedir(directory) }
  var count = 0
  while unsafe readdir(directory) != nil { count += 1 }
  return count
}
