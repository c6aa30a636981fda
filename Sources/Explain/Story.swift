public import InputModel

/// A touch or a press, and what became of it.
public struct Story: Hashable, Sendable {
  /// One line of it.
  public struct Remark: Hashable, Sendable {
    /// Nil for what is told of the whole.
    public var time: Timestamp?
    /// Whom it is about: a finger, a gesture, a button.
    public var subject: String
    public var text: String
  }

  /// What it is about: a touch of a zone, or a button.
  public var title: String
  public var begin: Timestamp
  public var end: Timestamp
  /// How many fingers and the like; empty for a press.
  public var summary = ""
  public var remarks: [Remark] = []

  mutating func remark(_ subject: String, _ text: String, at time: Timestamp? = nil) {
    remarks.append(Remark(time: time, subject: subject, text: text))
  }
}
