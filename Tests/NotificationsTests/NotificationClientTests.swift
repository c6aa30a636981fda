import Glibc
import Notifications
import Testing

/// Against a real bus and a real notification daemon.
@Suite(.serialized) struct NotificationClientTests {
  private static func card(_ summary: String, value: Int32? = nil) -> DesktopNotification {
    DesktopNotification(
      summary: summary, body: "booth <1> & 2", icon: "media-record", urgency: 0, value: value,
      // Until it is put away: on a busy machine a test may take longer than a card is shown.
      expiry: 0)
  }

  @Test("a card is shown and updated in place, with a bar, and without markup of ours")
  func updates() throws {
    let desktop = try Desktop()
    try desktop.startDunst()
    let client = try NotificationClient(address: desktop.address)
    client.show(Self.card("one", value: 10), key: "a")
    #expect(client.busyKeys == ["a"])
    #expect(client.unnumberedKeys == ["a"])
    #expect(client.outcomes() == [.shown(key: "a")])
    #expect(client.busyKeys.isEmpty)
    let dunst = try #require(desktop.dunst)
    #expect(dunst.wait(for: "summary: 'one'"))
    #expect(dunst.wait(for: "progress: 10"))
    #expect(dunst.text.contains("body: 'booth &lt;1&gt; &amp; 2'"))
    #expect(dunst.text.contains("urgency: LOW"))
    client.show(Self.card("two"), key: "a")
    #expect(client.unnumberedKeys.isEmpty)
    #expect(client.outcomes() == [.shown(key: "a")])
    #expect(dunst.wait(for: "summary: 'two'"))
    #expect(try desktop.cards(soon: 1) == 1)
    client.show(Self.card("three"), key: "b")
    #expect(client.outcomes() == [.shown(key: "b")])
    #expect(try desktop.cards(soon: 2) == 2)
  }

  @Test("a card that the person puts away is told of, and the next is a new one")
  func dismissed() throws {
    let desktop = try Desktop()
    try desktop.startDunst()
    let client = try NotificationClient(address: desktop.address)
    client.show(Self.card("one"), key: "a")
    #expect(client.outcomes() == [.shown(key: "a")])
    try desktop.run("dunstctl", "close")
    #expect(client.outcomes() == [.dismissed(key: "a")])
    #expect(try desktop.cards(soon: 0) == 0)
    client.show(Self.card("two"), key: "a")
    #expect(client.outcomes() == [.shown(key: "a")])
    #expect(try desktop.cards(soon: 1) == 1)
  }

  @Test("a daemon that hangs holds nobody up, and is told of after a second")
  func hangs() throws {
    let desktop = try Desktop()
    try desktop.startDunst()
    let client = try NotificationClient(address: desktop.address)
    client.show(Self.card("one"), key: "a")
    #expect(client.outcomes() == [.shown(key: "a")])
    desktop.hangDunst()
    let start = now()
    for number in 1...50 { client.show(Self.card("hanging \(number)"), key: "\(number)") }
    // 50 calls; a single one that waited would take a second.
    #expect(now() - start < 950)
    #expect(client.outcomes().first == .failed(.noAnswer))
    #expect((900...6_000).contains(now() - start))
  }

  @Test("nobody who shows notifications: told at once, and the next is shown when somebody has come")
  func absent() throws {
    let desktop = try Desktop()
    let client = try NotificationClient(address: desktop.address)
    client.show(Self.card("one"), key: "a")
    #expect(client.outcomes() == [.failed(.absent)])
    try desktop.startDunst()
    client.show(Self.card("two"), key: "a")
    #expect(client.outcomes() == [.shown(key: "a")])
    #expect(try desktop.cards(soon: 1) == 1)
  }

  @Test("a bus that dies is told of once, wakes nobody any more, and a new one is found")
  func lostBus() throws {
    let desktop = try Desktop()
    try desktop.startDunst()
    let client = try NotificationClient(address: desktop.address)
    client.show(Self.card("one"), key: "a")
    #expect(client.outcomes() == [.shown(key: "a")])
    desktop.hangDunst()
    client.show(Self.card("two"), key: "a")
    desktop.endBus()
    #expect(client.outcomes() == [.failed(.lost)])
    #expect(client.busyKeys.isEmpty)
    var waiting = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&waiting, 1, 300) == 0)
    desktop.endDunst()
    client.show(Self.card("three"), key: "a")
    let outcomes = client.run()
    #expect(outcomes.count == 1)
    guard case .failed(.noBus) = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    try desktop.startBus()
    try desktop.startDunst()
    client.show(Self.card("four"), key: "a")
    #expect(client.outcomes() == [.shown(key: "a")])
  }

  @Test("what went wrong says what to do")
  func sentences() {
    #expect("\(NotificationError.absent)".contains("start a notification daemon"))
    #expect("\(NotificationError.noBus(errno: ENOENT))".contains("No such file or directory"))
    #expect("\(NotificationError.refused(name: "org.x.No", message: ""))".contains("org.x.No"))
  }
}
