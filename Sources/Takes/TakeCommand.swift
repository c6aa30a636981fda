/// A command that a take runs beside its recorder; one at a time.
public enum TakeCommand: String, Hashable, Sendable {
  case before
  case verify
  case suspend
  case resume
}

/// What a look at a take finds.
public struct TakeProbe: Hashable, Sendable {
  /// The length of the file that is being written, in bytes; nil while there is none.
  public var fileSize: Int64?
  /// What an ordinary user may still write on its disk, in bytes; nil when that is not known.
  public var freeSpace: Int64?
  /// Its output has said by now that it is ready; for one that is waited for to say so.
  public var outputMatches: Bool

  public init(fileSize: Int64?, freeSpace: Int64?, outputMatches: Bool = false) {
    self.fileSize = fileSize
    self.freeSpace = freeSpace
    self.outputMatches = outputMatches
  }
}
