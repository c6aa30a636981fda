import Bridge
import EventLoop
import Glibc
import InputModel

// What programs ask over the control socket.
extension Daemon {
  /// A daemon without its socket still answers the button.
  func openSocket() {
    guard let socket = options.socket else { return }
    do {
      let server = try SocketServer(path: socket.path, makesFolder: socket.makesFolder, log: log, loop: &loop)
      log(.debug, "listening at \(server.path)")
      self.server = server
      publisher.server = server
    } catch {
      log(.warning, "\(error); going on without a control socket")
    }
  }

  /// The socket again, when somebody has removed it or it could not be opened.
  func restoreSocket() {
    guard let server else { return openSocket() }
    do {
      try server.restore(loop: &loop)
    } catch {
      log(.warning, "\(error); nobody new can connect")
    }
  }

  func serve(_ token: Token, at now: Timestamp) {
    guard let server else { return }
    let wishes = server.serve(token, at: now, loop: &loop, greeting: { snapshotLine(at: now) })
    for wish in wishes { grant(wish, of: server, at: now) }
  }

  /// Goes on with what somebody has asked for in one go.
  func serveBacklog(at now: Timestamp) {
    guard let server, server.hasBacklog else { return }
    for wish in server.serveBacklog() { grant(wish, of: server, at: now) }
  }

  private func grant(_ wish: SocketServer.Wish, of server: SocketServer, at now: Timestamp) {
    switch wish.action {
    case .control(let name, let request):
      reports.append(.request(server.expectAnswer(to: wish), control: name, request))
    case .status:
      server.send(snapshotLine(at: now), to: wish.client)
      server.answer(wish)
    case .reload:
      switch reload(at: now) {
      case .done: server.answer(wish)
      case .deferred: server.answer(wish, isDeferred: true)
      case .refused(let refusal): server.answer(wish, refusal: refusal)
      }
    case .terminate:
      log(.notice, "a program asks for the end: \(doing)")
      server.answer(wish)
      terminate(at: now)
    case .subscribe, .unsubscribe: break
    }
  }

  private func snapshotLine(at now: Timestamp) -> [UInt8] {
    let program = Snapshot.Program(
      pid: Int64(getpid()), version: options.version, configuration: options.configuration)
    var line: [UInt8] = []
    var lags: [DeviceID: Interval] = [:]
    if case .devices(let roster) = source { lags = roster.lags(at: now) }
    let snapshot = state.snapshot(of: program, at: now, lags: lags)
    snapshot.append(to: &line, sequence: publisher.sequence, time: WallClock.time(of: snapshot.time))
    return line
  }
}
