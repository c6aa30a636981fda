internal import InputModel

extension RecorderSettings {
  /// What a preset has led to, for people who want to know what they got: "as arecord: stops with INT, ready when the
  /// file grows, …"; nil without one.
  public var summary: String? {
    guard let preset else { return nil }
    var parts = ["stops with \(ladder.steps[0].signal.name)", "ready \(readiness.sentence)"]
    if hasCleanCodes {
      let codes = preset.cleanCodes.map(String.init)
      let isOne = codes.count == 1
      parts.append(
        "exit code\(isOne ? "" : "s") \(codes.joined(separator: " and ")) after the stop \(isOne ? "is" : "are") fine")
    }
    if let stalledAfter { parts.append("stopped when the file has not grown for \(stalledAfter.sentence)") }
    if retries > 0 {
      parts.append("started again up to \(retries) time\(retries == 1 ? "" : "s") when it fails before it is ready")
    }
    return "as \(preset.rawValue): \(parts.joined(separator: ", "))"
  }

  /// What `use` would lead to where the program is known and nobody has written it; nil elsewhere.
  public var hint: String? {
    guard preset == nil, !usesShell, let known = RecorderCommand(self).preset else { return nil }
    let retries = "started again up to \(known.retries) times when it fails before it is ready"
    return "with 'use: \(known.rawValue)' it would be ready \(known.readiness(of: self).sentence), and \(retries)"
  }

  /// Whether the codes of its preset are its own: a shell's exit code says nothing of the recorder in it.
  var hasCleanCodes: Bool { preset != nil && !usesShell }
}

extension Readiness {
  /// What stands after "ready".
  public var sentence: String {
    switch self {
    case .spawned: "as soon as it runs"
    case .after(let delay): "\(delay.sentence) after its start"
    case .outputMatches(let pattern): "when its output matches \(pattern)"
    case .fileGrows: "when the file grows"
    }
  }
}

extension Interval {
  /// "3 s", "300 ms", "2.5 s".
  var sentence: String {
    if self < .seconds(1) { return "\(microseconds / 1000) ms" }
    return microseconds.isMultiple(of: 1_000_000) ? "\(microseconds / 1_000_000) s" : "\(seconds) s"
  }
}
