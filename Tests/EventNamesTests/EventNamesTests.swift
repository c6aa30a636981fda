import EventNames
import InputModel
import Testing

@Suite struct EventNamesTests {
  @Test(
    "a name gives its code, and the code its name",
    arguments: [
      ("KEY_RECORD", EventCode.keyRecord),
      ("KEY_ESC", .key(1)),
      ("BTN_TOUCH", .btnTouch),
      ("SW_LID", .sw(0)),
      ("ABS_MT_TRACKING_ID", .mtTrackingID),
      ("REL_WHEEL", EventCode(.rel, 8)),
      ("LED_CAPSL", EventCode(.led, 1)),
      ("SYN_DROPPED", .synDropped),
    ])
  func roundTrip(name: String, code: EventCode) {
    #expect(EventNames.code(named: name) == code)
    #expect(EventNames.name(of: code) == name)
  }

  @Test("an alias is known, its code has one name")
  func alias() {
    #expect(EventNames.code(named: "BTN_A") == .key(0x130))
    #expect(EventNames.name(of: .key(0x130)) == "BTN_SOUTH")
  }

  @Test(
    "what is not the name of a code gives nothing",
    arguments: ["", "RECORD", "key_record", "KEY_RECROD", "KEY_MAX", "EV_KEY", "KEY_", "KEY_RECORD "])
  func unknown(name: String) { #expect(EventNames.code(named: name) == nil) }

  @Test("a code without a name has none")
  func nameless() {
    #expect(EventNames.name(of: .key(0x2ff)) == nil)
    #expect(EventNames.name(of: .key(0xffff)) == nil)
    #expect(EventNames.name(of: EventCode(EventType(rawValue: 0x1e), 0)) == nil)
  }

  @Test("every listed name of a type leads back to a code of that type", arguments: [EventType.key, .sw, .abs, .led])
  func listed(type: EventType) {
    let names = EventNames.all(of: type)
    #expect(names.count > 5)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { EventNames.code(named: $0)?.type == type })
  }

  @Test("a type without codes lists nothing")
  func noCodes() { #expect(EventNames.all(of: EventType(rawValue: 0x1e)).isEmpty) }
}
