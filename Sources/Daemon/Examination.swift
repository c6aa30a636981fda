public import Bridge
public import Evdev

/// Looks at all that evbridge needs of this machine, and says of each thing how it is, why, and what to do.
///
/// `Inspection` names what a configuration lacks; this looks at the machine, with or without a configuration, and also
/// says what is as it should be. Nothing is started, written or taken away.
public struct Examination {
  public enum Area: String, Sendable {
    /// The user, and what it may read.
    case rights
    case devices
    case recorders
    case feedback
    /// The control socket, and who answers there.
    case daemon
    case panel
    case system
  }

  /// What was found in one area, in the order in which it was looked at.
  public struct Section: Sendable {
    public var area: Area
    public var findings: [Finding]
  }

  /// The configuration that is looked at.
  public struct Subject: Sendable {
    public var settings: Settings
    public var file: String

    public init(_ settings: Settings, file: String) {
      self.settings = settings
      self.file = file
    }
  }

  /// Nil where there is none, or where it is wrong.
  public var subject: Subject?
  /// Where the daemon is looked for, one after the other, and where one would listen.
  public var socketPaths: [String] = []
  public var listeningPath = ""
  /// Of this program.
  public var version = ""
  /// Nil without a panel in the configuration.
  public var panelPort: UInt16?
  /// Whether devices for tests shall be possible.
  public var looksAtUInput = false

  public init(of subject: Subject?) { self.subject = subject }

  public func sections() throws(EvdevError) -> [Section] {
    let nodes = try DeviceNode.all()
    let answer = DaemonAnswer(at: socketPaths)
    return [
      Section(area: .rights, findings: rights(nodes)), Section(area: .devices, findings: devices(nodes, answer)),
      Section(area: .recorders, findings: recorders()), Section(area: .feedback, findings: feedback(nodes)),
      Section(area: .daemon, findings: daemon(answer)), Section(area: .panel, findings: panel()),
      Section(area: .system, findings: system()),
    ]
  }

  var settings: Settings? { subject?.settings }
}
