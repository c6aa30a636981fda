import Bridge
import ControlSocket
import Glibc
import JSONLines
import Programs

/// One talk with the daemon, over its control socket.
struct Conversation: ~Copyable {
  static let option = Arguments.Option(
    name: "socket", letter: nil, value: "PATH",
    help:
      "the daemon's socket (default: $EVBRIDGE_SOCKET, else evbridge.sock in $XDG_RUNTIME_DIR unless you are root, "
      + "else in /run/evbridge)")

  private var client: Client
  /// The first line that everybody gets: all that is so.
  let snapshot: [UInt8]

  init(_ arguments: Arguments) throws(Failure) {
    let paths = SocketPath.ofClient(option: arguments.value("socket"), isRoot: geteuid() == 0) {
      Environment.value($0)
    }
    var client = try Self.connect(paths)
    let greeting = try Self.greeting(&client)
    if let refusal = Self.value(greeting)?["error"]?.text { throw Failure(.refused, TerminalFormat.printable(refusal)) }
    self.client = client
    snapshot = greeting
  }

  private static func connect(_ paths: [String]) throws(Failure) -> Client {
    do throws(SocketError) {
      return try Client(paths)
    } catch {
      throw Failure(error)
    }
  }

  private static func greeting(_ client: inout Client) throws(Failure) -> [UInt8] {
    do throws(SocketError) {
      if let line = try client.receive() { return line }
    } catch {
      throw Failure(error)
    }
    throw Failure(.closed(client.path))
  }

  /// Asks, and waits for the answer; events meanwhile are passed over.
  mutating func ask(_ action: Request.Action) throws(Failure) -> JSONValue {
    var answer: JSONValue?
    do throws(SocketError) {
      try client.send(Request(action, id: .number(1)).line)
      while answer == nil, let line = try client.receive() {
        let value = Self.value(line)
        if value?["id"]?.integer == 1 { answer = value }
      }
    } catch {
      throw Failure(error)
    }
    guard let answer else { throw Failure(.closed(client.path)) }
    if let refusal = answer["error"]?.text { throw Failure(.refused, TerminalFormat.printable(refusal)) }
    return answer
  }

  /// The next line, for as long as it takes; nil when the daemon has ended. Whoever is sent away throws.
  mutating func next() throws(Failure) -> [UInt8]? {
    client.waitForEver()
    let line: [UInt8]?
    do throws(SocketError) {
      line = try client.receive()
    } catch {
      if case .closed = error { return nil }
      throw Failure(error)
    }
    if let value = line.flatMap(Self.value), value["type"] == nil, let refusal = value["error"]?.text {
      throw Failure(.refused, TerminalFormat.printable(refusal))
    }
    return line
  }

  /// Lines of a daemon may be longer than what is taken from strangers.
  static func value(_ line: [UInt8]) -> JSONValue? { try? JSONValue(parsing: line, maximumLength: 1 << 20) }
}

extension Failure {
  init(_ error: SocketError) {
    switch error {
    case .nobodyListens:
      self.init(.unavailable, "\(error): start the daemon (evbridge run), or name its socket with --socket")
    case .silent, .closed: self.init(.unavailable, "\(error)")
    case .denied: self.init(.permission, "\(error)")
    case .pathTooLong: self.init(.usage, "\(error)")
    case .lineTooLong: self.init(.protocolError, "\(error): it is no daemon of evbridge")
    case .noFolder, .inTheWay, .inUse, .system: self.init(.system, "\(error)")
    }
  }
}
