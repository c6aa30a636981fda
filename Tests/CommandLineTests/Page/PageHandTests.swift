import Foundation
import Testing

extension PageTests {
  /// Fingers, mouse and keys that only the browser sees: on controls that do not lie on the bridge's own glass.
  @Suite("A hand in the browser") struct Hand {
    private static let controls = """
      record: { type: record-button, trigger: { device: glass, key: KEY_A }, recorder: fake, minimum: 0ms }
      staff: { type: command-button, trigger: { device: glass, key: KEY_B }, run: ["true"] }
      guide: { type: command-button, trigger: { device: glass, key: KEY_C }, run: ["true"] }
      glass: { type: transform, device: glass, zone: { x: 0%, y: 0%, width: 1%, height: 1% } }
      """

    struct Point: Decodable {
      var x: Double
      var y: Double
    }

    private func kiosk(_ controls: String = controls, look: String = "{}", script: String = "") throws -> Kiosk {
      let kiosk = try Kiosk(controls: controls, look: look, script: script)
      try kiosk.tab.wait(until: "evbridge.running && evbridge.controls.size > 0")
      return kiosk
    }

    private func middle(of control: String, _ tab: Tab) throws -> Point {
      try tab.value(
        """
        const box = document.querySelector('[data-control=\(control)] .face').getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        """)
    }

    private func touch(_ kind: String, _ points: [(id: Int, at: Point)], _ tab: Tab) throws {
      try tab.devtools(
        "Input.dispatchTouchEvent",
        ["type": kind, "touchPoints": points.map { ["x": $0.at.x, "y": $0.at.y, "id": $0.id] as [String: Any] }])
    }

    private func count(_ type: String, of control: String, _ tab: Tab) throws -> Int {
      try tab.value(
        "return seen.events.filter(({ event }) => event.type === '\(type)' && event.control === '\(control)').length")
    }

    @Test("a key that repeats while it is held is one press") func repeats() throws {
      let kiosk = try kiosk()
      for control in ["record", "staff"] {
        try kiosk.tab.run("document.querySelector('[data-control=\(control)] .face').focus()")
        for repeats in [false, true, true, true, true] {
          try kiosk.tab.devtools(
            "Input.dispatchKeyEvent",
            [
              "type": "keyDown", "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13,
              "autoRepeat": repeats,
            ])
        }
        try kiosk.tab.devtools(
          "Input.dispatchKeyEvent",
          ["type": "keyUp", "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13])
      }
      try kiosk.tab.wait(until: "seen.told('take.recording') && seen.told('command.finished')")
      try kiosk.ask(#"{"do":"stop","control":"record"}"#)
      try kiosk.tab.wait(until: "seen.told('take.completed')")
      #expect(try count("take.starting", of: "record", kiosk.tab) == 1)
      #expect(try count("command.finished", of: "staff", kiosk.tab) == 1)
      try kiosk.end()
    }

    @Test("a finger that moves on the button, and one beside another, are answered; one that leaves it is not")
    func fingers() throws {
      let kiosk = try kiosk()
      let staff = try middle(of: "staff", kiosk.tab)
      let guide = try middle(of: "guide", kiosk.tab)
      let away = Point(x: 3, y: 3)
      try touch("touchStart", [(0, staff)], kiosk.tab)
      try touch("touchMove", [(0, Point(x: staff.x + 40, y: staff.y))], kiosk.tab)
      try touch("touchEnd", [], kiosk.tab)
      try kiosk.tab.wait(until: "seen.told('command.finished')")
      // Two at once, while a third one rests on the page.
      try touch("touchStart", [(0, away)], kiosk.tab)
      try touch("touchStart", [(0, away), (1, staff)], kiosk.tab)
      try touch("touchStart", [(0, away), (1, staff), (2, guide)], kiosk.tab)
      let held: Int = try kiosk.tab.value("return document.querySelectorAll('.touched').length")
      #expect(held == 2)
      try touch("touchEnd", [(0, away), (2, guide)], kiosk.tab)
      try touch("touchEnd", [(0, away)], kiosk.tab)
      try touch("touchEnd", [], kiosk.tab)
      try kiosk.tab.wait(until: "seen.told('command.finished', 'command.finished', 'command.finished')")
      #expect(try count("command.finished", of: "staff", kiosk.tab) == 2)
      #expect(try count("command.finished", of: "guide", kiosk.tab) == 1)
      // It goes away before it is lifted.
      try touch("touchStart", [(0, staff)], kiosk.tab)
      try touch("touchMove", [(0, away)], kiosk.tab)
      try kiosk.tab.wait(until: "document.querySelectorAll('.touched').length === 0")
      try touch("touchEnd", [], kiosk.tab)
      try kiosk.tab.mouse(on: "[data-control=guide]")
      try kiosk.tab.wait(until: "seen.events.filter(({ event }) => event.type === 'command.finished').length >= 4")
      #expect(try count("command.finished", of: "staff", kiosk.tab) == 2)
      #expect(try count("command.finished", of: "guide", kiosk.tab) == 2)
      try kiosk.end()
    }

    @Test("a button that is disabled while it is held does not stay pressed") func disabled() throws {
      let kiosk = try kiosk()
      try kiosk.tab.mouse(on: "[data-control=record]", ["pointerDown"])
      try kiosk.tab.wait(until: "seen.last('record').background[3] === 0.3")
      try kiosk.ask(#"{"do":"disable","control":"record"}"#)
      try kiosk.tab.wait(until: "!evbridge.controls.get('record').enabled")
      try kiosk.tab.mouse(on: "[data-control=record]", ["pointerUp"])
      try kiosk.tab.wait(until: "seen.last('record').background[3] === 1")
      #expect(try kiosk.tab.value("return document.querySelectorAll('.touched').length") == 0)
      #expect(try count("take.starting", of: "record", kiosk.tab) == 0)
      try kiosk.end()
    }

    @Test("a control that can not be drawn leaves the others as they are") func fault() throws {
      // The first has a selector that is none, the drawing of the second throws.
      let kiosk = try kiosk(
        Kiosk.standard, look: "{ controls: { photo: { content: { fragment: \"#1photo\" } }, work: { label: Work } } }")
      #expect(try kiosk.tab.value("return document.querySelector('.sticker').textContent") == "photo")
      try kiosk.tab.run(
        """
        evbridge.controls.get('work').draw = () => { throw new Error('no drawing'); };
        evbridge.update({ type: 'fade', control: 'staff', from: 0.3, to: 0.3, duration: 0 });
        """)
      try kiosk.tab.wait(until: "seen.last('staff').background[3] === 0.3")
      #expect(
        try kiosk.tab.value("return document.querySelector('.notice').textContent")
          == "The control work can not be shown.")
      try kiosk.end()
    }
  }
}
