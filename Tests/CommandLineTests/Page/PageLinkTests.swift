import Glibc
import Testing

extension PageTests {
  @Suite("The page and its programs") struct Link {
    private static let notice = "document.querySelector('.notice')"

    @Test("it finds the daemon again, and says meanwhile that it is not running") func daemonRestarts() throws {
      let kiosk = try Kiosk(
        "", look: "{ controls: { photo: { content: { text: Move me } }, staff: { label: Call staff } } }")
      try kiosk.tab.wait(until: "evbridge.running && \(Self.notice).hidden")
      try kiosk.tab.run("return new Promise(requestAnimationFrame)")
      try kiosk.tab.picture("panel")
      for signal in [SIGTERM, SIGKILL] {
        kiosk.daemon.send(signal)
        _ = try kiosk.daemon.end()
        try kiosk.tab.wait(
          until: "!\(Self.notice).hidden && \(Self.notice).textContent === 'The bridge is not running.'")
        #expect(try kiosk.tab.value("return document.querySelector('.stage').classList.contains('away')"))
        #expect(try kiosk.tab.value("return seen.style('.record-button', 'opacity')") == "0.5")
        #expect(try kiosk.tab.value("return document.querySelector('.face').getAttribute('aria-disabled')") == "true")
        if signal == SIGTERM { try kiosk.tab.picture("not-running") }
        try kiosk.restartDaemon()
        try kiosk.tab.wait(until: "evbridge.running && \(Self.notice).hidden")
        #expect(try kiosk.tab.value("return seen.style('.record-button', 'opacity')") == "1")
      }
      try kiosk.tab.mouse(on: "[data-control=staff]")
      try kiosk.tab.wait(until: "seen.told('command.finished')")
      try kiosk.end()
    }

    @Test("it finds the panel again, and can then still ask for something") func panelRestarts() throws {
      let kiosk = try Kiosk("")
      try kiosk.tab.wait(until: "evbridge.running")
      try kiosk.killPanel()
      try kiosk.tab.wait(until: "\(Self.notice).textContent === 'The panel does not answer; trying again.'")
      #expect(try kiosk.tab.value("return document.querySelector('.stage').classList.contains('away')"))
      try kiosk.restartPanel()
      try kiosk.tab.wait(until: "evbridge.running && \(Self.notice).hidden")
      // With a token that is not the page's.
      try kiosk.tab.mouse(on: "[data-control=staff]")
      try kiosk.tab.wait(until: "seen.told('command.finished')")
      try kiosk.end()
    }

    @Test("a panel that is started anew with another look is shown with that") func panelLook() throws {
      let kiosk = try Kiosk("", look: "{ controls: { staff: { label: Call staff } } }")
      let label = "document.querySelector('[data-control=staff] .label')?.textContent"
      try kiosk.tab.wait(until: "evbridge.running && \(label) === 'Call staff'")
      try kiosk.killPanel()
      try kiosk.scene.change("label: Call staff", to: "label: Call a guide")
      try kiosk.restartPanel()
      try kiosk.tab.wait(until: "evbridge.running && \(label) === 'Call a guide'")
      try kiosk.tab.mouse(on: "[data-control=staff]")
      try kiosk.tab.wait(until: "seen.told('command.finished')")
      try kiosk.end()
    }

    @Test("controls that a reload puts into another order lie in that") func order() throws {
      let entries = ["a", "b", "c"].enumerated().map { index, name in
        "\(name): { type: command-button, trigger: { device: glass, key: KEY_\(index + 1) }, run: [\"true\"] }"
      }
      let glass = "glass: { type: transform, device: glass, zone: { x: 0%, y: 0%, width: 1%, height: 1% } }"
      let kiosk = try Kiosk(controls: (entries + [glass]).joined(separator: "\n"))
      let order = "[...document.querySelectorAll('.shelf > .control')].map((node) => node.dataset.control).join('')"
      try kiosk.tab.wait(until: "evbridge.running && \(order) === 'abc'")
      try kiosk.scene.change("  \(entries[0])\n", to: "")
      try kiosk.scene.change("panel: {}", to: "  \(entries[0])\npanel: {}")
      try kiosk.ask(#"{"do":"reload"}"#)
      try kiosk.tab.wait(until: "\(order) === 'bca'")
      try kiosk.end()
    }

    @Test("why a request is refused is shown for a while") func refusal() throws {
      let kiosk = try Kiosk("")
      try kiosk.tab.wait(until: "evbridge.running")
      try kiosk.tab.run("evbridge.controls.get('record').ask({ do: 'stop' })")
      try kiosk.tab.wait(until: "!\(Self.notice).hidden")
      let text: String = try kiosk.tab.value("return \(Self.notice).textContent")
      #expect(text.hasPrefix("control 'record': "))
      try kiosk.tab.wait(until: "\(Self.notice).hidden")
      try kiosk.end()
    }

    @Test("what has failed has a ring of another color, until somebody says otherwise") func error() throws {
      let kiosk = try Kiosk("", look: "{ look: { colors: { error: \"#0f0\" } } }")
      try kiosk.tab.wait(until: "evbridge.running")
      let ring = "seen.color(seen.style('[data-control=record] .ring', 'stroke')).join()"
      try kiosk.ask(#"{"do":"set-error","control":"record","value":true}"#)
      try kiosk.tab.wait(until: "\(ring) === '0,1,0,1'")
      try kiosk.tab.picture("error", of: "[data-control=record]")
      try kiosk.ask(#"{"do":"set-error","control":"record","value":false}"#)
      try kiosk.tab.wait(until: "\(ring) === '1,1,1,1'")
      try kiosk.end()
    }

    @Test("a control that is disabled is half transparent, and does nothing") func disabled() throws {
      let kiosk = try Kiosk("")
      try kiosk.tab.wait(until: "evbridge.running")
      try kiosk.ask(#"{"do":"disable","control":"record"}"#)
      try kiosk.tab.wait(until: "!evbridge.controls.get('record').enabled")
      for part in [".ring", ".dot"] {
        #expect(
          try kiosk.tab.value("return seen.style('[data-control=record] \(part)', 'opacity')") == "0.5", "\(part)")
        #expect(try kiosk.tab.value("return seen.style('[data-control=work] .icon', 'opacity')") == "1")
      }
      try kiosk.tab.picture("disabled", of: "[data-control=record]")
      try kiosk.tab.mouse(on: "[data-control=record]")
      try kiosk.tab.mouse(on: "[data-control=staff]")
      try kiosk.tab.wait(until: "seen.told('command.finished')")
      let types = try kiosk.tab.record().events.map(\.type)
      #expect(!types.contains("take.starting") && !types.contains("press.ignored"))
      try kiosk.ask(#"{"do":"enable","control":"record"}"#)
      try kiosk.tab.wait(until: "evbridge.controls.get('record').enabled")
      #expect(try kiosk.tab.value("return seen.style('[data-control=record] .dot', 'opacity')") == "1")
      try kiosk.end()
    }
  }
}
