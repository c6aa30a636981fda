/// One finger from landing to lifting: its tracking id, never its slot.
public struct ContactID: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  public static func < (a: ContactID, b: ContactID) -> Bool { a.rawValue < b.rawValue }
}

/// What happened to a contact in a frame.
public enum ContactPhase: Hashable, Sendable {
  case began
  case moved
  case stationary
  case ended
  /// Taken back (palm, resync, ghost, device gone): whatever it was doing is void, not finished.
  case cancelled
}

/// A contact as one frame shows it.
public struct Contact: Hashable, Sendable {
  public var id: ContactID
  public var phase: ContactPhase
  /// On the calibrated surface.
  public var position: Point

  public init(id: ContactID, phase: ContactPhase, position: Point) {
    self.id = id
    self.phase = phase
    self.position = position
  }
}

/// A key, button or switch that changed. Auto-repeat is not a change.
public struct KeyTransition: Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    case event
    /// Found by reading the state back after the kernel dropped events.
    case resync
  }

  public var code: EventCode
  public var isDown: Bool
  public var cause: Cause

  public init(_ code: EventCode, isDown: Bool, cause: Cause = .event) {
    self.code = code
    self.isDown = isDown
    self.cause = cause
  }
}
