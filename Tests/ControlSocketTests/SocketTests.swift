@testable import ControlSocket
import Glibc
import Testing

@Suite(.serialized) struct SocketTests {
  @Test("a client and a daemon hear each other, and know who the other is") func conversation() throws {
    let folder = try TestFolder()
    let listener = try Listener(folder.path + "/s")
    #expect(throws: NobodyCame.self) { _ = try next(listener) }
    var client = try Client([folder.path + "/none", folder.path + "/s"])
    let connection = try next(listener)
    #expect(connection.peer?.pid == getpid() && connection.peer?.user == geteuid())
    #expect(connection.peer?.mayAsk(daemonOf: geteuid(), socketOf: listener.group) == true)
    #expect(fcntl(connection.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    try client.send(Array("one\ntw".utf8))
    var lines = LineAssembler(maximum: 100)
    #expect(connection.read(into: &lines) == .some)
    #expect(try lines.next() == Array("one".utf8))
    #expect(try lines.next() == nil)
    #expect(connection.read(into: &lines) == .nothing)
    #expect(unsafe write(connection.descriptor, "answer\r\nmore\n", 13) == 13)
    #expect(try client.receive() == Array("answer".utf8))
    #expect(try client.receive() == Array("more".utf8))
    // What was asked last is answered although nothing more will be asked.
    shutdown(client.descriptor, Int32(SHUT_WR))
    #expect(connection.read(into: &lines) == .ended)
    #expect(unsafe write(connection.descriptor, "last\n", 5) == 5)
    #expect(try client.receive() == Array("last".utf8))
    _ = consume connection
    #expect(try client.receive() == nil)
    #expect(throws: SocketError.closed(folder.path + "/s")) { try client.send([10]) }
  }

  @Test("the socket is for its user and group, and no child inherits it") func mode() throws {
    let folder = try TestFolder()
    let listener = try Listener(folder.path + "/s")
    let status = try #require(folder.status("s"))
    #expect(status.st_mode == S_IFSOCK | 0o660)
    #expect(listener.group == status.st_gid)
    #expect(fcntl(listener.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(listener.descriptor, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test("what the process's mask allows is no matter", arguments: [0, 0o077] as [mode_t]) func mask(_ mask: mode_t)
    async
  {
    await #expect(processExitsWith: .exitCode(0)) { [mask] in
      let folder = try TestFolder()
      umask(mask)
      let listener = try Listener(folder.path + "/s")
      exit(folder.status("s")?.st_mode == S_IFSOCK | 0o660 && umask(0) == mask && listener.descriptor >= 0 ? 0 : 1)
    }
  }

  @Test("a socket that was left is replaced, and one's own is removed") func left() throws {
    let folder = try TestFolder()
    let path = folder.path + "/s"
    try leave(path)
    #expect(throws: SocketError.nobodyListens(path)) { _ = try Client([path]) }
    do {
      let listener = try Listener(path)
      #expect(throws: Never.self) { _ = try Client([path]) }
      _ = listener.descriptor
    }
    #expect(!folder.exists("s"))
    #expect(throws: SocketError.nobodyListens("\(path) or \(path)x")) { _ = try Client([path, path + "x"]) }
  }

  @Test("a daemon that lives is not replaced, and is named") func inUse() throws {
    let folder = try TestFolder()
    let path = folder.path + "/s"
    let listener = try Listener(path)
    let expected = SocketError.inUse(path, pid: getpid())
    #expect(throws: expected) { _ = try Listener(path) }
    #expect("\(expected)".hasPrefix("process \(getpid()) answers at \(path) already: "))
    // Those who only tried do not wait to be served for ever.
    let connection = try next(listener)
    var lines = LineAssembler(maximum: 1)
    #expect(connection.read(into: &lines) == .ended)
    var callers: [CallerBox] = []
    while let caller = CallerBox(path) { callers.append(caller) }
    #expect(callers.count >= 64)
    #expect(throws: SocketError.inUse(path, pid: nil)) { _ = try Listener(path) }
    #expect(folder.exists("s"))
  }

  @Test("somebody else's socket at the path is not removed at the end") func replaced() throws {
    let folder = try TestFolder()
    let path = folder.path + "/s"
    do {
      let first = try Listener(path)
      #expect(unsafe unlink(path) == 0)
      let second = try Listener(path)
      #expect(second.descriptor != first.descriptor)
      _ = consume first
      #expect(folder.exists("s"))
    }
    #expect(!folder.exists("s"))
  }

  struct Trouble: Sendable, CustomTestStringConvertible {
    var name: String
    var prepare: @Sendable (TestFolder) -> Void = { _ in }
    var error: @Sendable (String) -> SocketError
    var testDescription: String { String(name.prefix(20)) }
  }

  static let troubles = [
    Trouble(name: "no/s", error: { .noFolder($0) }),
    Trouble(name: "t", prepare: { $0.makeFile("t") }, error: { .inTheWay($0) }),
    Trouble(name: "t/s", prepare: { $0.makeFile("t") }, error: { .noFolder($0) }),
    Trouble(
      name: "link", prepare: { unsafe symlink("s", $0.path + "/link") }, error: { .inTheWay($0) }),
    Trouble(name: String(repeating: "x", count: 108), error: { .pathTooLong($0) }),
  ]

  @Test("what stands in the way is named, and stays", arguments: troubles) func trouble(_ trouble: Trouble) throws {
    let folder = try TestFolder()
    trouble.prepare(folder)
    let path = folder.path + "/" + trouble.name
    let error = trouble.error(path)
    #expect(throws: error) { _ = try Listener(path) }
    #expect("\(error)".utf8.starts(with: path.utf8) || "\(error)".hasSuffix("--socket"))
    if trouble.name == "t" || trouble.name == "link" { #expect(folder.status(trouble.name) != nil) }
  }

  @Test("the longest path that there can be works; an empty one and one with a zero byte do not") func paths() throws {
    let folder = try TestFolder()
    let longest = folder.path + "/" + String(repeating: "x", count: 106 - folder.path.utf8.count)
    #expect(longest.utf8.count == 107)
    #expect(throws: Never.self) { _ = try Listener(longest) }
    for path in ["", "\0abstract", folder.path + "/s\0t"] {
      #expect(throws: SocketError.self) { _ = try Listener(path) }
      #expect(throws: SocketError.self) { _ = try Client([path]) }
    }
    #expect(!folder.exists("s"))
  }

  @Test("a folder is made only when that is wanted") func makesFolder() throws {
    let folder = try TestFolder()
    let path = folder.path + "/folder/s"
    #expect(throws: SocketError.noFolder(path)) { _ = try Listener(path) }
    #expect(throws: Never.self) { _ = try Listener(path, makesFolder: true) }
    #expect(folder.status("folder").map { $0.st_mode & 0o777 & ~0o755 } == 0)
  }

  @Test("one who is silent is not waited for, and a line without end is not kept") func limits() throws {
    let folder = try TestFolder()
    let path = folder.path + "/s"
    let listener = try Listener(path)
    var client = try Client([path], patience: 1)
    #expect(throws: SocketError.silent(path, seconds: 1)) { try client.receive() }
    let connection = try next(listener)
    let flood = [UInt8](repeating: 120, count: 65_536)
    for _ in 0..<17 {
      var sent = 0
      while sent < flood.count {
        let count = unsafe send(connection.descriptor, flood, flood.count - sent, Int32(MSG_DONTWAIT))
        sent += max(0, count)
        #expect(try client.receiveOnce())
      }
    }
    #expect(throws: SocketError.lineTooLong(path)) { try client.receive() }
  }

  @Test("without descriptors nobody is accepted, and who waits is served later") func exhausted() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let folder = try TestFolder()
      let listener = try Listener(folder.path + "/s")
      let client = try Client([folder.path + "/s"])
      var limit = rlimit(rlim_cur: rlim_t(dup(0)) + 1, rlim_max: 4_096)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      guard case .exhausted(EMFILE) = listener.accept() else { exit(1) }
      limit.rlim_cur += 8
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      guard case .connection = listener.accept() else { exit(2) }
      _ = client.path
      exit(0)
    }
  }

  /// A socket file that nobody listens on.
  private func leave(_ path: String) throws {
    let made = try Descriptor.socket()
    #expect(try SocketAddress(path).bind(made) == 0)
  }
}

private struct NobodyCame: Error {}

private func next(_ listener: borrowing Listener) throws -> Connection {
  switch listener.accept() {
  case .connection(let connection): return connection
  default: throw NobodyCame()
  }
}

/// One who connects and waits; nil when no more can wait.
private final class CallerBox {
  private let descriptor: Descriptor

  init?(_ path: String) {
    guard let made = try? Descriptor.socket(), let address = try? SocketAddress(path) else { return nil }
    guard address.connect(made) == 0 else { return nil }
    descriptor = made
  }
}
