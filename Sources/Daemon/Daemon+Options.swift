extension Daemon {
  public struct Options: Sendable {
    public var format: EventFormat
    public var isVerbose: Bool
    /// Where the counters and the journal of takes are kept; the usual place when nil.
    public var stateDirectory: String?
    /// Where programs may connect; nil: nowhere.
    public var socket: Socket?
    /// What a snapshot says of the program and its configuration.
    public var version = ""
    public var configuration: String?
    /// Reads the configuration again; nil when there is none to be read.
    public var reload: (@Sendable () -> Rereading)?

    public init(format: EventFormat, isVerbose: Bool = false, stateDirectory: String? = nil) {
      self.format = format
      self.isVerbose = isVerbose
      self.stateDirectory = stateDirectory
    }
  }

  /// The control socket.
  public struct Socket: Hashable, Sendable {
    public var path: String
    /// Its folder is made when it is not there.
    public var makesFolder: Bool

    public init(path: String, makesFolder: Bool) {
      self.path = path
      self.makesFolder = makesFolder
    }
  }
}
