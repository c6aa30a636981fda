import Foundation

/// One line for programs, as an independent reader sees it.
struct JSONLine {
  var text: String
  private var fields: [String: Any]

  /// Nil when it is not one JSON object.
  init?(_ text: String) {
    guard let fields = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else { return nil }
    self.text = text
    self.fields = fields
  }

  subscript(_ field: String) -> String? { fields[field] as? String }

  func number(_ field: String) -> Double? { (fields[field] as? NSNumber)?.doubleValue }

  var type: String { self["type"] ?? "" }

  /// The event without when it was told: from its type on.
  var rest: Substring {
    let head = "\"type\":"
    return text.range(of: head).map { text[$0.lowerBound...] } ?? ""
  }

  /// What happened, and why: `take.stopping released`.
  var summary: String {
    [type, self["reason"] ?? self["hint"]].compactMap { $0 }.joined(separator: " ")
  }
}
