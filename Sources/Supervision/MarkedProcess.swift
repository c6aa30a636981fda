import Glibc

/// A process that carries a mark, whoever's that is, and what it was told when it was started.
public struct MarkedProcess: Hashable, Sendable {
  public var mark: String
  /// Its other variables whose names begin with `EVBRIDGE_`.
  public var environment: [String: String]

  private static let prefix = Array("EVBRIDGE_".utf8)
  private static let mostLooks = 3

  /// Those of this user, in this namespace of process numbers: in another a mark's numbers mean other processes.
  ///
  /// One that is just being loaded has no environment yet; it is looked at again 10 ms later, and once more.
  public static var all: [MarkedProcess] {
    let ours = namespace(of: "self")
    for look in 1...mostLooks {
      var found: [MarkedProcess] = []
      var isConclusive = true
      ProcessTable.forEach(includingOthers: false) { process, _ in
        guard process.rawValue != getpid() else { return }
        let environment = ProcessTable.environment(of: process)
        if environment?.isEmpty == true { isConclusive = false }
        guard let marked = environment.flatMap({ MarkedProcess($0) }),
          namespace(of: String(process.rawValue)) == ours
        else { return }
        found.append(marked)
      }
      if isConclusive || look == mostLooks { return found }
      usleep(10_000)
    }
    return []
  }

  /// Nil when there is no mark in it.
  ///
  /// - Parameter environment: as in `/proc/PID/environ`, a zero byte after each variable
  init?(_ environment: [UInt8]) {
    var variables: [String: String] = [:]
    for entry in environment.split(separator: 0) where entry.starts(with: Self.prefix) {
      guard let sign = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
      variables[String(decoding: entry[..<sign], as: UTF8.self)] = String(
        decoding: entry[entry.index(after: sign)...], as: UTF8.self)
    }
    guard let mark = variables.removeValue(forKey: Invocation.markVariable) else { return nil }
    self.mark = mark
    self.environment = variables
  }
}

/// The number of the namespace that a process's number belongs to; nil when that can not be seen.
private func namespace(of process: String) -> ino_t? {
  var status = stat()
  return unsafe stat("/proc/\(process)/ns/pid", &status) == 0 ? status.st_ino : nil
}
