import Gestures
import InputModel
import Testing

@Suite struct ThresholdsTests {
  @Test("the defaults are what the manual says")
  func defaults() {
    let thresholds = Thresholds()
    let degree = Double.pi / 180
    #expect(
      [
        thresholds.pressSlop, thresholds.panSlop(besidePress: false), thresholds.panSlop(besidePress: true),
        thresholds.pinchSlop, thresholds.rotationArcSlop, thresholds.smallestSpan, thresholds.pairDistance,
        thresholds.swipeDistance,
      ] == [3, 2, 3, 1.5, 1.5, 8, 15, 10])
    #expect(
      [thresholds.rotationSlop, thresholds.rotationSlopInPinch, thresholds.swipeDeviation]
        == [5 * degree, 10 * degree, 30 * degree])
    #expect([thresholds.swipeSpeed, thresholds.fastest] == [50, 1_270])
    #expect(
      [
        thresholds.longPress, thresholds.pairWindow, thresholds.pairMinimum, thresholds.velocityWindow,
        thresholds.stopGap,
      ].map(\.microseconds) == [500_000, 300_000, 40_000, 100_000, 40_000])
    #expect(thresholds.longestTap == nil && thresholds.longestSwipe == nil)
    #expect(Thresholds.pressSlop == thresholds.pressSlop && Thresholds.pairWindow == thresholds.pairWindow)
    #expect(Thresholds.pairMinimum == thresholds.pairMinimum)
  }

  @Test("a pan slop that somebody has chosen holds beside a press too")
  func chosen() {
    var thresholds = Thresholds()
    thresholds.panSlop = 1
    #expect(thresholds.panSlop(besidePress: true) == 1)
  }
}
