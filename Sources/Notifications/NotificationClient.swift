import Glibc

/// Shows notifications on the desktop of this session (`org.freedesktop.Notifications`), one for each key, updated in
/// place. Never waits: a service that hangs, or is not there, costs what it takes to queue a message.
public final class NotificationClient {
  /// What has become of what was shown.
  public enum Outcome: Hashable, Sendable {
    /// The service has it.
    case shown(key: String)
    /// The person has put the notification of a key away.
    case dismissed(key: String)
    /// It could not be shown.
    case failed(NotificationError)
  }

  private let address: String?
  private let loop: PrivateLoop
  private let inbox = Inbox()
  private var bus: BusBox?
  private var calls: [String: Call] = [:]
  private var ids: [String: UInt32] = [:]
  private var outcomes: [Outcome] = []

  private final class BusBox {
    let bus: Bus
    init(_ bus: consuming Bus) { self.bus = bus }
  }

  /// Connects when something is to be shown.
  /// - Parameter address: another bus for tests, as in DBUS_SESSION_BUS_ADDRESS
  public init(address: String? = nil) throws(NotificationError) {
    self.address = address
    loop = try PrivateLoop()
  }

  deinit { close() }

  /// Becomes readable when `run()` has something to do.
  public var descriptor: Int32 { loop.descriptor }

  /// The keys whose last notification has not been answered: another one of theirs would become a second card.
  public var busyKeys: Set<String> { Set(calls.keys) }

  /// Those of them that the service has given no number yet: only another one of these would really be a second card.
  public var unnumberedKeys: Set<String> { busyKeys.filter { ids[$0] == nil } }

  /// Shows a notification, in place of the last one with this key.
  public func show(_ notification: DesktopNotification, key: String) {
    do throws(NotificationError) {
      let call = Call()
      try connection().bus.send(notification, replacing: ids[key] ?? 0, as: call)
      calls[key] = call
      try loop.run()
    } catch {
      outcomes.append(.failed(error))
    }
  }

  /// Takes what has come; returns what has become of earlier notifications.
  public func run() -> [Outcome] {
    do throws(NotificationError) {
      try loop.run()
    } catch {
      outcomes.append(.failed(error))
      disconnect()
    }
    collectAnswers()
    for (id, reason) in inbox.closed {
      guard let key = ids.first(where: { $0.value == id })?.key else { continue }
      ids[key] = nil
      if reason == .dismissed { outcomes.append(.dismissed(key: key)) }
    }
    inbox.closed = []
    if let bus, !bus.bus.isOpen {
      outcomes.append(.failed(.lost))
      disconnect()
    }
    defer { outcomes = [] }
    return outcomes
  }

  /// Forgets what is on its way and leaves the bus. What is shown stays.
  public func close() { disconnect() }

  private func connection() throws(NotificationError) -> BusBox {
    if let bus, bus.bus.isOpen { return bus }
    disconnect()
    let new = BusBox(try Bus(loop, inbox, address: address))
    bus = new
    return new
  }

  /// The numbers are the service's: another bus has another service.
  private func disconnect() {
    calls = [:]
    ids = [:]
    bus = nil
  }

  private func collectAnswers() {
    let isOpen = bus?.bus.isOpen ?? false
    for (key, call) in calls {
      switch call.answer {
      case nil: continue
      case .id(let id):
        ids[key] = id
        outcomes.append(.shown(key: key))
      // The end of the connection is told once, and not for each call.
      case .failed where !isOpen: break
      case .withoutNumber, .names:
        ids[key] = nil
        outcomes.append(.failed(.refused(name: "", message: "it answers without a number")))
      case .failed(let name, let message):
        // Whoever comes next does not know the number.
        ids[key] = nil
        outcomes.append(.failed(Self.error(name, message)))
      }
      calls[key] = nil
    }
  }

  fileprivate static func error(_ name: String, _ message: String) -> NotificationError {
    let prefix = "org.freedesktop.DBus.Error."
    guard name.hasPrefix(prefix) else { return .refused(name: name, message: message) }
    return switch name.dropFirst(prefix.utf8.count) {
    case "ServiceUnknown", "NameHasNoOwner": .absent
    case "NoReply", "Timeout", "TimedOut": .noAnswer
    default: .refused(name: name, message: message)
    }
  }
}

extension NotificationClient {
  /// How long an answer is waited for, in microseconds: the time of a call, and what a busy bus needs.
  private static let patience: UInt64 = 2_000_000

  /// Why nothing can be shown now, found without showing anything; nil when all is well. Waits for the answer, for two
  /// seconds at the most: not for the thread that answers presses.
  public static func obstacle(address: String? = nil) -> NotificationError? {
    do throws(NotificationError) {
      let answer = try answer(address) { bus, call throws(NotificationError) in try bus.askForServer(as: call) }
      guard case .failed(let name, let message) = answer else { return nil }
      return error(name, message)
    } catch {
      return error
    }
  }

  /// Whether the bus knows a program that it would start to show notifications, if it were asked to; false also when the
  /// bus does not say. Waits as `obstacle` does.
  public static func canBeStarted(address: String? = nil) -> Bool {
    let answer = try? answer(address) { bus, call throws(NotificationError) in try bus.askForActivatable(as: call) }
    guard case .names(let names) = answer else { return false }
    return names.contains(Bus.service)
  }

  private static func answer(
    _ address: String?, _ ask: (borrowing Bus, Call) throws(NotificationError) -> Void
  ) throws(NotificationError) -> Call.Answer {
    let loop = try PrivateLoop()
    let inbox = Inbox()
    let bus = try Bus(loop, inbox, address: address)
    let call = Call()
    try ask(bus, call)
    let limit = try loop.now + patience
    // What is to be waited for is known after a run.
    try loop.run()
    while true {
      if let answer = call.answer { return answer }
      guard bus.isOpen else { throw .lost }
      let now = try loop.now
      guard now < limit else { throw .noAnswer }
      var waiting = pollfd(fd: loop.descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&waiting, 1, Int32((limit - now) / 1_000 + 1))
      try loop.run()
    }
  }
}
