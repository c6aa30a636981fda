import Foundation
import Testing

/// In browsers of its own, which know the page's name and where it is.
@Suite("The page over somebody else's", .serialized, .ownThread, .needs("chromedriver"), .needs("openssl"))
struct PageOverlayTests {
  private static let allowed = "{ origins: [\"\(Site.origin)\"] }"

  private static let standardWithoutPhoto = Kiosk.standard.split(separator: "\n").dropFirst().joined(separator: "\n")

  /// The page loads the overlay of a panel that it is told of in its address: the panel has its port later.
  private static let body = """
    <body style="background: #247; color: white; font: 20px 'DejaVu Sans'">Somebody else's page
      <p data-evbridge=photo style="position: absolute; left: 460px; top: 220px; margin: 0; padding: 1em; background: teal">Mine</p>
    <script>
      const script = document.createElement('script');
      script.src = `http://127.0.0.1:${location.hash.slice(1)}/overlay.js`;
      script.onerror = () => { window.isBlocked = true; };
      document.body.append(script);
    </script>
    """

  private func kiosk(_ look: String, _ chromium: Chromium) throws -> Kiosk {
    try Kiosk(
      PageTests.Sticker.fingers, controls: PageTests.Sticker.photo + "\n" + Self.standardWithoutPhoto, look: look,
      script: "seen.errors = []; console.error = (text) => seen.errors.push(text);", chromium: chromium
    ) { panel in "\(Site.origin)/page.html#\(panel.port)" }
  }

  /// The overlay is there, carries the page's own element, and can be operated.
  private func expectControls(_ kiosk: Kiosk) throws {
    try kiosk.tab.wait(until: "window.evbridge?.running")
    try kiosk.tab.wait(until: "seen.events.filter(({ event }) => event.phase === 'ended').length > 1")
    try kiosk.ask(#"{"do":"disable","control":"photo"}"#)
    try kiosk.tab.wait(until: "!evbridge.controls.get('photo').enabled")
    try kiosk.tab.run("return new Promise(requestAnimationFrame)")
    let shown: [Double] = try kiosk.tab.value(
      "return seen.style('[data-evbridge=photo]', 'transform').match(/-?[\\d.]+(?:e-?\\d+)?/g).map(Number)")
    let record = try kiosk.tab.record()
    let last = try #require(record.places(of: "transform", "photo").last)
    // About the top left of the glass, where the element is not.
    var expected = try PageTests.Sticker.pixels(record.events[last], kiosk)
    expected[4] += expected[0] * 460 + expected[2] * 220 - 460
    expected[5] += expected[1] * 460 + expected[3] * 220 - 220
    #expect(PageTests.Sticker.distance(shown, expected) < 2e-3, "\(shown) and not \(expected)")
    try kiosk.tab.picture("overlay")
    // By a mouse, through the overlay's shadow.
    try kiosk.tab.mouse(at: 0.65 * Tab.Size.usual.width, 0.75 * Tab.Size.usual.height, ["pointerDown", "pointerUp"])
    try kiosk.tab.wait(until: "seen.told('command.finished')")
    // What is not a control is the page's.
    let under: String = try kiosk.tab.value("return document.elementFromPoint(5, 5).tagName")
    #expect(under == "HTML" || under == "BODY")
  }

  /// The panel's script may come, but nothing that it asks for.
  private func expectRefusal(_ kiosk: Kiosk) throws {
    try kiosk.tab.wait(until: "seen.errors.length > 0")
    let errors: [String] = try kiosk.tab.value("return seen.errors")
    #expect(
      errors[0].hasPrefix("evbridge: http://127.0.0.1:\(kiosk.panel.port) does not answer this page: "), "\(errors)")
    #expect(try kiosk.tab.value("return window.evbridge === undefined && seen.events.length === 0"))
  }

  private func expectControlsWhereAllowed(_ chromium: Chromium) throws {
    let allowed = try kiosk(Self.allowed, chromium)
    try expectControls(allowed)
    try allowed.end()
    let foreign = try kiosk("{}", chromium)
    try expectRefusal(foreign)
    try foreign.end()
  }

  @Test("a page of this machine has the controls where its origin is allowed, and only there") func local() throws {
    let site = try Site(Self.body)
    let chromium = try Chromium(site.options(isPublic: false))
    try expectControlsWhereAllowed(chromium)
  }

  @Test("a page from elsewhere does not even reach the panel without the browser's policy") func withoutPolicy() throws
  {
    let site = try Site(Self.body)
    let kiosk = try kiosk(Self.allowed, try Chromium(site.options(isPublic: true)))
    try kiosk.tab.wait(until: "window.isBlocked")
    #expect(try kiosk.tab.value("return isSecureContext && window.evbridge === undefined && seen.events.length === 0"))
    try kiosk.end()
  }

  @Test(
    "with the policy that the panel prints it has the controls, where its origin is allowed",
    .enabled(if: geteuid() == 0, "only root may put a policy in place, in /etc/chromium/policies/managed"))
  func withPolicy() throws {
    let site = try Site(Self.body)
    let scene = try Scene()
    try scene.configure("panel: \(Self.allowed)\n\(Self.noDevice)")
    let printer = Program(
      [RunningPanel.path, "policy", "-c", scene.folder + "/evbridge.yaml"], environment: ["PATH": scene.path])
    #expect(try printer.end() == 0, "\(printer.errorLines)")
    let policy = try ManagedPolicy(printer.outputLines.joined())
    let chromium = try Chromium(site.options(isPublic: true))
    try expectControlsWhereAllowed(chromium)
    withExtendedLifetime(policy) {}
  }

  private static let noDevice = """
    devices: { button: { match: { name: Test button } } }
    controls: { play: { type: command-button, trigger: { device: button, key: KEY_PLAY }, run: ["true"] } }
    """
}
