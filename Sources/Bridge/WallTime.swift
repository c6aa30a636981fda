public import InputModel

/// A point on the wall clock with the zone it is told in; read by the edge, written here as RFC 3339 has it.
public struct WallTime: Hashable, Sendable {
  /// Since 1970-01-01T00:00:00Z, without leap seconds (CLOCK_REALTIME).
  public var sinceEpoch: Interval
  /// East of UTC; written in whole minutes.
  public var offset: Interval

  public init(sinceEpoch: Interval, offset: Interval = .zero) {
    self.sinceEpoch = sinceEpoch
    self.offset = offset
  }

  /// An earlier time in the same zone: when something happened that is only read now.
  public static func - (time: WallTime, age: Interval) -> WallTime {
    WallTime(sinceEpoch: time.sinceEpoch - age, offset: time.offset)
  }

  /// Date and time of day as in a file name: `2026-11-30`, `14-05-09`.
  public var dateAndTime: (date: String, time: String) {
    let (date, time) = (text.prefix(10), text.dropFirst(11).prefix(8))
    return (String(date), String(time.map { $0 == ":" ? "-" : $0 }))
  }

  var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `2026-11-30T14:05:09.042+01:00`, cut to milliseconds; `Z` for UTC itself.
  /// From 1970 to the year 9999, where the format ends, and with offsets below a day: what lies outside is moved to the
  /// nearest end.
  func append(to bytes: inout [UInt8]) {
    let minutes = min(max(offset.microseconds / Self.minute, -1439), 1439)
    let local = Self.clamped(Self.clamped(sinceEpoch.microseconds) + minutes * Self.minute)
    let (days, ofDay) = local.quotientAndRemainder(dividingBy: Self.day)
    let date = Self.date(days: days)
    bytes.append(date.year, width: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(date.month, width: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(date.day, width: 2)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(ofDay / (60 * Self.minute), width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(ofDay / Self.minute % 60, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(ofDay / 1_000_000 % 60, width: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.append(ofDay / 1_000 % 1_000, width: 3)
    guard minutes != 0 else { return bytes.append(UInt8(ascii: "Z")) }
    bytes.append(UInt8(ascii: minutes < 0 ? "-" : "+"))
    bytes.append(abs(minutes) / 60, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(abs(minutes) % 60, width: 2)
  }

  private static let minute: Int64 = 60_000_000
  private static let day: Int64 = 24 * 60 * minute
  /// The last microsecond of the year 9999.
  private static let last: Int64 = 2_932_897 * day - 1

  private static func clamped(_ microseconds: Int64) -> Int64 { min(max(microseconds, 0), last) }

  /// The Gregorian date so many days after 1970-01-01. Years are counted from March, so that the leap day is the last of
  /// its year and the months before it have a regular pattern: 153 days every five months.
  private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let sinceMarch0 = days + 719_468
    let (era, ofEra) = sinceMarch0.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }
}
