import Testing

extension PageTests {
  @Suite("Without eyes and hands") struct Access {
    private static let tabKey = "\u{E004}"
    private static let enterKey = "\u{E007}"

    private static let look = """
      { controls: { record: { label: Tell your story }, work: { label: Cleaning }, staff: { label: Call staff } } }
      """

    @Test("a keyboard goes from control to control and operates them") func keyboard() throws {
      let kiosk = try Kiosk("", look: Self.look)
      try kiosk.tab.wait(until: "evbridge.running")
      var order: [String] = []
      for _ in 0..<3 {
        try kiosk.tab.key(Self.tabKey)
        order.append(try kiosk.tab.value("return document.activeElement.parentNode.dataset.control ?? ''"))
        // It is seen where one is.
        #expect(try kiosk.tab.value("return seen.style('.face:focus', 'outlineStyle')") == "solid")
      }
      #expect(order == ["record", "work", "staff"])
      try kiosk.tab.picture("focus", of: "[data-control=staff]")
      try kiosk.tab.key(Self.enterKey)
      try kiosk.tab.wait(until: "seen.told('command.finished')")
      try kiosk.tab.run("document.querySelector('[data-control=record] .face').focus()")
      try kiosk.tab.key(" ", ["keyDown"])
      try kiosk.tab.wait(until: "seen.last('record').background[3] === 0.3")
      try kiosk.tab.key(" ", ["keyUp"])
      try kiosk.tab.wait(until: "seen.told('take.recording') && seen.last('record').background[3] === 1")
      #expect(try kiosk.tab.value("return document.activeElement.getAttribute('aria-pressed')") == "true")
      try kiosk.tab.key(Self.enterKey)
      try kiosk.tab.wait(until: "seen.told('take.recording', 'take.completed')")
      #expect(kiosk.scene.takes == ["take-0001.txt": "begin\nend\n"])
      try kiosk.end()
    }

    @Test("a screen reader is told what there is, how far it is, and what bubbles say") func reader() throws {
      let kiosk = try Kiosk(Press.taps, look: Self.look)
      try kiosk.tab.wait(until: "evbridge.running")
      #expect(
        try kiosk.tab.accessible("[data-control=record] .face")
          == Tab.Accessible(role: "button", name: "Tell your story"))
      #expect(
        try kiosk.tab.accessible("[data-control=work] .face")
          == Tab.Accessible(role: "button", name: "Cleaning: not started"))
      #expect(
        try kiosk.tab.accessible("[data-control=staff] .face") == Tab.Accessible(role: "button", name: "Call staff"))
      #expect(
        try kiosk.tab.accessible("[data-control=work] [role=progressbar]")
          == Tab.Accessible(role: "progressbar", name: "Cleaning"))
      // What only looks nice is not read.
      let hidden: Bool = try kiosk.tab.value(
        "return [...document.querySelectorAll('svg, .bubble, .icon, .label')].every((node) => node.ariaHidden === 'true')"
      )
      #expect(hidden)
      let lives: [String] = try kiosk.tab.value(
        "return ['.notice', '.voice[role=status]'].map((name) => document.querySelector(name).ariaLive)")
      #expect(lives == ["polite", "polite"])
      try kiosk.tab.wait(
        until: "document.querySelector('.voice[role=status]').textContent === 'Tell your story: Tap and Hold'")
      try kiosk.tab.mouse(on: "[data-control=work]")
      try kiosk.tab.wait(until: "seen.went('work', 'inProgress', 'completed')")
      try kiosk.tab.wait(
        until: "document.querySelector('[data-control=work] [role=progressbar]').ariaValueNow === '100'")
      let told: [String] = try kiosk.tab.value(
        """
        const bar = document.querySelector('[data-control=work] [role=progressbar]');
        return [bar.ariaValueMin, bar.ariaValueMax, document.querySelector('[data-control=work] .face').ariaLabel];
        """)
      #expect(told == ["0", "100", "Cleaning: completed"])
      try kiosk.end()
    }

    @Test("who wants no motion has a tooltip that is there at once, and goes at once") func reducedMotion() throws {
      let kiosk = try Kiosk(Press.taps, isReduced: true)
      try kiosk.tab.wait(until: "seen.told('snapshot', 'tooltip.shown', 'tooltip.hidden', 'press.down')")
      let record = try kiosk.tab.record()
      let shown = try #require(record.places(of: "tooltip.shown", "record").first)
      let frames = record.frames(of: "record", after: shown) { $0.type == "tooltip.hidden" }
      #expect(!frames.isEmpty && frames.allSatisfy { $0.bubble == 1 })
      try kiosk.tab.wait(until: "seen.last('record').bubble === null")
      try kiosk.end()
    }
  }
}
