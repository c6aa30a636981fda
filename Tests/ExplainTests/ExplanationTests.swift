import Bridge
import Controls
import Explain
import Gestures
import InputModel
import Takes
import Testing
import Traces

struct ExplanationTests {
  private static func device(_ script: String) throws -> Trace.Device {
    try #require(try Trace(gestureScript: Array(script.utf8)).devices.first)
  }

  private static func explain(_ script: String) throws -> String {
    let device = try device(script)
    return Explanation(
      device, expecting: Expectations(describing: device.knownDescription), start: .zero
    ).text
  }

  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var script: String
    var text: String
  }

  static let cases = [
    Case(
      testDescription: "a tap, told when no second one has come",
      script: "one finger at 86mm,97mm tap",
      text: """
        whole: 0.000 to 0.080 s, 1 finger
            0.000  finger 0: landed at 86.0, 97.0 mm
            0.080  finger 0: lifted
            0.380  tap: at 86.0, 97.0 mm
                   double tap: no second tap within 0.300 s
                   long press: lifted after 0.080 s of 0.500 s
                   pan: moved 0.0 mm of 3.0 mm
                   pinch, rotate: there was one finger
                   swipe: lifted at 0.0 mm/s of 50.0 mm/s

        """),
    Case(
      testDescription: "a long press during which a finger trembles",
      script: "one finger at 172mm,97mm move 1.4mm,0mm over 100ms then hold 900ms",
      text: """
        whole: 0.000 to 1.000 s, 1 finger
            0.000  finger 0: landed at 172.0, 97.0 mm
            0.500  long press: began at 173.4, 97.0 mm
            1.000  finger 0: lifted
            1.000  long press: ended at 173.4, 97.0 mm
                   tap, double tap: the long press began at 0.500
                   pan: moved 1.4 mm of 3.0 mm
                   pinch, rotate: there was one finger
                   swipe: the long press came first

        """),
    Case(
      testDescription: "too far for a tap, too slow for a swipe",
      script: "one finger at 172mm,97mm move 5.2mm,0mm over 208ms",
      text: """
        whole: 0.000 to 0.216 s, 1 finger
            0.000  finger 0: landed at 172.0, 97.0 mm
            0.128  pan: began: 0.2, 0.0 mm
            0.216  finger 0: lifted
            0.216  pan: ended: 2.2, 0.0 mm, 25 mm/s
                   tap, double tap, long press: moved 5.2 mm, over 3.0 mm from 0.128 on
                   pinch, rotate: there was one finger
                   swipe: lifted at 25.0 mm/s of 50.0 mm/s

        """),
    Case(
      testDescription: "two fingers that close and hardly turn",
      script: "two fingers at 172mm,97mm apart 80mm: pinch x0.5 rotate 4deg over 400ms",
      text: """
        whole: 0.000 to 0.408 s, 2 fingers
            0.000  finger 0: landed at 132.0, 97.0 mm
            0.000  finger 1: landed at 212.0, 97.0 mm
            0.032  pinch: began: x0.997
            0.408  finger 0: lifted
            0.408  finger 1: lifted
            0.408  pinch: ended: x0.519
                   tap, double tap, long press: 2 fingers landed at once
                   pan: moved 0.0 mm of 3.0 mm
                   rotate: turned 4.0 deg of 10.0 deg
                   swipe: lifted at 0.0 mm/s of 50.0 mm/s

        """),
    Case(
      testDescription: "a swipe across the axes, of a finger that another one joins",
      script: """
        one finger at 100mm,50mm move 40mm,30mm over 160ms
        at 48ms: one finger at 200mm,50mm move 28mm,21mm over 112ms
        """,
      text: """
        whole: 0.000 to 0.168 s, 2 fingers
            0.000  finger 0: landed at 100.0, 50.0 mm
            0.016  pan: began: 1.6, 1.2 mm
            0.048  finger 1: landed at 200.0, 50.0 mm
            0.168  finger 0: lifted
            0.168  finger 1: lifted
            0.168  pan: ended: 37.6, 28.2 mm, 312 mm/s
                   tap, double tap, long press: moved 50.0 mm, over 3.0 mm from 0.016 on
                   pinch: the fingers' mean distance changed by 0.000 mm of 0.001 mm
                   rotate: turned 0.0 deg of 5.0 deg
                   swipe: pointed 36.9 deg from the nearest axis, more than 30.0 deg

        """),
    Case(
      testDescription: "a double tap, and two taps that are none",
      script: """
        one finger at 86mm,97mm tap
        wait 150ms
        one finger at 90mm,97mm tap
        wait 400ms
        one finger at 86mm,97mm tap
        wait 250ms
        one finger at 186mm,97mm tap
        """,
      text: """
        whole: 0.000 to 0.080 s, 1 finger
            0.000  finger 0: landed at 86.0, 97.0 mm
            0.080  finger 0: lifted
                   tap, double tap: the first half of the double tap of 0.310
                   long press: lifted after 0.080 s of 0.500 s
                   pan: moved 0.0 mm of 3.0 mm
                   pinch, rotate: there was one finger
                   swipe: lifted at 0.0 mm/s of 50.0 mm/s

        whole: 0.230 to 0.310 s, 1 finger
            0.230  finger 1: landed at 90.0, 97.0 mm
            0.310  finger 1: lifted
            0.310  double tap: at 90.0, 97.0 mm
                   tap, swipe: the double tap came first
                   long press: lifted after 0.080 s of 0.500 s
                   pan: moved 0.0 mm of 3.0 mm
                   pinch, rotate: there was one finger

        whole: 0.710 to 0.790 s, 1 finger
            0.710  finger 2: landed at 86.0, 97.0 mm
            0.790  finger 2: lifted
            1.040  tap: at 86.0, 97.0 mm
                   double tap: the next finger landed 100.0 mm away, more than 15.0 mm
                   long press: lifted after 0.080 s of 0.500 s
                   pan: moved 0.0 mm of 3.0 mm
                   pinch, rotate: there was one finger
                   swipe: lifted at 0.0 mm/s of 50.0 mm/s

        whole: 1.040 to 1.120 s, 1 finger
            1.040  finger 3: landed at 186.0, 97.0 mm
            1.120  finger 3: lifted
            1.420  tap: at 186.0, 97.0 mm
                   double tap: no second tap within 0.300 s
                   long press: lifted after 0.080 s of 0.500 s
                   pan: moved 0.0 mm of 3.0 mm
                   pinch, rotate: there was one finger
                   swipe: lifted at 0.0 mm/s of 50.0 mm/s

        """),
    Case(
      testDescription: "fingers that are too near each other, and one that never lifts",
      script: """
        two fingers at 100mm,100mm apart 5mm: pinch x1.5 over 200ms
        one finger at 50mm,50mm stay
        """,
      text: """
        whole: 0.000 to 0.208 s, 2 fingers
            0.000  finger 0: landed at 97.5, 100.0 mm
            0.000  finger 1: landed at 102.5, 100.0 mm
            0.208  finger 0: lifted
            0.208  finger 1: lifted
                   tap, double tap, long press: 2 fingers landed at once
                   pan: moved 0.0 mm of 3.0 mm
                   pinch, rotate: the fingers were nearer to each other than 8.0 mm
                   swipe: lifted at 0.0 mm/s of 50.0 mm/s

        whole: 0.708 to 60.708 s, 1 finger
            0.708  finger 2: landed at 50.0, 50.0 mm
            1.208  long press: began at 50.0, 50.0 mm
           60.708  finger 2: taken back: a palm, a ghost, or lost events
           60.708  long press: cancelled at 50.0, 50.0 mm
                   tap, double tap: the long press began at 1.208
                   pan: moved 0.0 mm of 3.0 mm
                   pinch, rotate: there was one finger
                   swipe: the long press came first

        """),
  ]

  @Test("what became of touches, and why of nothing else", arguments: cases) func touches(_ example: Case) throws {
    #expect(try Self.explain(example.script) == example.text)
  }
}
