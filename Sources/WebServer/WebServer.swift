import CMicrohttpd
import Glibc
public import InputModel
public import Panel

/// Serves browsers, inside somebody else's loop: nothing here waits. Requests come out of `run()` as values, and their
/// answers go in as values.
@safe public struct WebServer: ~Copyable {
  public enum Incoming: Hashable, Sendable {
    /// It was admitted, and waits for its answer.
    case request(ExchangeID, Route, body: [UInt8])
    /// It has got its answer, or will not get it any more.
    case gone(ExchangeID)
  }

  /// Browsers keep six connections to one server.
  public static let maximumConnections: UInt32 = 32
  /// So many of them may be streams: some are left for requests.
  public static let maximumStreams = 24
  /// How long a connection may do nothing, in seconds; one that waits for events may for ever. Also how long one is kept
  /// that went in the middle of its request: the library does not always see that.
  public static let patience: UInt32 = 5
  /// How many bytes of events may wait for a reader. The next one that does not fit ends its connection: it comes again,
  /// and gets a snapshot.
  public static let streamCapacity = 65_536
  /// For the head of a request, and pieces of its body and answer.
  private static let connectionMemory = 32_768

  private let hub = Hub()
  private let daemon: OpaquePointer
  public let descriptor: Int32
  public let port: UInt16

  /// - Parameter gate: judges every request, knowing the port
  public init(_ address: PanelAddress, port: UInt16, gate: (UInt16) -> Gate) throws(WebServerError) {
    let socket = try ListeningSocket(address, port: port)
    let ownPort = socket.port
    let made = unsafe evb_web_start(
      socket.descriptor, Self.maximumConnections, Self.patience, Self.connectionMemory,
      { unsafe Hub.handle($0, $1, url: $2, method: $3, data: $5, size: $6, slot: $7) },
      { cookie, _, slot, _ in unsafe Hub.complete(cookie, slot: slot) }, { cookie, _, _, _ in unsafe Hub.stir(cookie) },
      Unmanaged.passUnretained(hub).toOpaque())
    guard let made = unsafe made else { throw .system("start the web server", errno: errno) }
    _ = socket.release()
    unsafe daemon = made
    descriptor = unsafe evb_web_descriptor(made)
    self.port = ownPort
    hub.gate = gate(ownPort)
  }

  deinit {
    for exchange in hub.exchanges.values {
      exchange.hasEnded = true
      exchange.resume()
    }
    unsafe MHD_stop_daemon(daemon)
  }

  /// Does what can be done now, and returns what has come. Call it when `descriptor` is readable, when `timeout` has
  /// passed, and when it `hasWork`.
  public func run() -> [Incoming] {
    hub.isStirred = false
    _ = unsafe MHD_run(daemon)
    defer { hub.incoming = [] }
    return hub.incoming
  }

  /// Something was answered or sent since the last `run()`.
  public var hasWork: Bool { hub.isStirred }

  /// When `run()` has to be called although nothing comes; nil: not at all.
  public var timeout: Interval? {
    var milliseconds: CUnsignedLongLong = 0
    guard unsafe MHD_get_timeout(daemon, &milliseconds) == .YES else { return nil }
    return .milliseconds(Int64(clamping: milliseconds))
  }

  public func answer(_ id: ExchangeID, _ response: Response) { give(.response(response), to: id) }

  /// Answers with a file; false when it is no regular file of at most that many bytes that can be read, and nothing was
  /// answered.
  public func answer(_ id: ExchangeID, file path: String, type: String, maximumSize: Int64) -> Bool {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return false }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumSize,
      hub.exchanges[id] != nil
    else {
      close(file)
      return false
    }
    give(.file(descriptor: file, size: UInt64(status.st_size), type: type), to: id)
    return true
  }

  /// Answers with events that follow. Returns the descriptor of its connection, which stays this server's: when that is
  /// readable the reader has gone, or is none (nobody has to say anything meanwhile), and is to be `cut`. The library
  /// itself looks at no connection that has nothing to send. Nil when it has gone already.
  public func openStream(_ id: ExchangeID) -> Int32? {
    guard let exchange = hub.exchanges[id] else { return nil }
    give(.stream, to: id)
    let descriptor = unsafe evb_web_socket(exchange.connection)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Ends the connection of a stream at once.
  public func cut(_ id: ExchangeID) {
    guard let exchange = hub.exchanges[id], !exchange.hasEnded else { return }
    exchange.cut()
    hub.isStirred = true
  }

  /// Sends some of a stream. A reader who is too slow is let go.
  public func send(_ bytes: [UInt8], to id: ExchangeID) {
    guard let exchange = hub.exchanges[id], !exchange.hasEnded else { return }
    // A snapshot may be longer than the queue, and is no fault of the reader.
    guard exchange.queue.isEmpty || exchange.queue.count + bytes.count <= Self.streamCapacity else {
      return cut(id)
    }
    exchange.queue += bytes
    guard case .streaming = exchange.stage, exchange.isSuspended else { return }
    exchange.resume()
    hub.isStirred = true
  }

  private func give(_ answer: Exchange.Answer, to id: ExchangeID) {
    guard let exchange = hub.exchanges[id], case .waiting = exchange.stage else { return }
    exchange.stage = .answering(answer)
    exchange.resume()
    hub.isStirred = true
  }
}
