public import Bridge
public import InputModel
internal import JSONLines

/// Between one connection to the daemon and the pages: each page gets a snapshot first, then the events that follow it,
/// and an answer to what it asks.
///
/// Cases: a page comes while the daemon is there, is away, or is being asked for a snapshot already; the daemon goes and
/// comes; a snapshot comes by itself (a changed configuration) or because it was asked for; lines were dropped, or a
/// surface has come or gone, so that everybody needs a new snapshot; an answer comes late or never.
public struct Relay: Sendable {
  public enum Effect: Hashable, Sendable {
    /// Bytes of an event stream.
    case send([UInt8], to: [ExchangeID])
    /// A line for the daemon.
    case ask([UInt8])
    case answer(ExchangeID, Response)
    /// The daemon does not want us, and why.
    case turnedAway(String)
  }

  /// How long the daemon may take to answer: it answers at once, or it hangs.
  public static let patience = Interval.seconds(5)
  /// The longest line of the daemon: a snapshot of a machine with a hundred controls has some 40 KiB.
  public static let longestLine = 1 << 20

  private enum Following {
    /// Gets nothing but the next snapshot.
    case awaiting
    case events
    /// Gets the next snapshot as well.
    case refreshing
  }

  private struct Question {
    var exchange: ExchangeID
    var deadline: Timestamp
  }

  private var isConnected = false
  private var pages: [ExchangeID: Following] = [:]
  private var questions: [Int64: Question] = [:]
  private var lastNumber: Int64 = 0
  /// The number of the request for a snapshot that is not answered yet.
  private var status: Int64?
  /// A snapshot of which the next line tells whether it was asked for.
  private var held: [UInt8]?

  public init() {}

  public var deadline: Timestamp? { questions.values.map(\.deadline).min() }

  /// What every stream begins with: the browser comes again after a second.
  public static let opening = Array("retry: 1000\n\n".utf8)
  /// What says nothing, and shows whether somebody is still there.
  public static let heartbeat = Array(":\n\n".utf8)

  /// One line as an event stream has it.
  static func framed(_ line: [UInt8]) -> [UInt8] { Array("data: ".utf8) + line + Array("\n\n".utf8) }

  private static let away = framed(Array(#"{"v":1,"type":"bridge","running":false}"#.utf8))

  // MARK: Pages

  public mutating func pageCame(_ page: ExchangeID) -> [Effect] {
    pages[page] = .awaiting
    guard isConnected else { return [.send(Self.away, to: [page])] }
    return askForSnapshot()
  }

  public mutating func pageLeft(_ page: ExchangeID) { pages[page] = nil }

  public mutating func asked(_ action: Request.Action, by exchange: ExchangeID, at time: Timestamp) -> [Effect] {
    guard isConnected else { return [.answer(exchange, Self.unavailable)] }
    lastNumber += 1
    questions[lastNumber] = Question(exchange: exchange, deadline: time + Self.patience)
    return [.ask(Request(action, id: .number(lastNumber)).line)]
  }

  public mutating func advance(to time: Timestamp) -> [Effect] {
    let late = questions.filter { $0.value.deadline <= time }
    for number in late.keys { questions[number] = nil }
    return late.sorted { $0.key < $1.key }.map {
      .answer($0.value.exchange, Response(.gatewayTimeout, error: "the bridge does not answer"))
    }
  }

  private static let unavailable = Response(.serviceUnavailable, error: "the bridge is not running")

  private mutating func askForSnapshot() -> [Effect] {
    guard isConnected, status == nil, pages.values.contains(where: { $0 != .events }) else { return [] }
    lastNumber += 1
    status = lastNumber
    return [.ask(Request(.status, id: .number(lastNumber)).line)]
  }

  // MARK: The daemon

  /// The connection is there; its first line will be a snapshot.
  public mutating func connected() { isConnected = true }

  public mutating func disconnected() -> [Effect] {
    guard isConnected else { return [] }
    isConnected = false
    status = nil
    held = nil
    let asked = questions.sorted { $0.key < $1.key }.map { Effect.answer($0.value.exchange, Self.unavailable) }
    questions = [:]
    for page in pages.keys { pages[page] = .awaiting }
    return asked + send(Self.away) { _ in true }
  }

  /// A line of the daemon, without its end.
  public mutating func consume(_ line: [UInt8]) -> [Effect] {
    guard let value = try? JSONValue(parsing: line, maximumLength: Self.longestLine) else { return [] }
    let type = value["type"]?.text
    let number = value["id"]?.integer
    var effects = deliverHeld(wasAskedFor: type == nil && number != nil && number == status)
    switch type {
    case nil: effects += answered(number, value, line)
    case Snapshot.type:
      held = line
      if status == nil { effects += deliverHeld(wasAskedFor: false) }
    default:
      effects += send(Self.framed(line)) { $0 != .awaiting }
      if let type, Self.changers.contains(type) {
        for (page, following) in pages where following == .events { pages[page] = .refreshing }
        effects += askForSnapshot()
      }
    }
    return effects
  }

  /// After these the snapshot that a page has is no longer true.
  private static let changers: Set<String> = ["dropped", "device.added", "device.removed"]

  private mutating func answered(_ number: Int64?, _ value: JSONValue, _ line: [UInt8]) -> [Effect] {
    let refusal = value["error"]?.text
    guard let number else { return refusal.map { [.turnedAway($0)] } ?? [] }
    if number == status {
      status = nil
      return askForSnapshot()
    }
    guard let question = questions.removeValue(forKey: number) else { return [] }
    let answer = refusal.map { Response(.conflict, error: $0) } ?? Response(json: #"{"ok":true}"#)
    return [.answer(question.exchange, answer)]
  }

  private mutating func deliverHeld(wasAskedFor: Bool) -> [Effect] {
    guard let line = held else { return [] }
    held = nil
    let effects = send(Self.framed(line)) { !wasAskedFor || $0 != .events }
    for page in pages.keys { pages[page] = .events }
    return effects
  }

  private func send(_ bytes: [UInt8], where fits: (Following) -> Bool) -> [Effect] {
    let receivers = pages.filter { fits($0.value) }.keys.sorted { $0.rawValue < $1.rawValue }
    return receivers.isEmpty ? [] : [.send(bytes, to: receivers)]
  }
}
