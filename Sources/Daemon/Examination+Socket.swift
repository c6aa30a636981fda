import Bridge
import ControlSocket
import Glibc
import JSONLines

/// What the daemon says to whoever connects.
enum DaemonAnswer {
  /// All that is so there.
  case snapshot(JSONValue, path: String)
  /// What answers sends us away, or is no daemon.
  case strange(JSONValue?, path: String)
  case silence(SocketError)

  init(at paths: [String]) {
    do throws(SocketError) {
      var client = try Client(paths)
      guard let line = try client.receive() else { throw .closed(client.path) }
      let value = try? JSONValue(parsing: line, maximumLength: 1 << 20)
      if let value, value["type"]?.text == Snapshot.type {
        self = .snapshot(value, path: client.path)
      } else {
        self = .strange(value, path: client.path)
      }
    } catch {
      self = .silence(error)
    }
  }

  /// Whether it reads a node as this device.
  func isRead(_ node: String, as device: String) -> Bool {
    guard case .snapshot(let snapshot, _) = self else { return false }
    return (snapshot["devices"]?.elements ?? []).contains {
      $0["device"]?.text == device && $0["node"]?.text == node
    }
  }
}

extension Examination {
  /// Who answers at the socket; where nobody does, what a daemon that is started now would find there.
  func daemon(_ answer: DaemonAnswer) -> [Finding] {
    switch answer {
    case .snapshot(let snapshot, let path): return greeting(snapshot, at: path)
    case .strange(let value, let path):
      if let refusal = value?["error"]?.text { return [.error("control socket: \(path) refuses: \(refusal)")] }
      return [.error("control socket: what answers at \(path) is no daemon of evbridge; end it, or use another path")]
    case .silence(.nobodyListens): return [vacancy]
    case .silence(let error): return [.error("control socket: \(error)")]
    }
  }

  private func greeting(_ snapshot: JSONValue, at path: String) -> [Finding] {
    let pid = snapshot["pid"]?.integer ?? 0
    let other = snapshot["version"]?.text ?? ""
    let file = snapshot["configuration"]?.text
    var findings: [Finding] = [
      .ok("the daemon runs: process \(pid), version \(other), \(file ?? "without a configuration"), at \(path)")
    ]
    if other != version {
      findings.append(
        .warning("the daemon is version \(other), this program is \(version): start the daemon anew, between takes"))
    }
    if let own = subject?.file, let file, !Self.isSame(own, file) {
      findings.append(.warning("the daemon uses \(file), and this looks at \(own): name the file that you mean"))
    }
    // What is waited for is told of under devices.
    let failing = (snapshot["recorders"]?.elements ?? []).filter { $0["last_error"]?.text != nil }
    for recorder in failing {
      findings.append(
        .warning(
          "the last take of recorder '\(recorder["recorder"]?.text ?? "")' failed: "
            + "\(recorder["last_error"]?.text ?? "")"))
    }
    return findings
  }

  private static func isSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard unsafe stat(first, &one) == 0, unsafe stat(second, &other) == 0 else { return first == second }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  /// Nobody listens.
  private var vacancy: Finding {
    let path = listeningPath
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      guard unsafe access(folder, F_OK) == 0 else {
        // Root's daemon makes it.
        if geteuid() == 0, folder == SocketPath.systemFolder {
          return .note("no daemon runs; it would listen at \(path)")
        }
        return .warning(
          "no daemon runs, and there is no folder \(folder) for its socket: in a session XDG_RUNTIME_DIR names one, in a "
            + "service RuntimeDirectory=evbridge makes it; else name a path with --socket")
      }
      guard unsafe access(folder, W_OK | X_OK) == 0 else {
        return .error(
          "no daemon runs, and one of this user could not listen: \(folder) can not be written: "
            + "\(Environment.sentence(errno)); name a path with --socket")
      }
      return .note("no daemon runs; it would listen at \(path)")
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { return .error("control socket: \(SocketError.inTheWay(path))") }
    // Who may write to the folder may remove it, unless that keeps each user's own (as /tmp does).
    var place = stat()
    let isSticky = unsafe stat(folder, &place) == 0 && place.st_mode & S_ISVTX != 0
    let isOurs = status.st_uid == geteuid() || place.st_uid == geteuid() || geteuid() == 0
    guard unsafe access(folder, W_OK | X_OK) == 0, !isSticky || isOurs else {
      let owner = unsafe getpwuid(status.st_uid).map { unsafe String(cString: $0.pointee.pw_name) }
      return .error(
        "no daemon runs, and \(path) is left of one of user \(owner ?? "\(status.st_uid)"), which this user can not "
          + "replace: remove it as that user or as root")
    }
    return .note("no daemon runs; \(path) is left of one that was killed, and the next one replaces it")
  }
}
