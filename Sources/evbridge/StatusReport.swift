import Bridge
import JSONLines

/// A snapshot for a person: a table of devices, controls, takes and recorders.
struct StatusReport {
  private let snapshot: JSONValue

  init(_ snapshot: JSONValue) { self.snapshot = snapshot }

  var text: String {
    var lines = [
      "evbridge \(text("version", of: snapshot)), process \(snapshot["pid"]?.integer ?? 0)"
        + (snapshot["configuration"]?.text.map { ", \($0)" } ?? "")
    ]
    lines += section("devices", rows("devices", device))
    lines += section("controls", rows("controls", control))
    lines += section("takes", rows("takes", take))
    lines += section("recorders", rows("recorders", recorder))
    if let file = snapshot["last_file"]?.text { lines += ["", "last file  \(file)"] }
    return lines.map(TerminalFormat.printable).joined(separator: "\n")
  }

  private func rows(_ name: String, _ row: (JSONValue) -> [String]) -> [[String]] {
    (snapshot[name]?.elements ?? []).map(row)
  }

  private func device(_ device: JSONValue) -> [String] {
    var remarks: [String] = []
    if let drops = device["drops"]?.integer, drops > 0 { remarks.append("events lost \(times(drops))") }
    if let reopens = device["reopens"]?.integer, reopens > 0 { remarks.append("came back \(times(reopens))") }
    let name = device["name"]?.text.map { "\($0) (\(text("kind", of: device)))" } ?? ""
    return [
      text("device", of: device), text("state", of: device), text("node", of: device), name,
      remarks.joined(separator: ", "),
    ]
  }

  private func control(_ control: JSONValue) -> [String] {
    var state: [String] = []
    if control["enabled"]?.flag == false { state.append("disabled") }
    if let trigger = control["pressed"]?.text { state.append("pressed (\(trigger))") }
    if control["selected"]?.flag == true { state.append("selected") }
    if let tooltip = control["tooltip"]?.text { state.append("says \"\(tooltip)\"") }
    if let ring = control["ring"] {
      let name = text("state", of: ring)
      if name != "default" {
        // Cut as in the events, so that nothing reads as done that is not.
        state.append("\(name == "inProgress" ? "in progress" : name) \(Int(ring["from"]?.number ?? 0)) %")
      }
      if ring["error"]?.flag == true { state.append("error") }
    }
    return [
      text("control", of: control), text("type", of: control), state.isEmpty ? "-" : state.joined(separator: ", "),
    ]
  }

  private func take(_ take: JSONValue) -> [String] {
    [
      "\(take["take"]?.integer ?? 0)", text("control", of: take), text("recorder", of: take), text("state", of: take),
      seconds(take["duration"]?.number ?? 0), text("file", of: take),
    ]
  }

  private func recorder(_ recorder: JSONValue) -> [String] {
    [
      text("recorder", of: recorder), recorder["busy"]?.flag == true ? "busy" : "free",
      recorder["last_error"]?.text.map { "last error: \($0)" } ?? "",
    ]
  }

  private func text(_ name: String, of value: JSONValue) -> String { value[name]?.text ?? "" }

  private func times(_ count: Int64) -> String { count == 1 ? "once" : "\(count) times" }

  private func seconds(_ seconds: Double) -> String {
    let tenths = Int64((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// A heading, and below it the rows in columns.
  private func section(_ heading: String, _ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    let widths = first.indices.map { column in rows.reduce(0) { max($0, $1[column].count) } }
    let lines = rows.map { row in
      var line = " "
      for (column, cell) in row.enumerated() where widths[column] > 0 {
        line += " " + cell + String(repeating: " ", count: widths[column] - cell.count + 1)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    return ["", heading] + lines
  }
}

/// An event for a person, in a line: when, what, and its fields as they are.
struct EventReport {
  let text: String

  init(_ event: JSONValue) {
    let head: Set<String> = ["v", "seq", "time", "mono_us", "type"]
    // 2026-11-30T17:36:53.123456+01:00
    let time = String((event["time"]?.text ?? "").drop { $0 != "T" }.dropFirst().prefix(12))
    let fields = (event.members ?? []).filter { !head.contains($0.name) }.map { "\($0.name) \(Self.shown($0.value))" }
    text = TerminalFormat.printable(
      ([time, event["type"]?.text ?? "", fields.joined(separator: ", ")].filter { !$0.isEmpty }).joined(separator: "  ")
    )
  }

  private static func shown(_ value: JSONValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .null: "null"
    case .array(let elements): elements.map(shown).joined(separator: " ")
    case .object(let members): members.map { "\($0.name) \(shown($0.value))" }.joined(separator: " ")
    }
  }
}
