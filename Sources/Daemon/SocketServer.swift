import Bridge
import ControlSocket
import EventLoop
import Feedback
import Glibc
import InputModel

/// The programs that are connected to the control socket. None of them can hold up a press: each reads and writes in
/// small pieces, after everything else, and whoever does not read misses events, then loses the connection.
final class SocketServer {
  /// What a client wants that is no matter of its connection alone.
  struct Wish {
    var client: ClientID
    var id: Request.Label?
    var action: Request.Action
  }

  struct ClientID: Hashable { fileprivate var rawValue: UInt64 }

  static let maximumClients = 64
  /// Descriptors that clients leave to devices and recorders.
  private static let reserve = 64
  /// How many requests of one client are considered before everything else has its turn again.
  private static let requestsAtOnce = 8
  /// How long nobody is accepted when there is no descriptor left.
  private static let pause = Interval.seconds(1)

  private let log: Log
  private let makesFolder: Bool
  private var listener: Listener
  private let limit: Int
  /// So many of those who came last give way to newcomers when there are too many.
  private let lastPlaces: Int
  private var listening: Watch?
  /// When newcomers are accepted again.
  private var resumesAt: Timestamp?
  private var clients: [SocketClient] = []
  private var nextClient: UInt64 = 1
  private var nextRequest: UInt64 = 1
  /// Whom the answer of the core is for.
  private var waiting: [RequestID: (client: ClientID, id: Request.Label?)] = [:]

  init(path: String, makesFolder: Bool, log: Log, loop: inout EventLoop) throws {
    self.log = log
    self.makesFolder = makesFolder
    listener = try Listener(path, makesFolder: makesFolder)
    listening = try loop.watch(descriptor: listener.descriptor, priority: .client)
    var descriptors = rlimit()
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors) == 0
    // A client takes two: one is read from, one is written to.
    let room = isKnown ? Int(min(descriptors.rlim_cur, 65_536)) - Self.reserve : Self.maximumClients * 2
    limit = max(1, min(Self.maximumClients, room / 2))
    lastPlaces = max(1, limit / 8)
  }

  var path: String { listener.path }

  /// Listens anew at its path when the socket there is gone. Who is connected stays.
  func restore(loop: inout EventLoop) throws {
    guard !listener.isFound else { return }
    let fresh = try Listener(path, makesFolder: makesFolder)
    listening = try loop.watch(descriptor: fresh.descriptor, priority: .client)
    resumesAt = nil
    listener = fresh
    log(.notice, "\(path) was gone; listening there again")
  }

  /// When something is due by itself.
  var deadline: Timestamp? { hasBacklog ? .zero : resumesAt }

  /// Somebody has asked for more than is done at once.
  var hasBacklog: Bool { clients.contains { $0.hasBacklog } }

  /// Whether a watched descriptor is one of ours.
  func owns(_ token: Token) -> Bool { token == listening?.token || clients.contains { $0.owns(token) } }

  /// Tells all who want to hear of it.
  func publish(_ line: EventLine) {
    var bytes: [UInt8] = []
    for client in clients where client.wants(line.event.type) {
      if bytes.isEmpty { line.append(to: &bytes) }
      client.writer.write(bytes)
    }
  }

  /// Serves what is ready: takes one who has come, or reads a piece of what one of them says.
  ///
  /// - Parameter greeting: the first line of everybody who comes
  func serve(_ token: Token, at now: Timestamp, loop: inout EventLoop, greeting: () -> [UInt8]) -> [Wish] {
    if token == listening?.token {
      accept(at: now, loop: &loop, greeting: greeting)
    } else if let client = clients.first(where: { $0.owns(token) }) {
      if client.isWriting(token) { client.writer.flush() } else { return read(client, loop: &loop) }
    }
    return []
  }

  /// A number for a request that the core answers.
  func expectAnswer(to wish: Wish) -> RequestID {
    let id = RequestID(rawValue: nextRequest)
    nextRequest += 1
    waiting[id] = (wish.client, wish.id)
    return id
  }

  /// The core has answered.
  func answer(_ id: RequestID, refusal: String?) {
    guard let asked = waiting.removeValue(forKey: id) else { return }
    send(Answer(to: asked.id, refusal: refusal).line, to: asked.client)
  }

  func answer(_ wish: Wish, refusal: String? = nil, isDeferred: Bool = false) {
    send(Answer(to: wish.id, refusal: refusal, isDeferred: isDeferred).line, to: wish.client)
  }

  /// Sends a line that was asked for; one who has not even read the lines before is let go.
  func send(_ line: [UInt8], to id: ClientID) {
    guard let client = clients.first(where: { $0.id == id }) else { return }
    client.insist(line)
  }

  /// Lets go of those who are gone, and waits for those who are slow.
  func arrange(at now: Timestamp, loop: inout EventLoop) {
    clients.removeAll { client in
      do {
        return try !client.arrange(loop: &loop)
      } catch {
        log(.warning, "a client of \(path) is closed: \(error)")
        return true
      }
    }
    guard let due = resumesAt, due <= now else { return }
    resumesAt = nil
    do {
      listening = try loop.watch(descriptor: listener.descriptor, priority: .client)
    } catch {
      resumesAt = now + Self.pause
    }
  }

  /// The last words to everybody: what they take now.
  func close() {
    for client in clients { client.writer.flush() }
    clients = []
    listening = nil
  }
}

// MARK: - Coming and asking

extension SocketServer {
  private func accept(at now: Timestamp, loop: inout EventLoop, greeting: () -> [UInt8]) {
    switch listener.accept() {
    case .nobody: break
    case .exhausted(let number):
      log(
        .warning,
        "\(path): nobody is accepted for \(Self.pause.microseconds / 1_000_000) s: \(Environment.sentence(number))")
      listening = nil
      resumesAt = now + Self.pause
    case .connection(let connection):
      let peer = connection.peer
      let isAllowed = peer?.mayAsk(daemonOf: geteuid(), socketOf: listener.group) == true
      // Before it has a descriptor more: where those are few, the newcomer would have none to be answered by.
      if isAllowed, clients.count >= limit { makeRoom() }
      let client = SocketClient(ClientID(rawValue: nextClient), connection: connection)
      nextClient += 1
      guard isAllowed else {
        log(.warning, "\(path): user \(peer.map { "\($0.user)" } ?? "unknown") may not ask")
        return client.farewell("only root, user \(geteuid()) and group \(listener.group) may ask")
      }
      do {
        client.reading = try loop.watch(descriptor: client.connection.descriptor, priority: .client)
      } catch {
        log(.warning, "\(path): a client can not be followed: \(error)")
        return client.farewell("evbridge can not follow this connection: \(error)")
      }
      client.insist(greeting())
      clients.append(client)
    }
  }

  /// Those who came early stay. Of the last the one gives way who has been there longest: however many sit there and
  /// say nothing, whoever asks and goes is served.
  private func makeRoom() {
    let client = clients.remove(at: limit - lastPlaces)
    log(.debug, "\(path): too many clients; process \(client.connection.peer?.pid ?? 0) is sent away")
    let last = lastPlaces == 1 ? "last gives" : "last \(lastPlaces) give"
    client.farewell("too many clients: of \(limit) the \(last) way to those who come")
  }

  private func read(_ client: SocketClient, loop: inout EventLoop) -> [Wish] {
    // First what it has said already.
    guard !client.hasBacklog else { return [] }
    // What it has asked for it gets also when it says no more; only who is gone is let go.
    guard !client.hasEnded else {
      client.isLost = true
      return []
    }
    switch client.connection.read(into: &client.lines) {
    case .nothing: return []
    case .failed: client.isLost = true
    case .ended: client.hasEnded = true
    case .some: break
    }
    return consider(client)
  }

  /// The next few requests of one who has sent more at once. To be called until there are none: they wait for nothing.
  func serveBacklog() -> [Wish] {
    guard let client = clients.first(where: \.hasBacklog) else { return [] }
    return consider(client)
  }

  private func consider(_ client: SocketClient) -> [Wish] {
    var wishes: [Wish] = []
    client.hasBacklog = false
    for _ in 0..<Self.requestsAtOnce {
      do throws(LineAssembler.TooLong) {
        guard !client.isLeaving, let line = try client.lines.next() else { return wishes }
        if let wish = wish(line, of: client) { wishes.append(wish) }
      } catch {
        client.insist(Answer(to: nil, refusal: "a request is a line of at most \(Request.maximumLength) bytes").line)
        client.isLeaving = true
      }
    }
    client.hasBacklog = !client.isLeaving
    return wishes
  }

  private func wish(_ line: [UInt8], of client: SocketClient) -> Wish? {
    guard line.contains(where: { $0 != UInt8(ascii: " ") }) else { return nil }
    do throws(RequestError) {
      let request = try Request(parsing: line)
      let wish = Wish(client: client.id, id: request.id, action: request.action)
      switch request.action {
      case .subscribe(let types):
        client.subscription = types.map { .types($0) } ?? .all
        answer(wish, in: client)
      case .unsubscribe:
        client.subscription = .none
        answer(wish, in: client)
      default: return wish
      }
    } catch {
      client.insist(Answer(to: error.id, refusal: error.message).line)
    }
    return nil
  }

  private func answer(_ wish: Wish, in client: SocketClient) { client.insist(Answer(to: wish.id).line) }
}
