import Bridge
import Explain
import InputModel
import Testing
import Traces

struct TraceSummaryTests {
  private static let trace: Trace = {
    let script = """
      panel 300mm x 200mm
      one finger at 10mm,10mm hold 1s
      at 500ms: two fingers at 100mm,100mm hold 200ms
      at 900ms: one finger at 200mm,10mm hold 300ms
      at 2s: one finger at 10mm,10mm stay
      """
    var trace = (try? Trace(gestureScript: Array(script.utf8))) ?? Trace()
    let moment = Timestamp(seconds: 1, microseconds: 500_000)
    let events = [
      RawEvent(moment, .keyRecord, 1), .report(moment), RawEvent(moment + .milliseconds(80), .keyRecord, 0),
      RawEvent(moment + .milliseconds(80), .key(30), 1), .report(moment + .milliseconds(80)),
    ]
    trace.devices.append(Trace.Device(events: events))
    return trace
  }()

  @Test("touches, presses and devices, on one clock") func text() {
    #expect(
      TraceSummary(Self.trace).devices.map(\.text) == [
        """
        device 1: gesture script, touchscreen, 300 x 200 mm
          39 events in 7 reports, from 0.000 to 2.000 s
            0.000  touched for 1.200 s by 4 fingers, at most 3 at once
            2.000  touched for 0.000 s by 1 finger, not lifted
        """,
        """
        device 2: (not described), buttons
          5 events in 2 reports, from 1.500 to 1.580 s
            1.500  KEY_RECORD down for 0.080 s
            1.580  KEY_A down, not let go
        """,
      ])
  }

  @Test("the same for programs") func records() {
    let records = TraceSummary(Self.trace).devices.flatMap(\.records).map { record in
      record.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
    }
    #expect(
      records == [
        "device 1, name gesture script, kind touchscreen, vendor 0, product 0, events 39, reports 7, begin 0.000000, "
          + "end 2.000000, width 300.0000, height 200.0000, assumed false",
        "device 1, touch 0.000000, duration 1.200000, fingers 4, most 3, open false",
        "device 1, touch 2.000000, duration 0.000000, fingers 1, most 1, open true",
        "device 2, name (not described), kind buttons, vendor 0, product 0, events 5, reports 2, begin 1.500000, "
          + "end 1.580000",
        "device 2, press 1.500000, code KEY_RECORD, held 0.080000",
        "device 2, press 1.580000, code KEY_A",
      ])
  }
}
