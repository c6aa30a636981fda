import Foundation
import Testing

extension PageTests {
  @Suite("A sticker") struct Sticker {
    /// Two fingers that carry, scale and turn it at the same time, then one that only carries it.
    static let fingers = (0..<20).map { round in
      """
      at \(1_000 + round * 2_000)ms: two fingers at 50%,45% apart 60mm: pinch x1.5 rotate 50deg move 30mm,-12mm over 500ms
      at \(1_800 + round * 2_000)ms: one finger at 40%,40% move -20mm,9mm over 300ms
      """
    }.joined(separator: "\n")

    static let photo = """
      photo: { type: transform, device: glass, zone: { x: 0%, y: 0%, width: 100%, height: 100% } }
      """

    /// The bridge's matrix in pixels of the page: what lies at x, y millimetres is drawn at so many pixels, and so is where
    /// it is taken to.
    static func pixels(_ event: PageRecord.Event, _ kiosk: Kiosk) throws -> [Double] {
      let (x, y) = kiosk.scale
      return [
        try #require(event.a), try #require(event.b) * y / x, try #require(event.c) * x / y, try #require(event.d),
        try #require(event.e) * x, try #require(event.f) * y,
      ]
    }

    static func distance(_ one: [Double], _ other: [Double]) -> Double {
      zip(one, other).map { abs($0 - $1) }.max() ?? .infinity
    }

    // The page is higher than the glass, as a window may be.
    @Test("it is where the bridge says, in each frame, and goes back in 0.4 s") func carried() throws {
      let kiosk = try Kiosk(Self.fingers, controls: Self.photo, size: Tab.Size(width: 1_032, height: 776))
      try kiosk.tab.wait(
        until:
          "seen.told('snapshot', 'transform') && seen.events.filter(({ event }) => event.phase === 'ended').length > 3")
      try kiosk.ask(#"{"do":"disable","control":"photo"}"#)
      try kiosk.tab.wait(until: "!evbridge.controls.get('photo').enabled")
      try kiosk.ask(#"{"do":"reset","control":"photo"}"#)
      try kiosk.tab.wait(until: "seen.last('photo').matrix.join() === '1,0,0,1,0,0'")
      let record = try kiosk.tab.record()
      let moves = record.places(of: "transform", "photo")
      let reset = try #require(moves.last)
      #expect(record.events[reset].duration == 0.4)
      var turned = 0
      for place in moves.dropLast() {
        let expected = try Self.pixels(record.events[place], kiosk)
        if abs(expected[1]) > 0.1, abs(expected[0] - 1) > 0.1, abs(expected[4]) > 1 { turned += 1 }
        let wrong = record.frames(of: "photo", after: place) { $0.type == "transform" }
          .first { Self.distance($0.matrix, expected) >= 1e-3 }
        #expect(wrong == nil, "and not \(expected)")
      }
      #expect(turned > 10)
      // From where it was, slow at both ends.
      let from = try Self.pixels(record.events[try #require(moves.dropLast().last)], kiosk)
      let back = record.frames(of: "photo", after: reset) { _ in false }
      for (index, home) in [1.0, 0, 0, 1, 0, 0].enumerated() {
        record.events[reset].expect(back, within: 0.01, value: { $0.matrix[index] }) { time in
          let x = min(max(time / 0.4, 0), 1)
          return home + (from[index] - home) * (1 - x * x * (3 - 2 * x))
        }
      }
      #expect(back.last?.matrix == [1, 0, 0, 1, 0, 0])
      try kiosk.end()
    }

    @Test("an image, a text and a part of the page can be it, and an image says what it shows") func contents() throws {
      let names = ["image", "words", "part", "none"]
      let controls = names.enumerated().map { index, name in
        Self.photo.replacingOccurrences(of: "photo:", with: "\(name):")
          .replacingOccurrences(of: "x: 0%", with: "x: \(25 * index)%")
          .replacingOccurrences(of: "width: 100%", with: "width: 25%")
      }.joined(separator: "\n")
      let svg = "/tmp/evbridge-page.\(UUID().uuidString).svg"
      defer { try? FileManager.default.removeItem(atPath: svg) }
      try Data(
        #"<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="teal"/></svg>"#
          .utf8
      )
      .write(to: URL(fileURLWithPath: svg))
      let kiosk = try Kiosk(
        "", controls: controls,
        look:
          "{ controls: { image: { content: { image: \(svg), text: A lake } }, words: { content: { text: Hello } }, part: { content: { fragment: \"#mine\" } } } }",
        // The page is parsed then, and its own scripts have not run.
        script: """
          document.addEventListener('readystatechange', () => {
            document.body.insertAdjacentHTML('beforeend', '<template id="mine"><b>Mine</b></template>');
          }, { once: true });
          """)
      try kiosk.tab.wait(until: "evbridge.running && document.querySelector('[data-control=image] img').complete")
      let width: Double = try kiosk.tab.value("return document.querySelector('[data-control=image] img').naturalWidth")
      #expect(width == 120)
      #expect(try kiosk.tab.accessible("[data-control=image] img") == Tab.Accessible(role: "image", name: "A lake"))
      let words: [String] = try kiosk.tab.value(
        "return ['words', 'part', 'none'].map((name) => document.querySelector(`[data-control=${name}] .sticker`).textContent)"
      )
      #expect(words == ["Hello", "Mine", "none"])
      #expect(try kiosk.tab.value("return document.querySelector('[data-control=part] .sticker.fragment b') !== null"))
      try kiosk.end()
    }
  }
}
