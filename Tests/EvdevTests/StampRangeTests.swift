import InputModel
import Testing

@testable import Evdev

@Suite struct StampRangeTests {
  @Test(
    "T40: a stamp from before the opening, near 0, or of the future is replaced by the time of reading; others stay",
    arguments: [
      (0, 900), (1, 900), (-5, 900), (499, 900), (500, 500), (700, 700), (900, 900), (901, 900), (1_700_000_000, 900),
    ])
  func believable(stamp: Int64, result: Int64) {
    let range = StampRange(start: Timestamp(microseconds: 500))
    let time = range.believable(Timestamp(microseconds: stamp), readAt: Timestamp(microseconds: 900))
    #expect(time.microseconds == result)
  }
}
