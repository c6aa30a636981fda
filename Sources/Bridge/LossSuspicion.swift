internal import InputModel

/// Whether the release of what is held was lost, by readings of its device.
///
/// One reading proves nothing: the kernel changes the state at the event and hands the event over at its SYN_REPORT, so
/// that a reading in between knows of a release that is still to come. Two that agree, with no event between, do.
struct LossSuspicion: Hashable {
  /// How long after the first reading the second is due. A driver reports a frame within a millisecond, a program that
  /// makes one with uinput may be held up for some more.
  static let confirmation = Interval.milliseconds(50)

  /// The first reading by which it is up.
  private var since: Timestamp?

  /// When a second reading is due.
  var deadline: Timestamp? { since.map { $0 + Self.confirmation } }

  /// Takes a reading; true when the release is lost.
  mutating func isConfirmed(isUp: Bool, at time: Timestamp) -> Bool {
    guard isUp else {
      since = nil
      return false
    }
    guard let deadline else {
      since = time
      return false
    }
    // A loop that was late may have ordered several readings for one moment.
    guard time >= deadline else { return false }
    since = nil
    return true
  }
}
