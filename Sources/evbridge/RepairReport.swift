import Bridge
import Programs
import Takes
import WaveFile

/// What was found of one file, and done.
struct RepairReport {
  enum State: String {
    case good
    case mended
    case mendable
    case hopeless
    case notWave = "not-wave"
    case inUse = "in-use"
    case failed
  }

  var path: String
  private(set) var state = State.failed
  private(set) var code = ExitCode.success
  private var message = ""
  private var sound: Diagnosis.Sound?
  private var changes: [String] = []

  /// Diagnoses the file, and mends it where that helps.
  init(of path: String, isDryRun: Bool, isForced: Bool) {
    self.path = path
    do throws(Failure) {
      try repair(isDryRun: isDryRun, isForced: isForced)
    } catch {
      code = error.code
      message = error.message
      if code == .refused { state = .inUse }
    }
  }

  private mutating func repair(isDryRun: Bool, isForced: Bool) throws(Failure) {
    let file = try MediaFile(path)
    let diagnosis = try Diagnosis(length: file.length) { (offset, count) throws(Failure) in
      try file.read(offset, count)
    }
    if !diagnosis.isGood, !isForced, let writer = file.writer() {
      throw Failure(.refused, "\(writer): repair it when that has ended, or use --force")
    }
    switch diagnosis {
    case .notWave(let reason):
      (state, code) = (.notWave, .data)
      message = "\(reason): either no WAV file, or its header was never written"
    case .hopeless(let reason): (state, code, message) = (.hopeless, .data, reason)
    case .good(let sound): (state, self.sound) = (.good, sound)
    case .mendable(let sound, let patches):
      self.sound = sound
      changes = patches.map(\.text)
      if !isDryRun { try file.apply(patches) }
      state = isDryRun ? .mendable : .mended
    }
  }

  /// A line, and more where there is more to say.
  var text: String {
    let path = TerminalFormat.printable(path)
    guard code == .success, let sound else { return "\(path): \(message)" }
    let verdict =
      switch state {
      case .mended: "mended"
      case .mendable: "can be mended"
      default: "good, not touched"
      }
    var lines = ["\(path): \(verdict): \(duration(sound.seconds)), \(sound.format.text)"]
    lines += changes.map { "  " + $0 }
    if sound.size == 0 { lines.append("  there are no samples in it") }
    if let advice = longFileAdvice { lines.append("  " + advice) }
    if let move, state != .good { lines.append("  to put it in its place: \(move)") }
    return lines.joined(separator: "\n")
  }

  var json: String {
    var fields = [
      EventField("file", .text(path)), EventField("state", .text(state.rawValue)),
      EventField("code", .number(Int64(code.rawValue))),
    ]
    if !message.isEmpty { fields.append(EventField("message", .text(message))) }
    if let sound {
      fields += [
        EventField("duration", .decimal(sound.seconds)), EventField("rate", .number(Int64(sound.format.rate))),
        EventField("channels", .number(Int64(sound.format.channels))),
        EventField("bytes", .number(Int64(clamping: sound.size))),
      ]
      if let frames = sound.frames { fields.append(EventField("frames", .number(Int64(clamping: frames)))) }
      if !changes.isEmpty { fields.append(EventField("changes", .list(changes))) }
      if let advice = longFileAdvice { fields.append(EventField("advice", .text(advice))) }
    }
    if let place { fields.append(EventField("place", .text(place))) }
    return JSONObject(fields).text
  }

  private var longFileAdvice: String? {
    guard let sound, sound.exceedsHeader else { return nil }
    return "it is longer than its header can say, and some programs play only 4 GiB of it: "
      + "ffmpeg -i \(shellWord(path)) -c copy -rf64 always NEW.wav"
  }

  /// Where it belongs, when it still lies where takes are written; nil elsewhere.
  private var place: String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, parts.dropLast().last == ".partial" else { return nil }
    return (parts.dropLast(2) + [name]).joined(separator: "/")
  }

  private var move: String? { place.map { "mv -n -- \(shellWord(path)) \(shellWord($0))" } }
}

/// In seconds and milliseconds.
private func duration(_ seconds: Double) -> String {
  let milliseconds = Int64(min(seconds * 1_000, 1e15).rounded())
  let fraction = String(milliseconds % 1_000)
  return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.utf8.count))\(fraction) s"
}

extension Diagnosis {
  fileprivate var isGood: Bool { if case .good = self { true } else { false } }
}

extension Patch {
  /// What it changes, in words.
  fileprivate var text: String {
    switch field {
    case .riffSize: "size of the file: \(oldNumber), now \(newNumber)"
    case .dataSize: "size of the samples: \(oldNumber), now \(newNumber)"
    case .frameCount: "number of frames: \(oldNumber), now \(newNumber)"
    case .longSizes: "sizes of 64 bits, in the room that was kept for them"
    case .form: "RIFF, now RF64: it is longer than 4 GiB"
    }
  }
}
