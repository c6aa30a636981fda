import ControlSocket
import EventLoop
import Glibc
import InputModel
import Panel
import Programs
import Takes
import WebServer

/// The panel at work: browsers on one side, the daemon on the other, one loop between them.
final class Service {
  /// How often readers of events are sent something that says nothing: one that vanished is not noticed otherwise.
  private static let heartbeat = Interval.seconds(15)

  private let settings: PanelSettings
  private let images: [String: Image]
  private let files = PageFiles.all
  private let document: LookDocument
  private let server: WebServer
  private let link: DaemonLink
  private var loop: EventLoop
  private var relay = Relay()
  private var webWatch: Watch?
  /// Who reads events, with what tells that he has gone, and when they are sent a sign of life.
  private var streams: [ExchangeID: Stream] = [:]
  private var beatsAt: Timestamp?
  private var webDue: Timestamp?

  init(_ settings: PanelSettings, daemonAt paths: [String]) throws {
    self.settings = settings
    images = settings.images
    let token = try Self.makeToken()
    document = LookDocument(settings, token: token)
    loop = try EventLoop()
    try loop.watch(signals: [.terminate, .interrupt])
    do {
      server = try WebServer(settings.address, port: settings.port) { Gate(settings, port: $0, token: token) }
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
    link = DaemonLink(paths)
  }

  private static func makeToken() throws(Failure) -> PageToken {
    var bytes = [UInt8](repeating: 0, count: PageToken.length)
    guard unsafe getentropy(&bytes, bytes.count) == 0 else {
      throw Failure(.system, "the system has no random numbers: \(unsafe String(cString: strerror(errno)))")
    }
    return PageToken(random: bytes)
  }

  func run() throws {
    webWatch = try loop.watch(descriptor: server.descriptor, priority: .background)
    Log.note("http://\(settings.address.isWildcard ? "127.0.0.1" : settings.address.host):\(server.port)/")
    try? EventLoop.notify(.ready)
    while true {
      settle(at: EventLoop.now)
      try loop.setDeadline([webDue, beatsAt, link.triesAt, relay.deadline].compactMap(\.self).min())
      switch try loop.next() {
      case .signal: return
      case .ready(let token) where link.owns(token): readLink(at: EventLoop.now)
      case .ready(let token):
        if let gone = streams.first(where: { $0.value.watch.token == token })?.key { server.cut(gone) }
        serve(at: EventLoop.now)
      case .deadline: break
      }
    }
  }

  /// Does all that is due, until nothing is.
  private func settle(at now: Timestamp) {
    if let due = webDue, due <= now { serve(at: now) }
    if link.connect(at: now, loop: &loop) { relay.connected() }
    perform(relay.advance(to: now), at: now)
    if let due = beatsAt, due <= now {
      beatsAt = now + Self.heartbeat
      for stream in streams.keys { server.send(Relay.heartbeat, to: stream) }
    }
    while server.hasWork { serve(at: now) }
    webDue = server.timeout.map { now + $0 }
  }

  // MARK: Browsers

  private func serve(at now: Timestamp) {
    for incoming in server.run() {
      switch incoming {
      case .request(let id, let route, let body): answer(id, route, body, at: now)
      case .gone(let id):
        guard streams.removeValue(forKey: id) != nil else { continue }
        relay.pageLeft(id)
        if streams.isEmpty { beatsAt = nil }
      }
    }
  }

  private func answer(_ id: ExchangeID, _ route: Route, _ body: [UInt8], at now: Timestamp) {
    switch route {
    case .page:
      server.answer(id, Response("text/html; charset=utf-8", document.page(files["panel.html", default: []])))
    case .look: server.answer(id, Response(json: document.json))
    case .asset(let name):
      let type = Route.assets.first { $0.name == name }?.type ?? "application/octet-stream"
      server.answer(id, Response(type, files[name, default: []]))
    case .content(let control):
      guard let image = images[control],
        server.answer(id, file: image.path, type: image.type, maximumSize: Image.maximumSize)
      else {
        Log.complain(
          "\(images[control]?.path ?? control) can not be shown: it is no readable file of at most "
            + "\(Image.maximumSize >> 20) MiB")
        return server.answer(id, Response(.notFound, error: "the image can not be read"))
      }
    case .events:
      openStream(id, at: now)
    case .control:
      switch ControlPost.read(body) {
      case .request(let action): perform(relay.asked(action, by: id, at: now), at: now)
      case .refused(let reason): server.answer(id, Response(.badRequest, error: reason))
      }
    }
  }

  private func openStream(_ id: ExchangeID, at now: Timestamp) {
    guard streams.count < WebServer.maximumStreams else {
      return server.answer(
        id, Response(.serviceUnavailable, error: "\(WebServer.maximumStreams) pages are shown already"))
    }
    guard let descriptor = server.openStream(id) else { return }
    do {
      streams[id] = Stream(watch: try loop.watch(descriptor: descriptor, priority: .background))
    } catch {
      Log.complain("a page can not be followed: \(error)")
      return server.cut(id)
    }
    server.send(Relay.opening, to: id)
    if beatsAt == nil { beatsAt = now + Self.heartbeat }
    perform(relay.pageCame(id), at: now)
  }

  // MARK: The daemon

  private func readLink(at now: Timestamp) {
    let (lines, isOver) = link.read()
    for line in lines { perform(relay.consume(line), at: now) }
    if !lines.isEmpty, !isOver { link.noteGood() }
    if isOver { loseLink("the daemon has closed the connection", at: now) }
  }

  private func loseLink(_ reason: String, at now: Timestamp) {
    link.complain(reason)
    link.close(at: now)
    perform(relay.disconnected(), at: now)
  }

  private func perform(_ effects: [Relay.Effect], at now: Timestamp) {
    for effect in effects {
      switch effect {
      case .send(let bytes, let pages): for page in pages { server.send(bytes, to: page) }
      case .answer(let id, let response): server.answer(id, response)
      case .turnedAway(let reason): link.complain("the daemon says: \(reason)")
      case .ask(let line):
        guard link.send(line) else { return loseLink("the daemon does not read what it is asked", at: now) }
      }
    }
  }
}

/// One who reads events.
private final class Stream {
  let watch: Watch

  init(watch: consuming Watch) { self.watch = watch }
}
