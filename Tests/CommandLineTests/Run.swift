/// A run of the program that is over.
struct Run {
  /// What it ended with; a signal is negative.
  var exitCode: Int32
  var output: [String]
  var errors: [String]

  /// Its standard output as events.
  var events: [JSONLine] { output.compactMap { JSONLine($0) } }

  /// The events in short, without those that only decorate.
  var story: [String] {
    let decoration: Set<String> = ["device.added", "fade", "control.state", "progress", "tooltip.hidden"]
    return events.filter { !decoration.contains($0.type) }.map(\.summary)
  }

  /// The story of its takes alone, without the name of the family.
  var takes: [String] {
    let family = "take."
    return story.filter { $0.hasPrefix(family) }.map { String($0.dropFirst(family.count)) }
  }

  func all(_ type: String) -> [JSONLine] { events.filter { $0.type == type } }

  func first(_ type: String) -> JSONLine? { events.first { $0.type == type } }

  /// Seconds from the first event of a type to the first of another.
  func seconds(from start: String, to end: String) -> Double? {
    guard let start = first(start)?.number("mono_us"), let end = first(end)?.number("mono_us") else { return nil }
    return (end - start) / 1_000_000
  }
}
