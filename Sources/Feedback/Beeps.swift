public import Bridge
public import InputModel

/// The tones of a device that sounds: a few for each cue. A later one cuts an earlier one short, and so does a take that
/// starts where nothing may be heard.
public struct Beeps: Hashable, Sendable {
  private struct Stage: Hashable {
    /// In Hz; 0 for silence.
    var tone: Int32
    var duration: Interval

    static func tone(_ hertz: Int32, _ milliseconds: Int64) -> Stage {
      Stage(tone: hertz, duration: .milliseconds(milliseconds))
    }
    static func silence(_ milliseconds: Int64) -> Stage { tone(0, milliseconds) }
  }

  private var cues: Cues
  private var stages: [Stage] = []
  private var began = Timestamp.zero
  private var now = Timestamp.zero

  /// - Parameter whileRecording: also when somebody could record it
  public init(whileRecording: Bool) { cues = Cues(whileRecording: whileRecording) }

  /// What sounds now, in Hz; 0 for silence.
  public var tone: Int32 { stage?.tone ?? 0 }

  /// When `tone` changes next without an event; nil while it stays.
  public var deadline: Timestamp? { stage?.end }

  /// Takes an event of a control that it is for, and the time with it.
  public mutating func consume(_ event: Event) {
    advance(to: event.time)
    let cue = cues.consume(event)
    if cues.isMuted { stages = [] }
    guard let cue else { return }
    stages = Self.stages(of: cue)
    began = now
  }

  /// Moves the time on; an earlier one changes nothing.
  public mutating func advance(to time: Timestamp) {
    now = max(now, time)
    if stage == nil { stages = [] }
  }

  private static func stages(of cue: Cues.Cue) -> [Stage] {
    switch cue {
    // One long, one short, as a light says it.
    case .hint: [.tone(660, 300), .silence(100), .tone(660, 100)]
    case .started: [.tone(880, 80)]
    case .completed: [.tone(1_320, 80), .silence(80), .tone(1_320, 80)]
    case .error: [.tone(220, 150), .silence(100), .tone(220, 150), .silence(100), .tone(220, 150)]
    }
  }

  private var stage: (tone: Int32, end: Timestamp)? {
    var end = began
    for stage in stages {
      end = end + stage.duration
      if now < end { return (stage.tone, end) }
    }
    return nil
  }
}
