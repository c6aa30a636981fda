import Controls
import Gestures
public import InputModel
import Takes

/// How events read for a person at a terminal, a line each:
///
///     0.300  record      take.recording    story  ~/takes/.partial/2026-11-30-0001.wav
///
/// Seconds since the program's start, the control or device, what happened, and what there is to know about it.
public struct TerminalFormat: Hashable, Sendable {
  public var start: Timestamp
  /// The person's home directory, shown as `~`.
  public var home: String?
  /// Only for a terminal: a file would keep the escape sequences.
  public var isColored: Bool

  public init(start: Timestamp, home: String? = nil, isColored: Bool = false) {
    self.start = start
    self.home = home
    self.isColored = isColored
  }

  /// Appends the event's line with its `\n`; nothing for what comes with every frame of a gesture, which nobody can read.
  public func append(_ event: Event, to bytes: inout [UInt8]) {
    guard !event.isOfEveryFrame else { return }
    let seconds = Self.seconds(event.time - start)
    bytes.append(Self.padding(7 - seconds.utf8.count) + seconds + "  ")
    let subject = Self.printable(event.control ?? event.device ?? "-")
    bytes.append(subject + Self.padding(Self.subjectWidth - subject.unicodeScalars.count) + "  ")
    let color = isColored ? event.color : nil
    if let color { bytes.append("\u{1b}[\(color)m") }
    bytes.append(event.type)
    if color != nil { bytes.append("\u{1b}[0m") }
    let details = Self.printable(details(of: event))
    if !details.isEmpty { bytes.append(Self.padding(Self.typeWidth - event.type.utf8.count) + "  " + details) }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The line that stands where lines were lost because the terminal did not take them.
  public static func dropped(_ count: UInt64) -> [UInt8] { Array("         (\(count) lines dropped)\n".utf8) }

  private static let subjectWidth = 10
  /// That of `command.finished`, the longest type.
  private static let typeWidth = 16

  private func details(of event: Event) -> String {
    switch event.kind {
    case .deviceAdded(let presence): "\(presence.name) (\(presence.kind.rawValue)) at \(presence.node)"
    case .deviceRemoved(let presence): "\(presence.name) at \(presence.node)"
    case .pressDown(_, let trigger): trigger
    case .pressUp(_, let trigger, let held, let reason):
      Self.joined(trigger, "held \(Self.seconds(held)) s", reason?.rawValue)
    case .pressIgnored(_, let trigger, let reason): Self.joined(trigger, reason.rawValue)
    case .tap(_, let state): state.rawValue
    case .tooltipShown(_, _, let text): "\"\(text)\""
    case .tooltipHidden: ""
    case .fade(_, let segment):
      "from \(Self.hundredths(segment.from)) to \(Self.hundredths(segment.to)) in \(Self.seconds(segment.duration)) s"
    case .controlState(_, let isEnabled, let isSelected):
      (isEnabled ? "enabled" : "disabled") + (isSelected ? ", selected" : "")
    case .progress(_, let ring):
      Self.joined(ring.state.rawValue, Self.stretch(of: ring), ring.hasError ? "error" : nil)
    case .gesture(let report):
      Self.joined(
        "\(report.gesture.name) \(report.gesture.phase.name)",
        report.fields.dropFirst(4).map { "\($0.name) \($0.text)" }.joined(separator: "  "))
    case .transform(_, let target, let placement, let duration):
      Self.joined(
        target, placement.fields.map { "\($0.name) \($0.text)" }.joined(separator: "  "),
        duration.map { "in \(Self.seconds($0)) s" })
    case .takeStarting(let take), .takeRecording(let take), .takeSuspended(let take):
      Self.joined(take.recorder, take.file.map(shortened))
    case .takeStopping(let take, let reason): Self.joined(take.recorder, reason.rawValue)
    case .takeCompleted(let take, let result):
      Self.joined(
        take.recorder, "\(Self.seconds(result.duration)) s", result.reason.rawValue,
        result.wasDiscarded ? "discarded: too short" : result.file.map(shortened), Self.note(result))
    case .takeFailed(let take, let result, let message):
      Self.joined(
        take.recorder, message, result.reason.rawValue, result.status.map(Self.words), result.file.map(shortened),
        Self.note(result))
    case .commandFinished(_, let status): Self.words(for: status)
    case .commandFailed(_, let message), .anomaly(_, _, let message): message
    }
  }

  private static func note(_ result: TakeResult) -> String? {
    result.earlierTake.map { "take \($0.rawValue) of an earlier run" }
  }

  private func shortened(_ path: String) -> String {
    guard let home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// Cut to milliseconds, so that a press below a threshold never reads as if it had reached it.
  private static func seconds(_ interval: Interval) -> String {
    var bytes: [UInt8] = []
    bytes.append(units: interval.microseconds / 1_000, decimals: 3)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hundredths(_ alpha: Double) -> String {
    String(EventField("", .alpha(alpha)).text.dropLast(2))
  }

  /// Cut to whole percent, so that nothing reads as done that is not.
  private static func stretch(of ring: ProgressRing.Reading) -> String {
    guard ring.from != ring.to else { return "\(Int(ring.to)) %" }
    return "\(Int(ring.from)) % to \(Int(ring.to)) % in \(seconds(ring.duration)) s"
  }

  private static func words(for status: ExitStatus) -> String {
    switch status {
    case .exited(let code): "exit \(code)"
    case .signalled(let signal): "ended by \(signal.name)"
    }
  }

  private static func joined(_ parts: String?...) -> String { parts.compactMap { $0 }.joined(separator: "  ") }

  private static func padding(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// A text without control characters: a device names itself, and its name must not be able to command the terminal.
  public static func printable(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      result.append(isControl ? " " : scalar)
    }
    return String(result)
  }
}

extension Event {
  fileprivate var isOfEveryFrame: Bool {
    switch kind {
    case .gesture(let report): report.gesture.phase == .changed
    case .transform(_, _, _, let duration): duration == nil
    default: false
    }
  }

  fileprivate var device: String? {
    switch kind {
    case .deviceAdded(let presence), .deviceRemoved(let presence): presence.device
    case .anomaly(let device, _, _): device
    case .gesture(let report): report.zone
    default: nil
    }
  }

  /// The terminal's code (SGR) for how its type is shown; nil for as it is.
  fileprivate var color: String? {
    switch kind {
    case .takeFailed, .commandFailed, .anomaly: "31"
    case .takeCompleted: "32"
    case .pressIgnored, .tooltipShown: "33"
    case .takeRecording: "1"
    case .fade, .tooltipHidden, .controlState, .progress: "2"
    default: nil
    }
  }
}
