import InputModel
import Testing

@Suite struct RecentMaximumTests {
  @Test(
    "it is the longest of this minute and the one before",
    arguments: [
      (notes: [], at: 5, value: nil),
      (notes: [(0, 9), (30, 4)], at: 59, value: 9),
      (notes: [(0, 9), (70, 4)], at: 119, value: 9),
      (notes: [(0, 9), (70, 4)], at: 120, value: 4),
      (notes: [(0, 9), (70, 4)], at: 180, value: nil),
      (notes: [(59, 3), (61, 5), (62, 4)], at: 63, value: 5),
      (notes: [(0, 9), (130, 4)], at: 131, value: 4),
      (notes: [(10, 0)], at: 11, value: 0),
    ] as [(notes: [(Int64, Int64)], at: Int64, value: Int64?)])
  func values(_ notes: [(Int64, Int64)], at seconds: Int64, value: Int64?) {
    var maximum = RecentMaximum()
    for (second, milliseconds) in notes {
      maximum.note(.milliseconds(milliseconds), at: Timestamp(seconds: second, microseconds: 0))
    }
    #expect(
      maximum.value(at: Timestamp(seconds: seconds, microseconds: 0)) == value.map { Interval.milliseconds($0) })
  }
}
