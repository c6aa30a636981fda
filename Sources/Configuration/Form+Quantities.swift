internal import Gestures
internal import InputModel

/// A number and its unit, as `1.5s` or `12 mm`.
private struct Quantity {
  var text: String
  var value: Double
  var unit: String

  init(_ text: String) throws(Mistake) {
    if text.hasPrefix("-") { throw Mistake("\(quoted(text)) is negative") }
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(number), value.isFinite else { throw .found(text) }
    self.text = text
    self.value = value
    unit = String(text[number.endIndex...].drop { $0 == " " })
  }

  /// The value in the unit that `units` counts in; `usual` are the units to write where there is none.
  func scaled(by units: [String: Double], synonyms: [String: String], usual: [String]) throws(Mistake) -> Double {
    if let factor = units[unit] { return value * factor }
    let number = text.dropLast(unit.count).filter { $0 != " " }
    if unit.isEmpty { throw Mistake("\(quoted(text)) has no unit: write \(alternatives(usual.map { number + $0 }))") }
    if let meant = synonyms[unit] { throw Mistake("the unit of \(quoted(text)) is unknown: write \(number)\(meant)") }
    throw Mistake("the unit of \(quoted(text)) is unknown")
  }
}

extension Interval {
  init(written text: String) throws(Mistake) {
    let synonyms = [
      "msec": "ms", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "m": "min", "mins": "min",
      "minute": "min", "minutes": "min", "hour": "h", "hours": "h",
    ]
    let seconds = try Quantity(text)
      .scaled(by: ["ms": 0.001, "s": 1, "min": 60, "h": 3600], synonyms: synonyms, usual: ["ms", "s"])
    guard seconds <= 3_600_000 else { throw Mistake("\(quoted(text)) is longer than 1000h") }
    self = .microseconds(Int64((seconds * 1_000_000).rounded()))
  }
}

extension Form<Interval> {
  /// From zero to 1,000 hours.
  static var duration: Form {
    Form("a duration such as 300ms, 1.5s, 5min or 2h") { text throws(Mistake) in
      try Interval(written: text)
    }
  }

  /// A release that is never confirmed would end no take.
  static var debounce: Form { duration.refusing { $0 > .seconds(1) ? "no contact bounces for more than 1s" : nil } }

  static var positiveDuration: Form { duration.refusing { $0 > .zero ? nil : "zero is too short" } }
}

extension Form<Interval?> {
  /// How long a file may stay as it is. It is looked at once a second.
  static var stall: Form {
    limit.refusing { limit in limit.map { $0 < .seconds(1) } == true ? "a file is looked at once a second" : nil }
  }

  /// The longest of something; nil for no limit.
  static var limit: Form {
    Form("\(Form<Interval>.duration.expected), or none") { text throws(Mistake) in
      guard text != "none" else { return nil }
      let limit = try Interval(written: text)
      guard limit > .zero else { throw Mistake("zero is too short") }
      return limit
    }
  }
}

extension Form<Int64> {
  /// A number of bytes, up to 1000 TB; 0 needs no unit.
  static var byteCount: Form {
    Form("a size such as 500MB or 2GB, or 0") { text throws(Mistake) in
      if text == "0" { return 0 }
      let units: [String: Double] = [
        "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 0x1p10, "MiB": 0x1p20, "GiB": 0x1p30,
      ]
      let synonyms = [
        "K": "kB", "k": "kB", "KB": "kB", "kb": "kB", "M": "MB", "mb": "MB", "Mb": "MB", "G": "GB", "gb": "GB",
        "Gb": "GB", "T": "TB", "tb": "TB",
      ]
      let bytes = try Quantity(text).scaled(by: units, synonyms: synonyms, usual: ["MB", "GB"])
      guard bytes <= 1e15 else { throw Mistake("\(quoted(text)) is more than 1000TB") }
      return Int64(bytes)
    }
  }
}

extension Form<Length> {
  /// From zero to the whole side, or to 10 m.
  static var length: Form {
    Form("a length such as 12mm or 50%") { text throws(Mistake) in
      let quantity = try Quantity(text)
      if quantity.unit == "%" {
        guard quantity.value <= 100 else { throw Mistake("\(quoted(text)) is more than the whole side") }
        return .fraction(quantity.value / 100)
      }
      return .millimeters(try millimeters(quantity, usual: ["mm", "%"]))
    }
  }

  static var positiveLength: Form {
    length.refusing { $0.resolved(along: 1) > 0 ? nil : "a zone of no size can not be touched" }
  }
}

private func millimeters(_ quantity: Quantity, usual: [String] = ["mm"]) throws(Mistake) -> Millimeters {
  let length = try quantity.scaled(by: ["mm": 1], synonyms: [:], usual: usual)
  guard length <= 10_000 else { throw Mistake("\(quoted(quantity.text)) is longer than 10000mm") }
  return length
}

extension Form<Size> {
  static var size: Form {
    Form("a width and a height such as 344mm x 194mm") { text throws(Mistake) in
      let (first, second) = try sides(of: text)
      let size = Size(width: try millimeters(Quantity(first)), height: try millimeters(Quantity(second)))
      guard size.width > 0 && size.height > 0 else { throw Mistake("\(quoted(text)) has no area") }
      return size
    }
  }
}

extension Form<Double> {
  /// A length on the glass, from zero to 10 m.
  static var distance: Form {
    Form("a distance such as 2mm") { text throws(Mistake) in try millimeters(Quantity(text)) }
  }

  /// From zero to half a turn, in radians.
  static var angle: Form {
    Form("an angle such as 10deg") { text throws(Mistake) in
      let synonyms = ["°": "deg", "degree": "deg", "degrees": "deg"]
      let degrees = try Quantity(text).scaled(by: ["deg": 1], synonyms: synonyms, usual: ["deg"])
      guard degrees <= 180 else { throw Mistake("\(quoted(text)) is more than half a turn") }
      return degrees * .pi / 180
    }
  }

  /// In millimetres a second, up to 100 m/s.
  static var speed: Form {
    Form("a speed such as 50mm/s") { text throws(Mistake) in
      let speed = try Quantity(text).scaled(by: ["mm/s": 1], synonyms: ["mm": "mm/s"], usual: ["mm/s"])
      guard speed <= 100_000 else { throw Mistake("\(quoted(text)) is faster than 100000mm/s") }
      return speed
    }
  }

  static func number(in range: ClosedRange<Double>, _ expected: String) -> Form {
    Form(expected) { text throws(Mistake) in
      guard let value = decimal(text), range.contains(value) else { throw .found(text) }
      return value
    }
  }

  /// The width over the height of a picture in pixels.
  static var aspect: Form {
    Form("the pixels of the picture such as 1920x1080") { text throws(Mistake) in
      let (first, second) = try sides(of: text)
      guard let width = UInt32(first), let height = UInt32(second), width > 0, height > 0 else { throw .found(text) }
      return Double(width) / Double(height)
    }
  }
}

extension Form<Int> {
  static func count(in range: ClosedRange<Int>, _ expected: String) -> Form {
    Form(expected) { text throws(Mistake) in
      let isNumber = text.utf8.allSatisfy { "0123456789".utf8.contains($0) }
      guard isNumber, let count = Int(text), range.contains(count) else { throw .found(text) }
      return count
    }
  }
}

/// Nil for what is no decimal number: 0x10, infinity.
private func decimal(_ text: String) -> Double? {
  guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let value = Double(text) else { return nil }
  return value.isFinite ? value : nil
}

/// The two halves of `a x b`.
private func sides(of text: String) throws(Mistake) -> (String, String) {
  let halves = text.split(separator: "x", omittingEmptySubsequences: false)
  guard halves.count == 2 else { throw .found(text) }
  return (trimmed(halves[0]), trimmed(halves[1]))
}

/// Without spaces at both ends.
func trimmed(_ text: some StringProtocol) -> String {
  var rest = text.drop { $0 == " " }
  while rest.last == " " { rest.removeLast() }
  return String(rest)
}

/// A duration as a person would write it, in the largest unit that needs no fraction.
func written(_ interval: Interval) -> String {
  let units: [(name: String, length: Interval)] = [
    ("h", .minutes(60)), ("min", .minutes(1)), ("s", .seconds(1)), ("ms", .milliseconds(1)),
  ]
  let fitting = units.first {
    interval >= $0.length && interval.microseconds.isMultiple(of: $0.length.microseconds)
  }
  guard let fitting else { return interval == .zero ? "0s" : "\(interval.seconds)s" }
  return "\(interval.microseconds / fitting.length.microseconds)\(fitting.name)"
}
