import Bridge
import EventLoop
import Feedback
import InputModel
import Notifications

/// The cards on the desktop. Sends them after a round, when nothing is left to be decided.
final class DesktopCards: Outlet {
  private let name: String
  private var deck = NotificationDeck()
  private let client: NotificationClient
  private var watch: Watch?
  private var hasNews = false
  private var errors: [String] = []
  /// What was said of the outage that lasts.
  private var told: NotificationError?

  init(name: String) throws(NotificationError) {
    self.name = name
    client = try NotificationClient()
  }

  var deadline: Timestamp? { deck.deadline(busy: client.busyKeys) }

  func consume(_ line: EventLine) { deck.consume(line.event) }

  func noteReady(_ token: Token) -> Bool {
    guard watch?.token == token else { return false }
    hasNews = true
    return true
  }

  func advance(to time: Timestamp, loop: inout EventLoop) {
    if watch == nil {
      do {
        watch = try loop.watch(descriptor: client.descriptor, priority: .background)
      } catch {
        errors.append("feedback '\(name)': \(error)")
      }
    }
    if hasNews { collect(at: time) }
    while let (control, card) = deck.next(at: time, busy: client.busyKeys) {
      client.show(DesktopNotification(card), key: control)
      collect(at: time)
    }
  }

  func release() {
    watch = nil
    for (control, card) in deck.last(at: EventLoop.now, busy: client.unnumberedKeys) {
      client.show(DesktopNotification(card), key: control)
    }
    client.close()
  }

  /// What went wrong since it was last asked: an outage once.
  func takeErrors() -> [String] {
    defer { errors = [] }
    return errors
  }

  private func collect(at time: Timestamp) {
    hasNews = false
    for outcome in client.run() {
      switch outcome {
      case .shown: told = nil
      case .dismissed(let control): deck.dismiss(control)
      case .failed(let error):
        deck.fail(at: time)
        if told != error { errors.append("feedback '\(name)': \(error)") }
        told = error
      }
    }
  }
}

extension DesktopNotification {
  init(_ card: NotificationCard) {
    self.init(
      summary: card.summary, body: card.body, icon: card.icon, urgency: card.urgency.rawValue,
      isTransient: card.isTransient, value: card.percent.map { Int32($0) },
      expiry: card.expiry.map { Int32($0.microseconds / 1_000) })
  }
}
