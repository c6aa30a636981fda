public import Bridge
import Takes

/// When a device that is heard or felt says something, and what.
///
/// From the start of any take until its recorder has closed the file there is silence, unless that is wanted: what is
/// heard, or hums, would be in the recording.
public struct Cues: Hashable, Sendable {
  /// The raw value is the word that a player is told.
  public enum Cue: String, Hashable, Sendable, CaseIterable {
    case hint
    /// It records.
    case started
    case completed
    case error
  }

  private let whileRecording: Bool
  /// The takes that somebody may be recording.
  private var takes: Set<TakeID> = []

  /// - Parameter whileRecording: also when somebody could record it
  public init(whileRecording: Bool) { self.whileRecording = whileRecording }

  /// Nothing may be heard now.
  public var isMuted: Bool { !whileRecording && !takes.isEmpty }

  /// What an event of a control asks for; nil for nothing.
  public mutating func consume(_ event: Event) -> Cue? {
    let cue = cue(for: event)
    return isMuted ? nil : cue
  }

  private mutating func cue(for event: Event) -> Cue? {
    switch event.kind {
    case .takeStarting(let take):
      takes.insert(take.take)
      return nil
    case .takeRecording(let take):
      takes.insert(take.take)
      return .started
    case .takeCompleted(let take, let result):
      takes.remove(take.take)
      return result.isFailure ? .error : result.wasDiscarded ? nil : .completed
    case .takeFailed(let take, _, _):
      takes.remove(take.take)
      return .error
    case .commandFailed: return .error
    case .tooltipShown: return .hint
    default: return nil
    }
  }
}
