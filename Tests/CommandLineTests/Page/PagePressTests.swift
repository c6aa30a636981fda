import Foundation
import Testing

extension PageTests {
  @Suite("A press") struct Press {
    /// Brief presses of the record button and of the command button, which is pressed again 200 ms after its release, and
    /// then for as long as also a slow page draws.
    static let taps = Kiosk.again(
      every: 2_600,
      [
        (0, "\(Kiosk.place.record) hold 120ms"), (200, "\(Kiosk.place.staff) hold 120ms"),
        (520, "\(Kiosk.place.staff) hold 900ms"),
      ])

    /// What a page was told and showed, once for all.
    private static let taken = Result { try take() }

    private static func take() throws -> PageRecord {
      let kiosk = try Kiosk(taps)
      try kiosk.tab.wait(until: "seen.told('snapshot', 'press.down', 'tooltip.shown', 'tooltip.hidden', 'press.down')")
      let record = try kiosk.tab.record()
      try kiosk.end()
      return record
    }

    @Test("the tooltip springs in and out by the spring's own solution, and is gone") func tooltip() throws {
      let record = try Self.taken.get()
      let shown = try #require(record.places(of: "tooltip.shown", "record").first)
      let frames = record.frames(of: "record", after: shown) { $0.type == "tooltip.shown" }
      #expect(frames.contains { $0.bubble != nil })
      #expect(frames.last?.bubble == nil)
      #expect(frames.allSatisfy { $0.bubble == nil || $0.text == "Tap and Hold" })
      record.events[shown].expect(frames, within: 0.005, value: { $0.bubble ?? 0 }, law: Self.bubble)
    }

    /// m x'' + c x' + k (x - 1) = 0, x(0) = 0, x'(0) = v, for m 1, k 100, c 15, v 10; after a second the same way back.
    static func bubble(_ time: Double) -> Double {
      guard time > 0, time < 2 else { return 0 }
      let t = min(time, 2 - time)
      let decay = 7.5
      let swing = sqrt(100 - decay * decay)
      return 1 - exp(-decay * t) * (cos(swing * t) + (decay - 10) / swing * sin(swing * t))
    }

    struct Bubble: Decodable, Hashable {
      var text: String
      var color: [Double]
      var background: [Double]
      var arrow: [Double]
      var font: String
      var size: String
      var radius: String
      var arrowHeight: String
      /// From the arrow's tip to the button.
      var gap: Double
      /// From its middle to that of the button.
      var offset: Double
    }

    private static let readBubble = """
      return seen.until(() => document.querySelector('.bubble.shown')).then(() => {
        const bubble = document.querySelector('.bubble.shown');
        const style = getComputedStyle(bubble);
        const arrow = getComputedStyle(bubble, '::after');
        const box = bubble.getBoundingClientRect();
        const button = bubble.parentNode.getBoundingClientRect();
        return {
          text: bubble.textContent, color: seen.color(style.color), background: seen.color(style.backgroundColor),
          arrow: seen.color(arrow.borderTopColor), font: style.fontFamily, size: style.fontSize, radius: style.borderRadius,
          arrowHeight: arrow.borderTopWidth, gap: button.top - box.bottom - parseFloat(arrow.borderTopWidth),
          offset: box.left + box.width / 2 - button.left - button.width / 2,
        };
      });
      """

    // Without the spring it has its size as long as it is there.
    @Test("the tooltip is a bubble with an arrow 10 above the button, and looks as configured") func bubbleLook() throws
    {
      let plain = try Kiosk(Self.taps, look: "{ look: { animation: false } }")
      let bubble: Bubble = try plain.tab.value(Self.readBubble)
      try plain.tab.picture("tooltip", of: "[data-control=record]", above: 40)
      try plain.end()
      #expect(
        bubble
          == Bubble(
            text: "Tap and Hold", color: [1, 1, 1, 1], background: [0, 0, 0, 0.8], arrow: [0, 0, 0, 0.8],
            font: "\"DejaVu Sans\", sans-serif", size: "12px", radius: "5px", arrowHeight: "5px", gap: 10, offset: 0))
      let own = try Kiosk(
        Self.taps,
        controls: Kiosk.standard.replacingOccurrences(
          of: "minimum: 0ms", with: "minimum: 0ms, tooltip: { text: Halten }"),
        look: """
          { look: { animation: false, font: "DejaVu Serif, serif", colors: { bubble: "#00f8", bubble-text: yellow } } }
          """)
      let configured: Bubble = try own.tab.value(Self.readBubble)
      try own.end()
      #expect(configured.text == "Halten" && configured.font == "\"DejaVu Serif\", serif")
      #expect(configured.color == [1, 1, 0, 1])
      #expect(configured.background[2] == 1 && abs(configured.background[3] - 136.0 / 255) < 0.005)
      #expect(configured.arrow == configured.background)
    }

    @Test("the background's alpha is 0.3 at once and goes back in a line over 0.4 s; ring, icon and label do not fade")
    func fade() throws {
      let record = try Self.taken.get()
      for control in ["record", "staff"] {
        let down = try #require(record.places(of: "fade", control) { $0.to == 0.3 && $0.from == 1 }.first)
        let held = record.frames(of: control, after: down) { $0.type == "fade" && $0.control == control }
        #expect(held.allSatisfy { abs($0.alpha - 0.3) < 0.001 }, "\(held.map(\.alpha))")
        // The command button's first one is interrupted.
        let releases = record.places(of: "fade", control) { $0.to == 1 }.filter { $0 > down }
        let up = try #require(releases.dropFirst(control == "staff" ? 1 : 0).first)
        #expect(record.events[up].from == 0.3 && record.events[up].duration == 0.4)
        let frames = record.frames(of: control, after: up) { $0.type == "fade" && $0.control == control }
        record.events[up].expect(frames, within: 0.002, value: \.alpha, law: Self.line)
        // What is seen after 0, 100, 200 and 400 ms, where the machine has had the time to draw about then: a frame that is
        // 28 ms away is 0.05 away.
        for moment in [0, 0.1, 0.2, 0.4] {
          let time = record.events[up].at + moment
          let frame = frames.min { abs($0.at - time) < abs($1.at - time) }
          guard let frame, abs(frame.at - time) < 0.028 else { continue }
          #expect(abs(frame.alpha - Self.line(moment)) <= 0.05, "\(moment)")
        }
        #expect(frames.last?.alpha == 1)
        let alike = (held + frames).allSatisfy { frame in frame.opacities.allSatisfy { $0 == nil || $0 == 1 } }
        #expect(alike, "\(control)")
      }
    }

    static func line(_ time: Double) -> Double { 0.3 + 0.7 * min(max(time / 0.4, 0), 1) }

    @Test("a press in mid-fade is at 0.3 at once") func interrupted() throws {
      let record = try Self.taken.get()
      let again = try #require(record.places(of: "fade", "staff") { $0.to == 0.3 && ($0.from ?? 1) < 1 }.first)
      // 200 ms after the release, as the daemon counts: half way.
      #expect(record.events[again].duration == 0 && abs((record.events[again].from ?? 0) - 0.65) < 0.05)
      let held = record.frames(of: "staff", after: again) { $0.type == "fade" && $0.control == "staff" }
      #expect(!held.isEmpty && held.allSatisfy { abs($0.alpha - 0.3) < 0.001 }, "\(held.map(\.alpha))")
    }

    @Test("a mouse presses too: the look is the page's own, and the take the bridge's") func mouse() throws {
      let kiosk = try Kiosk("")
      try kiosk.tab.wait(until: "evbridge.running")
      try kiosk.tab.mouse(on: "[data-control=record]", ["pointerDown"])
      try kiosk.tab.wait(until: "seen.last('record').background[3] === 0.3")
      try kiosk.tab.picture("pressed", of: "[data-control=record]")
      try kiosk.tab.mouse(on: "[data-control=record]", ["pointerUp"])
      try kiosk.tab.wait(until: "seen.told('take.recording') && seen.last('record').background[3] === 1")
      let record = try kiosk.tab.record()
      // Red, darker by 0.2 of each channel that has some.
      #expect(record.frames(of: "record").last?.dot == [0.8, 0, 0, 1])
      try kiosk.tab.picture("recording", of: "[data-control=record]")
      try kiosk.tab.mouse(on: "[data-control=record]")
      try kiosk.tab.wait(until: "seen.told('take.recording', 'take.completed')")
      #expect(kiosk.scene.takes == ["take-0001.txt": "begin\nend\n"])
      // A finger on the glass is the bridge's business: it would see it as well.
      try kiosk.tab.run("window.clicks = []; addEventListener('click', ({ pointerType }) => clicks.push(pointerType))")
      for kind in ["touch", "mouse"] { try kiosk.tab.mouse(on: "[data-control=staff]", as: kind) }
      try kiosk.tab.wait(until: "seen.told('command.finished') && clicks.join() === 'touch,mouse'")
      try kiosk.ask(#"{"do":"start","control":"staff"}"#)
      try kiosk.tab.wait(until: "seen.told('command.finished', 'command.finished')")
      let commands = try kiosk.tab.record().events.filter { $0.type == "command.finished" }
      #expect(commands.count == 2)
      try kiosk.end()
    }
  }
}

extension PageRecord.Frame {
  /// Of the background; the inner circle of a record button is part of it.
  var alpha: Double {
    let alphas = [background, dot].compactMap { $0?[3] }
    return alphas.allSatisfy { $0 == alphas[0] } ? alphas.first ?? .nan : .nan
  }
}
