public import Bridge
public import InputModel

/// The lines of a program that reads them: one for each event that has a text, and for each step of a ring where the
/// text says how far it is.
public struct LineFeed: Sendable {
  /// A bar that is set anew ten times a second moves smoothly.
  private static let pause = Interval.milliseconds(100)

  private let texts: [String: LineTemplate]
  private var steps = ProgressSteps(pause: Self.pause)
  /// The last that was told of each ring.
  private var rings: [String: EventLine] = [:]

  public init(_ texts: [String: LineTemplate]) { self.texts = texts }

  /// When a ring is at its next step.
  public var deadline: Timestamp? { steps.deadline }

  /// The line for an event, with its end; nil for one that has no text.
  public mutating func consume(_ line: EventLine) -> [UInt8]? {
    guard let text = texts[line.event.type] else { return nil }
    if case .progress(let control, let ring) = line.event.kind, text.followsProgress {
      steps.consume(ring, of: control, at: line.event.time)
      rings[control] = line
      return bytes(text, line, steps.percent(of: control, at: line.event.time))
    }
    return bytes(text, line, nil)
  }

  /// The lines for the steps of rings up to a time.
  public mutating func advance(to time: Timestamp) -> [[UInt8]] {
    guard let text = texts["progress"] else { return [] }
    return steps.advance(to: time).compactMap { control in
      rings[control].map { bytes(text, $0, steps.percent(of: control, at: time)) }
    }
  }

  private func bytes(_ text: LineTemplate, _ line: EventLine, _ percent: Int?) -> [UInt8] {
    Array((text.text(for: line, percent: percent) + "\n").utf8)
  }
}
