/// All that one device changed up to one SYN_REPORT.
public struct Frame: Hashable, Sendable {
  /// The latest stamp in it, never earlier than that of the frame before.
  public var time: Timestamp
  /// The kernel had dropped events; this is the difference that reading the state back has shown.
  public var isResync: Bool
  /// The kernel itself let go of what was down, because the device is leaving, is inhibited or goes to sleep: what is up
  /// now was not lifted by a person. Told by a report of value 1.
  public var isWithdrawal: Bool
  /// Keys and switches that changed, in order; one may be in it twice, down and up.
  public var transitions: [KeyTransition]
  /// Every contact that is on the surface, and those that left it in this frame: first the ones that left, then the
  /// ones that stay, then the ones that landed, each by tracking id.
  public var contacts: [Contact]
  /// Those of the cancelled contacts that had not changed for so long that no finger can be there.
  public var ghosts: [ContactID]

  public init(
    time: Timestamp = .zero, isResync: Bool = false, isWithdrawal: Bool = false, transitions: [KeyTransition] = [],
    contacts: [Contact] = [], ghosts: [ContactID] = []
  ) {
    self.time = time
    self.isResync = isResync
    self.isWithdrawal = isWithdrawal
    self.transitions = transitions
    self.contacts = contacts
    self.ghosts = ghosts
  }
}

extension Contact {
  /// The order of a frame.
  static func precedes(_ a: Contact, _ b: Contact) -> Bool {
    a.phase.rank == b.phase.rank ? a.id < b.id : a.phase.rank < b.phase.rank
  }
}

extension ContactPhase {
  /// Whether the contact is on the surface after the frame.
  public var isActive: Bool { rank > 0 }

  fileprivate var rank: Int {
    switch self {
    case .ended, .cancelled: 0
    case .moved, .stationary: 1
    case .began: 2
    }
  }
}
