import Foundation
import Testing

extension PageTests {
  @Suite("A ring") struct Ring {
    /// A ring's value so long after an event told of its stretch.
    static func law(_ event: PageRecord.Event) -> (Double) -> Double {
      { time in
        guard let from = event.from, let to = event.to, let duration = event.duration, duration > 0 else {
          return event.to ?? .nan
        }
        return from + (to - from) * min(max(time / duration, 0), 1)
      }
    }

    /// Every frame of a control shows the stretch that the page was told last. What it was ahead, because it was told a
    /// little late that the stretch before is over, is gone after 0.25 s.
    static func expectLaw(_ record: PageRecord, _ control: String) {
      var last: PageRecord.Event?
      for place in record.places(of: "progress", control) {
        let event = record.events[place]
        let ahead = last.map { abs(law($0)(event.after - $0.at) - (event.from ?? 0)) } ?? 0
        let wrong = record.frames(of: control, after: place) { $0.type == "progress" && $0.control == control }
          .first { frame in
            let tolerance = 0.05 + (frame.at - event.after < 0.25 ? ahead + 0.5 : 0)
            return frame.state != event.state
              || !event.explains(frame.share, at: frame.at, within: tolerance, law: law(event))
          }
        #expect(wrong == nil, "\(event)")
        last = event
      }
    }

    @Test("it is at the right fraction of the longest take, also when clips add up") func clips() throws {
      let held = "\(Kiosk.place.record) hold 900ms"
      let kiosk = try Kiosk(
        Kiosk.again(every: 5_000, [(0, held), (1_300, held), (2_600, held)]),
        controls: Kiosk.standard.replacingOccurrences(
          of: "minimum: 0ms", with: "minimum: 0ms, maximum: 1500ms, on-release: suspend"))
      try kiosk.tab.wait(until: "seen.told('snapshot', 'take.starting', 'take.suspended', 'take.suspended')")
      try kiosk.tab.picture("suspended-take", of: "[data-control=record]")
      try kiosk.tab.wait(
        until: "seen.told('snapshot', 'take.starting', 'take.suspended', 'take.suspended', 'take.completed')")
      let record = try kiosk.tab.record()
      Self.expectLaw(record, "record")
      // What was recorded up to each release, by the daemon's clock, is what the page then shows.
      let start = try #require(record.places(of: "take.starting", "record").first)
      let rest = record.events[start...].filter { $0.control == "record" }
      var recorded = 0.0
      var began = 0.0
      for (place, event) in zip(start..., record.events[start...]) where event.control == "record" {
        if event.type == "take.recording" { began = try #require(event.monoUs) }
        if event.type == "take.completed" { break }
        guard event.type == "take.suspended" else { continue }
        recorded += (try #require(event.monoUs) - began) / 1e6
        let told = try #require(
          record.places(of: "progress", "record") { $0.state == "suspended" }.first { $0 >= place - 1 })
        let shown = record.frames(of: "record", after: told) { $0.type == "progress" }.last
        #expect(abs((shown?.share ?? 0) - 100 * recorded / 1.5) < 1, "after \(recorded) s")
      }
      #expect(rest.filter { $0.type == "take.recording" }.count >= 3 && recorded > 0.5)
      try kiosk.end()
    }

    @Test("a progress button has four states, each with its icon and its color") func states() throws {
      let tap = "\(Kiosk.place.work) hold 400ms"
      let kiosk = try Kiosk(
        Kiosk.again(every: 4_500, [(0, tap), (800, tap), (1_500, tap), (3_500, tap)]),
        look: """
          { controls: { work: {
            strokes: { default: "#102030", inProgress: "#405060", suspended: "#708090", completed: "#a0b0c0" } } } }
          """)
      let states = ["inProgress", "suspended", "inProgress", "completed", "default"]
      for end in 1...states.count {
        try kiosk.tab.wait(until: "seen.went('work', \(states[..<end].map { "'\($0)'" }.joined(separator: ", ")))")
        try kiosk.tab.picture("progress-\(states[end - 1])", of: "[data-control=work]")
      }
      let record = try kiosk.tab.record()
      let first = try #require(
        record.places(of: "progress", "work") { $0.state == "inProgress" && $0.from == 0 }.first)
      let frames = record.frames(of: "work").filter { $0.told > first }
      let looks: [String: (icon: String, stroke: [Double])] = [
        "default": ("▶", [16, 32, 48]), "inProgress": ("❚❚", [64, 80, 96]), "suspended": ("▶", [112, 128, 144]),
        "completed": ("✓", [160, 176, 192]),
      ]
      #expect(Set(frames.compactMap(\.state)) == Set(looks.keys))
      for frame in frames {
        let look = try #require(looks[frame.state ?? ""])
        #expect(frame.icon == look.icon && frame.stroke == look.stroke.map { $0 / 255 } + [1], "\(frame)")
      }
      Self.expectLaw(record, "work")
      // The icon of what is completed pops; no other does.
      let completed = try #require(record.places(of: "progress", "work") { $0.state == "completed" }.first)
      record.events[completed].expect(
        record.frames(of: "work", after: completed) { $0.type == "progress" }, within: 0.005, value: { $0.pop ?? 0 },
        law: Self.pop)
      #expect(frames.allSatisfy { $0.state == "completed" || $0.pop == 1 })
      // Half of it is seen while it is touched.
      let down = try #require(record.places(of: "press.down", "work").first)
      let touched = record.frames(of: "work", after: down) { $0.type == "press.up" }
      #expect(!touched.isEmpty && touched.allSatisfy { $0.opacities[0] == 0.5 })
      let up = try #require(record.places(of: "press.up", "work").first { $0 > down })
      let free = record.frames(of: "work", after: up) { $0.type == "press.down" }
      #expect(!free.isEmpty && free.allSatisfy { $0.opacities[0] == 1 })
      try kiosk.end()
    }

    /// To 1.3 in 0.2 s, and back in 0.1 s.
    static func pop(_ time: Double) -> Double {
      if time <= 0 || time >= 0.3 { return 1 }
      return time < 0.2 ? 1 + 0.3 * time / 0.2 : 1.3 - 0.3 * (time - 0.2) / 0.1
    }

    struct Mode: Sendable, CustomTestStringConvertible {
      var word: String
      var width: Double?
      var isDashed = false
      var testDescription: String { word }
    }

    private static let modes = [
      Mode(word: "fill"), Mode(word: "border(4)", width: 4), Mode(word: "border(12)", width: 12),
      Mode(word: "dashed(6)", width: 6, isDashed: true),
    ]

    /// For each degree, clockwise from 12 o'clock, whether the stroke covers the point half way into it; then whether it
    /// covers points just inside and just outside of it at 3 o'clock.
    private static let strokes = """
      const arc = document.querySelector('[data-control=work] .arc');
      const half = arc.ownerSVGElement.viewBox.baseVal.width / 2;
      const width = parseFloat(getComputedStyle(arc).strokeWidth);
      const at = (degrees, radius) => {
        const angle = (degrees - 90) * Math.PI / 180;
        return arc.isPointInStroke(new DOMPoint(radius * Math.cos(angle), radius * Math.sin(angle)));
      };
      const around = [];
      for (let degree = 0; degree < 360; degree++) around.push(at(degree + 0.5, half - width / 2));
      const box = arc.ownerSVGElement.getBoundingClientRect();
      return { half, width, around, pixels: box.width / (2 * half) };
      """

    private struct Stroke: Decodable {
      var half: Double
      var width: Double
      var around: [Bool]
      var pixels: Double
    }

    @Test("its stroke begins at 12 o'clock and runs clockwise, as far as it is", arguments: modes)
    func strokeModes(_ mode: Mode) throws {
      let kiosk = try Kiosk(
        "",
        controls:
          "work: { type: progress-button, trigger: { device: glass, zone: { center: [40%, 75%], radius: 15mm } }, progress: request }",
        look: "{ controls: { work: { stroke-mode: \(mode.word), animation: false } } }")
      try kiosk.tab.wait(until: "evbridge.running")
      try kiosk.ask(#"{"do":"start","control":"work"}"#)
      for percent in [0, 12.5, 25, 62.5, 100] {
        try kiosk.ask(#"{"do":"set-progress","control":"work","value":\#(percent)}"#)
        try kiosk.tab.wait(until: "evbridge.controls.get('work').progressAt(performance.now() / 1000) === \(percent)")
        try kiosk.tab.run("return new Promise(requestAnimationFrame)")
        let stroke: Stroke = try kiosk.tab.value(Self.strokes)
        #expect(stroke.width == mode.width ?? stroke.half && abs(stroke.pixels - 1) < 0.001)
        let end = percent * 3.6
        if mode.isDashed {
          // Dashes as long as the stroke is wide, and gaps of the same length, up to there.
          let dash = 360 * stroke.width / (2 * .pi * (stroke.half - stroke.width / 2))
          let expected = (0..<360).map { degree in
            let middle = Double(degree) + 0.5
            return middle < end && Int(middle / dash) % 2 == 0
          }
          let wrong = zip(expected, stroke.around).filter { $0 != $1 }.count
          // A degree at each end of each dash.
          #expect(wrong <= Int(end / dash) + 1, "\(percent) %: \(wrong) degrees")
        } else {
          let expected = (0..<360).map { Double($0) + 0.5 < end }
          let wrong = zip(expected, stroke.around).filter { $0 != $1 }.count
          #expect(wrong <= 1, "\(percent) %: \(wrong) degrees")
        }
        if percent == 62.5 {
          try kiosk.tab.picture(
            "stroke-\(mode.word.prefix { $0 != "(" })-\(Int(stroke.width))", of: "[data-control=work]")
        }
      }
      try kiosk.end()
    }

    private static let requested = """
      work: { type: progress-button, trigger: { device: glass, zone: { center: [40%, 75%], radius: 15mm } }, progress: request }
      """

    @Test("a value that is set is gone to in 0.25 s; a reset is there at once") func jumps() throws {
      let kiosk = try Kiosk(
        "", controls: Self.requested, look: "{ controls: { work: { icons: { inProgress: B, completed: D } } } }")
      try kiosk.tab.wait(until: "evbridge.running")
      try kiosk.ask(#"{"do":"start","control":"work"}"#)
      try kiosk.ask(#"{"do":"set-progress","control":"work","value":80}"#)
      try kiosk.tab.wait(until: "seen.last('work').dashes[0] === 80")
      try kiosk.ask(#"{"do":"reset","control":"work"}"#)
      try kiosk.tab.wait(until: "seen.last('work').dashes[0] === 0")
      let record = try kiosk.tab.record()
      let set = try #require(record.places(of: "progress", "work") { $0.to == 80 }.first)
      record.events[set].expect(
        record.frames(of: "work", after: set) { $0.type == "progress" }, within: 0.05, value: \.share
      ) { 80 * min(max($0 / 0.25, 0), 1) }
      let reset = try #require(record.places(of: "progress", "work") { $0.state == "default" }.last)
      let after = record.frames(of: "work", after: reset) { _ in false }
      #expect(!after.isEmpty && after.allSatisfy { $0.share == 0 })
      #expect(Set(record.frames.compactMap(\.icon)) == ["▶", "B"])
      try kiosk.end()
    }

    struct Still: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var look = "{}"
      var isReduced = false
    }

    @Test(
      "animation is off as a whole, or for who wants no motion",
      arguments: [
        Still(testDescription: "of all controls", look: "{ look: { animation: false } }"),
        Still(testDescription: "of the control", look: "{ controls: { work: { animation: false } } }"),
        Still(testDescription: "prefers-reduced-motion", isReduced: true),
      ])
    func still(_ item: Still) throws {
      let kiosk = try Kiosk("", controls: Self.requested, look: item.look, isReduced: item.isReduced)
      try kiosk.tab.wait(until: "evbridge.running")
      try kiosk.ask(#"{"do":"start","control":"work"}"#)
      try kiosk.tab.wait(until: "seen.went('work', 'inProgress')")
      try kiosk.ask(#"{"do":"set-progress","control":"work","value":100}"#)
      try kiosk.ask(#"{"do":"complete","control":"work"}"#)
      try kiosk.tab.wait(until: "seen.last('work').state === 'completed' && seen.last('work').dashes[0] === 100")
      let record = try kiosk.tab.record()
      #expect(record.frames.allSatisfy { ($0.share.isNaN || [0, 100].contains($0.share)) && $0.pop == 1 })
      try kiosk.end()
    }

    @Test("animation is off for one update, of a program or of the page") func once() throws {
      let kiosk = try Kiosk("", controls: Self.requested)
      try kiosk.tab.wait(until: "evbridge.running")
      try kiosk.ask(#"{"do":"start","control":"work"}"#)
      try kiosk.ask(#"{"do":"set-progress","control":"work","value":80,"animated":false}"#)
      try kiosk.tab.wait(until: "seen.last('work').dashes[0] === 80")
      let progress =
        #"{ type: 'progress', control: 'work', state: 'completed', from: 100, to: 100, duration: 0, error: false }"#
      try kiosk.tab.run("evbridge.update(\(progress), { animated: false })")
      try kiosk.tab.wait(until: "seen.last('work').state === 'completed' && seen.last('work').dashes[0] === 100")
      let record = try kiosk.tab.record()
      #expect(record.frames.allSatisfy { ($0.share.isNaN || [0, 80, 100].contains($0.share)) && $0.pop == 1 })
      // The next one is on its way when it comes.
      let shown: Double = try kiosk.tab.value(
        """
        evbridge.update({ ...\(progress), state: 'suspended', from: 50, to: 50 });
        return evbridge.controls.get('work').progressAt(performance.now() / 1000);
        """)
      #expect(shown > 50 && shown <= 100)
      try kiosk.end()
    }
  }
}
