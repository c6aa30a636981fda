import Testing

/// What a page was told and what it then showed, in seconds of its own clock.
struct PageRecord: Decodable {
  struct Event: Decodable {
    /// Before the page got it, and when it had it.
    var at: Double
    var after: Double
    var type: String
    var control: String?
    var from: Double?
    var to: Double?
    var duration: Double?
    var state: String?
    var enabled: Bool?
    var selected: Bool?
    var monoUs: Double?
    // Of a transform.
    var a: Double?
    var b: Double?
    var c: Double?
    var d: Double?
    var e: Double?
    var f: Double?

    private enum CodingKeys: String, CodingKey {
      case at, after, type, control, from, to, duration, state, enabled, selected, a, b, c, d, e, f
      case monoUs = "mono_us"
    }
  }

  /// What one control looked like in one frame, as it was computed.
  struct Frame: Decodable, Equatable {
    /// The time for which it was drawn.
    var at: Double
    /// How many events the page had been told.
    var told: Int
    var control: String
    /// Red, green, blue and alpha, 0…1.
    var background: [Double]?
    var dot: [Double]?
    var stroke: [Double]?
    /// Of the whole, the ring, the inner circle, the arc, the icon and the label; nil for what it has not.
    var opacities: [Double?]
    var matrix: [Double]
    /// In per cent of the way around: drawn, not drawn, drawn, …
    var dashes: [Double]?
    /// The size of the tooltip; nil while it is not there.
    var bubble: Double?
    var text: String?
    var icon: String?
    var pop: Double?
    var state: String?

    /// How much of the ring is drawn, in per cent.
    var share: Double { dashes?.first ?? .nan }
  }

  var events: [Event]
  var frames: [Frame]

  func frames(of control: String) -> [Frame] { frames.filter { $0.control == control } }

  /// The places of the events of a type.
  func places(of type: String, _ control: String, where fits: (Event) -> Bool = { _ in true }) -> [Int] {
    events.indices.filter { events[$0].type == type && events[$0].control == control && fits(events[$0]) }
  }

  /// The frames of a control that the page drew after it was told of an event, and before it was told of one that fits.
  func frames(of control: String, after place: Int, until fits: (Event) -> Bool) -> [Frame] {
    let end = events[(place + 1)...].firstIndex(where: fits) ?? events.endIndex
    return frames(of: control).filter { $0.told > place && $0.told <= end }
  }
}

extension PageRecord.Event {
  /// Whether a value is that of a law of the time since the event.
  ///
  /// The page notes the time when it gets the event, which is between `at` and `after`: what the law is within that is
  /// right. The browser's clock counts in steps of 0.1 ms.
  func explains(_ value: Double, at time: Double, within tolerance: Double, law: (Double) -> Double) -> Bool {
    let step = 0.000_1
    let (earliest, latest) = (time - after - 2 * step, time - at + 2 * step)
    let values = (0...20).map { law(earliest + (latest - earliest) * Double($0) / 20) }
    guard let least = values.min(), let most = values.max() else { return false }
    return value >= least - tolerance && value <= most + tolerance
  }

  /// There are frames, and each of them shows what a law of the time since the event says.
  func expect(
    _ frames: [PageRecord.Frame], within tolerance: Double, value: (PageRecord.Frame) -> Double,
    law: (Double) -> Double, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(!frames.isEmpty, "no frame was drawn", sourceLocation: location)
    let wrong = frames.first { !explains(value($0), at: $0.at, within: tolerance, law: law) }
    #expect(
      wrong == nil, "\(wrong.map { "\(value($0)) and not \(law($0.at - at)): \($0)" } ?? "")", sourceLocation: location)
  }
}
